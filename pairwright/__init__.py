"""What other programs call: the commands that need neither a database nor Django."""
