"""Pages of the desk: results."""
