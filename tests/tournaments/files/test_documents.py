"""The event document: what goes out comes in again, and nothing broken comes in."""

import copy
import datetime
import json
from typing import Any

from pairing.engine.standings import rank
from tests.factories import make_event, make_user, pair, play_round, refused
from tests.tournaments.steps import drafted, fresh, take_back
from tournaments import snapshots
from tournaments.events.services import events
from tournaments.files.services.documents import export_event
from tournaments.files.services.event_files import import_document
from tournaments.models import Action, LogEntry, Player, Tournament
from tournaments.players.services.players import remove_player
from tournaments.rounds.selectors.rounds import round_sheet

# The example of event-format.md, with its second meeting and its last open table filled in.
DOCUMENT: dict[str, Any] = {
    "format": "pairwright-event/1",
    "name": "Wednesday club",
    "system": {"name": "monrad", "options": {"elimination": 2, "order": "redraw"}},
    "rounds_planned": 4,
    "scoring": {"win": 1, "draw": 0.5, "loss": 0, "bye": 1},
    "tiebreaks": ["solkoff", {"name": "omw", "floor": 0.25}],
    "draw_seed": "wednesday-2026-11-20",
    "players": [
        {
            "id": 8,
            "name": "Åse Lie",
            "rating": 1512,
            "joined_round": 1,
            "left_after_round": None,
            "club": "N",
        },
        {"id": 1, "name": "Bo", "rating": None, "joined_round": 1, "left_after_round": 1, "club": None},
        {"id": 9, "name": "山田", "rating": 900, "joined_round": 1, "left_after_round": None, "club": None},
        {
            "id": 4,
            "name": "Dee",
            "rating": 1000,
            "joined_round": 2,
            "left_after_round": None,
            "club": None,
            "ranking": 3,
            "fixed_table": 2,
            "title": "GM",
            "federation": "DEN",
            "mu": 25.5,
            "sigma": 8.25,
        },
    ],
    "forbidden_pairs": [[1, 4]],
    "earlier_meetings": [{"season": 12, "players": [1, 4]}],
    "season": 13,
    "rounds": [
        {
            "number": 1,
            "status": "completed",
            "matches": [{"table": 1, "seats": [1, 8], "result": "1-0", "games": [2, 1]}],
            "byes": [{"player": 4, "kind": "absent"}, {"player": 9, "kind": "full"}],
        },
        {
            "number": 2,
            "status": "in_progress",
            "matches": [{"table": 2, "seats": [4, 9], "result": None}],
            "byes": [{"player": 8, "kind": "half"}],
        },
    ],
    "bye_requests": [{"player": 8, "round": 3, "kind": "zero"}],
    "clubs_apart_rounds": 2,
    "adjustments": [{"player": 9, "points": -0.5, "round": 1}],
    "starts_on": "2026-11-20",
    "start_time": "18:30",
    "round_starts": [{"day": 1, "time": "19:00"}, None, {"day": 8, "time": "19:00"}],
    "time_zone": "Asia/Tokyo",
}


def imported(document: Any) -> Tournament:
    return import_document(json.dumps(document).encode(), owner=make_user())


def test_a_document_goes_in_and_comes_out_the_same_in_its_order() -> None:
    event = imported(DOCUMENT)
    out = export_event(event)
    assert json.loads(json.dumps(out)) == {
        **DOCUMENT,
        "system": {"name": "monrad", "options": {**out["system"]["options"], "elimination": 2}},
    }
    assert [p["id"] for p in out["players"]] == [8, 1, 9, 4]
    first, second = event.rounds.all()
    assert (first.state, second.state, second.completed_at) == ("completed", "in_progress", None)


def test_a_finished_event_comes_back_finished_with_its_day_and_its_ranks() -> None:
    event = make_event(field=6, rounds_planned=2, starts_on="2025-05-31")
    play_round(event)
    assert not {"finished", "time_zone"} & export_event(event).keys()
    events.finish_event(tournament=event, actor=None)
    document = export_event(event)
    assert (document["finished"], document["starts_on"]) == (True, "2025-05-31")
    copy = fresh(imported(json.loads(json.dumps(document))))
    assert (copy.status, copy.starts_on) == ("finished", datetime.date(2025, 5, 31))
    assert rank(snapshots.load(copy)) == rank(snapshots.load(event))
    assert export_event(copy) == document
    with refused("event_finished"):
        remove_player(tournament=copy, actor=copy.owner, player=copy.players.get(number=1))


def test_a_penalty_of_points_is_seen_wherever_points_are() -> None:
    """Player 9 had a bye in round 1, and half a point less for a penalty after it."""
    event = imported(DOCUMENT)
    assert {line.player: line.points for line in rank(snapshots.load(event), 1)} == {
        1: 100,
        9: 50,
        8: 0,
        4: 0,
    }
    (table,) = round_sheet(event, 2).tables
    assert {seat.number: seat.points_before for seat in table.seats} == {4: 0, 9: 50}
    late = imported({**DOCUMENT, "rounds": [], "adjustments": [{"player": 8, "points": 1}]})
    remove_player(tournament=late, actor=late.owner, player=late.players.get(number=8))
    assert export_event(fresh(late)).get("adjustments") is None
    take_back(late)
    assert export_event(fresh(late))["adjustments"] == [{"player": 8, "points": 1}]


def test_an_imported_event_is_private_and_logged_and_can_go_on() -> None:
    document = copy.deepcopy(DOCUMENT)
    document["rounds"] = document["rounds"][:1]
    event = imported(document)
    assert (event.visibility, event.status) == ("private", "running")
    assert LogEntry.objects.get(tournament=event).action == Action.EVENT_IMPORTED
    first = event.rounds.get()
    assert first.completed_at is not None and first.published_at is not None
    assert pair(event).number == 2


def test_a_draft_leaves_the_house_only_if_asked_for_and_what_is_missing_gets_sensible_values() -> None:
    event, _ = drafted(field=4)
    assert export_event(event)["rounds"] == []
    assert len(export_event(event, drafts=True)["rounds"]) == 1
    event = imported({"format": "pairwright-event/1", "players": [{"id": n} for n in range(1, 10)]})
    assert (event.status, event.rounds_planned) == ("setup", 4)
    assert event.draw_seed
    assert list(event.players.values_list("name", flat=True))[:2] == ["#1", "#2"]


def broken(*path: Any, value: Any) -> dict[str, Any]:
    document: Any = copy.deepcopy(DOCUMENT)
    inner = document
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = value
    return document


BROKEN = [
    (None, "document"),
    ([], "document"),
    ({}, "document"),
    ("{}", "document"),
    (broken("format", value="pairwright-event/9"), "format"),
    (broken("system", "name", value="chess"), "system.name"),
    (broken("system", "options", value={"speed": 1}), "system.options"),
    (broken("tiebreaks", value=["luck"]), "tiebreaks"),
    (broken("players", 0, "id", value=1), "players[1].id"),
    (broken("players", 0, "name", value="x" * 121), "players[0].name"),
    (broken("players", 0, "name", value="A\x07"), "players[0].name"),
    (broken("players", 3, "sigma", value=0), "players[3].sigma"),
    (broken("rounds", 0, "matches", 0, "result", value="2-0"), "rounds[0].matches[0].result"),
    (broken("rounds", 0, "matches", 0, "seats", value=[1, 99]), "rounds[0].matches[0].seats"),
    (broken("rounds", 1, "number", value=3), "rounds[1].number"),
    (broken("bye_requests", 0, "kind", value="absent"), "bye_requests"),
    (broken("draw_seed", value="s" * 200), "draw_seed"),
    (broken("rounds_planned", value=201), "rounds"),
    (broken("finished", value=True), "finished"),
]


def test_a_broken_document_names_the_place_and_stores_nothing() -> None:
    for document, field in BROKEN:
        with refused(field=field):
            imported(document)
        assert not Tournament.objects.exists() and not Player.objects.exists()
