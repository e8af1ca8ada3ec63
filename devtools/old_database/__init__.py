"""Databases of earlier days: loading one, asking it everything there is to ask, and recording what it answers.

The tests of `tests/old_databases` ask; its README says what they compare, and how a database is added.
"""
