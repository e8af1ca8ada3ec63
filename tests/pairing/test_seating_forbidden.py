"""Pairs that must never share a table: kept apart without a loss where that is possible, refused where it is not."""

from __future__ import annotations

from itertools import combinations, product
from random import Random
from typing import Any

import pytest

from pairing.errors import Impossible, PairingError
from pairing.seating import plan
from pairing.seating.quality import key_of, meetings
from tests.pairing.seatings import every_table_of_eight
from tests.pairing.verify_seating import problems, recount, stated_opponents, together

Pairs = list[tuple[int, int]]
OPPONENTS = ("max_meetings", "opponent_spread", "most_opponents")


def kept_apart(players: int, rounds: int, pairs: Pairs, **how: Any) -> dict[str, Any]:
    """The figures of a schedule that has been checked: its shape, its figures, and the pairs."""
    document = plan(players, rounds, forbidden=pairs, **how).to_json()
    assert problems(document["rounds"], players, rounds) == []
    assert together(document["rounds"], pairs) == []
    assert document["quality"] == recount(document["rounds"], None)
    quality: dict[str, Any] = document["quality"]
    return quality


def some_pairs(players: int, count: int, seed: int) -> Pairs:
    random = Random(seed)
    return [(a, b) for a, b in (random.sample(range(1, players + 1), 2) for _ in range(count))]


def clubs(players: int, size: int) -> Pairs:
    """Everybody of a club of so many, whose members' numbers are drawn."""
    ids = Random(size).sample(range(1, players + 1), players)
    return [pair for start in range(0, players, size) for pair in combinations(ids[start : start + size], 2)]


@pytest.mark.parametrize(
    ("players", "rounds", "count"), [(24, 6, 6), (40, 8, 10), (40, 8, 40), (64, 10, 20), (28, 7, 8)]
)
def test_scattered_pairs_cost_nothing_while_most_players_do_not_meet(
    players: int, rounds: int, count: int
) -> None:
    quality = kept_apart(players, rounds, some_pairs(players, count, seed=players), steps=0)
    assert tuple(quality[name] for name in OPPONENTS) == stated_opponents(players, rounds)
    assert (quality["players_missing_a_wind"], quality["same_table_2_in_a_row"]) == (0, 0)


@pytest.mark.parametrize(
    ("players", "rounds", "size"),
    [(40, 8, 5), (64, 8, 4), (32, 6, 8), (24, 6, 4), (64, 10, 16), (100, 12, 25)],
)
def test_clubs_cost_nothing_where_there_are_enough_others(players: int, rounds: int, size: int) -> None:
    quality = kept_apart(players, rounds, clubs(players, size), steps=0)
    assert (quality["max_meetings"], quality["opponent_spread"]) == (1, 0)
    assert quality["most_opponents"] == 3 * rounds


def test_where_everybody_meets_everybody_something_has_to_give() -> None:
    # 16 players, 5 rounds: 15 meetings with 14 others who may be met, so somebody is met twice.
    seating = plan(16, 5, forbidden=[(1, 2)], steps=20_000)
    assert together(seating.rounds, [(1, 2)]) == []
    assert seating.quality.max_meetings == 2
    assert "max_meetings" in seating.proven_optimal


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_eight_players_and_a_forbidden_pair_agree_with_all_schedules(rounds: int) -> None:
    allowed = [tables for tables in every_table_of_eight() if not together([tables], [(0, 1)])]
    keys = {key_of(meetings(one, 8)) for one in product(allowed, repeat=rounds)}
    quality = kept_apart(8, rounds, [(1, 2)], steps=20_000)
    most, spread, different = min(keys)
    assert tuple(quality[name] for name in OPPONENTS) == (most, spread, -different)


def test_forbidden_pairs_and_byes() -> None:
    pairs = clubs(30, 3)
    quality = kept_apart(30, 8, pairs, uneven="byes", steps=50_000)
    assert quality["max_meetings"] <= 2


def test_the_last_numbers_stay_those_of_house_players() -> None:
    seating = plan(32, 8, forbidden=some_pairs(30, 8, seed=2), house=2)
    assert together(seating.rounds, [(31, 32)]) == []
    assert together(seating.rounds, some_pairs(30, 8, seed=2)) == []


@pytest.mark.parametrize(
    ("players", "pairs", "shown", "said"),
    [
        (8, [(1, other) for other in range(2, 7)], {2, 3, 4, 5, 6}, "no table of four can be filled with 1"),
        (8, [(1, 2), (2, 3), (1, 3)], {1, 2, 3}, "there are only 2 tables"),
        # Everybody may meet the other club only, and two of them are at every table of four.
        (8, [*combinations(range(1, 5), 2), *combinations(range(5, 9), 2)], {2, 3, 4}, "filled with 1"),
    ],
)
def test_what_cannot_be_is_refused_with_those_who_prove_it(
    players: int, pairs: Pairs, shown: set[int], said: str
) -> None:
    with pytest.raises(Impossible) as caught:
        plan(players, 3, forbidden=pairs)
    assert set(caught.value.players) == shown
    assert said in str(caught.value)


def test_a_ring_of_five_that_two_tables_cannot_part_is_refused() -> None:
    # Nobody alone proves it and no three are all apart, but of a ring of five two neighbours share one of two tables.
    ring = [(1, 2), (2, 3), (3, 4), (4, 5), (5, 1)]
    with pytest.raises(Impossible, match="not even one round can be seated") as caught:
        plan(8, 2, forbidden=ring)
    assert caught.value.players == (1, 2, 3, 4, 5)
    assert kept_apart(8, 2, ring[:4], steps=5_000)["max_meetings"] == 2


@pytest.mark.parametrize(("players", "seed"), [(8, 1), (12, 2), (16, 3), (24, 4), (36, 5)])
def test_many_pairs_are_kept_apart_even_without_a_search(players: int, seed: int) -> None:
    # Every pair is forbidden but those of one seating of the first round drawn here, which therefore is there.
    drawn = Random(seed).sample(range(1, players + 1), players)
    tables = [set(drawn[start : start + 4]) for start in range(0, players, 4)]
    pairs = [
        pair for pair in combinations(range(1, players + 1), 2) if not any(set(pair) <= t for t in tables)
    ]
    assert kept_apart(players, 3, pairs, steps=0)["most_opponents"] == 3


def test_a_schedule_that_seats_a_forbidden_pair_is_never_given_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pairing.seating.forbidden.NODES", 0)  # every search for a round is cut short at once
    monkeypatch.setattr("pairing.seating.opponents.relabelled", lambda rounds, *others: rounds)
    with pytest.raises(Impossible, match="search longer, or allow some pairs") as caught:
        plan(16, 5, forbidden=combinations((1, 2, 5, 6), 2), steps=0)
    assert set(caught.value.players) <= {1, 2, 5, 6}


@pytest.mark.parametrize(
    ("pair", "said"),
    [
        ((3, 3), "forbidden pairs: 3,3 is not a pair of two different players"),
        ((3, 4, 5), "forbidden pairs: 3,4,5 is not a pair of two different players"),
        ((3, 17), "forbidden pairs: 3,17: there is no player 17"),
        ((0, 3), "forbidden pairs: 0,3: there is no player 0"),
    ],
)
def test_pairs_that_make_no_sense_are_refused_by_name(pair: tuple[int, ...], said: str) -> None:
    with pytest.raises(PairingError) as caught:
        plan(16, 4, forbidden=[pair])
    assert str(caught.value) == said


def test_pairs_of_house_players_are_not_taken() -> None:
    with pytest.raises(PairingError, match="there is no player 16"):
        plan(16, 4, forbidden=[(1, 16)], house=1)
