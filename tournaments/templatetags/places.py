"""Tags that tell how a place in the standings came about."""

from collections.abc import Mapping, Sequence

from django import template
from django.utils.translation import gettext, pgettext

from pairing.engine.places import By, Decided, Status
from pairing.tiebreaks.ranking import POINTS
from tournaments.standings.selectors.columns import Column, short_of

register = template.Library()


@register.simple_tag
def headers_of(columns: Sequence[Column]) -> dict[str, str]:
    """The headers of the columns of standings by label, that of the points among them."""
    return {POINTS.label: short_of(POINTS.label), **{column.label: column.short for column in columns}}


@register.filter
def in_short(decided: Decided, headers: Mapping[str, str]) -> str:
    """What separates a line from the one above, as short as a header; "" where the list itself shows it."""
    if decided.by is By.SHARED:
        return pgettext("place in the standings", "shared")
    return headers.get(decided.spec.label, "") if decided.spec else ""


@register.filter
def status_in_words(status: Status) -> str:
    """What a tie-break did for two players."""
    return {
        Status.TIED: gettext("tied"),
        Status.DECIDES: gettext("decides"),
        Status.UNUSED: gettext("not needed"),
    }[status]
