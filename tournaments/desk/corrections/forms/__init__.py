"""Forms of corrections."""
