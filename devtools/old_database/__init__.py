"""Databases of earlier releases: load one, ask it everything, and record the answers.

The tests of `tests/old_databases` ask; its README says what they compare, and how to add a database.
"""
