"""Repairs, changes by hand and edits of the past over the API: proposed, made once, refused when stale."""

from __future__ import annotations

from typing import Any

import pytest

from tests.api.conftest import Api
from tests.factories import make_event, pair, play_round, publish
from tests.tournaments.seated import byes, tables
from tournaments.models import LogEntry, Match, Player, Round, Tournament
from tournaments.services import results

SPOT = "events/club/rounds/2/"


def played(event: Tournament) -> Round:
    """Round 1 played, round 2 published."""
    play_round(event)
    return publish(event)


def correct(event: Tournament) -> None:
    match = Match.objects.get(round__tournament=event, round__number=1, table=1)
    results.correct_result(tournament=event, actor=None, match=match, result="0-1")


def planned(proposal: dict[str, Any]) -> dict[int, tuple[int, ...]]:
    return {row["table"]: tuple(row["players"]) for row in proposal["matches"]}


def test_a_repair_is_proposed_and_made_with_its_change(api: Api, event: Tournament) -> None:
    round_ = played(event)
    change = {"new": {"name": "Zoe", "rating": 1700}, "absent": [tables(round_)[1][0]]}
    shown = api.post(f"{SPOT}repairs/", {"change": change, "dry_run": True})
    assert shown["applied"] is None and 1 <= len(shown["proposals"]) <= 3
    assert not Player.objects.filter(tournament=event, name="Zoe").exists()
    best = shown["proposals"][0]
    headers = {"Idempotency-Key": "one"}
    body = {"change": change, "key": best["key"], "note": "no-show"}
    done = api.post(f"{SPOT}repairs/", body, **headers)
    assert done["applied"] == best["key"]
    assert tables(round_) == planned(best)
    assert byes(round_) == {row["player"]: row["kind"] for row in best["byes"]}
    assert api.post(f"{SPOT}repairs/", body, **headers) == done
    assert LogEntry.objects.filter(tournament=event, action="round_repaired").count() == 1
    assert api.post(f"{SPOT}repairs/", body, 409)["code"] == "not_in_round"


def test_what_changed_is_named_and_an_old_proposal_is_refused(api: Api, event: Tournament) -> None:
    round_ = played(event)
    player = tables(round_)[2][0]
    before = api.get(f"{SPOT}repairs/?absent={player}")
    assert before["pending"] == []
    correct(event)
    seated = tables(round_)
    key = before["proposals"][0]["key"]
    stale = api.post(f"{SPOT}repairs/", {"key": key, "change": {"absent": [player]}}, 409)
    assert stale["code"] == "proposal_stale"
    assert tables(round_) == seated
    now = api.get(f"{SPOT}repairs/")
    assert [row["sentence"] for row in now["pending"]] == [
        "Round 2 was paired before table 1 of round 1 was corrected."
    ]
    api.post(f"{SPOT}repairs/", {"key": now["proposals"][0]["key"], "note": "seen"})
    assert api.get(f"{SPOT}repairs/")["pending"] == []


def test_bad_repairs_name_the_field(api: Api, event: Tournament) -> None:
    played(event)
    assert api.post(f"{SPOT}repairs/", {}, 400)["field"] == "key"
    assert api.post(f"{SPOT}repairs/", {"key": "x", "change": {"who": [1]}}, 400)["code"] == "unknown_field"
    refused = api.post(f"{SPOT}repairs/", {"dry_run": True, "change": {"join": [1]}}, 409)
    assert (refused["code"], refused["field"]) == ("already_in_round", "join")
    assert api.get(f"{SPOT}repairs/?out=x", 400)["field"] == "out"
    assert api.get("events/club/rounds/1/repairs/", 409)["code"] == "later_round"
    assert api.get("events/club/rounds/7/repairs/", 404)["code"] == "not_found"


def test_tables_that_play_are_marked_and_kept(api: Api, event: Tournament) -> None:
    round_ = played(event)
    assert api.post(f"{SPOT}playing/", {"tables": [1, 2]}) == {"changed": 2}
    assert api.post(f"{SPOT}playing/", {"tables": [2], "playing": False}) == {"changed": 1}
    shown = api.get(f"{SPOT}repairs/?absent={tables(round_)[2][0]},{tables(round_)[3][0]}")
    assert shown["playing"] == [1]
    assert all(planned(p)[1] == tables(round_)[1] for p in shown["proposals"])
    assert api.post(f"{SPOT}playing/", {"tables": [99]}, 400)["code"] == "no_such_table"


def test_a_change_by_hand_is_shown_and_needs_a_reason_where_it_breaks_a_rule(
    api: Api, event: Tournament
) -> None:
    round_ = played(event)
    first = tables(Round.objects.get(tournament=event, number=1))
    a, b = first[1]
    move = {"kind": "pair", "first": a, "second": b}
    shown = api.post(f"{SPOT}by-hand/", {**move, "dry_run": True})
    assert not shown["applied"] and "rematch" in [row["rule"] for row in shown["warnings"]]
    assert any("have met before" in row["why"][0]["text"] for row in shown["warnings"])
    assert api.post(f"{SPOT}by-hand/", move, 400)["code"] == "reason_missing"
    done = api.post(f"{SPOT}by-hand/", {**move, "note": "both wish it", "key": shown["key"]})
    assert done["applied"] and {a, b} in [set(seats) for seats in tables(round_).values()]
    assert LogEntry.objects.filter(tournament=event).latest("id").action == "paired_by_hand"
    other = api.post(f"{SPOT}by-hand/", {**move, "note": "again", "key": shown["key"]}, 409)
    assert other["code"] == "proposal_stale"


def test_a_match_moves_and_a_table_with_a_result_does_not(api: Api, event: Tournament) -> None:
    round_ = played(event)
    seats = tables(round_)
    api.post(f"{SPOT}by-hand/", {"kind": "move", "table": 1, "to_table": 9})
    assert tables(round_)[9] == seats[1] and 1 not in tables(round_)
    api.put(f"{SPOT}matches/2/result/", {"result": "1-0"})
    refused = api.post(f"{SPOT}by-hand/", {"kind": "move", "table": 2, "to_table": 1}, 409)
    assert (refused["code"], refused["params"]["table"]) == ("table_has_result", 2)
    assert api.post(f"{SPOT}by-hand/", {"kind": "swap", "first": 1}, 400)["field"] == "second"


def test_the_past_is_foreseen_and_edited(api: Api, event: Tournament) -> None:
    played(event)
    query = "kind=result&round=1&table=1&result=0-1"
    seen = api.get(f"events/club/impact/?{query}")
    assert seen["needs_reason"] and [row["number"] for row in seen["later"]] == [2]
    body = {"kind": "result", "round": 1, "table": 1, "result": "0-1"}
    assert api.post("events/club/impact/", {**body, "dry_run": True}) == seen
    assert api.post("events/club/impact/", body, 400)["code"] == "reason_missing"
    version = api.get("events/club/")["version"]
    stale = api.post("events/club/impact/", {**body, "note": "slip", "version": version - 1}, 409)
    assert stale["code"] == "event_changed"
    assert api.post("events/club/impact/", {**body, "note": "slip", "version": version}) == seen
    assert api.get("events/club/rounds/1/matches/1/")["result"] == "0-1"
    assert api.post("events/club/impact/", {"kind": "bye", "round": 1, "player": 1}, 404)["code"] == "no_bye"
    chain = api.post(
        "events/club/impact/", {"kind": "tiebreaks", "tiebreaks": ["wins"], "note": "as printed"}
    )
    assert chain["columns_after"] == ["wins"]


def test_a_correction_needs_a_reason_once_a_round_is_paired_on_it(api: Api, event: Tournament) -> None:
    play_round(event)
    pair(event)
    spot = "events/club/rounds/1/matches/1/correction/"
    assert api.post(spot, {"result": "0-1"}, 400)["code"] == "reason_missing"
    assert api.post(spot, {"result": "0-1", "note": "slip"})["result_after"] == "0-1"
    line = LogEntry.objects.filter(tournament=event).latest("id")
    assert line.after and line.after["impact"]["rounds"][0]["number"] == 2


def test_another_event_is_not_touched(api: Api, event: Tournament) -> None:
    round_ = played(event)
    other = make_event(owner=event.owner, field=8)
    play_round(other)
    seated = tables(publish(other))
    player = tables(round_)[1][0]
    shown = api.get(f"{SPOT}repairs/?out={player}")
    api.post(f"{SPOT}repairs/", {"key": shown["proposals"][0]["key"], "change": {"out": [player]}})
    assert tables(Round.objects.get(tournament=other, number=2)) == seated
    assert Player.objects.filter(left_after_round__isnull=False).count() == 1


@pytest.mark.parametrize(
    ("move", "code", "field"),
    [
        ({"kind": "group", "players": [1, 99]}, "repair_no_such_player", "players"),
        ({"kind": "swap", "first": 1, "second": 1}, "repair_same_player", "players"),
        ({"kind": "move", "table": 99, "to_table": 1}, "repair_no_such_table", "table"),
    ],
)
def test_a_change_by_hand_of_what_is_not_there_names_the_field(
    api: Api, event: Tournament, move: dict[str, Any], code: str, field: str
) -> None:
    round_ = played(event)
    before = tables(round_)
    problem = api.post(f"{SPOT}by-hand/", {**move, "note": "x"}, 400)
    assert (problem["code"], problem["field"]) == (code, field)
    assert tables(round_) == before
