"""Schedules for four at a table, recounted by verify_seating and held against what the rules state."""

import sys
from fractions import Fraction
from itertools import combinations, permutations, product
from random import Random
from types import FrameType
from typing import Any

import pytest

from pairing.matching.assignment import cheapest
from pairing.model.errors import Impossible, PairingError
from pairing.seating import plan
from pairing.seating.opponents.bounds import fewest_meetings, most_different
from pairing.seating.quality import key_of, meetings
from tests.pairing.verify_seating import every_table_of_eight, problems, recount, stated_opponents, together
from tests.sweep import sweep_rows, sweep_too

OPPONENTS = ("max_meetings", "opponent_spread", "most_opponents")
WINDS = ("players_missing_a_wind", "max_same_wind", "latest_average_wind")
TABLES = ("same_table_3_in_a_row", "same_table_2_in_a_row")


def planned(players: int, rounds: int, per_day: int | None = None, **how: Any) -> dict[str, Any]:
    """A schedule as the command prints it, its shape and its figures checked."""
    document = plan(players, rounds, per_day, **how).to_json()
    assert problems(document["rounds"], players, rounds) == []
    assert document["quality"] == recount(document["rounds"], per_day)
    return document


def figures(document: dict[str, Any], names: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(document["quality"][name] for name in names)


@pytest.mark.parametrize("players", [8, 12, 16, 24, *sweep_too(20, *range(28, 65, 4))])
def test_opponents_and_winds_are_as_good_as_the_rules_say(players: int) -> None:
    for rounds in range(4, 11):
        document = planned(players, rounds, 1)  # a day for each round: no search for table numbers
        assert figures(document, OPPONENTS) == stated_opponents(players, rounds)
        missing, same, latest = figures(document, WINDS)
        assert (missing, same) == (0, -(-rounds // 4))
        assert latest == 2.5 or rounds % 2
        assert {*OPPONENTS, "players_missing_a_wind", "max_same_wind"} <= {*document["proven_optimal"]}


@pytest.mark.parametrize("players", [4, 8, 12, 16, *sweep_too(*range(20, 65, 4))])
def test_up_to_three_rounds_nobody_sits_on_a_wind_twice(players: int) -> None:
    for rounds, latest in ((1, 4.0), (2, 2.5), (3, 3.0)):
        document = planned(players, rounds, 1)
        assert figures(document, WINDS) == (players, 1, latest)
        assert {*WINDS, *OPPONENTS} <= {*document["proven_optimal"]}


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(12, 11), (24, 12), *sweep_rows((28, 15), (44, 13), (48, 13), (56, 15), (64, 15), (72, 18), (172, 15))],
)
def test_longer_schedules_reach_the_simple_bound_without_a_search(players: int, rounds: int) -> None:
    document = planned(players, rounds, 1, steps=0)
    simple = (-(-3 * rounds // (players - 1)), 0, min(players - 1, 3 * rounds))
    assert figures(document, OPPONENTS) == simple
    assert {*OPPONENTS} <= {*document["proven_optimal"]}


@pytest.mark.parametrize("players", [12, 16, *sweep_too(24, 40, 64)])
def test_odd_numbers_of_rounds_have_the_earliest_latest_player_there_can_be(players: int) -> None:
    # Nobody more than ceil(R / 4) times on one wind. R = 9 and 13: 2.5 on average, and sums are whole. R = 11 and 15:
    # everybody lacks one wind once, a quarter of them East.
    for rounds, most in ((9, 23), (13, 33), (11, 29), (15, 39)):
        document = planned(players, rounds, 1, steps=1_000)
        assert figures(document, WINDS) == (0, -(-rounds // 4), most / rounds)
        assert {*WINDS} <= {*document["proven_optimal"]}


@pytest.mark.parametrize("size", [(20, 7), (24, 6), (28, 7), (32, 10), (40, 10), (64, 10)])
def test_nobody_stays_at_a_table_from_twenty_players_on(size: tuple[int, int]) -> None:
    document = planned(*size)
    assert figures(document, OPPONENTS) == stated_opponents(*size)
    assert figures(document, TABLES) == (0, 0)
    assert {*TABLES} <= {*document["proven_optimal"]}


@pytest.mark.parametrize(
    ("players", "rounds", "best"),
    [
        (8, 6, (2, 6)), (12, 6, (0, 6)),
        *sweep_rows((16, 5, (0, 9)), (16, 6, (0, 4)), (16, 8, (0, 1)), (20, 6, (0, 2))),
    ],
)  # fmt: skip
def test_small_fields_in_two_days_are_the_best_found(
    players: int, rounds: int, best: tuple[int, int]
) -> None:
    assert figures(planned(players, rounds, -(-rounds // 2)), TABLES) <= best


def test_the_bounds_of_eight_players_agree_with_all_schedules_of_three_rounds() -> None:
    rounds = list(every_table_of_eight())
    for count in (1, 2, 3):
        keys = {key_of(meetings([rounds[0], *others], 8)) for others in product(rounds, repeat=count - 1)}
        fewest = fewest_meetings(8, count)
        assert min(keys) == (fewest, 0, -most_different(8, count, fewest))


@pytest.mark.parametrize(
    ("players", "rounds"), [(68, 10), (4, 9), *sweep_rows((8, 25), (16, 20), (72, 10), (100, 20), (24, 11))]
)
def test_beyond_the_table_schedules_are_sound(players: int, rounds: int) -> None:
    document = planned(players, rounds, 4, steps=2_000)
    missing, same, _ = figures(document, WINDS)
    assert (missing, same) == (0, -(-rounds // 4))
    for name, least in (("max_meetings", -(-3 * rounds // (players - 1))), ("latest_average_wind", 2.5)):
        assert document["quality"][name] >= least
    assert document["quality"]["most_opponents"] <= min(players - 1, 3 * rounds)


def test_a_prime_number_of_tables_needs_no_search_for_schedules_without_repeats() -> None:
    # 25 = 5 * 5 has no factor 2 or 3: 25 rounds of a transversal design, nobody met twice.
    assert figures(planned(100, 25, steps=0), OPPONENTS) == (1, 0, 75)


def test_annealing_improves_what_is_there_and_stops_when_told() -> None:
    before = planned(24, 11, steps=0)
    assert figures(before, OPPONENTS)[2] < figures(planned(24, 11, steps=500_000), OPPONENTS)[2]
    asked: list[float] = []

    def no(done: float) -> bool:
        asked.append(done)
        return False

    assert planned(24, 11, steps=500_000, keep_going=no)["quality"] == before["quality"]
    assert asked == [0.0]


def test_the_same_seed_gives_the_same_schedule() -> None:
    first, again, other = (planned(16, 11, 4, seed=seed, steps=3_000) for seed in (7, 7, 8))
    assert first == again
    assert first["rounds"] != other["rounds"]


def test_a_figure_that_is_not_proven_is_not_called_so() -> None:
    assert "same_table_2_in_a_row" not in planned(8, 6)["proven_optimal"]
    # Five rounds: somebody has North twice and every wind, 1 + 2 + 3 + 4 + 4 = 14.
    five = plan(16, 5)
    assert five.quality.latest_average_wind == Fraction(14, 5)
    assert "latest_average_wind" in five.proven_optimal


def test_cheapest_assignments_agree_with_all_of_them() -> None:
    random = Random(3)
    for size in (1, 2, 3, 4, 5, 6):
        for _ in range(20):
            cost = [[random.randrange(6) for _ in range(size)] for _ in range(size)]
            chosen = cheapest(cost)
            assert sorted(chosen) == list(range(size))
            found = sum(row[column] for row, column in zip(cost, chosen, strict=True))
            assert found == min(
                sum(row[column] for row, column in zip(cost, order, strict=True))
                for order in permutations(range(size))
            )


@pytest.mark.parametrize(
    ("arguments", "how", "said"),
    [
        ((30, 4), {}, "players: 30 is not a multiple of four; add 2 house players and ask for 32"),
        ((31, 4), {}, "players: 31 is not a multiple of four; add a house player and ask for 32"),
        ((0, 4), {}, "players: 0 is not possible here; choose 4 to 400"),
        ((404, 4), {}, "players: 404 is not possible here; choose 4 to 400"),
        ((16, 0), {}, "rounds: 0 is not possible here; choose 1 to 50"),
        ((16, 51), {}, "rounds: 51 is not possible here; choose 1 to 50"),
        ((16, 4, 0), {}, "rounds per day: 0 is not possible here; it must be at least 1"),
        ((30, 6), {"uneven": "sometimes"}, "uneven: sometimes is not possible here; choose from house, byes"),
        ((24, 6), {"house": 4}, "house players: 4 is not possible here; choose 0 to 3"),
        ((16, 4), {"forbidden": [(1, 16)], "house": 1}, "pairs kept apart: 1,16: there is no player 16"),
        ((16, 4), {"forbidden": [(3, 3)]}, "pairs kept apart: 3,3 is not a pair of two different players"),
        (
            (16, 4),
            {"forbidden": [(3, 4, 5)]},
            "pairs kept apart: 3,4,5 is not a pair of two different players",
        ),
        ((16, 4), {"forbidden": [(3, 17)]}, "pairs kept apart: 3,17: there is no player 17"),
        ((16, 4), {"forbidden": [(0, 3)]}, "pairs kept apart: 0,3: there is no player 0"),
    ],
)
def test_what_cannot_be_planned_is_refused_by_name(
    arguments: tuple[int, ...], how: dict[str, Any], said: str
) -> None:
    with pytest.raises(PairingError) as caught:
        plan(*arguments, **how)
    assert str(caught.value) == said


# --- pairs that must never share a table: kept apart without a loss where that is possible, refused where
Pairs = list[tuple[int, int]]


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
    ("players", "rounds", "count"),
    [(24, 6, 6), (28, 7, 8), *sweep_rows((40, 8, 10), (40, 8, 40), (64, 10, 20))],
)
def test_scattered_pairs_cost_nothing_while_most_players_do_not_meet(
    players: int, rounds: int, count: int
) -> None:
    quality = kept_apart(players, rounds, some_pairs(players, count, seed=players), steps=0)
    assert tuple(quality[name] for name in OPPONENTS) == stated_opponents(players, rounds)
    assert (quality["players_missing_a_wind"], quality["same_table_2_in_a_row"]) == (0, 0)


@pytest.mark.parametrize(
    ("players", "rounds", "size"),
    [(24, 6, 4), (32, 6, 8), *sweep_rows((40, 8, 5), (64, 8, 4), (64, 10, 16), (100, 12, 25))],
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


def test_the_last_numbers_stay_those_of_house_players() -> None:
    seating = plan(32, 8, forbidden=some_pairs(30, 8, seed=2), house=2)
    assert together(seating.rounds, [(31, 32)]) == []
    assert together(seating.rounds, some_pairs(30, 8, seed=2)) == []


@pytest.mark.parametrize(
    ("players", "pairs", "shown", "said"),
    [
        (8, [(1, other) for other in range(2, 7)], {2, 3, 4, 5, 6}, "1 cannot have a table of four"),
        (8, [(1, 2), (2, 3), (1, 3)], {1, 2, 3}, "there are only 2 tables"),
        # Everybody may meet the other club only, and two of them are at every table of four.
        (
            8,
            [*combinations(range(1, 5), 2), *combinations(range(5, 9), 2)],
            {2, 3, 4},
            "1 cannot have a table of four",
        ),
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
    with pytest.raises(Impossible, match="Not even one round is possible") as caught:
        plan(8, 2, forbidden=ring)
    assert caught.value.players == (1, 2, 3, 4, 5)
    assert kept_apart(8, 2, ring[:4], steps=5_000)["max_meetings"] == 2


@pytest.mark.parametrize(("players", "seed"), [(8, 1), (12, 2), *sweep_rows((16, 3), (24, 4), (36, 5))])
def test_many_pairs_are_kept_apart_even_without_a_search(players: int, seed: int) -> None:
    # Every pair is forbidden but those of one seating of the first round drawn here, which therefore is there.
    drawn = Random(seed).sample(range(1, players + 1), players)
    tables = [set(drawn[start : start + 4]) for start in range(0, players, 4)]
    pairs = [
        pair for pair in combinations(range(1, players + 1), 2) if not any(set(pair) <= t for t in tables)
    ]
    assert kept_apart(players, 3, pairs, steps=0)["most_opponents"] == 3


def test_numbers_are_given_out_by_what_meets_not_by_every_pair_and_number() -> None:
    """Two tries of 400 swaps in each of a few schedules, a swap between some 24 club mates with 9 meetings each and
    95 others: not 24 mates of each of 96 who might swap.
    """
    lines = 0

    def count(frame: FrameType, event: str, arg: object) -> Any:
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        plan(96, 3, forbidden=clubs(96, 24), steps=0)
    finally:
        sys.settrace(before)
    assert lines < 2_000_000
