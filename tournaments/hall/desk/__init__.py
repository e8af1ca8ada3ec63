"""Pages of the desk: hall."""
