"""Players and settings over the API: what touches the past needs a reason, and can be looked at first."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Api, staff_of
from tests.factories import play_round, publish
from tournaments.models import LogEntry, Role, Tournament

pytestmark = pytest.mark.django_db
ONE = "events/club/players/8/"
IMPACT = "events/club/impact/"


def last_line(event: Tournament) -> LogEntry:
    return LogEntry.objects.filter(tournament=event).latest("id")


def test_a_rating_needs_a_reason_once_a_round_is_paired(api: Api, event: Tournament) -> None:
    assert api.patch(ONE, {"rating": 1000})["rating"] == 1000
    publish(event)
    problem = api.patch(ONE, {"rating": 2500, "name": "Ann"}, 400)
    assert (problem["code"], problem["field"]) == ("reason_missing", "reason")
    assert api.get(ONE)["name"] == "Player 8"
    changed = api.patch(ONE, {"rating": 2500, "name": "Ann", "reason": "list was old"})
    assert (changed["rating"], changed["name"]) == (2500, "Ann")
    line = last_line(event)
    assert (line.note, line.after["impact"]["rounds"][0]["number"]) == ("list was old", 1)


def test_a_name_and_a_club_need_none(api: Api, event: Tournament) -> None:
    publish(event)
    assert api.patch(ONE, {"name": "Ann", "club": "North", "rating": 1930})["club"] == "North"
    assert "impact" not in last_line(event).after


def test_tie_breaks_and_scoring_need_a_reason(api: Api, event: Tournament) -> None:
    play_round(event)
    for change in ({"tiebreaks": ["wins"]}, {"scoring": {"win": 3, "draw": 1}}):
        for sent in (change, {**change, "confirmed": True}, {**change, "reason": "  "}):
            problem = api.patch("events/club/", sent, 400)
            assert (problem["code"], problem["field"]) == ("reason_missing", "reason")
        found = api.patch("events/club/", {**change, "reason": "as announced"})
        assert last_line(event).note == "as announced"
    assert (found["tiebreaks"], found["scoring"]["win"]) == (["wins"], 3)
    assert api.get("events/club/standings/")["lines"][0]["points"] == 3
    assert api.patch("events/club/", {"rounds_planned": 7, "venue": "Hall"})["rounds_planned"] == 7
    assert (
        api.patch("events/club/", {"options": {"elimination": 2}, "reason": "x"}, 409)["field"] == "options"
    )


def test_the_preview_says_what_is_then_changed(api: Api, event: Tournament) -> None:
    play_round(event)
    before = api.get("events/club/")["version"]
    found = api.get(f"{IMPACT}?kind=player&player=8&rating=2500&ranking=1")
    assert found["kind"] == "player" and found["needs_reason"] and found["later"][0]["number"] == 1
    asked = {"kind": "settings", "tiebreaks": ["list_order"], "rounds_planned": 6, "dry_run": True}
    found = api.post(IMPACT, asked)
    assert (found["columns_before"], found["columns_after"]) == (["solkoff", "wins"], ["list_order"])
    assert api.get("events/club/")["version"] == before
    assert api.post(IMPACT, {**asked, "dry_run": False, "note": "as announced"}) == found
    assert api.get("events/club/")["tiebreaks"] == ["list_order"]


def test_a_change_made_from_an_old_answer_is_refused(api: Api, event: Tournament) -> None:
    publish(event)
    sent = {"rating": 2500, "reason": "list was old", "seen_version": 1}
    assert api.patch(ONE, sent, 409)["code"] == "event_changed"
    assert api.patch(ONE, {"club": "North", "seen_version": 1}, 409)["code"] == "event_changed"
    assert api.patch("events/club/", {"tiebreaks": [], "reason": "x", "seen_version": 1}, 409)["code"] == (
        "event_changed"
    )


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        (ONE, {"rating": 2500, "reason": 5}, "reason"),
        (ONE, {"rating": 2500, "reason": "x" * 501}, "reason"),
        (ONE, {"rating": 2500, "reason": None}, "reason"),
        (ONE, {"rating": 2500, "reason": "x", "seen_version": "1"}, "seen_version"),
        (ONE, {"ranking": 0, "reason": "x"}, "ranking"),
        ("events/club/", {"tiebreaks": ["best"], "reason": "x"}, "tiebreaks"),
        ("events/club/", {"tiebreaks": "wins", "reason": "x"}, "tiebreaks"),
        ("events/club/", {"scoring": {"win": 0}, "reason": "x"}, "scoring.win"),
        ("events/club/", {"scoring": {"win": 1, "corner": 1}, "reason": "x"}, "scoring.corner"),
        ("events/club/", {"scoring": [], "reason": "x"}, "scoring"),
    ],
)
def test_bad_changes_name_the_field_and_change_nothing(
    api: Api, event: Tournament, path: str, body: Any, field: str
) -> None:
    publish(event)
    before = Tournament.objects.values().get(pk=event.pk)
    assert api.patch(path, body, 400)["field"] == field
    assert Tournament.objects.values().get(pk=event.pk) == before


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"kind": "player", "rating": 1}, "player"),
        ({"kind": "player", "player": 99, "rating": 1}, "player"),
        ({"kind": "player", "player": 1, "table": 1}, "table"),
        ({"kind": "player", "player": 1, "rating": 10**9}, "rating"),
        ({"kind": "player", "player": 1, "ranking": 0}, "ranking"),
        ({"kind": "player", "player": 1, "sigma": -1}, "sigma"),
        ({"kind": "player", "player": 1, "fixed_table": 0}, "fixed_table"),
        ({"kind": "settings", "rounds_planned": 0}, "rounds_planned"),
        ({"kind": "settings", "rounds_planned": 10**9}, "rounds_planned"),
        ({"kind": "settings", "tiebreaks": ["best"]}, "tiebreaks"),
        ({"kind": "settings", "scoring": {"win": 0}}, "scoring.win"),
        ({"kind": "settings", "round": 1}, "round"),
    ],
)
def test_bad_edits_name_the_field_and_change_nothing(
    api: Api, event: Tournament, body: Any, field: str
) -> None:
    publish(event)
    before = LogEntry.objects.count()
    for dry in (True, False):
        assert api.post(IMPACT, {**body, "note": "x", "dry_run": dry}, 400)["field"] == field
    assert LogEntry.objects.count() == before


def test_who_may_correct_results_may_not_change_players_or_settings(api: Api, event: Tournament) -> None:
    publish(event)
    judge = Api(staff_of(event, Role.ARBITER))
    judge.get(f"{IMPACT}?kind=player&player=8&rating=2500", 403)
    judge.post(IMPACT, {"kind": "settings", "tiebreaks": ["wins"], "note": "x"}, 403)
    judge.patch(ONE, {"rating": 2500, "reason": "x"}, 403)
