"""Moments as people read them: in the zone of the event, with 24 hours, one date format a language.

Everything that shows a time to people, page, print or sentence of the log, says it with these functions (in templates
with the filters of `templatetags/moments.py`). They speak in the zone of the request: `enter_zone` sets it where a
request finds its event, and `config.middleware.zone_of_the_server` sets it back after the request.
"""

import datetime
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import pgettext

from pairing.model.calendar import Calendar, known_zones
from tournaments.models import Tournament
from tournaments.snapshots import calendar_of

SECONDS = "H:i:s"
CONTINENTS = {
    "Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific",
}  # fmt: skip


def zone_of(event: Tournament) -> ZoneInfo:
    """The zone of an event; the server's where none is set, or where this machine does not know it."""
    return zone_named(event.time_zone)


def zone_named(name: str) -> ZoneInfo:
    """The same for a stored name."""
    try:
        return ZoneInfo(name or settings.TIME_ZONE)
    except (ValueError, ZoneInfoNotFoundError):  # a database that moved to a machine with older zones
        return ZoneInfo(settings.TIME_ZONE)


@cache
def zones_offered() -> list[str]:
    """The zones that a person chooses from: continent and city, and UTC; older names are understood all the same."""
    cities = [name for name in known_zones() if name.split("/")[0] in CONTINENTS and "/" in name]
    return [*sorted(cities), "UTC"]


def enter_zone(event: Tournament) -> Tournament:
    """The same event. From now on this request reads and shows times in its zone."""
    timezone.activate(zone_of(event))
    return event


def time_of(moment: datetime.datetime) -> str:
    """The time of day: "14:05"."""
    return date_format(timezone.localtime(moment), "TIME_FORMAT")


def clock_of(time: datetime.time) -> str:
    """A time of the day that is on no day yet: a start that is planned."""
    return time_format(time, "TIME_FORMAT")


def start_of(event: Tournament) -> str:
    """When an event is planned to begin: "21 Nov 2026, 10:00", without a time "21 Nov 2026", without a date ""."""
    begins = calendar_of(event).begins
    if begins is not None:
        return _on(begins, clock_of(begins.time()), None)
    return day_of(event.starts_on) if event.starts_on else ""


def round_start_of(event: Tournament, number: int) -> str:
    """When a round is planned to start: "14:30", with the day where it is another than that of the round before; ""
    where nothing is planned.
    """
    return _round_start(calendar_of(event), number)


def whole_round_start_of(event: Tournament, number: int) -> str:
    """The same where nothing else says the day: "22 Nov 2026, 14:30"."""
    start = calendar_of(event).start_of(number)
    return _on(start, clock_of(start.time()), None) if start else ""


def round_starts_of(event: Tournament) -> list[tuple[int, str]]:
    """All rounds with a planned start, by number, said in the same way."""
    calendar = calendar_of(event)
    said = (
        (number, _round_start(calendar, number)) for number, _s in enumerate(calendar.round_starts, start=1)
    )
    return [(number, when) for number, when in said if when]


def planned_moment(event: Tournament, number: int) -> datetime.datetime | None:
    """The planned start of a round as a moment, for programs."""
    start = calendar_of(event).start_of(number)
    return start and start.replace(tzinfo=zone_of(event))


def _round_start(calendar: Calendar, number: int) -> str:
    """The same words on every day, for pages are kept until the event changes."""
    start, before = calendar.start_of(number), calendar.start_of(number - 1) if number > 1 else None
    if start is None:
        return ""
    time = clock_of(start.time())
    return time if before and before.date() == start.date() else _on(start, time, start.date())


def day_of(day: datetime.date) -> str:
    """A day with its year: "21 Nov 2026"; of a moment the day it is here."""
    here = timezone.localtime(day) if isinstance(day, datetime.datetime) else day
    return date_format(here, "DATE_FORMAT")


def moment_of(moment: datetime.datetime, now: datetime.datetime | None = None) -> str:
    """When something was: today "14:05", else "21 Nov, 14:05", in another year "21 Nov 2025, 14:05"."""
    here, today = timezone.localtime(moment), timezone.localdate(now)
    time = date_format(here, "TIME_FORMAT")
    return time if here.date() == today else _on(here, time, today)


def whole_moment_of(moment: datetime.datetime) -> str:
    """Day and time, for what is read on another day: "21 Nov 2026, 14:05"."""
    return _on(timezone.localtime(moment), time_of(moment), None)


def exact_moment_of(moment: datetime.datetime) -> str:
    """Day and time to the second, for the details of the log: "21 Nov 2026, 14:05:09"."""
    here = timezone.localtime(moment)
    return _on(here, date_format(here, SECONDS), None)


def for_programs(moment: datetime.datetime, *, timespec: str = "auto") -> str:
    """A moment as programs read it and the API writes it (ISO 8601), with Z for UTC."""
    return moment.isoformat(timespec=timespec).replace("+00:00", "Z")


def _on(here: datetime.datetime, time: str, today: datetime.date | None) -> str:
    is_this_year = today is not None and here.year == today.year
    day = date_format(here, "MONTH_DAY_FORMAT" if is_this_year else "DATE_FORMAT")
    return pgettext("21 Nov, 14:05", "%(day)s, %(time)s") % {"day": day, "time": time}
