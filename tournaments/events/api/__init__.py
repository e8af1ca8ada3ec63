"""Endpoints: events."""
