"""Moments in words: wording.md 1.7 says the English form; the others are those of CLDR, in 24 hours."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.factories import make_event, make_user
from tournaments import moments
from tournaments.models import LogEntry, Tournament

AT = datetime(2026, 11, 21, 13, 5, 9, tzinfo=UTC)
FORMS = {
    "en": ("21 Nov, 14:05", "21 Nov 2026, 14:05", "21 Nov 2026, 14:05:09", "21 Nov 2026"),
    "da": ("21. nov. kl. 14:05", "21. nov. 2026 kl. 14:05", "21. nov. 2026 kl. 14:05:09", "21. nov. 2026"),
    "ja": ("11月21日 14:05", "2026年11月21日 14:05", "2026年11月21日 14:05:09", "2026年11月21日"),
}


@pytest.mark.parametrize("language", FORMS)
def test_a_moment_is_written_in_one_way_in_each_language(language: str) -> None:
    copenhagen = moments.zone_named("Europe/Copenhagen")
    with translation.override(language), timezone.override(copenhagen):
        assert moments.moment_of(AT, AT + timedelta(hours=3)) == "14:05"
        later, next_year = AT + timedelta(days=1), AT + timedelta(days=90)
        found = moments.moment_of(AT, later), moments.moment_of(AT, next_year), moments.exact_moment_of(AT)
        assert (*found, moments.day_of(date(2026, 11, 21))) == FORMS[language]


def test_today_and_the_day_are_those_of_the_zone_and_an_unknown_zone_is_the_servers() -> None:
    with timezone.override(moments.zone_named("Asia/Tokyo")):
        late = datetime(2026, 11, 21, 23, 30, tzinfo=UTC)
        assert moments.moment_of(late, AT) == "22 Nov, 08:30"
        assert (moments.day_of(late), moments.time_of(late)) == ("22 Nov 2026", "08:30")
    assert moments.zone_of(Tournament(time_zone="Mars/Olympus")).key == "UTC"


@pytest.mark.django_db
def test_a_page_shows_the_times_of_its_event_and_the_next_page_those_of_its_own() -> None:
    owner = make_user()
    tokyo, server = (make_event(owner=owner, time_zone=zone, starts_on=None) for zone in ("Asia/Tokyo", ""))
    LogEntry.objects.update(at=AT)
    client = Client()
    client.force_login(owner)
    pages = [client.get(reverse("desk:log", args=[event.slug])).content.decode() for event in (tokyo, server)]
    assert ["21 Nov 2026, 22:05:09" in page for page in pages] == [True, False]
    assert ["21 Nov 2026, 13:05:09" in page for page in pages] == [False, True]
    said = client.get(reverse("api:event", args=[tokyo.slug])).json()
    assert said["time_zone"] == "Asia/Tokyo" and said["created_at"].endswith("+09:00")
