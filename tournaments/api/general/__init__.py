"""Endpoints that belong to no event."""
