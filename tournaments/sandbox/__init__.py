"""What strangers send is read in a process of its own, without Django and with limits."""
