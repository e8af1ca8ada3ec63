"""Endpoints of brackets."""
