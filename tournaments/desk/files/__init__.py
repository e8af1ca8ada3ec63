"""Pages of files."""
