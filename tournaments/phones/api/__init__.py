"""Endpoints: phones."""
