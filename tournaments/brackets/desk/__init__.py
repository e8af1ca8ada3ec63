"""Brackets at the desk: entered where they are drawn."""
