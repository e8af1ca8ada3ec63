"""Repairs, changes by hand and edits of the past over the API: looked at first, made once, refused when stale."""

from typing import Any

import pytest

from tests.api.conftest import Api, staff_of
from tests.factories import pair, play_round, publish
from tests.tournaments.seated import byes, tables
from tournaments.models import LogEntry, Player, Role, Round, Tournament

SPOT = "events/club/rounds/2/"
ONE = "events/club/players/8/"
IMPACT = "events/club/impact/"
RESULT = {"kind": "result", "round": 1, "table": 1, "result": "0-1"}

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_2(event: Tournament) -> Round:
    """Round 1 played, round 2 published."""
    return publish(event, after=1)


def planned(proposal: dict[str, Any]) -> dict[int, tuple[int, ...]]:
    return {row["table"]: tuple(row["players"]) for row in proposal["matches"]}


def last_line(event: Tournament) -> LogEntry:
    return LogEntry.objects.filter(tournament=event).latest("id")


# --- the round that is played ---


def test_a_repair_is_proposed_and_made_with_its_change(api: Api, event: Tournament, round_2: Round) -> None:
    change: dict[str, Any] = {"new": {"name": "Zoe", "rating": 1700}, "absent": [tables(round_2)[1][0]]}
    shown = api.post(f"{SPOT}repairs/", {"change": change, "dry_run": True})
    assert shown["applied"] is None and 1 <= len(shown["proposals"]) <= 3
    absent = api.get(f"{SPOT}repairs/?absent={change['absent'][0]}")
    assert absent["pending"] == [] and absent["proposals"]
    assert not Player.objects.filter(name="Zoe").exists()
    best = shown["proposals"][0]
    headers: dict[str, Any] = {"Idempotency-Key": "one"}
    body = {"change": change, "key": best["key"], "note": "no-show"}
    done = api.post(f"{SPOT}repairs/", body, **headers)
    assert done["applied"] == best["key"]
    assert tables(round_2) == planned(best)
    assert byes(round_2) == {row["player"]: row["kind"] for row in best["byes"]}
    assert api.post(f"{SPOT}repairs/", body, **headers) == done
    assert LogEntry.objects.filter(tournament=event, action="round_repaired").count() == 1
    assert api.post(f"{SPOT}repairs/", body, 409)["code"] == "not_in_round"
    correction = {"result": "0-1", "note": "misread"}
    api.post("events/club/rounds/1/matches/1/correction/", correction)
    (pending,) = api.get(f"{SPOT}repairs/")["pending"]
    assert pending["sentence"] == "Round 2 was paired before table 1 of round 1 was corrected."


def test_a_change_by_hand_is_shown_and_needs_a_reason_where_it_breaks_a_rule(
    api: Api, event: Tournament, round_2: Round
) -> None:
    a, b = tables(Round.objects.get(tournament=event, number=1))[1]
    move = {"kind": "pair", "first": a, "second": b}
    shown = api.post(f"{SPOT}by-hand/", {**move, "dry_run": True})
    assert not shown["applied"] and "rematch" in [row["rule"] for row in shown["warnings"]]
    assert any("have already met" in row["why"][0]["text"] for row in shown["warnings"])
    assert api.post(f"{SPOT}by-hand/", move, 400)["code"] == "reason_missing"
    done = api.post(f"{SPOT}by-hand/", {**move, "note": "both wish it", "key": shown["key"]})
    assert done["applied"] and {a, b} in [set(seats) for seats in tables(round_2).values()]
    written = last_line(event)
    assert written.action == "paired_by_hand"
    assert "rematch" in [rule["rule"] for rule in written.after["broken_rules"]]
    other = api.post(f"{SPOT}by-hand/", {**move, "note": "again", "key": shown["key"]}, 409)
    assert other["code"] == "proposal_stale"


@pytest.mark.parametrize(
    ("path", "body", "status", "code", "field"),
    [
        ("repairs/", {}, 400, None, "key"),
        ("repairs/", {"key": "x", "change": {"who": [1]}}, 400, "unknown_field", None),
        ("repairs/", {"dry_run": True, "change": {"join": [1]}}, 409, "already_in_round", "join"),
        ("by-hand/", {"kind": "swap", "first": 1}, 400, None, "second"),
        ("by-hand/", {"kind": "group", "players": [1, 99]}, 400, "repair_no_such_player", "players"),
        ("by-hand/", {"kind": "swap", "first": 1, "second": 1}, 400, "repair_same_player", "players"),
        ("by-hand/", {"kind": "move", "table": 99, "to_table": 1}, 400, "repair_no_such_table", "table"),
    ],
)
def test_bad_changes_of_a_round_name_the_field(
    api: Api, round_2: Round, path: str, body: Any, status: int, code: str | None, field: str | None
) -> None:
    before = tables(round_2)
    note = {"note": "x"} if path == "by-hand/" else {}
    problem = api.post(f"{SPOT}{path}", {**body, **note}, status)
    assert code in (None, problem["code"])
    assert field in (None, problem["field"])
    assert tables(round_2) == before


def test_there_are_no_repairs_of_an_earlier_round_or_none(api: Api, round_2: Round) -> None:
    assert api.get(f"{SPOT}repairs/?out=x", 400)["field"] == "out"
    assert api.get("events/club/rounds/1/repairs/", 409)["code"] == "later_round"
    assert api.get("events/club/rounds/7/repairs/", 404)["code"] == "not_found"


# --- the past ---


def test_the_past_is_foreseen_and_edited(api: Api, round_2: Round) -> None:
    seen = api.get(f"{IMPACT}?kind=result&round=1&table=1&result=0-1")
    assert seen["needs_reason"] and [row["number"] for row in seen["later"]] == [2]
    assert api.post(IMPACT, {**RESULT, "dry_run": True}) == seen
    assert api.post(IMPACT, RESULT, 400)["code"] == "reason_missing"
    version = api.get("events/club/")["version"]
    stale = api.post(IMPACT, {**RESULT, "note": "slip", "version": version - 1}, 409)
    assert stale["code"] == "event_changed"
    assert api.post(IMPACT, {**RESULT, "note": "slip", "version": version}) == seen
    assert api.get("events/club/rounds/1/matches/1/")["result"] == "0-1"
    assert api.post(IMPACT, {"kind": "bye", "round": 1, "player": 1}, 404)["code"] == "no_bye"
    given = {"kind": "adjustment", "player": 1, "points": -0.5, "round": 1, "note": "late"}
    assert [row["number"] for row in api.post(IMPACT, given)["players"]].count(1) == 1
    assert api.post(IMPACT, {**given, "points": 0.125}, 400)["field"] == "points"
    chain = api.post(IMPACT, {"kind": "tiebreaks", "tiebreaks": ["wins"], "note": "as printed"})
    assert chain["columns_after"] == ["wins"]


def test_a_correction_needs_a_reason_once_a_round_is_paired_on_it(api: Api, event: Tournament) -> None:
    play_round(event)
    pair(event)
    spot = "events/club/rounds/1/matches/1/correction/"
    seen = api.get(f"{spot}?result=0-1")
    assert (seen["result_before"], seen["result_after"], seen["later_rounds"]) == ("1-0", "0-1", [2])
    assert api.post(spot, {"result": "0-1"}, 400)["code"] == "reason_missing"
    assert api.post(spot, {"result": "0-1", "note": "slip"}) == seen
    assert last_line(event).after["impact"]["rounds"][0]["number"] == 2


def test_a_rating_needs_a_reason_once_a_round_is_paired(api: Api, event: Tournament) -> None:
    assert api.patch(ONE, {"rating": 1000})["rating"] == 1000
    publish(event)
    problem = api.patch(ONE, {"rating": 2500, "name": "Ann"}, 400)
    assert (problem["code"], problem["field"]) == ("reason_missing", "reason")
    assert api.get(ONE)["name"] == "Player 8"
    assert api.patch(ONE, {"name": "Ann", "club": "North", "rating": 1000})["club"] == "North"
    assert "impact" not in last_line(event).after
    assert api.patch(ONE, {"rating": 2500, "reason": "list was old"})["rating"] == 2500
    line = last_line(event)
    assert (line.note, line.after["impact"]["rounds"][0]["number"]) == ("list was old", 1)


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
    refused = api.patch("events/club/", {"options": {"elimination": 2}, "reason": "x"}, 409)
    assert refused["field"] == "options"


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
    for path, change in (
        (ONE, {"rating": 2500, "reason": "list was old"}),
        (ONE, {"club": "North"}),
        ("events/club/", {"tiebreaks": [], "reason": "x"}),
    ):
        assert api.patch(path, {**change, "seen_version": 1}, 409)["code"] == "event_changed"


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
