"""Exact matching on general graphs: cheapest perfect matchings, all of them, and why there is none."""
