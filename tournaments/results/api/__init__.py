"""Endpoints: results."""
