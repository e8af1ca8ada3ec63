"""Views of corrections."""
