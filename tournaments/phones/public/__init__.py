"""Public pages: phones."""
