"""Endpoints: series."""
