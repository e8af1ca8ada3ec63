"""The event document: what it holds comes back, and what is wrong in it is named with its place."""

import json
from collections.abc import Callable
from dataclasses import replace
from datetime import date, time
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, meta

from pairing.engine import pair
from pairing.engine.standings import rank
from pairing.formats import document
from pairing.model.calendar import Calendar, RoundStart
from pairing.model.schema import SCHEMAS, schema
from pairing.model.types import Adjustment, ByeKind, ByeRequest, EarlierMeeting, RoundStatus, Scoring
from pairing.tiebreaks import parse_chain
from tests.pairing.events import event

# The example of the published description of the format, with the players and the round it leaves out.
EXAMPLE: dict[str, Any] = {
    "format": "pairwright-event/1",
    "name": "Wednesday club",
    "system": {"name": "monrad", "options": {"elimination": 2, "order": "redraw"}},
    "rounds_planned": 4,
    "scoring": {"win": 1, "draw": 0.5, "loss": 0, "bye": 1},
    "tiebreaks": ["solkoff", {"name": "omw", "floor": 0.25}],
    "draw_seed": "wednesday-2026-11-20",
    "players": [
        {
            "id": i,
            "name": f"Player {i}",
            "rating": 1500 + i,
            "joined_round": 1,
            "left_after_round": None,
            "club": None,
        }
        for i in range(1, 10)
    ],
    "forbidden_pairs": [[1, 7]],
    "earlier_meetings": [{"season": 12, "players": [1, 4]}],
    "season": 13,
    "rounds": [
        {
            "number": 1,
            "status": "completed",
            "matches": [
                {"table": 1, "seats": [1, 8], "result": "1-0"},
                {"table": 2, "seats": [2, 3], "result": "1/2-1/2"},
                {"table": 3, "seats": [4, 5], "result": "+--", "games": [2, 0]},
                {"table": 4, "seats": [6, 7], "result": "0-0"},
            ],
            "byes": [{"player": 9, "kind": "full"}],
        }
    ],
}


def changed(change: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """A copy of the example with a change made to it."""
    data: dict[str, Any] = json.loads(json.dumps(EXAMPLE))
    change(data)
    return data


def test_the_example_comes_back_as_it_was() -> None:
    assert document.dump(document.load(EXAMPLE)) == EXAMPLE


def test_what_is_left_out_has_a_default() -> None:
    snapshot = document.load({"format": "pairwright-event/1", "players": [{"id": 3}]})
    assert (snapshot.system, snapshot.scoring, snapshot.rounds) == ("monrad", Scoring(), ())
    assert (snapshot.entrants[0].joined_round, snapshot.entrants[0].name) == (1, "")
    assert document.load(document.dump(snapshot)) == snapshot


def test_every_field_survives() -> None:
    snapshot = replace(
        event(["A beats B", "C has a half bye"], ["C plays A"], forbidden=["A B"], draw_seed="é|日本", season=4,
              about={"A": {"rating": 1, "ranking": 2, "club": "X", "fixed_table": 3, "title": "WGM",
                           "federation": "DEN", "mu": 25.5, "sigma": 8.25, "left_after_round": 7}}),
        earlier_meetings=(EarlierMeeting(3, (1, 2)),),
        bye_requests=(ByeRequest(2, 3, ByeKind.HALF), ByeRequest(2, 4, ByeKind.ABSENT)),
        adjustments=(Adjustment(1, -50), Adjustment(2, 133, 2)),
        scoring=Scoring(win=300, draw=133, loss=1, bye=200, half_bye=100, forfeit_win=250, forfeit_loss=0),
        tiebreaks=parse_chain(["BH:cut=1:policy=fide2024", {"name": "omw", "floor": "1/3"}, "wins"]),
        rounds_planned=9, name="Cup", calendar=Calendar(
            date(2026, 11, 21), "Asia/Tokyo", time(9, 30), (RoundStart(1, time(10)), None, RoundStart(2, time(9)))
        ),
    )  # fmt: skip
    data = document.dump(snapshot)
    assert data["scoring"] == {
        "win": 3, "draw": 1.33, "loss": 0.01, "bye": 2, "half_bye": 1, "forfeit_win": 2.5, "forfeit_loss": 0
    }  # fmt: skip
    assert data["adjustments"] == [{"player": 1, "points": -0.5}, {"player": 2, "points": 1.33, "round": 2}]
    assert data["bye_requests"][0] == {"player": 2, "round": 3, "kind": "half"}
    assert document.load(json.loads(json.dumps(data))) == snapshot


def test_whole_numbers_written_as_decimals_are_whole_numbers() -> None:
    def change(d: dict[str, Any]) -> None:
        d["players"][0] |= {"id": 1.0, "rating": 1501.0}
        d["rounds"][0]["matches"][0] |= {"table": 1.0, "seats": [1.0, 8.0]}

    snapshot = document.load(changed(change))
    assert snapshot == document.load(EXAMPLE)
    assert type(snapshot.rounds[0].matches[0].seats[0]) is int


WRONG: list[tuple[str, Callable[[dict[str, Any]], Any], list[str]]] = [
    ("not an object", lambda d: d.clear(), ["document", "format", "missing"]),
    ("another format", lambda d: d.update(format="pairwright-event/2"), ["format", "pairwright-event/1"]),
    ("an unknown field", lambda d: d.update(colour="red"), ["document", "colour", "choose from", "draw_seed"]),
    ("an unknown player field", lambda d: d["players"][2].update(elo=1), ["players[2]", '"elo"', "rating"]),
    ("a player without id", lambda d: d["players"][1].pop("id"), ["players[1]", '"id" is missing']),
    ("id 0", lambda d: d["players"][0].update(id=0), ["players[0].id", "0", "1 to"]),
    ("id as text", lambda d: d["players"][0].update(id="1"), ["players[0].id", '"1"', "a whole number"]),
    ("id true", lambda d: d["players"][0].update(id=True), ["players[0].id", "true", "a whole number"]),
    ("id too large", lambda d: d["players"][0].update(id=10**40), ["players[0].id", "too large", "2147483647"]),
    ("the same id twice", lambda d: d["players"][5].update(id=1), ["players[5].id", "1", "unique"]),
    ("rating as text", lambda d: d["players"][0].update(rating="x"), ["players[0].rating", "number or null"]),
    ("left before joining", lambda d: d["players"][8].update(joined_round=5, left_after_round=2),
     ["players[8].left_after_round", "2", "joined in round 5"]),
    ("a name of half a character", lambda d: d["players"][0].update(name="\ud800"), ["players[0].name", "surrogate"]),
    ("a NUL in a name", lambda d: d["players"][0].update(name="a\x00b"), ["players[0].name", "NUL"]),
    ("a NUL in the seed", lambda d: d.update(draw_seed="\x00"), ["draw_seed", "NUL"]),
    ("a very long name", lambda d: d["players"][0].update(name="x" * 201), ["players[0].name", "200"]),
    ("an unknown system", lambda d: d["system"].update(name="swiss"), ["system.name", "swiss", "monrad"]),
    ("an unknown option", lambda d: d["system"]["options"].update(byes=1), ["system.options", "byes", "order"]),
    ("a bad option", lambda d: d["system"]["options"].update(order="x"), ["system.options", "order", "redraw"]),
    ("an unknown tie-break", lambda d: d.update(tiebreaks=["sos"]), ["tiebreaks", "sos", "solkoff", "BH"]),
    ("a bad tie-break parameter", lambda d: d["tiebreaks"][1].update(floor=3), ["tiebreaks", "omw", "0 to 1"]),
    ("a tie-break without name", lambda d: d.update(tiebreaks=[{}]), ["tiebreaks[0]", '"name" is missing']),
    ("a tie-break that is a number", lambda d: d.update(tiebreaks=[1]), ["tiebreaks[0]", "text or an object"]),
    ("a scoring of four", lambda d: d.update(scoring={"uma": [15, 5, -5, -15]}),
     ["scoring: uma is not possible here; choose from win, draw"]),
    ("a house player", lambda d: d["players"][1].update(house=True),
     ["players[1].house: house players are for tables of four"]),
    ("a third of a point", lambda d: d["scoring"].update(draw=1 / 3), ["scoring.draw", "0.333", "two decimals"]),
    ("points as text", lambda d: d["scoring"].update(win="1"), ["scoring.win", "a number"]),
    ("negative points", lambda d: d["scoring"].update(loss=-1), ["scoring.loss", "0 to"]),
    ("a win worth nothing", lambda d: d["scoring"].update(win=0), ["scoring.win", "more than a loss"]),
    ("an unknown result", lambda d: d["rounds"][0]["matches"][0].update(result="2-0"),
     ["rounds[0].matches[0].result", '"2-0"', '"1/2-1/2"', "null"]),
    ("scores for two", lambda d: d["rounds"][0]["matches"][0].update(scores=[1, 2, 3, 4]),
     ["rounds[0].matches[0].scores", "2 seats"]),
    ("three seats", lambda d: d["rounds"][0]["matches"][0].update(seats=[1, 8, 9]),
     ["rounds[0].matches[0].seats", "3 players", "seats 2"]),
    ("one seat", lambda d: d["rounds"][0]["matches"][0].update(seats=[1]), ["matches[0].seats", "at least 2"]),
    ("an unknown player", lambda d: d["rounds"][0]["matches"][0].update(seats=[1, 77]),
     ["rounds[0].matches[0].seats", "no player 77"]),
    ("twice in a round", lambda d: d["rounds"][0]["matches"][1].update(seats=[1, 3]),
     ["rounds[0].matches[1].seats", "player 1", "twice"]),
    ("against oneself", lambda d: d["rounds"][0]["matches"][0].update(seats=[1, 1]), ["player 1", "twice"]),
    ("a seat and a bye", lambda d: d["rounds"][0]["byes"][0].update(player=1),
     ["rounds[0].byes[0].player", "player 1", "twice"]),
    ("a bye of nobody", lambda d: d["rounds"][0]["byes"][0].update(player=99),
     ["byes[0].player", "there is no player 99"]),
    ("an unknown kind of bye", lambda d: d["rounds"][0]["byes"][0].update(kind="free"),
     ["byes[0].kind", '"free"', '"full", "half", "zero", "absent"']),
    ("a table twice", lambda d: d["rounds"][0]["matches"][1].update(table=1), ["matches[1].table", "1", "twice"]),
    ("a missing result", lambda d: d["rounds"][0]["matches"][2].update(result=None),
     ["rounds[0].matches[2].result", "missing", "completed"]),
    ("a wrong round number", lambda d: d["rounds"][0].update(number=2), ["rounds[0].number", "1, 2, 3"]),
    ("an unknown status", lambda d: d["rounds"][0].update(status="done"), ["rounds[0].status", "in_progress"]),
    ("an earlier round open", lambda d: d["rounds"].insert(0, {"number": 1, "status": "paired"}) or
     d["rounds"][1].update(number=2), ["rounds[0].status", "only the last"]),
    ("too early", lambda d: d["players"][7].update(joined_round=2),
     ["rounds[0].matches[0].seats", "player 8", "from round 2", "not in round 1"]),
    ("too late", lambda d: d["players"][7].update(left_after_round=0), ["player 8", "to round 0"]),
    ("forbidden with oneself", lambda d: d["forbidden_pairs"].append([2, 2]), ["forbidden_pairs[1]", "different"]),
    ("forbidden unknown", lambda d: d["forbidden_pairs"].append([2, 99]), ["forbidden_pairs[1]", "99"]),
    ("an earlier meeting of nobody", lambda d: d["earlier_meetings"][0].update(players=[1, 55]),
     ["earlier_meetings[0].players", "55"]),
    ("a request of nobody", lambda d: d.update(bye_requests=[{"player": 90, "round": 2, "kind": "half"}]),
     ["bye_requests[0].player", "90"]),
    ("a bonus of nobody", lambda d: d.update(adjustments=[{"player": 90, "points": 1}]),
     ["adjustments[0].player", "90"]),
    ("a bonus too fine", lambda d: d.update(adjustments=[{"player": 9, "points": 0.125}]),
     ["adjustments[0].points", "0.125", "two decimals"]),
    ("a day that is none", lambda d: d.update(starts_on="2026-02-30"), ["starts_on", "2026-02-30", "2026-11-21"]),
    ("a day without hyphens", lambda d: d.update(starts_on="20261121"), ["starts_on", "20261121", "2026-11-21"]),
    ("a day of a week", lambda d: d.update(starts_on="2026-W47-6"), ["starts_on", "2026-W47-6", "2026-11-21"]),
    ("a zone that is none", lambda d: d.update(time_zone="Nowhere/Land"), ["time_zone", "Nowhere/Land", "Europe/"]),
    ("a zone with NUL", lambda d: d.update(time_zone="a\x00b"), ["time_zone", "Europe/Copenhagen"]),
    ("a time that is none", lambda d: d.update(starts_on="2026-11-21", start_time="24:00"), ["start_time", "14:30"]),
    ("a time with seconds", lambda d: d.update(
        starts_on="2026-11-21", round_starts=[None, {"day": 1, "time": "10:00:00"}]),
     ["round_starts[1].time", "10:00:00", "14:30"]),
    ("times without a day", lambda d: d.update(start_time="10:00"), ["starts_on", "its day is needed"]),
    ("a round before the one before it", lambda d: d.update(
        starts_on="2026-11-21", round_starts=[{"day": 2, "time": "10:00"}, None, {"day": 1, "time": "12:00"}]),
     ["round_starts[2]", "not later"]),
    ("finished before the end", lambda d: d["rounds"][0].update(status="in_progress") or d.update(finished=True),
     ["finished", "all its rounds"]),
    ("a request twice", lambda d: d.update(bye_requests=[{"player": 9, "round": 2, "kind": "half"}] * 2),
     ["bye_requests[1]", "9", "two byes"]),
]  # fmt: skip


@pytest.mark.parametrize(("change", "words"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_what_is_wrong_is_named_with_its_place_and_what_is_allowed(
    change: Callable[[dict[str, Any]], Any], words: list[str]
) -> None:
    with pytest.raises(document.DocumentError) as caught:
        document.load(changed(change))
    for word in words:
        assert word in str(caught.value)
    assert len(str(caught.value)) < 1500 and "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "data", [None, [], 1, "x", True, float("nan"), {"format": float("inf")}, {1: 2}, {"a": {1}}]
)
def test_anything_else_is_refused_too(data: Any) -> None:
    with pytest.raises(document.DocumentError):
        document.load(data)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["line 1 column 1", "not JSON"]),
        ('{"a": 1', ["line 1", "not JSON"]),
        ("{'a': 1}", ["line 1 column 2"]),
        ('{"a": NaN}', ["NaN is no JSON number"]),
        ('{"a": -Infinity}', ["-Infinity"]),
        ("[" * 100_000, ["nested too deeply"]),
        ("9" * 10_000, ["too many digits"]),
        (b"\x89PNG\r\n\x1a\n\x00", ["not UTF-8", "byte 1"]),
        (b"\xff\xfe{\x00}\x00", ["not UTF-8"]),
    ],
)
def test_text_that_is_no_json_is_refused(text: str | bytes, words: list[str]) -> None:
    with pytest.raises(document.DocumentError) as caught:
        document.parse_json(text)
    for word in words:
        assert word in str(caught.value)


def test_a_byte_order_mark_is_no_mistake() -> None:
    assert document.parse_json("\ufeff{}") == document.parse_json(b"\xef\xbb\xbf{}") == {}


@pytest.mark.parametrize("text", ["1e999", "-1e999", "1" * 400], ids=["large", "small", "long"])
def test_numbers_beyond_all_measure_are_refused_by_the_schema(text: str) -> None:
    data = document.parse_json(json.dumps(EXAMPLE).replace('"rating": 1501', f'"rating": {text}'))
    with pytest.raises(document.DocumentError, match=r"players\[0\].rating"):
        document.load(data)


# --- what is written ----------------------------------------------------------------------------------------
def _valid(data: Any, name: str) -> Any:
    Draft202012Validator(dict(schema(name))).validate(data)
    return data


@pytest.mark.parametrize("name", SCHEMAS)
def test_every_schema_is_a_schema(name: str) -> None:
    meta.validate(dict(schema(name)))


def test_a_plan_in_the_published_shape() -> None:
    snapshot = event(["A beats B", "C beats D", "E has a bye"], requests={"D": ByeKind.HALF})
    data = _valid(document.plan_to_json(pair(snapshot)), document.PLAN)
    assert (data["round"], data["relaxed"], list(data)) == (
        2,
        [],
        ["round", "matches", "byes", "relaxed", "notes"],
    )
    assert [list(m) for m in data["matches"]] == [["table", "seats", "why", "reasons"]] * 2
    assert {p for m in data["matches"] for p in m["seats"]} | {b["player"] for b in data["byes"]} == {
        1,
        2,
        3,
        4,
        5,
    }
    asked = {"why": ["This bye was requested before the round."], "reasons": ["bye_asked"]}
    assert data["byes"] == [{"player": 4, "kind": "half", **asked}]


def test_standings_in_the_published_shape() -> None:
    snapshot = replace(
        event(["A beats B", "C beats D"], ["A beats C", "B draws D"], ["D beats A", "C draws B"]),
        tiebreaks=parse_chain(["solkoff", {"name": "omw", "floor": 0.25}, "rating", "BH:cut=1", "wins"]),
    )
    data = _valid(document.standings_to_json(rank(snapshot), 3), document.STANDINGS)
    # Points: A 2, B 1, C 1.5, D 1.5. A met B, C, D; shares 1/3, 1/2, 1/2.
    assert data["after_round"] == 3
    assert data["standings"][0] == {
        "rank": 1, "player": 1, "points": 2.0,
        "tiebreaks": {"solkoff": 4.0, "omw": 4 / 9, "rating": None, "BH:cut=1": 3.0, "wins": 2},
    }  # fmt: skip


def test_status_words_are_those_of_the_format() -> None:
    allowed = schema(document.EVENT)["properties"]["rounds"]["items"]["properties"]["status"]["enum"]
    assert allowed == [status.value for status in RoundStatus]
    kinds = schema(document.EVENT)["properties"]["bye_requests"]["items"]["properties"]["kind"]["enum"]
    assert kinds == [kind.value for kind in ByeKind]


def test_ten_thousand_players_are_read_and_come_back() -> None:
    ids = range(1, 10_001)
    matches = [{"table": t, "seats": [t, t + 5000], "result": "1-0"} for t in range(1, 5001)]
    round_ = {"number": 1, "status": "completed", "matches": matches, "byes": []}
    data = {**EXAMPLE, "players": [{"id": i} for i in ids], "rounds": [round_]}
    snapshot = document.load(data)
    assert len(snapshot.entrants) == 10_000
    assert document.load(document.dump(snapshot)) == snapshot
