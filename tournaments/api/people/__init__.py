"""Endpoints of staff."""
