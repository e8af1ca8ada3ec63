"""Repairs of tables of four: against all ways to seat up to twelve people, and case by case."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from pairing.engine import pair
from pairing.model.errors import Impossible
from pairing.model.types import FOUR, Entrant, Match, PlannedMatch, Round, Snapshot
from pairing.repair import Repair, group_repaired, judge, repairs, swapped
from tests.checker.fours import table_points
from tests.checker.test_fours import EMA
from tests.pairing.playing import as_round, left, with_round
from tests.sweep import seeds

Tables = tuple[frozenset[int], ...]


def played(people: int, rounds: int, system: str, seed: int, **options: object) -> tuple[Snapshot, Round]:
    """An event of so many people after so many rounds with results by chance, and its next round."""
    rng = Random(seed)
    event = Snapshot(
        tuple(Entrant(id) for id in range(1, people + 1)),
        system=system,
        options=options,
        draw_seed=f"four {seed}",
        rounds_planned=6,
        seats=FOUR,
    )
    for number in range(1, rounds + 2):
        round_ = as_round(plan := pair(event))
        event = replace(event, entrants=(*event.entrants, *(Entrant(h, house=True) for h in plan.house)))
        if number > rounds:
            break
        matches = tuple(replace(m, scores=_scores(rng)) for m in round_.matches)
        event = with_round(event, Round(number, matches=matches, byes=round_.byes))
    return event, round_


def _scores(rng: Random) -> tuple[int, ...]:
    three = [rng.randrange(100, 500) * 100 for _ in range(3)]
    return (*three, 120_000 - sum(three))


def joined(event: Snapshot, count: int = 1) -> Snapshot:
    last = max(e.id for e in event.entrants)
    new = tuple(Entrant(last + n, joined_round=len(event.rounds) + 1) for n in range(1, count + 1))
    return replace(event, entrants=(*event.entrants, *new))


def people_at(event: Snapshot, seats: Sequence[int]) -> frozenset[int]:
    house = {e.id for e in event.entrants if e.house}
    known = {e.id for e in event.entrants}
    return frozenset(p for p in seats if p in known and p not in house)


# --- all ways ---------------------------------------------------------------------------------------------------------
def seatings(people: list[int], sizes: tuple[int, ...]) -> Iterator[Tables]:
    """All ways to seat people at tables of these sizes, the largest first; equal ones in the order of their first."""
    if not sizes:
        yield ()
        return
    for size in sorted(set(sizes), reverse=True):
        rest = list(sizes)
        rest.remove(size)
        for mates in combinations(people[1:], size - 1):
            others = [p for p in people[1:] if p not in mates]
            for tables in seatings(others, tuple(rest)):
                yield (frozenset((people[0], *mates)), *tables)


def best_of_all(event: Snapshot, round_: Round, frozen: frozenset[int]) -> tuple[int, int, int]:
    """Forbidden pairs, tables broken and score distance of the best way, by listing all of them."""
    points = dict.fromkeys((e.id for e in event.entrants), 0)
    for done in event.rounds:
        for match in done.matches:
            for player, value in final_points(match).items():
                points[player] += value
    stay = [people_at(event, m.seats) for m in round_.matches if m.table in frozen]
    old = [people_at(event, m.seats) for m in round_.matches if m.table not in frozen]
    busy = frozenset().union(*stay)
    here = [
        e.id for e in event.entrants if not e.house and e.takes_part_in(round_.number) and e.id not in busy
    ]
    count = -(-len(here) // 4)
    each, more = divmod(4 * count - len(here), count)
    most = each + (more > 0)
    forbidden = {frozenset(both) for both in event.forbidden_pairs}

    def cost(tables: Tables) -> tuple[int, int, int]:
        pairs = [frozenset(both) for t in (*tables, *stay) for both in combinations(t, 2)]
        new = [t for t in tables if t not in old]
        apart = sum(abs(points[a] - points[b]) for t in new for a, b in combinations(t, 2))
        return sum(both in forbidden for both in pairs), sum(t not in tables for t in old), apart

    found = []
    for houses in house_counts(4 * count - len(here), count, most):
        found += [cost(t) for t in seatings(here, tuple(4 - h for h in houses))]
    return min(found)


def house_counts(house: int, tables: int, most: int) -> set[tuple[int, ...]]:
    """The ways to spread house players over tables, at most so many at each."""
    if not tables:
        return {()} if not house else set()
    return {
        tuple(sorted((h, *rest)))
        for h in range(min(house, most) + 1)
        for rest in house_counts(house - h, tables - 1, most)
    }


def final_points(match: Match) -> dict[int, int]:
    """Uma 15, 5, -5, -15 shared by those level, and the raw points over 30,000, in hundredths."""
    games = table_points(EMA, list(match.scores or ()), [0] * 4)
    return {player: game.points for player, game in zip(match.seats, games, strict=True)}


def key_of(repair: Repair) -> tuple[int, int, int]:
    return len(repair.relaxed), len(repair.broken), repair.distance


@pytest.mark.parametrize("seed", seeds(1, 10))
def test_the_best_repair_is_the_best_of_all_ways_to_seat_everybody(seed: int) -> None:
    rng = Random(seed)
    for number in range(6):
        people = rng.randint(6, 10)
        event, round_ = played(people, rng.randint(1, 2), "mahjong_swiss", 100 * seed + number)
        for _ in range(rng.randint(1, 2)):
            what = rng.choice(("gone", "gone", "late", "forbidden"))
            seated = sorted(p for m in round_.matches for p in people_at(event, m.seats))
            if what == "gone":
                event = left(event, rng.choice(seated))
            elif what == "late":
                event = joined(event)
            else:
                table = sorted(people_at(event, rng.choice(round_.matches).seats))
                event = replace(event, forbidden_pairs=(*event.forbidden_pairs, (table[0], table[1])))
        frozen = frozenset({round_.matches[0].table} if rng.random() < 0.3 else ())
        assert key_of(repairs(event, round_, frozen=frozen, most=1)[0]) == best_of_all(event, round_, frozen)


# --- case by case -----------------------------------------------------------------------------------------------------
def test_a_house_player_takes_the_seat_of_who_is_gone() -> None:
    event, round_ = played(16, 2, "mahjong_swiss", 1)
    gone = round_.matches[1].seats[2]
    best = repairs(left(event, gone), round_)[0]
    assert (best.broken, best.new, best.plan.house) == ((2,), (2,), (17,))
    assert set(best.plan.matches[1].seats) == {*round_.matches[1].seats} - {gone} | {17}
    assert "17 is a house player" in " ".join(r.text() for r in best.plan.matches[1].why)
    stays = repairs(left(event, gone), round_, frozen=frozenset({2}))[0]
    assert stays.keeps_everything
    assert [n.text() for n in stays.plan.notes] == [
        f"{gone} should no longer be in this round, but is playing at table 2."
    ]


def tables(matches: Sequence[Match | PlannedMatch]) -> set[frozenset[int]]:
    return {frozenset(m.seats) for m in matches}


def test_a_corrected_result_keeps_everything_or_seats_all_anew() -> None:
    event, round_ = played(16, 2, "mahjong_swiss", 3)
    last = event.rounds[-1]
    right = replace(last.matches[0], scores=tuple(reversed(last.matches[0].scores or ())))
    corrected = replace(event, rounds=(event.rounds[0], replace(last, matches=(right, *last.matches[1:]))))
    keep, system = repairs(corrected, round_)
    assert keep.keeps_everything
    assert tables(system.plan.matches) == tables(pair(corrected).matches)


@pytest.mark.parametrize(
    ("system", "rounds", "options"),
    [
        ("mahjong_schedule", 2, {}),
        ("mahjong_schedule", 2, {"leavers": "replan"}),
        ("mahjong_final", 4, {}),
    ],
)
def test_where_tables_are_given_they_stay_and_the_empty_seat_is_filled(
    system: str, rounds: int, options: dict[str, Any]
) -> None:
    event, round_ = played(16, rounds, system, 5, **options)
    gone = round_.matches[2].seats[1]
    first, *others = repairs(left(event, gone), round_)
    assert first.broken == (3,)
    assert set(first.plan.matches[2].seats) == {*round_.matches[2].seats} - {gone} | {17}
    seatings = {frozenset(tables(r.plan.matches)) for r in (first, *others)}
    assert len(seatings) == 1 + len(others)
    assert frozenset(tables(pair(left(event, gone)).matches)) in seatings
    assert repairs(event, round_)[0].keeps_everything


def test_a_pair_forbidden_after_the_schedule_was_made_is_parted() -> None:
    event, round_ = played(20, 1, "mahjong_schedule", 7)
    a, b = sorted(round_.matches[0].seats)[:2]
    best = repairs(replace(event, forbidden_pairs=((a, b),)), round_)[0]
    assert best.relaxed == () and not any({a, b} <= set(m.seats) for m in best.plan.matches)


def test_qualifying_rounds_by_swiss_are_searched() -> None:
    event, round_ = played(16, 1, "mahjong_final", 9, qualifying="swiss")
    best = repairs(joined(left(event, round_.matches[0].seats[0])), round_)[0]
    assert best.broken == (1,) and best.plan.house == ()


def test_a_group_of_four_is_paired_anew_with_its_house_players_and_a_change_by_hand_is_judged() -> None:
    event, round_ = played(15, 2, "mahjong_swiss", 10)
    plan = group_repaired(event, round_, [p for m in round_.matches[2:] for p in people_at(event, m.seats)])
    assert sorted(p for m in plan.matches for p in m.seats) == sorted(
        p for m in round_.matches for p in m.seats
    )
    assert [m.seats for m in plan.matches[:2]] == [m.seats for m in round_.matches[:2]]
    assert judge(event, round_, pair(event)) == ()
    a, b = round_.matches[0].seats[0], round_.matches[1].seats[0]
    forbidden = replace(event, forbidden_pairs=((b, round_.matches[0].seats[1]),))
    found = judge(forbidden, round_, swapped(pair(event), a, b))
    assert [(w.rule, w.table) for w in found] == [("forbidden", 1)]


def test_where_forbidden_pairs_leave_no_way_the_fewest_meet() -> None:
    """Five at a club of five in a field of eight: at two tables at least four pairs of them meet."""
    event, round_ = played(8, 1, "mahjong_swiss", 12)
    club = replace(event, forbidden_pairs=tuple(combinations(range(1, 6), 2)))
    best = repairs(club, round_, most=1)[0]
    assert len(best.relaxed) == best_of_all(club, round_, frozenset())[0] == 4
    assert {r.rule for r in best.relaxed} == {"forbidden"}
    with pytest.raises(Impossible):
        pair(club)
