"""Names of players, told apart and as lists from A to Z have them. Built in: every template has these tags."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from tournaments.models import Tournament
from tournaments.names import namesakes, titles
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
def who(context: Mapping[str, object], number: int | None, name: Any, shown: str = "") -> SafeString:
    """A player as lists have one: title and federation where the event shows them, and behind a name that several have
    what tells this one apart, unless it is `shown` already.
    """
    event = context.get("event")
    if not isinstance(event, Tournament) or not number:
        return conditional_escape(name)
    title, federation = titles.of_event(event).get(number, titles.NOTHING)
    word = namesakes.of_event(event).get(number)
    parts = [
        format_html('<span class="who__title">{}</span>', title) if title else "",
        conditional_escape(name),
        format_html('<bdi class="apart">({})</bdi>', word) if word and word.value != (shown or None) else "",
        format_html('<bdi class="who__federation">{}</bdi>', federation) if federation else "",
    ]
    return SafeString(" ".join(filter(None, parts)))


@register.simple_tag(takes_context=True)
def who_from_a_to_z(context: Mapping[str, Any], number: int, name: str, shown: str = "") -> SafeString:
    """The same in a list from A to Z."""
    return who(context, number, sort_name(context, number, name), shown)


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
