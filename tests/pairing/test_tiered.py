"""`tiered` by the sentences of rules/tiered-league.md; expected pairings are worked out by hand from them."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest

from pairing.engine import pair
from pairing.types import Bye, EarlierMeeting, Entrant, Match, Round, RoundPlan, Snapshot

NAMES = ("dok", "Xorlof", "awesomeunleashed", "Kinseth")


def lot_of(name: str, season: int, number: int) -> int:
    """As anybody can recompute it, without the project's own code."""
    return int.from_bytes(sha256(f"{name}|{season}|{number}".encode()).digest()[:8], "big")


def league(*entrants: Entrant, rounds: tuple[Round, ...] = (), **more: object) -> Snapshot:
    return Snapshot(entrants, rounds, system="tiered", season=13, **more)  # type: ignore[arg-type]


def won(number: int, *pairs: tuple[int, int], byes: tuple[int, ...] = ()) -> Round:
    """A completed round: each pair as (winner, loser)."""
    matches = tuple(Match(table, pair, "1-0") for table, pair in enumerate(pairs, 1))
    return Round(number, matches=matches, byes=tuple(map(Bye, byes)))


def pairs_of(plan: RoundPlan) -> list[tuple[int, int]]:
    return [m.seats for m in plan.matches]  # type: ignore[misc]


def source_example() -> Snapshot:
    """Four players without a loss whose schedules get easier from dok to Kinseth, and who they beat."""
    ranking = {"dok": 1, "Kinseth": 2, "awesomeunleashed": 3, "Xorlof": 4}
    winners = [Entrant(i, name, ranking=ranking[name]) for i, name in enumerate(NAMES, 1)]
    losers = [Entrant(4 + i, f"loser {i}", ranking=4 + i, mu=40.0 - 5 * i) for i in range(1, 5)]
    return league(*winners, *losers, rounds=(won(1, (1, 5), (2, 6), (3, 7), (4, 8)),))


def test_the_worked_example_of_the_source() -> None:
    plan = pair(source_example())
    assert pairs_of(plan)[:2] == [(1, 3), (2, 4)]
    assert "Xorlof refused dok: Kinseth, who mirrors Xorlof's place, ranks below dok" in [
        reason.text(name_of=dict(enumerate(NAMES, 1)).__getitem__) for reason in plan.matches[0].why
    ]


def test_round_one_pairs_neighbours_in_lot_order() -> None:
    people = [Entrant(i, f"P{i}") for i in range(1, 9)]
    order = sorted(range(1, 9), key=lambda i: lot_of(f"P{i}", 13, 1))
    assert pairs_of(pair(league(*people))) == list(zip(order[::2], order[1::2], strict=True))


def test_round_one_takes_pairs_back_when_the_last_two_met_last_season() -> None:
    """ "Undo the last pair set": with 5 and 6 barred, 5 takes 3 (the first of the pair undone), so 4 meets 6."""
    people = [Entrant(i, f"P{i}") for i in range(1, 7)]
    a, b, c, d, e, f = sorted(range(1, 7), key=lambda i: lot_of(f"P{i}", 13, 1))
    plan = pair(league(*people, earlier_meetings=(EarlierMeeting(12, (e, f)),)))
    assert pairs_of(plan) == [(a, b), (c, e), (d, f)]


@pytest.mark.parametrize(("season", "again"), [(12, False), (11, False), (10, True)])
def test_only_the_last_two_seasons_are_avoided(season: int, again: bool) -> None:
    people = [Entrant(i, f"P{i}") for i in range(1, 5)]
    a, b, c, d = sorted(range(1, 5), key=lambda i: lot_of(f"P{i}", 13, 1))
    plan = pair(league(*people, earlier_meetings=(EarlierMeeting(season, (a, b)),)))
    assert pairs_of(plan) == ([(a, b), (c, d)] if again else [(a, c), (b, d)])


def test_the_oldest_season_is_relaxed_first_and_said() -> None:
    people = [Entrant(i, f"P{i}") for i in range(1, 5)]
    meetings = [EarlierMeeting(12, (1, 2)), EarlierMeeting(12, (3, 4)), EarlierMeeting(11, (1, 3))]
    meetings += [EarlierMeeting(12, (1, 4))]
    plan = pair(league(*people, earlier_meetings=tuple(meetings)))
    assert {frozenset(p) for p in pairs_of(plan)} == {frozenset((1, 3)), frozenset((2, 4))}
    assert [(r.rule, set(r.players)) for r in plan.relaxed] == [("season_rematch", {1, 3})]


def test_the_bye_goes_to_the_first_in_lot_order_without_one() -> None:
    people = [Entrant(i, f"P{i}") for i in range(1, 6)]
    order = sorted(range(1, 6), key=lambda i: lot_of(f"P{i}", 13, 1))
    plan = pair(league(*people))
    assert [b.player for b in plan.byes] == [order[0]]
    one, two, three, four = order[1:]
    played = won(1, (one, two), (three, four), byes=(order[0],))
    drawn = sorted(order[1:], key=lambda i: lot_of(f"P{i}", 13, 2))
    assert [b.player for b in pair(league(*people, rounds=(played,))).byes] == [drawn[0]]


def test_an_odd_upper_tier_takes_by_lot_from_the_lower_half_below() -> None:
    """Six players, one withdrawn winner: two without a loss ... the odd one is completed from the one-loss tier."""
    people = [Entrant(i, f"P{i}", ranking=i) for i in range(1, 7)]
    people[0] = replace(people[0], left_after_round=1)
    people.append(Entrant(7, "late", ranking=7, joined_round=2))
    snapshot = league(*people, rounds=(won(1, (1, 4), (2, 5), (3, 6)),))
    # Without a loss: 2, 3 and the late one; below them 4, 5, 6, all with one opponent equal to themselves in rating.
    below = [4, 5, 6]  # equal schedules: ranked order; the lower half with the median is 5 and 6
    first = min(below[1:], key=lambda i: lot_of(f"P{i}", 13, 2))
    plan = pair(snapshot)
    up = [p for pair_ in pairs_of(plan) for p in pair_ if p in below and set(pair_) & {2, 3, 7}]
    assert up == [first]


def test_two_losses_pair_neighbours_in_the_ranking_and_the_best_goes_up() -> None:
    people = [Entrant(i, f"P{i}", ranking=i) for i in range(1, 9)]
    rounds = (
        won(1, (1, 5), (2, 6), (3, 7), (4, 8)),
        won(2, (1, 3), (2, 4), (5, 7), (6, 8)),
    )
    plan = pair(league(*people, rounds=rounds))
    # 1 2 | 3 4 5 6 | 7 8; 7 and 8 have two losses and are even in number.
    assert (7, 8) in pairs_of(plan)


def test_whoever_has_four_losses_is_out() -> None:
    people = [Entrant(i, f"P{i}", ranking=i) for i in range(1, 9)]
    rounds = tuple(won(n, *[(i, (i + n - 1) % 4 + 5) for i in range(1, 5)]) for n in range(1, 5))
    assert {p for m in pair(league(*people, rounds=rounds)).matches for p in m.seats} == {1, 2, 3, 4}
