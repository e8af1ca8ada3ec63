"""Where they sit: table numbers, then winds."""
