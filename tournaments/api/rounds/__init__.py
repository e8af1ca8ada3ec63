"""Endpoints of rounds."""
