"""Whether a page should offer the race."""

from __future__ import annotations

from django import template

from tournaments.models import Tournament
from tournaments.outlook.selectors import outlook

register = template.Library()


@register.filter
def has_race(event: Tournament) -> bool:
    """Whether the pages about it are offered; costs nothing."""
    return outlook.has_outlook(event)


@register.filter
def why_no_race(event: Tournament) -> str:
    """Why there is nothing to be told now."""
    return outlook.why_none(event)
