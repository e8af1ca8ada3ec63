"""What paper is set by: names that need the narrow letters of `long`, lists that need the dense rows."""

from __future__ import annotations

from collections.abc import Sized

from django import template

register = template.Library()

# Letters that fit a line of a list, and the narrower first column of a grid; rows of the roomy kind that fit a page.
LONG_NAME, LONG_IN_GRID, ROOMY_ROWS = 30, 26, 26


@register.filter
def is_long(name: str) -> bool:
    """Whether a name or a club is too long for the usual letters of a list."""
    return len(name) > LONG_NAME


@register.filter
def is_long_in_grid(name: str) -> bool:
    """The same in the first column of a grid of rounds."""
    return len(name) > LONG_IN_GRID


@register.filter
def is_dense(rows: Sized) -> bool:
    """Whether a list has to be set densely to keep to few pages."""
    return len(rows) > ROOMY_ROWS
