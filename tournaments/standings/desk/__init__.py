"""Pages of the desk: standings."""
