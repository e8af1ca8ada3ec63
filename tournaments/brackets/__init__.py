"""Brackets as they are read and drawn."""
