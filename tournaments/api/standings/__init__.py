"""Endpoints of standings."""
