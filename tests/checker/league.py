"""A round of the league, for fields of any size: the bye, who goes up and the tiers as the rules say; a tier as the
procedure pairs it where that ends, others by asking of opponents passed over whether the rest could have been paired.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.checker.matching import cheapest_perfect_matching, has_perfect_matching
from tests.pairing.brute_tiered import League, Upper, make_tiers

Json = dict[str, Any]
Pair = frozenset[int]
Cost = Callable[[int, int], float]
LITERAL_UP_TO = 200  # players of a tier that is paired to the letter
ASKED = 6  # opponents passed over in a tier who are looked at


def check_league(document: Json, answer: Json) -> Iterator[str]:
    """What is wrong with a round of `tiered`."""
    league = League(document)
    due: list[int] = []
    players = league.playing()
    asked = {r["player"] for r in document.get("bye_requests", [])}
    if len(players) % 2:
        drawn = league.by_lot(players)
        due = ([p for p in drawn if p not in league.had_bye] or drawn)[:1]
    if "impossible" in answer:
        waiting = make_tiers(league, [p for p in players if p not in due])
        if len(players) > 1 and not any("at all" in line for line in _Round(league, {}).check(waiting)):
            yield "said to be impossible, but every tier can be paired"
        return
    byes = [b["player"] for b in answer["byes"] if b["player"] not in asked]
    if byes != due:
        yield f"byes {byes} where the lots say {due}"
        return
    tiers = make_tiers(league, [p for p in players if p not in byes])
    partner = {p: q for m in answer["matches"] for p, q in (m["seats"], m["seats"][::-1])}
    relaxed = {(r["rule"], frozenset(r["players"])) for r in answer["relaxed"]}
    found = _Round(league, partner)
    yield from found.check(tiers)
    if found.broken != {r for r in relaxed if r[0] != "second_bye"}:
        yield f"{sorted(map(str, relaxed))} declared where {sorted(map(str, found.broken))} is broken"
    if len(answer["notes"]) != found.joined:
        yield f"{len(answer['notes'])} tiers joined where it takes {found.joined}"


class _Round:
    def __init__(self, league: League, partner: dict[int, int]) -> None:
        self.league, self.partner = league, partner
        self.seasons = int(league.options.get("rematch_seasons", 2))
        self.broken: set[tuple[str, Pair]] = set()
        self.joined = 0

    def check(self, tiers: list[tuple[int, list[int], list[int], bool]]) -> Iterator[str]:
        while tiers:
            lost, members, guests, joined = tiers.pop(0)
            upper = lost <= 1 and not joined and self.league.number > 1
            cost, order = self.terms(members, guests, upper)
            most = self.seasons if tiers else self.seasons + 1
            if not has_perfect_matching(graph(order, cost, most)):
                if not tiers:
                    yield f"{order} cannot be paired at all"
                    return
                self.joined += 1
                below = tiers[0]
                tiers[0] = (below[0], members + guests + below[1], below[2], True)
                continue
            if any(self.partner.get(p) not in order for p in order):
                yield f"the tier {order} is not paired among itself"
            else:
                yield from self.check_tier(order, cost, upper)

    def terms(self, members: list[int], guests: list[int], upper: bool) -> tuple[Cost, list[int]]:
        """What a pair of this tier breaks, and the tier's order."""
        league = self.league
        counting = self.seasons if not upper else min(1, self.seasons) if league.number == 2 else 0
        if upper:
            order = league.by_sos(members) + guests
        else:
            both = members + guests
            order = league.by_lot(both) if league.number == 1 else league.by_rank(both)
        return lambda a, b: league.cost(a, b, counting), order

    def check_tier(self, order: list[int], cost: Cost, upper: bool) -> Iterator[str]:
        pairs = {frozenset((p, self.partner[p])) for p in order}
        spent = sorted((c for p in pairs if (c := cost(*p))), reverse=True)
        for pair in pairs:
            if price := cost(*pair):
                self.broken.add(("rematch" if price > self.seasons else "season_rematch", pair))
        levels = list(range(1, self.seasons + 2))
        strict = has_perfect_matching(graph(order, cost, 0))
        if strict and spent:
            yield f"{order} could be paired without {spent}"
        elif not strict:
            found = cheapest_perfect_matching(
                graph(order, cost, self.seasons + 1),
                lambda a, b: {cost(a, b): 1} if cost(a, b) else {},
                levels[::-1],
            )
            least = sorted((c for p in found or () if (c := cost(*p))), reverse=True)
            if spent != least:
                yield f"{order} breaks {spent} where {least} would do"
        elif upper and len(order) <= LITERAL_UP_TO:
            rules = Upper(order, self.league.rank, lambda a, b: cost(a, b) == 0)
            literal = rules.procedure()
            if literal is not None and set(map(frozenset, literal)) != pairs:
                yield f"{sorted(map(sorted, pairs))} where the procedure ends with {literal}"
            elif literal is None:
                yield from self.passed_over(order, cost, rules.preference)
        elif not upper:
            yield from self.passed_over(
                order, cost, lambda a, left: [b for b in left if b != a and cost(a, b) == 0]
            )

    def passed_over(
        self, order: list[int], cost: Cost, preference: Callable[[int, list[int]], list[int]]
    ) -> Iterator[str]:
        left, asked = list(order), 0
        while left:
            a = left[0]
            b = self.partner[a]
            for candidate in preference(a, left):
                if candidate == b or asked == ASKED:
                    break
                asked += 1
                rest = [p for p in left if p not in (a, candidate)]
                if has_perfect_matching(graph(rest, cost, 0)):
                    yield f"{a} could have met {candidate}, who comes before {b}"
            left = [p for p in left if p not in (a, b)]


def graph(players: list[int], cost: Cost, most: float) -> dict[int, set[int]]:
    """Who may meet whom at a price up to `most`."""
    return {a: {b for b in players if b != a and cost(a, b) <= most} for a in players}
