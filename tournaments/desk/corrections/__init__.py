"""Pages of corrections."""
