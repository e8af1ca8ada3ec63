"""Lines of the log in words."""

from __future__ import annotations

from django import template

from tournaments.models import LogEntry
from tournaments.selectors.log_words import sentence

register = template.Library()


@register.filter
def told(line: LogEntry) -> str:
    """The sentence of a line."""
    return sentence(line)
