"""Databases of earlier days, opened with the code of today."""
