"""Endpoints of what can still happen."""
