"""Swiss for four against listing every way to seat the players, and the words of its rules."""

from collections.abc import Sequence
from itertools import combinations, permutations
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pairing.engine import pair
from pairing.model.errors import Impossible
from pairing.model.field import Field
from pairing.model.lots import Lots, lot
from pairing.model.types import RoundPlan, Snapshot
from pairing.systems.mahjong.grouping import cheapest_tables, total
from pairing.systems.mahjong.swiss import balanced
from tests.pairing.mahjong_events import mahjong, people, play_on, played, tables_of, why, winds_of
from tests.sweep import seeds, sweep_too


def swiss(count: int, **fields: Any) -> Snapshot:
    return mahjong(players=people(count), **fields)


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_the_search_for_larger_fields_finds_what_listing_everything_finds(seed: int) -> None:
    """Random costs of 16 players, every one of 2,627,625 ways looked at by depth first without any bound that could be
    wrong: tables in the order of their first player, the rest of the cost counted as nothing."""
    rng = Random(seed)
    cost = [[0] * 16 for _ in range(16)]
    for a, b in combinations(range(16), 2):
        cost[a][b] = cost[b][a] = rng.choice((0, 0, 0, 100)) + (a - b) ** 2

    def least(left: list[int], spent: int, best: int) -> int:
        if not left:
            return min(best, spent)
        first, *rest = left
        for others in combinations(rest, 3):
            price = spent + total(cost, [(first, *others)])
            if price < best:
                best = least([p for p in rest if p not in others], price, best)
        return best

    found = total(cost, cheapest_tables(cost, Random(1)))
    assert found == least(list(range(16)), 0, found + 1)


def test_the_first_round_is_drawn_by_lot() -> None:
    snapshot = swiss(12)
    drawn = sorted(range(1, 13), key=lambda id: lot("sheets", "first", 1, id))
    tables = [" ".join(sorted(f"P{id}" for id in drawn[start : start + 4])) for start in (0, 4, 8)]
    plan = pair(snapshot)
    assert tables_of(plan, snapshot) == tables
    assert why(plan, snapshot, 1) == ["First round: tables are drawn by lot."]


def test_the_first_round_may_go_by_rating() -> None:
    """A given ranking overrides ratings; who has neither comes last."""
    about = {f"P{i}": {"rating": 1000 + i} for i in range(1, 8)} | {"P1": {"rating": 1, "ranking": 1}}
    snapshot = swiss(8, about=about, options={"first_round": "rating"})
    plan = pair(snapshot)
    assert tables_of(plan, snapshot) == ["P1 P5 P6 P7", "P2 P3 P4 P8"]
    assert why(plan, snapshot, 1) == ["First round by rating: places 1, 2, 3, 4."]


def test_who_has_met_is_said() -> None:
    snapshot = mahjong(["A 45000 B 32000 C 25000 D 18000"])
    assert why(pair(snapshot), snapshot, 1)[:2] == [
        "Places 1, 2, 3, 4 of the standings.",
        "A and B have already met, in round 1.",
    ]


def test_a_tie_in_points_goes_by_the_chain() -> None:
    """E 28, B 6.2, A 26 - 20 = 6 with a first place, F 6 with a second, C -7, G -9, H -25, D -25.2."""
    first = ["A 41000-20 B 31200 C 28000 D 19800", "E 43000 F 31000 G 26000 H 20000"]
    snapshot = mahjong(first, forbidden=["A F"])
    plan = pair(snapshot)
    table = next(table for table, names in enumerate(tables_of(plan, snapshot), 1) if "A" in names)
    places = why(plan, snapshot, table)[0]
    assert "3" in places and "4" not in places


@pytest.mark.parametrize("count", [5, 6, 7, 10, *sweep_too(9, 11, 13, 21, 30, 43)])
def test_house_players_fill_the_last_tables_one_at_each(count: int) -> None:
    for round_ in play_on(swiss(count), 4).rounds:
        house = [sum(p > count for p in match.seats) for match in round_.matches]
        assert sum(house) == -count % 4
        assert house == sorted(house)
        assert max(house) - min(house) <= 1


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_a_forbidden_pair_never_shares_a_table(seed: int) -> None:
    rng = Random(seed)
    pairs = [" ".join(rng.sample(people(14).split(), 2)) for _ in range(12)]
    snapshot = swiss(14, forbidden=pairs, draw_seed=f"f{seed}")
    for _ in range(4):
        plan = pair(snapshot)
        forbidden = {frozenset(p) for p in snapshot.forbidden_pairs}
        met = {frozenset(p) for m in plan.matches for p in combinations(m.seats, 2)}
        assert not forbidden & met
        snapshot = played(snapshot, plan, rng)


def test_a_club_larger_than_the_tables_is_impossible_and_named() -> None:
    club = [f"P{a} P{b}" for a, b in combinations((1, 2, 3), 2)]
    with pytest.raises(Impossible, match="No tables of round 1 keep all these players apart") as caught:
        pair(swiss(8, forbidden=club))
    assert set(caught.value.players) <= {1, 2, 3} and len(caught.value.players) == 2


@pytest.mark.parametrize("seed", range(4))
def test_of_the_24_orders_the_fairest_is_chosen(seed: int) -> None:
    """The largest surplus of anybody on the wind he gets, then the next largest, and so on; then who keeps his wind."""
    snapshot = play_on(swiss(12, draw_seed=f"w{seed}"), 7)
    for number in range(2, 8):
        before = snapshot.rounds[: number - 1]
        history = {
            e.id: [m.seats.index(e.id) for r in before for m in r.matches if e.id in m.seats]
            for e in snapshot.entrants
        }
        for match in snapshot.rounds[number - 1].matches:

            def unfairness(
                order: Sequence[int], history: dict[int, list[int]] = history
            ) -> tuple[list[int], int]:
                surplus = [
                    history[p].count(wind) - min(history[p].count(w) for w in range(4))
                    for wind, p in enumerate(order)
                ]
                return sorted(surplus)[::-1], sum(history[p][-1] == wind for wind, p in enumerate(order))

            assert unfairness(match.seats) == min(map(unfairness, permutations(match.seats)))


def test_two_small_surpluses_are_fairer_than_a_large_one() -> None:
    """With 1 in the East all others are on their rarest wind, and 1 is there for the third time; with 3 in the East and
    2 in the West nobody gets a wind he has had more than once more often than another."""
    winds = {1: "EEWWNN", 2: "EEEWN", 3: "ESSNN", 4: "EEESSWW"}
    histories = {player: tuple("ESWN".index(wind) for wind in sat) for player, sat in winds.items()}
    field = cast(Field, SimpleNamespace(seat_history=histories, number=8))
    assert balanced([1, 2, 3, 4], field, set(), Lots("x")) == (3, 1, 2, 4)


def test_leaders_share_tables_in_a_large_field_and_meet_new_people() -> None:
    snapshot = play_on(swiss(60), 4)
    plan: RoundPlan = pair(snapshot)
    met = [frozenset(p) for r in snapshot.rounds for m in r.matches for p in combinations(m.seats, 2)]
    now = [frozenset(p) for m in plan.matches for p in combinations(m.seats, 2)]
    assert not set(met) & set(now)
    places = [int(word.strip(",")) for word in why(plan, snapshot, 1)[0].split()[1:5]]
    assert places[0] == 1 and places[3] <= 12


def test_the_plan_of_another_seed_is_another_draw() -> None:
    assert len({tuple(winds_of(pair(swiss(8, draw_seed=f"{k}")), swiss(8))) for k in range(10)}) == 10
