"""Pages of the desk: rounds."""
