"""Endpoints: standings."""
