"""What only the pages of the desk say: the number of a plural."""

from __future__ import annotations

from django import template

register = template.Library()


@register.filter
def for_plural(hundredths: int) -> int:
    """Points for choosing a plural: one point, but 0, 1.5 or 2 points."""
    return 1 if hundredths == 100 else 2
