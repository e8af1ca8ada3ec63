"""Names of players, told apart and as lists from A to Z have them. Built in: every template has these tags."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournaments.models import Tournament
from tournaments.names import namesakes
from tournaments.names.ordering import sort_names
from tournaments.steps.names import listed_name, reading_of

register = template.Library()


class Numbered(Protocol):
    """A player, or a seat or line of one."""

    @property
    def number(self) -> int: ...

    @property
    def name(self) -> str: ...


@register.simple_tag(takes_context=True)
def apart(context: Mapping[str, object], number: int | None, shown: str = "") -> SafeString:
    """Behind a name that several players of the event have: what tells this one apart, unless it is `shown` already."""
    event = context.get("event")
    word = namesakes.of_event(event).get(number) if isinstance(event, Tournament) and number else None
    if word is None or (shown and word.value == shown):
        return SafeString("")
    return format_html(' <bdi class="apart">({})</bdi>', word)


@register.simple_tag(takes_context=True)
def sort_name(context: Mapping[str, Any], number: int, name: str) -> str:
    """A name in a list from A to Z."""
    return listed_name(name, sort_names(context["event"]).get(number, name))


@register.simple_tag(takes_context=True)
def reading(context: Mapping[str, Any], number: int, name: str) -> SafeString:
    """Behind a name on the desk's lists that are searched: its reading, where it has one."""
    found = reading_of(name, sort_names(context["event"]).get(number, name))
    return format_html(' <small class="muted"><bdi>{}</bdi></small>', found) if found else SafeString("")


@register.filter
def full_name(person: Numbered, event: Tournament) -> str:
    """A name inside a sentence, with what tells its player apart where others of the event have it too."""
    return namesakes.full_name(person.name, namesakes.of_event(event).get(person.number))


@register.filter
def full_names(people: Sequence[Numbered], event: Tournament) -> str:
    """Those at a table in one line."""
    return " – ".join(full_name(person, event) for person in people)
