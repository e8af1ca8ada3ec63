"""The planned times of an event: as they are typed, kept, undone and said."""

import datetime
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.factories import make_event, play_round, publish, refused
from tests.tournaments.steps import fresh, given, take_back
from tournaments import moments
from tournaments.events.forms.event import EventForm
from tournaments.events.forms.timetable import RoundStartsField
from tournaments.events.services import events
from tournaments.models import Tournament
from tournaments.templatetags.moments import next_start

SATURDAY = datetime.date(2026, 11, 21)
# Three rounds on Saturday, two on Sunday.
WEEKEND = [("10:00", 1), ("12:30", 1), ("15:00", 1), ("10:00", 2), ("12:30", 2)]
STARTS: list[Any] = [{"day": day, "time": time} for time, day in WEEKEND]


def weekend(**settings: Any) -> Tournament:
    plan = {"starts_on": SATURDAY, "round_starts": STARTS, "time_zone": "Europe/Copenhagen"}
    return make_event(**{"field": 4, **plan, **settings})


TYPED = {
    "10:00\n12:30\n15:00\n10:00\n12:30": STARTS,
    "10\n12.30\n1500\n2 10:00\n 12:30 ": STARTS,
    "23:00\n01:00": [{"day": 1, "time": "23:00"}, {"day": 2, "time": "01:00"}],
    "19:00\n-\n8 19:00": [{"day": 1, "time": "19:00"}, None, {"day": 8, "time": "19:00"}],
    "": [],
}


@pytest.mark.parametrize("typed", TYPED)
def test_a_line_for_each_round_is_read_and_written_again(typed: str) -> None:
    field = RoundStartsField()
    assert field.to_python(typed) == TYPED[typed]
    assert field.to_python(field.prepare_value(TYPED[typed])) == TYPED[typed]


def test_what_is_typed_wrong_is_said_at_its_field_with_what_is_allowed() -> None:
    event = weekend()
    typed = QueryDict(mutable=True)
    typed.update({"starts_on": "2026-11-21", "start_time": "quarter to", "round_starts": "10:00\nnoon"})
    errors = EventForm(typed, event=event).errors
    assert "“quarter to”" in errors["start_time"][0] and "14:30" in errors["start_time"][0]
    assert "Line 2" in errors["round_starts"][0] and "“noon”" in errors["round_starts"][0]
    assert "2 14:30" in errors["round_starts"][0]


def test_times_are_changed_at_any_time_logged_and_taken_back() -> None:
    event = weekend()
    publish(event)
    later = [{"day": 1, "time": "10:15"}, *STARTS[1:]]
    events.update_event(**given(event), start_time="9.30", round_starts=later)
    event = fresh(event)
    assert (event.start_time, event.round_starts) == (datetime.time(9, 30), later)
    take_back(event)
    assert (fresh(event).start_time, fresh(event).round_starts) == (None, STARTS)
    with refused("needs_date", field="starts_on"):
        events.update_event(**given(event), starts_on=None)


def test_starts_are_planned_for_rounds_there_are() -> None:
    event = weekend(rounds_planned=5)
    for changes in ({"round_starts": [*STARTS, {"day": 3, "time": "10:00"}]}, {"rounds_planned": 4}):
        with refused("too_many_rounds", field="round_starts"):
            events.update_event(**given(event), **changes)
    with refused("too_many_rounds", field="round_starts"):
        weekend(rounds_planned=4)
    events.update_event(**given(event), rounds_planned=4, round_starts=STARTS[:4])
    assert fresh(event).round_starts == STARTS[:4]


SAID = {
    "en": ("21 Nov 2026, 10:00", "21 Nov, 10:00", "12:30", "22 Nov, 10:00"),
    "da": ("21. nov. 2026 kl. 10:00", "21. nov. kl. 10:00", "12:30", "22. nov. kl. 10:00"),
    "ja": ("2026年11月21日 10:00", "11月21日 10:00", "12:30", "11月22日 10:00"),
}


@pytest.mark.parametrize("language", SAID)
def test_a_start_is_said_with_its_day_where_the_day_is_another(language: str) -> None:
    event = Tournament(starts_on=SATURDAY, round_starts=STARTS, time_zone="Europe/Copenhagen")
    with translation.override(language):
        said = [moments.round_start_of(event, number) for number in (1, 2, 4)]
        assert (moments.start_of(event), *said) == SAID[language]
    moment = moments.planned_moment(event, 4)
    assert moment is not None and moment.isoformat() == "2026-11-22T10:00:00+01:00"
    assert moments.whole_round_start_of(event, 4) == "22 Nov 2026, 10:00"
    event.start_time = datetime.time(9)
    assert moments.start_of(event) == "21 Nov 2026, 09:00"


def test_the_next_start_is_that_of_the_round_that_has_not_started() -> None:
    event = weekend()
    assert next_start(event, event.rounds.all()) == (1, "21 Nov, 10:00")
    play_round(event)
    assert next_start(event, event.rounds.all()) == (2, "12:30")
    round_ = publish(event)
    assert next_start(event, event.rounds.all()) == (2, "12:30")
    round_.state, event.rounds_planned = "in_progress", 2  # as in a document with more starts than rounds
    assert next_start(event, [*event.rounds.all()[:1], round_]) is None, "only two rounds are planned"


def test_pages_and_paper_say_when_the_next_round_is_planned_to_start(client: Client) -> None:
    event = weekend(field=8)
    player = event.players.get(number=1)
    client.force_login(event.owner)

    def says(words: str, *pages: Any) -> list[str]:
        found = [
            (name, client.get(reverse(name, args=[event.slug, *more])).content.decode())
            for name, *more in pages
        ]
        return [name for name, html in found if words not in html]

    own, screen = ("public:me", player.key), ("public:screen",)
    pages = [("public:event",), ("public:pairings",), own, ("desk:event",), screen]
    assert says("Planned start of round 1: 21 Nov, 10:00", *pages) == []
    heads = [("public:event",), ("desk:event",), ("desk:print_poster",), ("desk:print_wall",)]
    assert says("21 Nov 2026, 10:00", *heads) == []
    for _ in range(3):
        play_round(event)
    assert says("Planned start of round 4: 22 Nov, 10:00", ("public:event",), own, ("desk:event",)) == []
    assert says("Round 4: 22 Nov, 10:00", screen) == []
    publish(event)
    whole = "Planned start: 22 Nov 2026, 10:00"
    assert says(whole, ("public:pairings",), ("desk:print_tables", 4), ("desk:print_names", 4)) == []
    assert says("21 Nov 2026", ("desk:print_tables", 3)) == [], (
        "a round without a planned start has the event's day"
    )
