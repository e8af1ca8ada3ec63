"""Pages of the desk: corrections."""
