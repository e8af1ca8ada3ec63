"""Standings of events of four at a table, by hand-made cross tables; points by the preset `ema`."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from hypothesis import given, strategies as st

from pairing.engine.standings import explain, rank
from pairing.model.errors import PairingError
from pairing.model.field import Field
from pairing.model.types import Snapshot, TiebreakSpec
from pairing.systems.base import Ladder
from pairing.tiebreaks import PRESETS, TIEBREAKS, parse_chain
from pairing.tiebreaks.base import BYE, CARRIED, MISSED, combined
from pairing.tiebreaks.ranking import counted, ranking
from tests.pairing.formats.test_four_document import random_fours
from tests.pairing.fours import FOUR, fours, registered
from tests.pairing.tiebreaks.test_ranking import check_explanations

pytestmark = pytest.mark.usefixtures("four")

# Points: A 27.3 - 25 + 0, B 6.2 - 5 + 0, C -7 + 15 + 0, D -26.5 + 15 + 0. Places: A 1 4 1, B 2 3 1, C 3 1 1, D 4 1 1.
CROSS = fours(
    ["A 42300, B 31200, C 28000, D 18500"],
    ["D 35000, C 35000, B 30000, A 20000"],
    ["C 30000, A 30000, D 30000, B 30000"],
)


def ranks(snapshot: Snapshot, after: int | None = None) -> list[tuple[int, str, float]]:
    names = {e.id: e.name for e in snapshot.entrants}
    return [(s.rank, names[s.player], s.points / 100) for s in rank(snapshot, after)]


def values(snapshot: Snapshot, *chain: str) -> dict[str, list[Any]]:
    names = {e.id: e.name for e in snapshot.entrants}
    standings = rank(replace(snapshot, tiebreaks=parse_chain(chain)))
    return {names[s.player]: [t.value for t in s.tiebreaks] for s in standings}


# Everybody has 0: A and D one first each, B and C two shared seconds each; then best game and raw points are equal, and
# the number drawn decides where there is one.
LEVEL = fours(
    ["A 40000, B 30000, C 30000, D 20000"], ["D 40000, C 30000, B 30000, A 20000"],
    about={"A": {"draw_number": 4}, "D": {"draw_number": 2}, "C": {"draw_number": 7}},
    chain=PRESETS["mahjong"].chain,
)  # fmt: skip
RESTED = fours(["A 30000, B 30000, C 30000, D 30000", "E has a bye"], chain=["average_place"])
# The event, the round (none: the last one) and the ranks after it.
RANKS: list[tuple[str, Snapshot, int | None, list[tuple[int, str, float]]]] = [
    ("final points decide first", CROSS, None, [(1, "C", 8), (2, "A", 2.3), (3, "B", 1.2), (4, "D", -11.5)]),
    ("after round 1", CROSS, 1, [(1, "A", 27.3), (2, "B", 6.2), (3, "C", -7), (4, "D", -26.5)]),
    ("before round 1", CROSS, 0, [(1, "A", 0), (1, "B", 0), (1, "C", 0), (1, "D", 0)]),
    ("the whole chain in its order", LEVEL, None, [(1, "D", 0), (2, "A", 0), (3, "C", 0), (4, "B", 0)]),
    (
        "without the number drawn", replace(LEVEL, tiebreaks=LEVEL.tiebreaks[:-1]), None,
        [(1, "A", 0), (1, "D", 0), (3, "B", 0), (3, "C", 0)],
    ),
    (
        "who has not played comes last by places", RESTED, None,
        [(1, "A", 0), (1, "B", 0), (1, "C", 0), (1, "D", 0), (5, "E", 0)],
    ),
]  # fmt: skip
# The event, a chain and the values of some players.
VALUES: list[tuple[str, Snapshot, Sequence[Any], dict[str, list[Any]]]] = [
    (
        "a shared place counts for everybody who shares it", CROSS, ["firsts", "seconds", "thirds"],
        {"A": [2, 0, 0], "B": [1, 1, 1], "C": [2, 0, 1], "D": [2, 0, 0]},
    ),
    (
        "the average place is the mean of the games played", CROSS, ["average_place"],
        {"A": [-2], "B": [-2], "C": [Fraction(-5, 3)], "D": [-2]},
    ),
    (
        "the best game is in final points and raw points are added up", CROSS, ["best_game", "raw_points"],
        {"A": [2730, 92_300], "B": [620, 91_200], "C": [1500, 93_000], "D": [1500, 83_500]},
    ),
    ("the whole chain", LEVEL, PRESETS["mahjong"].chain, {"A": [1, 0, 0, 2500, 60_000, -4]}),
    (
        "who has not played has no places", RESTED,
        ["firsts", "average_place", "best_game", "raw_points", "draw_number"], {"E": [0, None, None, 0, None]},
    ),
    (
        "ratings belong to those who have a line",
        fours(["H, A, B, C"], about={"A": {"rating": 1400}, "B": {"rating": 1600}, "H": {"rating": 9999}}), ["rating"],
        {"B": [1600], "A": [1400], "C": [None]},
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("snapshot", "after", "expected"), [pytest.param(*row[1:], id=row[0]) for row in RANKS]
)
def test_ranks(snapshot: Snapshot, after: int | None, expected: list[tuple[int, str, float]]) -> None:
    assert ranks(snapshot, after) == expected


@pytest.mark.parametrize(
    ("snapshot", "chain", "expected"), [pytest.param(*row[1:], id=row[0]) for row in VALUES]
)
def test_values_of_a_chain(snapshot: Snapshot, chain: Sequence[Any], expected: dict[str, list[Any]]) -> None:
    found = values(snapshot, *chain)
    assert {name: found[name] for name in expected} == expected


def test_house_players_have_no_line_but_the_others_at_the_table_count() -> None:
    snapshot = fours(["H1 42300, A 31200, B 28000, C 18500"], chain=["list_order", "rating", "firsts"])
    assert ranks(snapshot) == [(1, "A", 6.2), (2, "B", -7), (3, "C", -26.5)]
    assert values(snapshot, "list_order") == {"A": [-1], "B": [-2], "C": [-3]}
    with pytest.raises(PairingError, match="no player 1"):
        explain(snapshot, TiebreakSpec("points"), 1)


def test_a_chain_for_matches_of_two_is_refused() -> None:
    with pytest.raises(
        PairingError, match="“wins”: not for 4 at a table; choose from rating, list_order, points"
    ):
        rank(replace(CROSS, tiebreaks=parse_chain(["wins"])))
    with pytest.raises(PairingError, match="BH:cut=1”: not for 4"):
        explain(CROSS, parse_chain(["BH:cut=1"])[0], 1)


# --- explanations -------------------------------------------------------------------------------------------
def terms(snapshot: Snapshot, code: str, player: int) -> list[tuple[int | None, Any, bool, str]]:
    found = explain(snapshot, TiebreakSpec(code), player)
    return [(t.round, t.value, t.counted, t.note_code) for t in found.terms]


def test_points_are_explained_round_by_round_with_what_was_missed() -> None:
    snapshot = fours(
        ["A 42300, B 31200 -20, C 28000, D 18500"], ["H 30000, C 30000, D 30000, A 30000"],
        ["C 30000, D 30000, A 30000, H 30000"], about={"B": {"left_after_round": 1}},
    )  # fmt: skip
    assert terms(snapshot, "points", 2) == [
        (1, -1380, True, ""),
        (2, -3000, True, MISSED),
        (3, -3000, True, MISSED),
    ]
    assert ranks(snapshot)[-1] == (4, "B", -73.8)


def test_a_bye_is_named_in_the_explanation() -> None:
    snapshot = fours(
        ["A 42300, B 31200, C 28000, D 18500"], ["A 20000, B 30000, C 30000, E 40000", "D has a bye"]
    )
    assert terms(snapshot, "points", 4) == [(1, -2650, True, ""), (2, 0, True, BYE)]
    assert terms(snapshot, "average_place", 4) == [(1, -4, True, ""), (2, 0, False, BYE)]
    assert terms(snapshot, "best_game", 1) == [(1, 2730, True, ""), (2, -2500, True, "")]
    assert terms(snapshot, "firsts", 1) == [(1, 1, True, ""), (2, 0, True, "")]


@given(st.integers(0, 2**32))
def test_the_terms_of_every_explanation_recombine_to_the_value(seed: int) -> None:
    codes = sorted(code for code, tiebreak in TIEBREAKS.items() if 4 in tiebreak.seats)
    snapshot = replace(random_fours(seed), tiebreaks=parse_chain(codes))
    check_explanations(rank(snapshot), partial(explain, snapshot))


# --- the final phase ----------------------------------------------------------------------------------------
def cut(asked: list[int], top: Sequence[int]) -> Any:
    """A ladder: totals after round 1 are halved and carried, the players `top` are in a group of their own."""

    def ladder(field: Field, options: Any) -> Ladder:
        asked.append(field.number)
        before = Field(field.snapshot, min(2, field.number)).points
        carried = {id: now - before[id] + before[id] // 2 for id, now in field.points.items()}
        if field.number <= 2:
            return Ladder(field.points, dict.fromkeys(field.entrants, 0))
        return Ladder(carried, {id: 0 if id in top else 2 for id in field.entrants})

    return replace(FOUR, ladder=ladder)


def test_nobody_of_a_later_group_comes_before_one_of_an_earlier() -> None:
    asked: list[int] = []
    with registered(cut(asked, top=[2, 4])):
        standings = rank(CROSS, after_round=2)
        # Halved: A 13.65, B 3.1, C -3.5, D -13.25; round 2: D and C +15, B -5, A -25.
        assert [(s.rank, s.player, s.points, s.group) for s in standings] == [
            (1, 4, 175, 0), (2, 2, -190, 0), (3, 3, 1150, 2), (4, 1, -1135, 2)
        ]  # fmt: skip
        assert asked == [3]
        assert [s.group for s in rank(CROSS, after_round=1)] == [0, 0, 0, 0]
        rank(CROSS)
        assert asked == [3, 2, 4]
        assert [s.points for s in ranking(counted(CROSS, 2))] == [800, 230, 120, -1150]
        assert asked == [3, 2, 4]


def test_the_open_round_is_part_of_what_the_ladder_is_asked_about_as_soon_as_it_has_a_result() -> None:
    asked: list[int] = []
    open_round = fours(["A 42300, B 31200, C 28000, D 18500"], ["A, B, C, D"])
    half = fours(
        ["A 42300, B 31200, C 28000, D 18500", "E 30000, F 30000, G 30000, I 30000"],
        ["A 30000, B 30000, C 30000, D 30000", "E, F, G, I"],
    )
    with registered(cut(asked, top=[])):
        rank(open_round)
        rank(half)
    assert asked == [2, 3]


def test_what_is_carried_is_part_of_the_explanation() -> None:
    with registered(cut([], top=[2, 4])):
        found = explain(CROSS, TiebreakSpec("points"), 1, after_round=2)
        assert [(t.round, t.value, t.note_code) for t in found.terms] == [
            (1, 2730, ""), (2, -2500, ""), (None, -1365, CARRIED)
        ]  # fmt: skip
        assert found.value == combined(found.terms, found.combine) == -1135


def test_players_level_in_different_groups_do_not_share_a_rank() -> None:
    snapshot = fours(["A 30000, B 30000, C 30000, D 30000"], ["A 30000, B 30000, C 30000, D 30000"])
    with registered(cut([], top=[2, 4])):
        assert [(s.rank, s.player) for s in rank(snapshot)] == [(1, 2), (1, 4), (3, 1), (3, 3)]
