"""Pages of what can still happen."""
