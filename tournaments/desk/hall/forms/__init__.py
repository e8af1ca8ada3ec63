"""Forms of the hall."""
