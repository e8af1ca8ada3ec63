"""Endpoints: players."""
