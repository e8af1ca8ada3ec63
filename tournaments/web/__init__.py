"""What the pages of the desk and of the public share."""
