"""Endpoints: rounds."""
