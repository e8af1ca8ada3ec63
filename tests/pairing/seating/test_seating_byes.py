"""Schedules with byes, and with house players who share no table."""

from collections import Counter
from itertools import combinations, product

import pytest

from pairing.seating import Seating, house_places, house_players, plan
from tests.pairing.verify_seating import Rounds, problems, recount, together, uneven_winds
from tests.sweep import sweep_rows, sweep_too


def with_byes(players: int, rounds: int, per_day: int | None = None, steps: int = 20_000) -> Seating:
    """A schedule that has been checked: its shape, fair byes, its figures and its winds."""
    seating = plan(players, rounds, per_day, uneven="byes", steps=steps)
    assert problems(seating.rounds, players, rounds) == []
    assert seating.quality.figures() == pytest.approx(recount(seating.rounds, per_day))
    assert uneven_winds(seating.rounds) == []
    return seating


@pytest.mark.parametrize("players", [5, 6, 7, *sweep_too(9, 11, 14, 22)])
@pytest.mark.parametrize("rounds", [3, 8, *sweep_too(1, 5, 12)])
def test_nobody_sits_out_two_times_more_than_another_and_winds_are_even(players: int, rounds: int) -> None:
    seating = with_byes(players, rounds, 4, steps=1_000)
    for tables, out in zip(seating.rounds, seating.byes, strict=True):
        assert len(out) == players % 4
        assert {*out} | {player for table in tables for player in table} == set(range(1, players + 1))


@pytest.mark.parametrize(
    ("players", "rounds"),
    [(29, 8), (30, 8), *sweep_rows((33, 8), (34, 9), (42, 10), (50, 10), (66, 10), (70, 12), (101, 12))],
)
def test_nobody_is_met_twice_where_there_is_some_room(players: int, rounds: int) -> None:
    seating = with_byes(players, rounds)
    assert seating.quality.max_meetings == 1
    # Nobody twice and nobody two byes more than another: opponents are three for each game, no choice is left.
    assert seating.quality.opponent_spread == 3
    assert {"max_meetings", "opponent_spread", "most_opponents"} <= {*seating.proven_optimal}


def test_a_full_circle_of_byes_is_fair_to_everybody() -> None:
    seating = with_byes(9, 9)
    assert Counter(player for out in seating.byes for player in out) == dict.fromkeys(range(1, 10), 1)
    # 8 games and 8 others: everybody meets everybody three times, each wind twice.
    assert (seating.quality.max_meetings, seating.quality.opponent_spread) == (3, 0)
    assert (seating.quality.max_same_wind, seating.quality.latest_average_wind) == (2, 2.5)


def test_six_players_agree_with_all_fair_schedules_of_three_rounds() -> None:
    tables = list(combinations(range(6), 4))
    fair = [
        rounds
        for rounds in product(tables, repeat=3)
        if set(Counter(player for table in rounds for player in table).values()) == {2}
    ]
    keys = []
    for rounds in fair:
        met = Counter(pair for table in rounds for pair in combinations(table, 2))
        different = Counter(player for pair in met for player in pair)
        keys.append(
            (max(met.values()), max(different.values()) - min(different.values()), -max(different.values()))
        )
    quality = with_byes(6, 3).quality
    assert (quality.max_meetings, quality.opponent_spread, -quality.most_opponents) == min(keys)


def test_a_multiple_of_four_has_no_byes() -> None:
    seating = plan(24, 6, uneven="byes")
    assert seating.byes == ((),) * 6
    assert seating == plan(24, 6)


# --- house players: which places of a schedule suit them, so that nobody meets two of them at once
def tables_with_two(rounds: Rounds, house: tuple[int, ...]) -> int:
    return sum(len({*table} & {*house}) > 1 for tables in rounds for table in tables)


def test_house_players_fill_the_last_table() -> None:
    assert [house_players(n) for n in (16, 17, 18, 19)] == [0, 3, 2, 1]


@pytest.mark.parametrize(
    ("players", "rounds"), [(8, 4), (12, 4), (16, 5), *sweep_rows((16, 4), (20, 6), (24, 6), (24, 8))]
)
@pytest.mark.parametrize("count", [1, 3, *sweep_too(2)])
def test_no_other_places_have_fewer_tables_with_two_of_them(players: int, rounds: int, count: int) -> None:
    schedule = plan(players, rounds).rounds

    def meetings(house: tuple[int, ...]) -> int:
        return sum(
            len(together([[table]], combinations(house, 2))) for tables in schedule for table in tables
        )

    best = house_places(schedule, count)
    assert len({*best}) == count
    assert meetings(best) == min(map(meetings, combinations(range(1, players + 1), count)))


@pytest.mark.parametrize("players", [20, 32, *sweep_too(24, 28, 40, 48, 64)])
@pytest.mark.parametrize("house", [1, 2, 3])
def test_at_most_one_house_player_at_a_table_where_players_need_not_meet(players: int, house: int) -> None:
    seating = plan(players, 4, house=house)
    assert problems(seating.rounds, players, 4) == []
    assert seating.quality == plan(players, 4).quality
    assert tables_with_two(seating.rounds, tuple(range(players + 1 - house, players + 1))) == 0


def test_among_equal_places_nobody_meets_house_players_more_often_than_needed() -> None:
    assert house_places([[(1, 2, 3, 4), (5, 6, 7, 8)]], 2) == (4, 8)
    rounds = [[(1, 2, 3, 4), (5, 6, 7, 8)], [(1, 2, 5, 8), (3, 4, 6, 7)]]
    chosen = house_places(rounds, 2)
    assert together(rounds, [chosen]) == []
    with_any: dict[tuple[int, ...], int] = {
        pair: max(len(together(rounds, [(p, h) for h in pair])) for p in range(1, 9) if p not in pair)
        for pair in combinations(range(1, 9), 2)
        if not together(rounds, [pair])
    }
    assert with_any[chosen] == min(with_any.values())


def test_ids_of_any_kind_have_house_places() -> None:
    assert house_places([[(10, 20, 30, 40), (50, 60, 70, 80)]], 1) == (80,)
    assert house_places([[(10, 20, 30, 40)]], 0) == ()
