"""When an event is planned to be: its date, the time it begins, the starts of its rounds."""

import datetime
import re
from collections.abc import Mapping
from typing import Any

from pairing.model.calendar import dump_round_starts, load_round_starts, out_of_order
from tournaments.events.refusals import refuse
from tournaments.models import Tournament

MAX_DAYS = 1000
MAX_ROUNDS = 200  # of an event
# As people type it: 14:30, 14.30, 1430, 9.
_TIME = re.compile(r"(\d{1,2})(?:[:.]?(\d{2}))?")


def clean_date(value: object, field: str = "starts_on") -> datetime.date | None:
    """A day; empty is None. Errors: `bad_date`."""
    if value is None or value == "":
        return None
    if isinstance(value, datetime.date):
        return value
    try:
        return datetime.date.fromisoformat(str(value))
    except ValueError as error:
        raise refuse.bad_date(field=field) from error


def clean_time(value: object, field: str = "start_time") -> datetime.time | None:
    """A time of the day, to the minute; empty is None. Errors: `bad_time`."""
    if value is None or value == "":
        return None
    if isinstance(value, datetime.time):
        return value.replace(second=0, microsecond=0, tzinfo=None)
    found = _TIME.fullmatch(str(value).strip())
    hour, minute = (int(part or 0) for part in found.groups()) if found else (24, 0)
    if hour > 23 or minute > 59:
        raise refuse.bad_time(field=field, value=str(value)[:40])
    return datetime.time(hour, minute)


def clean_round_starts(value: Any) -> list[dict[str, object] | None]:
    """The planned starts of the rounds in their order, None for a round without one, as they are stored. What is
    empty at the end is left out. Errors: `too_many_rounds`, `bad_time`, `rounds_out_of_order`.
    """
    if len(value or ()) > MAX_ROUNDS:
        raise refuse.too_many_rounds(field="round_starts", limit=MAX_ROUNDS)
    starts = [
        one and {**one, "time": f"{clean_time(one['time'], 'round_starts'):%H:%M}"} for one in value or ()
    ]
    while starts and starts[-1] is None:
        starts.pop()
    if (number := out_of_order(load_round_starts(starts))) is not None:
        raise refuse.rounds_out_of_order(number=number)
    return dump_round_starts(load_round_starts(starts))


def refuse_odd_times(settings: Mapping[str, Any], tournament: Tournament | None = None) -> None:
    """Times belong to a date, and a start to a round there is. `settings` are as they would be stored, the others are
    those of the event. Errors: `needs_date`, `too_many_rounds`.
    """
    date, time, starts, rounds = (
        settings.get(name, getattr(tournament, name, None))
        for name in ("starts_on", "start_time", "round_starts", "rounds_planned")
    )
    if rounds and len(starts or ()) > rounds and settings.keys() & {"round_starts", "rounds_planned"}:
        raise refuse.more_starts_than_rounds(count=len(starts), rounds=rounds)
    if date is None and (time or starts):
        raise refuse.needs_date()
