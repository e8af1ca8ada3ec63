"""REST API v1: the same services, selectors and rights as the pages, as JSON.

`endpoint.py` declares an operation once (what it takes, what it gives); the views are a line or two each.
"""
