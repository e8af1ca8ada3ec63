"""Matches that begin when their players are free, and the tables they are called to."""
