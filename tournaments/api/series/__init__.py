"""Endpoints of series."""
