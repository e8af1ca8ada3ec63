"""When an event is: its day, its times and their zone. No rule asks for it; a document carries it along."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar
from zoneinfo import available_timezones

from pairing.model.reasons import gettext_noop, phrase
from pairing.model.schema import DocumentError, json_text

T = TypeVar("T")
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)  # `fromisoformat` reads weeks and more besides
_UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\dZ", re.ASCII)
_TIME = re.compile(r"\d\d:\d\d", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class RoundStart:
    """When a round is planned to start: on which day of the event, 1 is its date, and at what time."""

    day: int
    time: datetime.time


@dataclass(frozen=True, slots=True)
class Calendar:
    """`starts_on` is the first day of the event, `start_time` when it begins there, `round_starts` when each round is
    planned to start, in the order of the rounds; None: not said. `time_zone` is the IANA name of the zone of these
    times, "" where it is not said.
    """

    starts_on: datetime.date | None = None
    time_zone: str = ""
    start_time: datetime.time | None = None
    round_starts: tuple[RoundStart | None, ...] = ()

    @property
    def begins(self) -> datetime.datetime | None:
        """When the event begins, in its zone: at its start time, else with round 1 if that is on the first day."""
        first = self.start_of(1)
        if self.start_time is None or self.starts_on is None:
            return first if first and first.date() == self.starts_on else None
        return datetime.datetime.combine(self.starts_on, self.start_time)

    def start_of(self, number: int) -> datetime.datetime | None:
        """When a round (1, 2, 3 ...) is planned to start, in the zone of the event; None: not said."""
        planned = self.round_starts[number - 1] if number <= len(self.round_starts) else None
        if planned is None or self.starts_on is None:
            return None
        try:
            day = self.starts_on + datetime.timedelta(days=planned.day - 1)
        except OverflowError:
            return None
        return datetime.datetime.combine(day, planned.time)


UNDATED = Calendar()


def load_calendar(data: Mapping[str, Any]) -> Calendar:
    """What a document says of its time. Errors: DocumentError for a day, a time or a zone that does not exist, for
    times without a day, and for a round before the one before it.
    """
    starts_on, start_time = data.get("starts_on"), data.get("start_time")
    calendar = Calendar(
        None if starts_on is None else _read("starts_on", starts_on, _as_date, _DAY),
        _read("time_zone", data.get("time_zone", ""), _as_zone, _ZONE),
        None if start_time is None else _read("start_time", start_time, _as_time, _CLOCK),
        load_round_starts(data.get("round_starts", ())),
    )
    if calendar.starts_on is None and (calendar.start_time or calendar.round_starts):
        raise DocumentError("starts_on", phrase("times of the event are planned, so its day is needed"))
    if (number := out_of_order(calendar.round_starts)) is not None:
        detail = phrase("it is not later than the start of the round before it")
        raise DocumentError(f"round_starts[{number - 1}]", detail)
    return calendar


def dump_calendar(calendar: Calendar) -> dict[str, Any]:
    """The keys of a document for it; {} for an event without a date and a zone."""
    keys = {
        "starts_on": calendar.starts_on and calendar.starts_on.isoformat(),
        "start_time": calendar.start_time and f"{calendar.start_time:%H:%M}",
        "round_starts": dump_round_starts(calendar.round_starts),
        "time_zone": calendar.time_zone,
    }
    return {key: value for key, value in keys.items() if value}


def load_round_starts(starts: Sequence[Mapping[str, Any] | None]) -> tuple[RoundStart | None, ...]:
    """The planned starts of the rounds, as a document and an event have them. Errors: DocumentError."""
    return tuple(
        None
        if one is None
        else RoundStart(int(one["day"]), _read(f"round_starts[{index}].time", one["time"], _as_time, _CLOCK))
        for index, one in enumerate(starts)
    )


def dump_round_starts(starts: Iterable[RoundStart | None]) -> list[dict[str, Any] | None]:
    """The same as a document has it."""
    return [None if one is None else {"day": one.day, "time": f"{one.time:%H:%M}"} for one in starts]


def read_moment(where: str, text: str | None) -> datetime.datetime | None:
    """A moment such as 2026-12-03T18:00Z, None: not said. Errors: DocumentError for a moment that does not exist."""
    return None if text is None else _read(where, text, _as_moment, _MOMENT)


def dump_moment(moment: datetime.datetime) -> str:
    """The same as a document has it: in UTC, to the minute."""
    return f"{moment.astimezone(datetime.UTC):%Y-%m-%dT%H:%M}Z"


def out_of_order(starts: Sequence[RoundStart | None]) -> int | None:
    """The first round (1, 2, 3 ...) that would not start later than one before it; None: all are in their order."""
    known = [(number, one) for number, one in enumerate(starts, start=1) if one is not None]
    return next((number for (_n, before), (number, one) in pairwise(known) if one <= before), None)


_DAY = gettext_noop("{value} is not possible here; give a day such as 2026-11-21")
_CLOCK = gettext_noop("{value} is not possible here; give a time such as 14:30")
_MOMENT = gettext_noop("{value} is not possible here; give a moment such as 2026-12-03T18:00Z")
_ZONE = gettext_noop("{value} is not possible here; give a time zone such as Europe/Copenhagen")


@cache
def known_zones() -> frozenset[str]:
    """The IANA names of the time zones this machine knows."""
    return frozenset(available_timezones())


def _as_date(text: str) -> datetime.date:
    if not _DATE.fullmatch(text):
        raise ValueError(text)
    return datetime.date.fromisoformat(text)


def _as_time(text: str) -> datetime.time:
    if not _TIME.fullmatch(text):
        raise ValueError(text)
    return datetime.time.fromisoformat(text)


def _as_moment(text: str) -> datetime.datetime:
    """From the year 1000 on: there is a day more or less in every zone, and a year has four digits."""
    if not _UTC.fullmatch(text) or text < "1000":
        raise ValueError(text)
    return datetime.datetime.fromisoformat(text)


def _as_zone(text: str) -> str:
    if text and text not in known_zones():
        raise ValueError(text)
    return text


def _read(where: str, text: str, read: Callable[[str], T], wrong: str) -> T:
    try:
        return read(text)
    except ValueError:
        raise DocumentError(where, phrase(wrong, value=json_text(text))) from None
