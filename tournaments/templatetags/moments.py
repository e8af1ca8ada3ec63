"""Filters for moments: the only way in which a template shows a time or a date to people."""

from __future__ import annotations

import datetime

from django import template

from tournaments import moments

register = template.Library()


@register.filter
def time_of_day(value: datetime.datetime | None) -> str:
    """ "14:05", for what can only be of today: a clock, a print, the end of a round."""
    return moments.time_of(value) if value else ""


@register.filter
def moment(value: datetime.datetime | None) -> str:
    """ "14:05" of today, "21 Nov, 14:05" of another day."""
    return moments.moment_of(value) if value else ""


@register.filter
def exact_moment(value: datetime.datetime | None) -> str:
    """ "21 Nov 2026, 14:05:09"."""
    return moments.exact_moment_of(value) if value else ""


@register.filter
def day(value: datetime.date | None) -> str:
    """ "21 Nov 2026"."""
    return moments.day_of(value) if value else ""
