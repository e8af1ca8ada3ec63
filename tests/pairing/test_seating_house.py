"""House players: which places of a schedule suit them, so that nobody meets two of them at once."""

from __future__ import annotations

from itertools import combinations

import pytest

from pairing.errors import PairingError
from pairing.seating import house_places, house_players, plan
from tests.pairing.verify_seating import Rounds, problems, together


def tables_with_two(rounds: Rounds, house: tuple[int, ...]) -> int:
    return sum(len({*table} & {*house}) > 1 for tables in rounds for table in tables)


def test_house_players_fill_the_last_table() -> None:
    assert [house_players(n) for n in (16, 17, 18, 19)] == [0, 3, 2, 1]


@pytest.mark.parametrize(
    ("players", "rounds"), [(8, 4), (12, 4), (16, 4), (16, 5), (20, 6), (24, 6), (24, 8)]
)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_no_other_places_have_fewer_tables_with_two_of_them(players: int, rounds: int, count: int) -> None:
    schedule = plan(players, rounds).rounds

    def meetings(house: tuple[int, ...]) -> int:
        return sum(
            len(together([[table]], combinations(house, 2))) for tables in schedule for table in tables
        )

    best = house_places(schedule, count)
    assert len({*best}) == count
    assert meetings(best) == min(map(meetings, combinations(range(1, players + 1), count)))


@pytest.mark.parametrize("players", [20, 24, 28, 32, 40, 48, 64])
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
    with_any = {
        pair: max(len(together(rounds, [(p, h) for h in pair])) for p in range(1, 9) if p not in pair)
        for pair in combinations(range(1, 9), 2)
        if not together(rounds, [pair])
    }
    assert with_any[chosen] == min(with_any.values())


def test_ids_of_any_kind_have_house_places() -> None:
    assert house_places([[(10, 20, 30, 40), (50, 60, 70, 80)]], 1) == (80,)
    assert house_places([[(10, 20, 30, 40)]], 0) == ()


def test_more_than_three_are_never_needed() -> None:
    with pytest.raises(PairingError, match="house players: 4 is not allowed; allowed are 0 to 3"):
        plan(24, 6, house=4)
