"""Views of files."""
