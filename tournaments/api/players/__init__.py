"""Endpoints of players."""
