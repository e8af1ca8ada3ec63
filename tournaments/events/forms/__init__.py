"""Forms: events."""
