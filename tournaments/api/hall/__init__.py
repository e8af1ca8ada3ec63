"""Endpoints of the hall."""
