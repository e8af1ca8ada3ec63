"""Pages of the desk: events."""
