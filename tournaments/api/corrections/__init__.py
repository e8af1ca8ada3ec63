"""Endpoints of corrections."""
