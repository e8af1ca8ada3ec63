"""Pages of the desk: lab."""
