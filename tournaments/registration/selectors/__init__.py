"""What can be asked. Selectors only read."""
