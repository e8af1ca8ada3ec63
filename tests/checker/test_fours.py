"""Does the checker see faults at tables of four? Each kind is planted in a sound answer; random events are checked."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from pairing.seating.places import tables as seating_tables
from pairing.systems.mahjong import planning
from tests.checker.check import check
from tests.checker.check_fours import check_standings
from tests.checker.exhaustive import lot
from tests.checker.facts import Json
from tests.checker.running import run
from tests.sweep import sweep_rows

WHY = ["said why"]
EMA = {
    "start": 30000, "return": 30000, "uma": [15, 5, -5, -15], "oka": 0, "ties": "share", "leftover": "winner",
    "chombo": -20, "missed_game": -30,
}  # fmt: skip
# +30/+7/-10/-27, +29/+6.5/-9.5/-26, +28/+6/-9/-25 and +27.3/+6.2/-7/-26.5.
SCORES = [
    [45000, 32000, 25000, 18000],
    [44000, 31500, 25500, 19000],
    [43000, 31000, 26000, 20000],
    [42300, 31200, 28000, 18500],
]


def document(system: str, tables: int, **changes: Any) -> Json:
    """After one round: 1 to 4 at table 1, 5 to 8 at table 2, and so on, in the order of their places."""
    matches = [
        {"table": at + 1, "seats": list(range(4 * at + 1, 4 * at + 5)), "scores": SCORES[at]}
        for at in range(tables)
    ]
    base = {
        "format": "pairwright-event/1",
        "system": {"name": system, "options": {"qualifying_rounds": 1} if system == "mahjong_final" else {}},
        "scoring": EMA,
        "draw_seed": "s",
        "players": [{"id": i, "name": f"P{i}", "joined_round": 1} for i in range(1, 4 * tables + 1)],
        "rounds": [{"number": 1, "status": "completed", "matches": matches, "byes": []}],
    }
    return base | changes


def answer(*tables: list[int], **changes: Any) -> Json:
    matches = [{"table": at, "seats": seats, "why": WHY} for at, seats in enumerate(tables, start=1)]
    return {"round": 2, "matches": matches, "byes": [], "relaxed": [], "notes": []} | changes


def wind_order(*players: int) -> list[int]:
    return sorted(players, key=lambda p: lot("s", "wind", 2, p))


# Totals in order: 1, 5, 9, 13, 2, 6, 14, 10; 15, 11, 7, 3, 12, 8, 16, 4.
FINAL = answer(
    wind_order(1, 9, 6, 10), wind_order(5, 13, 2, 14), wind_order(15, 11, 7, 3), wind_order(12, 8, 16, 4)
)
# Order: 1, 5, 2, 6, 7, 3, 8, 4. Two from each table repeat 4 pairs; the tables of round 1 would repeat 12.
SWISS = answer([1, 5, 2, 6], [7, 3, 8, 4])
SCHEDULE = [[[1, 2, 3, 4], [5, 6, 7, 8]], [[5, 1, 6, 2], [3, 7, 4, 8]]]


def test_answers_worked_out_by_hand_are_sound() -> None:
    assert check(document("mahjong_final", 4), FINAL) == []
    assert check(document("mahjong_swiss", 2), SWISS) == []
    planned = answer([5, 1, 6, 2], [3, 7, 4, 8])
    assert check(document("mahjong_schedule", 2, schedule=SCHEDULE), planned) == []


Change = Callable[[Json], Any]
PLANTED: dict[str, tuple[Change, str]] = {
    "wrong round": (lambda a: a.update(round=3), "round 3"),
    "somebody missing": (lambda a: a["matches"].pop(), "seated 0 times"),
    "somebody twice": (lambda a: a["matches"][0].update(seats=[1, 5, 2, 7]), "seated 2 times"),
    "three at a table": (lambda a: a["matches"][0].update(seats=[1, 5, 2]), "without four players"),
    "a stranger": (lambda a: a["matches"][0].update(seats=[1, 5, 2, 99]), "player 99"),
    "one table twice": (lambda a: a["matches"][0].update(table=2), "tables [2, 2]"),
    "no reason": (lambda a: a["matches"][0].update(why=[]), "without a reason"),
    "a house player without a seat": (lambda a: a.update(house_players=[9]), "without a seat"),
    "house players nobody needs": (
        lambda a: a.update(
            matches=[*a["matches"], {"table": 3, "seats": [9, 10, 11, 12], "why": WHY}],
            house_players=[9, 10, 11, 12],
        ),
        "house players alone",
    ),
    "too many meet again": (
        lambda a: (a["matches"][0].update(seats=[1, 2, 3, 4]), a["matches"][1].update(seats=[5, 6, 7, 8])),
        "where (4,",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", PLANTED)
def test_a_planted_fault_is_seen(fault: str) -> None:
    faulty = deepcopy(SWISS)
    change, words = PLANTED[fault]
    change(faulty)
    found = check(document("mahjong_swiss", 2), faulty)
    assert any(words in line for line in found), found


FIRST, SECOND = wind_order(1, 9, 6, 10), wind_order(5, 13, 2, 14)
THIRD, FOURTH = wind_order(15, 11, 7, 3), wind_order(12, 8, 16, 4)
# The event, the answer, and what the checker says.
WRONG: dict[str, tuple[Json, Json, str]] = {
    "a cut at other tables": (
        document("mahjong_final", 4),
        answer(wind_order(1, 9, 6, 2), wind_order(5, 13, 10, 14), THIRD, FOURTH), "cut at",
    ),
    "somebody else in the cut": (
        document("mahjong_final", 4), answer(wind_order(1, 9, 6, 15), SECOND, wind_order(10, 11, 7, 3), FOURTH),
        "somebody else at a table of the cut",
    ),
    "other winds": (document("mahjong_final", 4), answer(FIRST[::-1], SECOND, THIRD, FOURTH), "winds of"),
    "a rest not by standing": (
        document("mahjong_final", 4),
        answer(FIRST, SECOND, wind_order(15, 11, 7, 12), wind_order(3, 8, 16, 4)), "the rest at",
    ),
    "a forbidden pair": (
        document("mahjong_swiss", 2, forbidden_pairs=[[6, 1]]), SWISS, "forbidden pair [1, 6]",
    ),
    "somebody on a strange chair": (
        document("mahjong_schedule", 2, schedule=SCHEDULE), answer([5, 1, 6, 3], [2, 7, 4, 8]), "on the chair of",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_plan_is_seen(fault: str) -> None:
    event, faulty, words = WRONG[fault]
    found = check(event, faulty)
    assert any(words in line for line in found), found


def standings(*lines: tuple[int, int, float]) -> Json:
    return {
        "after_round": 1,
        "standings": [
            {"rank": rank, "player": p, "points": points, "tiebreaks": {}} for rank, p, points in lines
        ],
    }


def test_wrong_standings_are_seen() -> None:
    event = document("mahjong_swiss", 1)
    assert check_standings(event, standings((1, 1, 30), (2, 2, 7), (3, 3, -10), (4, 4, -27))) == []
    assert "has 6" in check_standings(event, standings((1, 1, 30), (2, 2, 6), (3, 3, -10), (4, 4, -27)))[0]
    assert "order" in check_standings(event, standings((1, 1, 30), (3, 2, 7), (2, 3, -10), (4, 4, -27)))[0]
    assert "instead of" in check_standings(event, standings((1, 1, 30)))[0]
    halved = {"name": "mahjong_final", "options": {"qualifying_rounds": 1}}
    event = document("mahjong_swiss", 1) | {"system": halved}
    assert check_standings(event, standings((1, 1, 15), (2, 2, 3.5), (3, 3, -5), (4, 4, -13.5))) == []


@pytest.fixture
def short_searches(monkeypatch: pytest.MonkeyPatch) -> None:
    """How good a schedule is, is not looked at here."""
    monkeypatch.setattr(planning, "STEPS", 500)
    monkeypatch.setattr(seating_tables, "STEPS", 200)


@pytest.mark.usefixtures("short_searches")
@pytest.mark.parametrize(
    ("system", "sizes", "seeds"),
    [
        ("mahjong_schedule", (4, 24), range(1, 4)),
        ("mahjong_swiss", (4, 24), range(1, 4)),
        ("mahjong_swiss", (8, 9), range(1, 9)),  # where all ways to seat the players are compared
        ("mahjong_final", (4, 24), range(1, 4)),
        *sweep_rows(
            *(
                (system, (4, 24), range(4, 9))
                for system in ("mahjong_schedule", "mahjong_swiss", "mahjong_final")
            )
        ),
    ],
)
def test_random_events_have_nothing_to_object_to(system: str, sizes: tuple[int, int], seeds: range) -> None:
    tally = run(seeds, [system], sizes)
    assert tally.violations == []
    assert tally.counts[f"rounds of {system}"] > 1.5 * len(seeds)
