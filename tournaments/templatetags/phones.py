"""Tags of the pages about what comes from players' phones."""

from __future__ import annotations

from django import template

from tournaments.models import Tournament
from tournaments.phones.selectors import waiting

register = template.Library()


@register.simple_tag
def phone_signs(event: Tournament) -> waiting.Signs:
    """How much waits for the desk."""
    return waiting.signs_of_page(event)
