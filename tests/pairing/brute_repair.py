"""Every way to repair a round of two at a table, by trying all pairings: the oracle of the tests of repairs.

Written from docs/decisions/0011-repairs.md; of the project's code it uses the types and the facts of the other oracle.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from pairing.types import ByeKind, Round, Snapshot
from tests.checker.objective import score_groups, vector
from tests.pairing.brute_monrad import Facts

BYE = 0
Pair = tuple[int, int]
Key = tuple[tuple[int, int], int, int, list[int]]


@dataclass(frozen=True)
class Way:
    """One whole round: the pairs (a bye is (player, BYE)) and what it costs."""

    pairs: frozenset[frozenset[int]]
    key: Key
    round_distance: int


def pairings(players: list[int]) -> Iterator[list[Pair]]:
    """All pairings of the players; of an odd number one has the bye."""
    if len(players) % 2:
        for bye in players:
            rest = [p for p in players if p != bye]
            yield from ([*pairs, (bye, BYE)] for pairs in pairings(rest))
        return
    if not players:
        yield []
        return
    first, *others = players
    for second in others:
        rest = [p for p in others if p != second]
        yield from ([(first, second), *pairs] for pairs in pairings(rest))


def ways(snapshot: Snapshot, round_: Round, frozen: frozenset[int]) -> list[Way]:
    """All repairs, the best first."""
    facts = Facts(snapshot)
    stay = [m.seats for m in round_.matches if m.table in frozen]
    busy = {p for seats in stay for p in seats}
    free = [p for p in facts.considered if p not in busy]
    old = [frozenset(m.seats) for m in round_.matches if m.table not in frozen]
    had = {frozenset((b.player, BYE)) for b in round_.byes if b.kind is ByeKind.FULL}
    candidates = [p for p in free if p not in facts.had_bye] or free
    lowest = min((facts.points[p] for p in candidates), default=0)
    scores = {p: Fraction(points, 100) for p, points in facts.points.items()}
    group = score_groups(scores, [*free, *busy])

    def apart(a: int, b: int) -> int:
        if b == BYE:
            return max(0, facts.points[a] - lowest)
        return abs(facts.points[a] - facts.points[b])

    def way(pairs: list[Pair]) -> Way:
        sets = {frozenset(both) for both in pairs}
        everything = [*pairs, *stay]
        forbidden = sum(frozenset(both) in facts.forbidden for both in everything)
        again = sum(frozenset(both) in facts.met_in for both in everything)
        again += sum(a in facts.had_bye for a, b in pairs if b == BYE)
        broken = sum(both not in sets for both in old)
        new = sum(apart(*both) for both in pairs if frozenset(both) not in [*old, *had])
        counts = vector([*sets, *map(frozenset, stay)], group) if everything else []
        whole = sum(apart(a, b) for a, b in everything)
        return Way(
            frozenset([*sets, *map(frozenset, stay)]), ((forbidden, again), broken, new, counts), whole
        )

    return sorted(map(way, pairings(free)), key=lambda w: w.key)
