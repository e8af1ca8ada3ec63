"""Lines of the log in words."""

from __future__ import annotations

from django import template

from tournaments.history.sentences import sentence
from tournaments.models import LogEntry

register = template.Library()


@register.filter
def told(line: LogEntry) -> str:
    """The sentence of a line."""
    return sentence(line)
