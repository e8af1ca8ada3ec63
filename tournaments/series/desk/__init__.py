"""Pages of the desk: series."""
