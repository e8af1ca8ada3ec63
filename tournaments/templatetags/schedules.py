"""Filters and tags of the pages about schedules."""

from fractions import Fraction

from django import template
from django.utils.formats import get_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournaments.models import Match
from tournaments.schedules.selectors.schedules import Person
from tournaments.templatetags.pairwright import WINDS, seat_result
from tournaments.templatetags.people import who
from tournaments.web.lettering import letters_of

register = template.Library()


@register.filter
def figure(value: float | Fraction | None) -> str:
    """A figure of a schedule as short text: 2, 2.5, or a dash for one that is not known yet."""
    if value is None:
        return "–"
    digits = f"{float(value):.3f}".rstrip("0").rstrip(".")
    return digits.replace(".", get_format("DECIMAL_SEPARATOR"))


@register.simple_tag
def wind_sign(position: int) -> str:
    """The sign of a seat at a table of four, where there is no room for its name."""
    return WINDS[position]


@register.simple_tag
def result_of(match: Match) -> str:
    """The result of a match of two as both seats read it: 1:0, +:−."""
    return ":".join(seat_result(match.result, position, None, match.games) for position in (0, 1))


@register.simple_tag(takes_context=True)
def seated(context: dict[str, object], person: Person) -> SafeString:
    """Somebody with a seat: the name, or that it is a house player."""
    if person.is_house:
        return format_html('<span class="muted">{}</span>', gettext("house player"))
    shown = who(context, person.number, person.name)
    return format_html('<bdi class="{}">{}</bdi>', letters_of(person.name), shown)
