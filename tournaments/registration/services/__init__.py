"""What can be done. Services write."""
