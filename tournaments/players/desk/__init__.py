"""Pages of the desk: players."""
