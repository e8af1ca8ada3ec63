"""Tags of the hall: the clock of the round and the extra time of tables."""

from collections.abc import Mapping
from datetime import timedelta

from django import template
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext, pgettext

from tournaments.events.selectors.addresses import is_only_here
from tournaments.models import Round, Tournament
from tournaments.moments import time_of
from tournaments.players.selectors.table_numbers import beyond
from tournaments.queue.selectors.tables import called_to, round_words, table_words
from tournaments.rounds.selectors import clocks
from tournaments.rounds.selectors.clocks import Clock, ClockState, Extra
from tournaments.rounds.selectors.outstanding import Outstanding, outstanding
from tournaments.rounds.selectors.rounds import RoundSheet
from tournaments.rounds.selectors.taken_back import first_beside, taken_back

register = template.Library()


@register.inclusion_tag("hall/shared/_unreachable.html")
def unreachable(address: str) -> dict[str, bool]:
    """A warning where codes and links are made with an address that no phone reaches."""
    return {"is_only_here": is_only_here(address)}


register.filter(is_only_here)


@register.simple_tag
def current_clock(event: Tournament) -> Clock | None:
    """The clock of the round everybody plays now."""
    return clocks.current_clock(event)


for tag in (taken_back, first_beside, called_to, table_words, round_words):
    register.simple_tag(tag)


@register.simple_tag
def number_played_now(event: Tournament) -> int | None:
    """The number of the round that is being played."""
    round_ = clocks.played_now(event)
    return round_.number if round_ else None


@register.simple_tag(takes_context=True)
def clock_of_round(context: Mapping[str, object], event: Tournament, number: int) -> Clock | None:
    """The clock of one round while it is played; None also for one that has no length yet. The pages of the desk have
    their rounds in hand (`rounds`).
    """
    rounds = context.get("rounds")
    if not isinstance(rounds, list):
        rounds = Round.objects.filter(tournament=event, number=number)
    round_ = next((r for r in rounds if r.number == number and r.state in clocks.PLAYED_STATES), None)
    if round_ is None:
        return None
    round_.tournament = event
    return clocks.clock_of(round_)


@register.simple_tag
def clock_face(clock: Clock, extra: Extra | None = None) -> SafeString:
    """A clock. The script counts by the server's time; without it the page says until when."""
    more = timedelta(seconds=extra.seconds if extra else 0)
    time, word = _standing(clock, more)
    return format_html(
        '<span class="clock clock--{state}" role="timer" data-clock data-now="{now}" {at} data-left-word="{left}"'
        ' data-over-word="{over}"><b class="num" data-clock-time>{time}</b> <span data-clock-word>{word}</span></span>',
        state=clock.state.value,
        now=reverse("public:now"),
        at=_moment(clock, more),
        left=pgettext("after the time of a clock, such as 12:34", "left"),
        over=pgettext("after the time of a clock, such as +2:10", "over time"),
        time=time,
        word=word,
    )


def _moment(clock: Clock, more: timedelta) -> SafeString:
    if clock.ends_ms is None:
        return SafeString("")
    return format_html('data-ends="{}"', clock.ends_ms + more // timedelta(milliseconds=1))


def _standing(clock: Clock, more: timedelta) -> tuple[str, str]:
    """What stands there before any script has run: true for as long as the page is kept."""
    if clock.ends_at is not None:
        return time_of(clock.ends_at + more), pgettext("a time of day", "end")
    left = clock.left + more
    if clock.state is ClockState.READY:
        return clocks.written(left), pgettext("of a clock", "not started")
    over = pgettext("after the time of a clock, such as +2:10", "over time")
    paused = pgettext("of a clock", "paused")
    return clocks.written(left), f"{over}, {paused}" if left < timedelta() else paused


@register.simple_tag
def extra_of(event: object, match: int | None) -> Extra | None:
    """The extra time of a table, by the key of its match. One reading for all tables of a page."""
    if not isinstance(event, Tournament) or match is None:
        return None
    return clocks.extras(event).get(match)


@register.simple_tag
def outstanding_of(event: Tournament, number: int) -> Outstanding:
    """The tables of a round that have no result yet."""
    return outstanding(
        Round.objects.select_related("tournament").get(tournament=event, number=number), timezone.now()
    )


@register.simple_tag
def beyond_the_hall(event: Tournament, sheet: RoundSheet) -> list[int]:
    """Tables of a round that the hall does not have."""
    return beyond(event, (row.table for row in sheet.tables))


@register.filter
def extra_text(extra: Extra) -> str:
    """ "+5 min"; what it is for is for the staff and the players of the table."""
    return gettext("+%(minutes)s min") % {"minutes": extra.minutes}


@register.filter
def extra_long(extra: Extra) -> str:
    text = ngettext("%(minutes)s more minute", "%(minutes)s more minutes", extra.minutes)
    return text % {"minutes": extra.minutes}
