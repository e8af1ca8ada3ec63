"""Moments as people read them: in the zone of the event, with 24 hours, one date format a language.

Everything that shows a time to people, page, print or sentence of the log, says it with these functions (in templates
with the filters of `templatetags/moments.py`). They speak in the zone of the request: `enter_zone` sets it where a
request finds its event, and `config.middleware.zone_of_the_server` sets it back after the request.
"""

from __future__ import annotations

import datetime
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.conf import settings
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import pgettext

from tournaments.models import Tournament

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
    cities = [name for name in available_timezones() if name.split("/")[0] in CONTINENTS and "/" in name]
    return [*sorted(cities), "UTC"]


def enter_zone(event: Tournament) -> Tournament:
    """The same event. From now on this request reads and shows times in its zone."""
    timezone.activate(zone_of(event))
    return event


def time_of(moment: datetime.datetime) -> str:
    """The time of day: "14:05"."""
    return date_format(timezone.localtime(moment), "TIME_FORMAT")


def day_of(day: datetime.date) -> str:
    """A day with its year: "21 Nov 2026"; of a moment the day it is here."""
    here = timezone.localtime(day) if isinstance(day, datetime.datetime) else day
    return date_format(here, "DATE_FORMAT")


def moment_of(moment: datetime.datetime, now: datetime.datetime | None = None) -> str:
    """When something was: today "14:05", else "21 Nov, 14:05", in another year "21 Nov 2025, 14:05"."""
    here, today = timezone.localtime(moment), timezone.localdate(now)
    time = date_format(here, "TIME_FORMAT")
    return time if here.date() == today else _on(here, time, today)


def exact_moment_of(moment: datetime.datetime) -> str:
    """Day and time to the second, for the details of the log: "21 Nov 2026, 14:05:09"."""
    here = timezone.localtime(moment)
    return _on(here, date_format(here, SECONDS), None)


def _on(here: datetime.datetime, time: str, today: datetime.date | None) -> str:
    is_this_year = today is not None and here.year == today.year
    day = date_format(here, "MONTH_DAY_FORMAT" if is_this_year else "DATE_FORMAT")
    return pgettext("21 Nov, 14:05", "%(day)s, %(time)s") % {"day": day, "time": time}
