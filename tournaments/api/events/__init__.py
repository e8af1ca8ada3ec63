"""Endpoints of events."""
