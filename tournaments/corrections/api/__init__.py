"""Endpoints: corrections."""
