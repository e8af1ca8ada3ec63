"""When an event is: its day and the zone of its times. No rule asks for it; a document carries it along."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pairing.schema import DocumentError, shown
from pairing.wording import said


@dataclass(frozen=True, slots=True)
class Calendar:
    """`starts_on` is the first day of the event. `time_zone` is the IANA name of the zone of its times, "" where it is
    not said.
    """

    starts_on: datetime.date | None = None
    time_zone: str = ""


UNDATED = Calendar()


def load_calendar(data: Mapping[str, Any]) -> Calendar:
    """What a document says of its time. Errors: DocumentError for a day that no calendar has."""
    return Calendar(_day(data.get("starts_on")), data.get("time_zone", ""))


def dump_calendar(calendar: Calendar) -> dict[str, Any]:
    """The keys of a document for it; {} for an event without a date and a zone."""
    starts_on = calendar.starts_on and calendar.starts_on.isoformat()
    keys = {"starts_on": starts_on, "time_zone": calendar.time_zone}
    return {key: value for key, value in keys.items() if value}


def _day(text: str | None) -> datetime.date | None:
    try:
        return None if text is None else datetime.date.fromisoformat(text)
    except ValueError:
        detail = said("{value} is not allowed; it must be a day such as 2026-11-21", value=shown(text))
        raise DocumentError("starts_on", detail) from None
