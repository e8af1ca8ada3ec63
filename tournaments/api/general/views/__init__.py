"""Views of what belongs to no event."""
