"""Endpoints of results."""
