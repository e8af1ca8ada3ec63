"""Sixty faults that the tests have to find, planted one at a time: `dev.py faults`."""
