"""What can be asked. Selectors read."""
