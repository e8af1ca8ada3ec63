"""Sixty faults that the tests must find, planted one at a time: `dev.py faults`."""
