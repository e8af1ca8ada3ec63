"""Filters for moments: the only way in which a template shows a time or a date to people."""

import datetime
from collections.abc import Iterable
from typing import Any, NamedTuple

from django import template
from django.utils import timezone

from tournaments import moments
from tournaments.models import RoundState, Status, Tournament

register = template.Library()


class NextStart(NamedTuple):
    """A round, and the words for its planned start."""

    number: int
    when: str


@register.filter
def time_of_day(value: datetime.datetime | None) -> str:
    """ "14:05", for what can only be of today: a clock, a print, the end of a round."""
    return moments.time_of(value) if value else ""


@register.filter
def moment(value: datetime.datetime | None) -> str:
    """ "14:05" of today, "21 Nov, 14:05" of another day."""
    return moments.moment_of(value) if value else ""


@register.filter
def whole_moment(value: datetime.datetime) -> str:
    """ "21 Nov 2026, 14:05"."""
    return moments.whole_moment_of(value)


@register.filter
def for_input(value: datetime.datetime | None) -> str:
    """ "2026-11-21T14:05", as a field for a date and a time holds it; "" for none."""
    return f"{timezone.localtime(value):%Y-%m-%dT%H:%M}" if value else ""


@register.filter
def exact_moment(value: datetime.datetime | None) -> str:
    """ "21 Nov 2026, 14:05:09"."""
    return moments.exact_moment_of(value) if value else ""


@register.filter
def day(value: datetime.date | None) -> str:
    """ "21 Nov 2026"."""
    return moments.day_of(value) if value else ""


@register.filter
def starts(event: Tournament) -> str:
    """ "21 Nov 2026, 10:00": the date of the event, with the time it begins; "" without a date."""
    return moments.start_of(event)


@register.filter
def zone(event: Tournament) -> str:
    """ "Europe/Copenhagen", in which all times of the event are."""
    return moments.zone_of(event).key


@register.filter
def planned_start(event: Tournament, number: int) -> str:
    """ "14:30", the planned start of a round; "22 Nov, 10:00" where the round before is on another day."""
    return moments.round_start_of(event, number)


@register.filter
def whole_planned_start(event: Tournament, number: int) -> str:
    """ "22 Nov 2026, 14:30", where nothing beside it says the day."""
    return moments.whole_round_start_of(event, number)


@register.filter
def round_starts(event: Tournament) -> list[tuple[int, str]]:
    """Number and planned start of all rounds that have one."""
    return moments.round_starts_of(event)


@register.simple_tag
def next_start(event: Tournament, rounds: Iterable[Any]) -> NextStart | None:
    """The planned start of the first round that has not started; None where nothing is planned. `rounds` have a number
    and a state.
    """
    waiting = {RoundState.DRAFT.value, RoundState.PUBLISHED.value}
    listed = list(rounds)
    number = next((one.number for one in listed if one.state in waiting), len(listed) + 1)
    when = planned_start(event, number)
    if not when or event.status == Status.FINISHED or number > event.rounds_planned:
        return None
    return NextStart(number, when)
