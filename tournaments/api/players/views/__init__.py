"""Views of players."""
