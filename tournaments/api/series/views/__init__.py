"""Views of series."""
