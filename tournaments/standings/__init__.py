"""Standings as they are read, with their columns."""
