"""Endpoints of the log and restore points."""
