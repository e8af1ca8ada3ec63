"""Events: made, changed, finished, reopened, deleted; what may still change once a round is paired."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from tests.factories import make_event, make_user, pair, play_round, publish
from tournaments.models import Action, LogEntry, Role, Staff, Status, Tournament
from tournaments.permissions import can_manage, role_of
from tournaments.services import events
from tournaments.services.errors import ServiceError
from tournaments.services.rules import hundredths

pytestmark = pytest.mark.django_db


def test_an_event_starts_with_the_usual_settings_of_its_system() -> None:
    owner = make_user()
    event = events.create_event(
        owner=owner, name="  Onsdags\u0061\u030aben ", system="monrad", rounds_planned=5
    )
    assert (event.name, event.slug, event.status) == ("Onsdagsåben", "onsdagsaben", Status.SETUP)
    assert event.draw_seed and event.tiebreaks and event.options["order"] == "redraw"
    assert role_of(owner, event) is Role.OWNER
    assert LogEntry.objects.get(tournament=event).action == Action.EVENT_CREATED


def test_two_events_never_share_a_seed_or_an_address() -> None:
    owner = make_user()
    made = [
        events.create_event(owner=owner, name="Club", system="monrad", rounds_planned=1) for _ in range(3)
    ]
    assert len({e.slug for e in made}) == len({e.draw_seed for e in made}) == 3


@pytest.mark.parametrize("name", ["山田杯", "new", "!!!", "ñ" * 120])
def test_every_name_gives_an_address(name: str) -> None:
    event = events.create_event(owner=make_user(), name=name, system="monrad", rounds_planned=1)
    assert event.slug and event.slug != "new" and event.slug.isascii()


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"system": "chess"}, "system"),
        ({"rounds_planned": 0}, "rounds_planned"),
        ({"rounds_planned": 201}, "rounds_planned"),
        ({"rounds_planned": None}, "rounds_planned"),
        ({"rounds_planned": "many"}, "rounds_planned"),
        ({"options": {"order": "alphabetical"}}, "options.order"),
        ({"options": {"speed": 1}}, "options.speed"),
        ({"options": {"allow_rematches": True}}, "options.allow_rematches"),
        ({"scoring": {"win": 1.5}}, "scoring.win"),
        ({"scoring": {"victory": 100}}, "scoring.victory"),
        ({"scoring": {"win": 0}}, "scoring.win"),
        ({"scoring": {"win": -1}}, "scoring.win"),
        ({"tiebreaks": ["luck"]}, "tiebreaks"),
        ({"tiebreaks": [{"name": "omw", "floor": 7}]}, "tiebreaks"),
        ({"visibility": "secret"}, "visibility"),
        ({"starts_on": "tomorrow"}, "starts_on"),
        ({"slug": "Not A Slug"}, "slug"),
        ({"slug": "new"}, "slug"),
        ({"earlier_meetings": [{"season": 1, "players": [1, 1]}]}, "earlier_meetings"),
        ({"earlier_meetings": "none"}, "earlier_meetings"),
        ({"description": "x" * 4001}, "description"),
        ({"draw_seed": "a\x00b"}, "draw_seed"),
        ({"prize": 100}, "prize"),
    ],
)
def test_bad_settings_name_their_field_and_make_nothing(settings: dict[str, Any], field: str) -> None:
    owner = make_user()
    with pytest.raises(ServiceError) as refused:
        make_event(owner=owner, **settings)
    assert refused.value.field == field
    assert str(refused.value)
    assert not Tournament.objects.exists()


def test_an_address_that_is_taken_is_refused() -> None:
    make_event(slug="open-2026")
    with pytest.raises(ServiceError) as refused:
        make_event(slug="open-2026")
    assert (refused.value.code, refused.value.field) == ("slug_taken", "slug")


def test_before_the_first_pairing_everything_may_change() -> None:
    event = make_event(field=4)
    events.update_event(
        tournament=event,
        actor=event.owner,
        name="New name",
        rounds_planned=7,
        options={"order": "rating"},
        scoring={"win": 300, "draw": 100},
        tiebreaks=["wins"],
        draw_seed="other",
        starts_on="2026-11-20",
        description="First line\n\nSecond   line",
    )
    event = Tournament.objects.get(pk=event.pk)
    assert (event.name, event.rounds_planned, event.draw_seed) == ("New name", 7, "other")
    assert (event.scoring, event.tiebreaks) == ({"win": 300, "draw": 100}, ["wins"])
    assert (event.options["order"], event.starts_on) == ("rating", datetime.date(2026, 11, 20))
    assert event.description == "First line\n\nSecond line"
    line = LogEntry.objects.get(action=Action.EVENT_CHANGED)
    assert (line.before["name"], line.after["name"]) == ("Wednesday club", "New name")


@pytest.mark.parametrize(
    "change",
    [
        {"options": {"order": "rating"}},
        {"draw_seed": "other"},
        {"season": 3},
        {"earlier_meetings": [{"season": 1, "players": [1, 2]}]},
        {"slug": "elsewhere"},
    ],
)
def test_after_the_first_pairing_the_rules_are_fixed(change: dict[str, Any]) -> None:
    event = make_event(field=4)
    pair(event)
    before = Tournament.objects.values().get(pk=event.pk)
    with pytest.raises(ServiceError) as refused:
        events.update_event(tournament=event, actor=event.owner, confirmed=True, **change)
    assert (refused.value.code, refused.value.field) == ("fixed_after_pairing", next(iter(change)))
    assert Tournament.objects.values().get(pk=event.pk) == before


def test_after_the_first_pairing_harmless_settings_may_change() -> None:
    event = make_event(field=4)
    pair(event)
    events.update_event(
        tournament=event,
        actor=event.owner,
        name="Renamed",
        venue="Town hall",
        visibility="private",
        rounds_planned=9,
        require_check_in=True,
    )
    assert Tournament.objects.get(pk=event.pk).venue == "Town hall"


def test_tie_breaks_change_late_only_if_confirmed_and_it_is_logged() -> None:
    event = make_event(field=4)
    play_round(event)
    with pytest.raises(ServiceError) as refused:
        events.update_event(tournament=event, actor=event.owner, tiebreaks=["wins"])
    assert refused.value.code == "confirm_tiebreaks"
    events.update_event(tournament=event, actor=event.owner, tiebreaks=["wins"], confirmed=True)
    line = LogEntry.objects.get(action=Action.EVENT_CHANGED)
    assert (line.subject, line.after) == ("tiebreaks", {"tiebreaks": ["wins"]})


def test_fewer_rounds_than_are_paired_cannot_be_planned() -> None:
    event = make_event(field=6)
    play_round(event)
    pair(event)
    with pytest.raises(ServiceError) as refused:
        events.update_event(tournament=event, actor=event.owner, rounds_planned=1)
    assert refused.value.code == "too_few_rounds"


def test_a_change_made_from_an_old_page_is_refused() -> None:
    event = make_event()
    seen = event.version
    events.update_event(tournament=event, actor=event.owner, venue="Hall 1")
    with pytest.raises(ServiceError) as refused:
        events.update_event(tournament=event, actor=event.owner, venue="Hall 2", seen_version=seen)
    assert refused.value.code == "event_changed"
    assert Tournament.objects.get(pk=event.pk).venue == "Hall 1"


def test_an_event_is_finished_after_a_completed_round_and_can_be_reopened() -> None:
    event = make_event(field=6)
    with pytest.raises(ServiceError) as refused:
        events.finish_event(tournament=event, actor=event.owner)
    assert refused.value.code == "not_running"
    play_round(event)
    publish(event)
    with pytest.raises(ServiceError) as refused:
        events.finish_event(tournament=event, actor=event.owner)
    assert refused.value.code == "round_open"
    event = make_event(field=6)
    play_round(event)
    events.finish_event(tournament=event, actor=event.owner)
    with pytest.raises(ServiceError) as refused:
        pair(event)
    assert refused.value.code == "event_finished"
    events.reopen_event(tournament=event, actor=event.owner)
    assert pair(event).number == 2
    with pytest.raises(ServiceError) as refused:
        events.reopen_event(tournament=event, actor=event.owner)
    assert refused.value.code == "not_finished"


def test_deleting_needs_the_address_typed_and_leaves_nothing() -> None:
    event = make_event(field=4)
    play_round(event)
    with pytest.raises(ServiceError) as refused:
        events.delete_event(tournament=event, actor=event.owner, confirm_slug="yes")
    assert refused.value.field == "confirm_slug"
    events.delete_event(tournament=event, actor=event.owner, confirm_slug=event.slug)
    assert not Tournament.objects.exists() and not LogEntry.objects.exists()


def test_a_service_called_on_a_deleted_event_says_so() -> None:
    event = make_event()
    Tournament.objects.filter(pk=event.pk).delete()
    with pytest.raises(ServiceError) as refused:
        events.update_event(tournament=event, actor=None, venue="Hall")
    assert refused.value.code == "event_gone"


def test_staff_get_a_role_and_lose_it_again() -> None:
    event, helper = make_event(), make_user()
    events.set_staff(tournament=event, actor=event.owner, user=helper, role="director")
    assert can_manage(helper, event)
    events.set_staff(tournament=event, actor=event.owner, user=helper, role=None)
    assert not can_manage(helper, event)
    assert not Staff.objects.exists()
    with pytest.raises(ServiceError) as refused:
        events.set_staff(tournament=event, actor=event.owner, user=helper, role="emperor")
    assert refused.value.code == "bad_role"
    with pytest.raises(ServiceError) as refused:
        events.set_staff(tournament=event, actor=event.owner, user=event.owner, role=None)
    assert refused.value.code == "is_owner"


@pytest.mark.parametrize(
    ("given", "points"),
    [(1, 100), ("0.5", 50), ("0,5", 50), (0.25, 25), ("3", 300), ("", None), (None, None)],
)
def test_points_are_read_exactly(given: Any, points: int | None) -> None:
    assert hundredths(given, "scoring.win") == points


@pytest.mark.parametrize("given", ["half", "1/2", 0.333, -1, "1e9", "nan", True, "1.005", []])
def test_points_that_are_no_hundredths_are_refused(given: Any) -> None:
    with pytest.raises(ServiceError) as refused:
        hundredths(given, "scoring.win")
    assert refused.value.field == "scoring.win"
