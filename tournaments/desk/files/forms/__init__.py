"""Forms of files."""
