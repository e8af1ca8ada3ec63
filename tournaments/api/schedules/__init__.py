"""Endpoints of schedules."""
