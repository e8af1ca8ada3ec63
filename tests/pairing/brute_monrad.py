"""The whole objective of rules/monrad.md by enumerating every pairing and every bye: the oracle of the Monrad tests.

Written from the rule text; of the project's code it uses the types only. Fields up to about ten players.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

from pairing.types import ByeKind, Snapshot

BYE = 0
POINTS = {
    "1-0": ("win", "loss"), "0-1": ("loss", "win"), "1/2-1/2": ("draw", "draw"), "0-0": ("loss", "loss"),
    "+--": ("win", "forfeit"), "--+": ("forfeit", "win"), "---": ("forfeit", "forfeit"),
}  # fmt: skip


class Facts:
    """What the rules need to know, read off a snapshot. The default scoring (1, 1/2, 0, bye 1) is assumed."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.number = len(snapshot.rounds) + 1
        self.points = {e.id: 0 for e in snapshot.entrants}
        self.losses = {e.id: 0 for e in snapshot.entrants}
        self.met_in: dict[frozenset[int], int] = {}
        self.had_bye: set[int] = set()
        worth = {"win": 100, "draw": 50, "loss": 0, "forfeit": 0}
        for round_ in snapshot.rounds:
            for match in round_.matches:
                self.met_in[frozenset(match.seats)] = round_.number
                for player, outcome in zip(match.seats, POINTS[match.result], strict=True):
                    self.points[player] += worth[outcome]
                    self.losses[player] += outcome in ("loss", "forfeit")
            for bye in round_.byes:
                self.points[bye.player] += {ByeKind.FULL: 100, ByeKind.HALF: 50}.get(bye.kind, 0)
                if bye.kind is ByeKind.FULL:
                    self.had_bye.add(bye.player)
        self.forbidden = {frozenset(pair) for pair in snapshot.forbidden_pairs}
        asked = {r.player for r in snapshot.bye_requests if r.round == self.number}
        limit = snapshot.options.get("elimination")
        self.considered = [
            e.id
            for e in snapshot.entrants
            if e.joined_round <= self.number
            and (e.left_after_round is None or self.number <= e.left_after_round)
            and e.id not in asked
            and (limit in (None, "none") or self.losses[e.id] < limit)
        ]
        self.order = self._order(snapshot)

    def _order(self, snapshot: Snapshot) -> list[int]:
        how = snapshot.options.get("order", "redraw")
        place = {e.id: i for i, e in enumerate(snapshot.entrants)}
        about = {e.id: e for e in snapshot.entrants}

        def draw(p: int) -> object:
            if how == "redraw":
                return sha256(f"{snapshot.draw_seed}|draw|{self.number}|{p}".encode()).digest()[:8]
            if how == "fixed_draw":
                return sha256(f"{snapshot.draw_seed}|draw|{p}".encode()).digest()[:8]
            if how == "rating":
                e = about[p]
                return (e.rating is None, -(e.rating or 0), place[p])
            return place[p]

        by_draw = sorted(self.considered, key=draw)  # type: ignore[arg-type]
        return sorted(by_draw, key=lambda p: -self.points[p])

    def legal(self, a: int, b: int) -> bool:
        if BYE in (a, b):
            return max(a, b) not in self.had_bye
        return frozenset((a, b)) not in self.met_in and frozenset((a, b)) not in self.forbidden


def pairings(order: list[int], legal: object) -> Iterator[list[tuple[int, int]]]:
    """Every pairing of the players in `order`, pairs by their first member."""
    if not order:
        yield []
        return
    first, rest = order[0], order[1:]
    for i, second in enumerate(rest):
        if legal(first, second):  # type: ignore[operator]
            for others in pairings(rest[:i] + rest[i + 1 :], legal):
                yield [(first, second), *others]


def goals(facts: Facts, pairs: list[tuple[int, int]]) -> tuple[object, ...]:
    """What is compared, smaller is better: (a), (b), (c), (d)."""
    points = facts.points
    scores = sorted({points[p] for p in facts.considered}, reverse=True)
    bye = next((points[a] for a, b in pairs if b == BYE), 0)
    down = [0] * len(scores)
    floats = []
    for a, b in pairs:
        if b != BYE and points[a] != points[b]:
            high, low = max(points[a], points[b]), min(points[a], points[b])
            down[scores.index(high)] += 1
            floats.append((-high, -low))
    place = {p: i for i, p in enumerate([*facts.order, BYE])}
    return bye, down, sorted(floats), [place[b] for _, b in pairs]


def best(snapshot: Snapshot) -> list[tuple[int, int]] | None:
    """The pairing the rules ask for, pairs in draw order, the bye as (player, 0); None if none is legal."""
    facts = Facts(snapshot)
    order = facts.order + ([BYE] if len(facts.order) % 2 else [])
    return min(pairings(order, facts.legal), key=lambda pairs: goals(facts, pairs), default=None)


def best_with_rematches(snapshot: Snapshot) -> list[tuple[int, int]] | None:
    """As `best`, but rematches are possible: the fewest, the lowest, the oldest; forbidden pairs stay forbidden."""
    facts = Facts(snapshot)
    order = facts.order + ([BYE] if len(facts.order) % 2 else [])

    def allowed(a: int, b: int) -> bool:
        return facts.legal(a, b) or (BYE not in (a, b) and frozenset((a, b)) not in facts.forbidden)

    def price(pairs: list[tuple[int, int]]) -> tuple[object, ...]:
        again = [frozenset(pair) for pair in pairs if frozenset(pair) in facts.met_in]
        scores = sorted(
            (sorted((facts.points[p] for p in pair), reverse=True) for pair in again), reverse=True
        )
        ages = sorted((facts.met_in[pair] for pair in again), reverse=True)
        return len(again), scores, ages

    return min(pairings(order, allowed), key=lambda pairs: (price(pairs), goals(facts, pairs)), default=None)
