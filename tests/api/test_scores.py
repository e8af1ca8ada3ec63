"""Tables of four over the API: scores entered, cleared, corrected, fined, in bulk; faults with their field."""

from typing import Any

import pytest

from accounts.models import User
from tests.api.conftest import Api
from tests.factories import make_table_event, play_tables, publish
from tests.public.four import by_number, championship
from tournaments.models import LogEntry, Tournament

RAW = [42_300, 31_200, 28_000, 18_500]
TIED = [35_000, 35_000, 30_000, 20_000]
TABLE = "events/riichi/rounds/1/matches/1/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def riichi(owner: User) -> Tournament:
    """Eight players at two tables, the first round published."""
    event = make_table_event(owner=owner, slug="riichi")
    publish(event)
    return event


def complete(api: Api, **more: Any) -> None:
    """Round 1 with both examples, completed."""
    rows = [{"table": 1, "scores": RAW, **more}, {"table": 2, "scores": TIED}]
    api.post("events/riichi/rounds/1/results/", {"results": rows})
    api.post("events/riichi/rounds/1/complete/")


def entered(api: Api, **more: Any) -> Any:
    return api.put(f"{TABLE}result/", {"scores": RAW, **more})


# rules/mahjong.md, section 5: the two worked examples of EMA.
@pytest.mark.parametrize(
    ("raw", "points", "places"),
    [(RAW, [27.3, 6.2, -7, -26.5], [1, 2, 3, 4]), (TIED, [15, 15, -5, -25], [1, 1, 3, 4])],
)
def test_a_table_of_four_is_shown_with_everything_that_follows_from_its_scores(
    api: Api, riichi: Tournament, raw: list[int], points: list[float], places: list[int]
) -> None:
    empty = api.get(TABLE)
    assert [empty[name] for name in ("scores", "points", "places", "sticks", "result")] == [None] * 5
    found = api.put(f"{TABLE}result/", {"scores": raw, "expected": None})
    assert (found["scores"], found["points"], found["places"]) == (raw, points, places)
    assert (found["penalties"], found["sticks"], found["result"]) == ([0, 0, 0, 0], 0, None)
    names = ("position", "wind", "raw", "points", "place")
    assert [tuple(seat[name] for name in names) for seat in found["seats"]] == [
        (at, wind, raw[at], points[at], places[at])
        for at, wind in enumerate(("east", "south", "west", "north"))
    ]
    assert api.get("events/riichi/rounds/1/")["missing"] == [2]


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"scores": [42_300, 31_200, 28_000, 18_600]}, "sum_too_high", "scores"),
        ({"scores": [42_300, 31_200, 28_000, 18_400]}, "sum_too_low", "scores"),
        ({"scores": [42_350, 31_150, 28_000, 18_500]}, "not_hundreds", "scores"),
        ({"scores": RAW[:3]}, "min_length", "scores"),
        ({"scores": [*RAW, 0]}, "max_length", "scores"),
        ({"scores": [*RAW[:3], "18500"]}, "invalid", "scores.3"),
        ({"scores": [*RAW[:3], 10**9]}, "max_value", "scores.3"),
        ({"scores": "42300"}, "not_a_list", "scores"),
        ({"scores": RAW, "penalties": [0, 0, -20]}, "min_length", "penalties"),
        ({"scores": RAW, "penalties": [0, 0, -0.125, 0]}, "invalid", "penalties.2"),
        ({"scores": RAW, "penalties": [0, 0, -5000, 0]}, "invalid", "penalties.2"),
        ({"scores": RAW, "sticks": -1}, "min_value", "sticks"),
        ({"scores": RAW, "games": [2, 1]}, "invalid", "games"),
        ({"scores": RAW, "result": "1-0"}, "invalid", "scores"),
        ({"result": "1-0", "note": "x"}, "invalid", "note"),
        ({"result": "1-0"}, "wrong_seats", "result"),
        ({"penalties": [0, 0, 0, 0]}, "required", "result"),
        ({"scores": RAW, "expected": "2-0"}, "invalid_choice", "expected"),
        ({"scores": RAW, "expected": {"scores": [1]}}, "min_length", "expected.scores"),
        ({"scores": RAW, "expected": {"raw": RAW}}, "unknown_field", "expected.raw"),
    ],
)  # fmt: skip
def test_scores_that_cannot_be_right_are_refused_with_the_field(
    api: Api, riichi: Tournament, body: Any, code: str, field: str
) -> None:
    problem = api.put(f"{TABLE}result/", body, 400)
    assert (problem["code"], problem["field"]) == (code, field), problem
    assert api.get(TABLE)["scores"] is None and not LogEntry.objects.filter(action="result_entered").exists()


def test_scores_at_a_table_of_two_are_refused(api: Api, event: Tournament) -> None:
    publish(event)
    base = "events/club/rounds/1/"
    for method, path, body in (
        ("PUT", "matches/1/result/", {"scores": RAW}),
        ("POST", "results/", {"results": [{"table": 1, "scores": RAW}]}),
        ("POST", "matches/1/correction/", {"scores": RAW}),
        ("POST", "matches/1/penalty/", {"player": 1, "points": -20, "note": "x"}),
    ):
        problem = api.send(method, base + path, body).json()
        assert (problem["status"], problem["code"]) == (400, "wrong_seats"), (path, problem)
    assert (
        api.get(base + "matches/1/correction/?scores=42300,31200,28000,18500", 400)["code"] == "wrong_seats"
    )
    assert api.get("events/club/rounds/1/")["missing"] == [1, 2, 3, 4]


def test_penalties_stay_unless_they_are_sent_and_nobody_overwrites_unseen(
    api: Api, riichi: Tournament
) -> None:
    found = entered(api, penalties=[0, -12.5, -20, 0], note="late; chombo")
    assert found["penalties"] == [0, -12.5, -20, 0]
    assert found["points"] == [27.3, -6.3, -27, -26.5]
    assert LogEntry.objects.get(action="result_entered").note == "late; chombo"
    problem = api.put(f"{TABLE}result/", {"scores": TIED, "expected": None}, 409)
    assert (problem["code"], problem["params"]["scores"]) == ("result_changed", RAW)
    api.put(f"{TABLE}result/", {"scores": TIED, "expected": {"scores": RAW}}, 409)
    seen = {"scores": RAW, "penalties": [0, -12.5, -20, 0]}
    assert api.put(f"{TABLE}result/", {"scores": TIED, "expected": seen})["penalties"] == [0, -12.5, -20, 0]
    assert api.put(f"{TABLE}result/", {"scores": TIED, "penalties": [0] * 4})["penalties"] == [0] * 4
    assert api.delete(f"{TABLE}result/?expected=1-0", 400)["code"] == "wrong_seats"
    found = api.delete(f"{TABLE}result/", 200)
    assert (found["scores"], found["penalties"], found["points"]) == (None, [0] * 4, None)


def test_many_tables_are_entered_at_once_or_none(api: Api, riichi: Tournament) -> None:
    rows: list[dict[str, Any]] = [
        {"table": 1, "scores": RAW, "penalties": [0, 0, -20, 0], "sticks": 0},
        {"table": 2, "scores": [*TIED[:3], 20_100]},
    ]
    base = "events/riichi/rounds/1/"
    problem = api.post(f"{base}results/", {"results": rows}, 400)
    assert (problem["code"], problem["field"], problem["params"]["table"]) == ("sum_too_high", "scores", 2)
    nowhere = {"results": [rows[0], {"table": 9, "scores": TIED}]}
    assert api.post(f"{base}results/", nowhere, 400)["code"] == "no_such_table"
    assert api.get(base)["missing"] == [1, 2]
    rows[1]["scores"] = TIED
    assert api.post(f"{base}results/", {"results": rows}) == {"changed": 2}
    assert api.post(f"{base}results/", {"results": rows}) == {"changed": 0}
    assert [match["points"] for match in api.get(base)["matches"]] == [
        [27.3, 6.2, -27, -26.5],
        [15, 15, -5, -25],
    ]
    mixed = [rows[0], {"table": 2, "result": "1-0"}]
    assert api.post(f"{base}results/", {"results": mixed}, 400)["field"] == "results"


def test_games_of_tables_of_two_are_entered_in_bulk(api: Api, event: Tournament) -> None:
    """The same again changes nothing; without games stored ones stay; other games are a change."""
    publish(event)
    base = "events/club/rounds/1/"
    one, other = {"table": 1, "result": "1-0"}, {"table": 2, "result": "0-1"}
    for rows, changed, games in (
        ([{**one, "games": [2, 1]}, other], 2, [2, 1]),
        ([{**one, "games": [2, 1]}, other], 0, [2, 1]),
        ([one], 0, [2, 1]),
        ([{**one, "games": [2, 0]}], 1, [2, 0]),
    ):
        assert api.post(f"{base}results/", {"results": rows}) == {"changed": changed}
        assert [match["games"] for match in api.get(base)["matches"][:2]] == [games, None]
    problem = api.post(f"{base}results/", {"results": [{**one, "games": [1, 2]}]}, 400)
    assert (problem["code"], problem["field"], problem["params"]["table"]) == ("bad_games", "games", 1)


def test_a_correction_is_foreseen_and_made_with_its_reason(api: Api, riichi: Tournament) -> None:
    complete(api)
    east, south = (seat["number"] for seat in api.get(TABLE)["seats"][:2])
    spot = f"{TABLE}correction/"
    seen = api.get(f"{spot}?scores=31200,42300,28000,18500&penalties=0,0,-20,0")
    assert (seen["scores_before"], seen["scores_after"]) == (RAW, [31_200, 42_300, 28_000, 18_500])
    assert (seen["penalties_before"], seen["penalties_after"]) == ([0] * 4, [0, 0, -20, 0])
    changed = {
        row["number"]: (row["rank_before"], row["rank_after"], row["points_after"]) for row in seen["changes"]
    }
    assert changed[east] == (1, 4, 6.2) and changed[south] == (4, 1, 27.3)
    assert api.get(TABLE)["scores"] == RAW
    body = {"scores": seen["scores_after"], "penalties": seen["penalties_after"], "note": "read upside down"}
    assert api.post(spot, body) == seen
    assert api.get(TABLE)["scores"] == seen["scores_after"]
    assert LogEntry.objects.get(action="result_corrected").note == "read upside down"
    assert api.put(f"{TABLE}result/", {"scores": RAW}, 409)["code"] == "wrong_state"
    assert api.get(f"{spot}?scores=1,2,3", 400)["field"] == "scores"
    assert api.get(spot, 400)["code"] == "required"
    assert api.get(f"{spot}?result=1-0", 400)["code"] == "wrong_seats"


def test_a_penalty_needs_a_reason_and_scores(api: Api, riichi: Tournament) -> None:
    number = api.get(TABLE)["seats"][2]["number"]
    body = {"player": number, "points": -20, "note": "chombo"}
    assert api.post(f"{TABLE}penalty/", body, 409)["code"] == "no_scores"
    entered(api)
    assert api.post(f"{TABLE}penalty/", {**body, "note": ""}, 400)["field"] == "note"
    beyond = api.post(f"{TABLE}penalty/", {**body, "points": -1001}, 400)
    assert (beyond["field"], "1000" in beyond["detail"]) == ("points", True)
    assert api.post(f"{TABLE}penalty/", {**body, "player": 99}, 400)["code"] == "no_such_player"
    other = api.get("events/riichi/rounds/1/matches/2/")["seats"][0]["number"]
    assert api.post(f"{TABLE}penalty/", {**body, "player": other}, 400)["code"] == "not_at_table"
    impact = api.post(f"{TABLE}penalty/", body)
    assert (impact["penalties_before"], impact["penalties_after"]) == ([0] * 4, [0, 0, -20, 0])
    assert api.get(TABLE)["points"] == [27.3, 6.2, -27, -26.5]
    assert (
        api.post(f"{TABLE}penalty/", {**body, "points": 0, "note": "taken back"})["penalties_after"]
        == [0] * 4
    )
    assert api.get(TABLE)["points"] == [27.3, 6.2, -7, -26.5]


def test_standings_tell_placements_and_penalties(api: Api, riichi: Tournament) -> None:
    complete(api, penalties=[-20, 0, 0, 0])
    numbers = [seat["number"] for seat in api.get(TABLE)["seats"]]
    table = api.get("events/riichi/standings/")
    lines = {line["number"]: line for line in table["lines"]}
    east = lines[numbers[0]]
    assert (east["points"], east["penalty"], east["placements"], east["group"]) == (7.3, -20, [1, 0, 0, 0], 0)
    assert [lines[number]["placements"].index(1) + 1 for number in numbers] == [1, 2, 3, 4]
    assert table["columns"] == ["firsts", "seconds", "thirds", "best_game", "raw_points", "draw_number"]
    history = api.get(f"events/riichi/players/{numbers[0]}/history/")[0]
    assert (history["raw"], history["penalty"], history["place"], history["points"]) == (42_300, -20, 1, 7.3)
    api.post(f"events/riichi/players/{numbers[0]}/withdraw/")
    play_tables(riichi)
    history = api.get(f"events/riichi/players/{numbers[0]}/history/")
    assert [row["missed"] for row in history] == [False, True]


def test_a_final_phase_tells_its_groups_and_what_was_carried(anybody: Api) -> None:
    event = championship(6)
    path = "events/final/standings/"
    then = anybody.get(path)
    assert [(row["group"], row["name"]) for row in then["groups"]] == [(0, "Top 8"), (2, "Everybody else")]
    assert [line["group"] for line in then["lines"]] == [0] * 8 + [2] * 8
    first = then["lines"][0]
    assert (first["before_carry"], first["points"]) == (2 * first["carried"], first["carried"])
    play_tables(event, by_number)
    now = next(line for line in anybody.get(path)["lines"] if line["number"] == first["number"])
    assert (now["carried"], now["before_carry"]) == (first["carried"], None)


def test_keys_are_for_the_staff(api: Api, anybody: Api, riichi: Tournament) -> None:
    assert len({row["key"] for row in api.get("events/riichi/players/")["results"]}) == 8
    assert all("key" not in row for row in anybody.get("events/riichi/players/")["results"])
    assert "key" not in anybody.get("events/riichi/players/1/")


SETTINGS = {"name": "Riichi", "system": "mahjong_schedule", "rounds_planned": 6}


def test_a_scoring_is_given_by_its_preset_and_what_differs(api: Api) -> None:
    made = api.post("events/", {**SETTINGS, "scoring": {"preset": "oka_20_10", "chombo": -12.5}}, 201)
    presets = {row["slug"]: row["scoring"] for row in api.get("scoring/")["presets"]}
    assert made["scoring"] == {**presets["oka_20_10"], "chombo": -12.5}
    shown = [made["scoring"][name] for name in ("uma", "start", "return")]
    assert (shown, made["seats"]) == ([[20, 10, -10, -20], 25000, 30000], 4)
    left_out = api.post("events/", SETTINGS, 201)
    assert left_out["scoring"] == presets["ema"] and left_out["scoring"]["uma"] == [15, 5, -5, -15]
    path = f"events/{left_out['slug']}/"
    assert api.patch(path, {"scoring": {"uma": [30, 10, -10, -30]}})["scoring"]["uma"] == [30, 10, -10, -30]
    assert api.patch(path, {"scoring": api.get(path)["scoring"]})["scoring"]["uma"] == [30, 10, -10, -30]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"scoring": {"preset": "wrc"}}, "scoring.preset"),
        ({"scoring": {"win": 1}}, "scoring.win"),
        ({"scoring": {"uma": [15, 5, -5]}}, "scoring.uma"),
        ({"scoring": {"oka": 0.001}}, "scoring.oka"),
        ({"scoring": {"start": 30_050}}, "scoring.start"),
        ({"scoring": {"return": -100}}, "scoring.return"),
        ({"scoring": {"ties": "duel"}}, "scoring.ties"),
        ({"scoring": []}, "scoring"),
        ({"tiebreaks": ["solkoff"]}, "tiebreaks"),
        ({"system": "monrad", "tiebreaks": ["firsts"]}, "tiebreaks"),
    ],
)
def test_what_is_not_for_such_tables_names_its_field(api: Api, wrong: dict[str, Any], field: str) -> None:
    assert api.post("events/", {**SETTINGS, **wrong}, 400)["field"] == field
