"""A round of the league, for fields of any size, to the letter of rules/tiered-league.md: the bye, who goes up, which
tiers are joined, and each tier by its procedure, or by the first answer of a depth-first search that never goes astray,
since it asks of everybody whether the rest can be paired off as well.
"""

from collections.abc import Callable, Iterator
from typing import Any

from tests.checker.matching import cheapest_perfect_matching, has_perfect_matching
from tests.pairing.brute_tiered import League, Tier, Upper, bye, guests, make_tiers

Json = dict[str, Any]
Pair = frozenset[int]
Cost = Callable[[int, int], float]
Preference = Callable[[int, list[int]], list[int]]


def check_league(document: Json, answer: Json) -> Iterator[str]:
    """What is wrong with a round of `tiered`."""
    league = League(document)
    players = league.playing()
    asked = {r["player"] for r in document.get("bye_requests", [])}
    due = [bye(league, players)] if len(players) % 2 else []
    tiers = make_tiers(league, [p for p in players if p not in due])
    literal = _Round(league)
    if "impossible" in answer:
        if len(players) > 1 and literal.paired(tiers) is not None:
            yield "said to be impossible, but every tier can be paired"
        return
    byes = [b["player"] for b in answer["byes"] if b["player"] not in asked]
    if byes != due:
        yield f"byes {byes} where the lots say {due}"
        return
    expected = literal.paired(tiers)
    if expected is None:
        yield "a tier cannot be paired at all"
        return
    pairs = {frozenset(m["seats"]) for m in answer["matches"]}
    if pairs != expected:
        yield f"{sorted(map(sorted, pairs - expected))} where the rules say {sorted(map(sorted, expected - pairs))}"
    relaxed = {(r["rule"], frozenset(r["players"])) for r in answer["relaxed"] if r["rule"] != "second_bye"}
    if literal.broken != relaxed:
        yield f"{sorted(map(str, relaxed))} declared where {sorted(map(str, literal.broken))} is broken"


class _Round:
    def __init__(self, league: League) -> None:
        self.league = league
        self.seasons = int(league.options.get("rematch_seasons", 2))
        self.broken: set[tuple[str, Pair]] = set()

    def paired(self, waiting: list[Tier]) -> set[Pair] | None:
        """All pairs of the round; None where the last tier has no legal pairing."""
        found: set[Pair] = set()
        while waiting:
            losses, parts = waiting.pop(0)
            members = [p for part in parts for p in part]
            upper = losses <= 1 and self.league.number > 1 and not (self.league.is_old and len(parts) > 1)
            cost = self.cost(upper)
            guest = self.guest(members, waiting, cost) if len(members) % 2 else []
            most = self.seasons + (not waiting)
            if can_be_paired(members + guest, cost, most):
                order = [p for part in (*parts, guest) for p in self.league.by_sos(part)]
                if not upper:
                    first = self.league.number == 1
                    order = (self.league.by_lot if first else self.league.by_rank)(members + guest)
                found |= self.pairs_of(order, cost, most, upper)
            elif waiting:
                below, [others] = waiting[0]
                waiting[0] = (below, [*parts, others + guest])
                self.broken.add(("join", frozenset(members + others + guest)))
            else:
                return None
        return found

    def guest(self, members: list[int], waiting: list[Tier], cost: Cost) -> list[int]:
        """Who completes the tier, gone from the tier below; nobody where nobody serves."""
        tried = guests(self.league, waiting[0])
        for most in range(self.seasons + 1):
            for one in tried:
                if self.league.is_old or can_be_paired([*members, one], cost, most):
                    waiting[0][1][0].remove(one)
                    if not waiting[0][1][0]:
                        del waiting[0]
                    return [one]
        return []

    def cost(self, upper: bool) -> Cost:
        """What a pair of a tier breaks."""
        counting = self.seasons if not upper else min(1, self.seasons) if self.league.number == 2 else 0
        return lambda a, b: self.league.cost(a, b, counting)

    def pairs_of(self, order: list[int], cost: Cost, most: float, upper: bool) -> set[Pair]:
        """The pairs of one tier; what they break is noted."""
        least = cheapest_of(order, cost, most) or []
        worst = max(least, default=0)

        def below(a: int, left: list[int]) -> list[int]:
            return [b for b in left if b != a and cost(a, b) <= worst]

        rules = Upper(order, self.league.rank, lambda a, b: cost(a, b) <= worst)
        pairs = rules.procedure() if upper and not least else None
        if pairs is None:
            pairs = first_answer(order, rules.preference if upper else below, cost, least)
        for pair in map(frozenset, pairs):
            if price := cost(*pair):
                self.broken.add(("rematch" if price > self.seasons else "season_rematch", pair))
        return set(map(frozenset, pairs))


def first_answer(
    order: list[int], preference: Preference, cost: Cost, least: list[float]
) -> list[tuple[int, int]]:
    """The first pairing, in the order of preference, that costs no more than `least`, the costs of a cheapest one."""
    found = []
    while order:
        a = order[0]
        for b in preference(a, order):
            rest = [p for p in order if p not in (a, b)]
            spent = [c for c in (cost(a, b),) if c]
            others = cheapest_of(rest, cost, max(least, default=0))
            if others is not None and sorted([*spent, *others], reverse=True) == least:
                found.append((a, b))
                order, least = rest, others
                break
    return found


def cheapest_of(players: list[int], cost: Cost, most: float) -> list[float] | None:
    """What has to be broken to pair the players off, the worst first; None where prices up to `most` do not suffice."""
    if can_be_paired(players, cost, 0):
        return []
    found = cheapest_perfect_matching(
        graph(players, cost, most), lambda a, b: {cost(a, b): 1} if cost(a, b) else {}, levels(most)
    )
    return None if found is None else sorted((c for p in found if (c := cost(*p))), reverse=True)


def levels(most: float) -> list[float]:
    return [float(level) for level in range(int(most), 0, -1)]


def can_be_paired(players: list[int], cost: Cost, most: float) -> bool:
    return has_perfect_matching(graph(players, cost, most))


def graph(players: list[int], cost: Cost, most: float) -> dict[int, set[int]]:
    """Who may meet whom at a price up to `most`."""
    return {a: {b for b in players if b != a and cost(a, b) <= most} for a in players}
