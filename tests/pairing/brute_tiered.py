"""The rules of the league word for word (rules/tiered-league.md), by trying everything: for small fields.

Reads an event document, plain JSON, and shares nothing with the engine. Ranking numbers: 0 is the best.
"""

import hashlib
import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

Json = dict[str, Any]
Pair = tuple[int, int]
Skill = tuple[float, float]
LOST = {
    "1-0": (0, 1),
    "0-1": (1, 0),
    "1/2-1/2": (0, 0),
    "0-0": (1, 1),
    "+--": (0, 1),
    "--+": (1, 0),
    "---": (1, 1),
}
WON = {"1-0": (1, 0), "0-1": (0, 1), "+--": (1, 0), "--+": (0, 1)}


def lot(name: str, season: int, number: int) -> int:
    text = unicodedata.normalize("NFC", name) + f"|{season}|{number}"
    return int(hashlib.sha256(text.encode()).hexdigest()[:16], 16)


def phi(x: float) -> float:
    return math.erfc(-x / math.sqrt(2)) / 2


def after_match(winner: Skill, loser: Skill) -> tuple[Skill, Skill]:
    """TrueSkill without draws: beta 25/6, tau 25/300."""
    (m1, s1), (m2, s2) = winner, loser
    v1, v2, beta2 = s1**2 + (25 / 300) ** 2, s2**2 + (25 / 300) ** 2, (25 / 6) ** 2
    c = math.sqrt(2 * beta2 + v1 + v2)
    t = (m1 - m2) / c
    v = math.exp(-t * t / 2) / math.sqrt(2 * math.pi) / phi(t)
    w = v * (v + t)
    return (
        (m1 + v1 / c * v, math.sqrt(v1 * (1 - v1 / c**2 * w))),
        (m2 - v2 / c * v, math.sqrt(v2 * (1 - v2 / c**2 * w))),
    )


class League:
    """The facts of a document, one by one as the section "Terms" names them."""

    def __init__(self, document: Json) -> None:
        self.document = document
        self.options = dict(document["system"].get("options") or {})
        self.rounds = document.get("rounds", [])
        self.number = len(self.rounds) + 1
        self.season = document.get("season") or 1
        self.players = {p["id"]: p for p in document["players"]}
        self.listed = list(self.players)
        self.matches = [(r["number"], *m["seats"], m["result"]) for r in self.rounds for m in r["matches"]]
        self.met = {frozenset(m[1:3]) for m in self.matches}
        self.forbidden = {frozenset(p) for p in document.get("forbidden_pairs", [])}
        self.ago = self.meetings()
        full = [b["player"] for r in self.rounds for b in r["byes"] if b["kind"] == "full"]
        self.byes = Counter(full)
        self.is_old = self.options.get("rules") == "before-2026-11"
        self.losses, self.wins = Counter[int](), Counter[int](full)
        self.paired_up: set[int] = set()
        for played in self.rounds:
            before = dict(self.losses)
            for match in played["matches"]:
                a, b = match["seats"]
                if before.get(a, 0) != before.get(b, 0):
                    self.paired_up.add(a if before.get(a, 0) > before.get(b, 0) else b)
                for p, lost, won in zip(
                    (a, b), LOST[match["result"]], WON.get(match["result"], (0, 0)), strict=True
                ):
                    self.losses[p] += lost
                    self.wins[p] += won
        self.rate()

    def rate(self) -> None:
        rating = {}
        for p, about in self.players.items():
            mu, sigma = about.get("mu"), about.get("sigma")
            rating[p] = (25.0 if mu is None else mu, 25 / 3 if sigma is None else sigma)
        if self.options.get("ratings") == "replayed":
            for _, a, b, result in self.matches:
                if result == "1-0":
                    rating[a], rating[b] = after_match(rating[a], rating[b])
                elif result == "0-1":
                    rating[b], rating[a] = after_match(rating[b], rating[a])
        by_mu = self.options.get("order") == "mu"
        value = {p: mu if by_mu else mu - 3 * sigma for p, (mu, sigma) in rating.items()}
        given = {p: about.get("ranking") for p, about in self.players.items()}
        best = sorted(self.listed, key=lambda p: (-value[p], self.listed.index(p)))
        best.sort(key=lambda p: math.inf if given[p] is None else given[p])
        self.rank = {p: best.index(p) for p in self.listed}
        p_of = {
            p: phi((mu - 25) / math.sqrt(2 * (25 / 6) ** 2 + sigma**2 + (25 / 3) ** 2))
            for p, (mu, sigma) in rating.items()
        }
        faced: dict[int, list[float]] = {p: [] for p in self.listed}
        for _, a, b, _ in self.matches:
            faced[a].append(p_of[b])
            faced[b].append(p_of[a])
        for played in self.rounds:
            for bye in played["byes"]:
                if bye["kind"] != "absent":
                    faced[bye["player"]].append(0.0)
        # What is equal but for the last digits of a float is equal.
        self.sos = {p: round(math.fsum(f) / len(f), 10) if f else 0.0 for p, f in faced.items()}

    def playing(self) -> list[int]:
        limit = self.options.get("elimination", 4)
        limit = math.inf if limit in (None, "none") else int(limit)
        asked = {r["player"] for r in self.document.get("bye_requests", []) if r["round"] == self.number}
        found = []
        for p, about in self.players.items():
            left = about.get("left_after_round")
            here = about.get("joined_round", 1) <= self.number and (left is None or left >= self.number)
            if here and p not in asked and self.losses[p] < limit:
                found.append(p)
        return found

    def by_lot(self, players: list[int]) -> list[int]:
        return sorted(players, key=lambda p: lot(self.players[p].get("name", ""), self.season, self.number))

    def by_sos(self, players: list[int]) -> list[int]:
        return sorted(players, key=lambda p: (-self.sos[p], self.rank[p]))

    def by_rank(self, players: list[int]) -> list[int]:
        return sorted(players, key=self.rank.__getitem__)

    def season_ago(self, a: int, b: int) -> float:
        """How many seasons ago two players last met, 1 for the season before; never: infinite."""
        return self.ago.get(frozenset((a, b)), math.inf)

    def meetings(self) -> dict[frozenset[int], float]:
        """The latest meeting of every two players, as seasons ago."""
        ago: dict[frozenset[int], float] = {}
        for m in self.document.get("earlier_meetings", []):
            both = frozenset(m["players"])
            since = 1 if self.document.get("season") is None else self.season - m["season"]
            if since >= 1:
                ago[both] = min(since, ago.get(both, math.inf))
        return ago

    def cost(self, a: int, b: int, seasons: int) -> float:
        """0: nothing against it; else the worse the higher: 1 for the oldest of the seasons that count."""
        if frozenset((a, b)) in self.forbidden:
            return math.inf
        all_seasons = int(self.options.get("rematch_seasons", 2))
        if frozenset((a, b)) in self.met:
            return all_seasons + 1
        ago = self.season_ago(a, b)
        return all_seasons + 1 - ago if ago <= seasons else 0


# --- one tier ---------------------------------------------------------------------------------------------------
class Upper:
    """A tier without a loss or with one. `order` by strength of schedule; `legal(a, b)`: they may be matched."""

    def __init__(self, order: list[int], rank: dict[int, int], legal: Callable[[int, int], bool]) -> None:
        self.order, self.rank, self.legal = order, rank, legal
        self.seen: Counter[str] = Counter()

    def opponent(self, a: int, unpaired: list[int], with_step_2: bool) -> int | None:
        """Steps 1 to 3 for A."""
        ignored: set[int] = set()
        while True:
            could = [b for b in unpaired if b != a and b not in ignored and self.legal(a, b)]
            if not could:
                return None
            b = max(could, key=self.rank.__getitem__)
            if not (with_step_2 and self.refuses(b, a, unpaired)):
                return b
            self.seen["refused"] += 1
            ignored.add(b)

    def refuses(self, b: int, a: int, unpaired: list[int]) -> bool:
        position = unpaired.index(b) + 1
        if position > len(unpaired) / 2:
            return False
        bottom = unpaired[len(unpaired) // 2 :]
        c = sorted(bottom, key=self.rank.__getitem__, reverse=True)[position - 1]
        return self.rank[c] > self.rank[a]

    def first_or_nobody(self, a: int, unpaired: list[int]) -> int | None:
        found = self.opponent(a, unpaired, True)
        if found is None:
            found = self.opponent(a, unpaired, False)
            self.seen["nobody else"] += found is not None
        return found

    def procedure(self) -> list[Pair] | None:
        """To the letter; None when it comes back to a state it was in before, or runs out of matches to undo."""
        matched: list[Pair] = []
        states = set()
        while len(matched) * 2 < len(self.order):
            state = tuple(frozenset(m) for m in matched)
            unpaired = self.left(matched)
            a = unpaired[0]
            b = self.first_or_nobody(a, unpaired)
            if b is None:
                if state in states:
                    self.seen["gone in circles"] += 1
                    return None
                states.add(state)
            while b is None:
                if not matched:
                    return None
                matched.pop()
                self.seen["taken back"] += 1
                b = self.first_or_nobody(a, self.left(matched))
            matched.append((a, b))
        return matched

    def left(self, matched: list[Pair]) -> list[int]:
        gone = {p for m in matched for p in m}
        return [p for p in self.order if p not in gone]

    def preference(self, a: int, unpaired: list[int]) -> list[int]:
        """Everybody A may be matched with: first with step 2, then without, the lowest ranked first."""
        could = [b for b in unpaired if b != a and self.legal(a, b)]
        could.sort(key=self.rank.__getitem__, reverse=True)
        return [b for b in could if not self.refuses(b, a, unpaired)] + [
            b for b in could if self.refuses(b, a, unpaired)
        ]

    def search(self) -> Iterator[list[Pair]]:
        """All complete pairings in the order of a depth-first search."""
        return everything(self.order, self.preference)


def everything(order: list[int], preference: Callable[[int, list[int]], list[int]]) -> Iterator[list[Pair]]:
    """All pairings of the players: the first in order takes everybody in the order of preference, and so on."""
    if not order:
        yield []
        return
    a = order[0]
    for b in preference(a, order):
        for rest in everything([p for p in order if p not in (a, b)], preference):
            yield [(a, b), *rest]


def cheapest(found: Iterator[list[Pair]], cost: Callable[[int, int], float]) -> list[Pair] | None:
    """The first of those with the fewest pairs of the worst cost, then of the next."""
    best, least = None, None
    for pairs in found:
        spent = sorted((cost(a, b) for a, b in pairs), reverse=True)
        if least is None or spent < least:
            best, least = pairs, spent
            if not any(spent):
                break
    return best


# --- the tiers of a round ----------------------------------------------------------------------------------------
Tier = tuple[
    int, list[list[int]]
]  # losses; its members, of tiers that were joined those of each, the upper first


def make_tiers(league: League, players: list[int]) -> list[Tier]:
    """The tiers from the top, as they stand before anybody is paired up."""
    split = league.options.get("split_by_wins", False)
    groups: dict[tuple[int, int], list[int]] = {}
    for p in players:
        groups.setdefault((league.losses[p], -league.wins[p] if split else 0), []).append(p)
    return [(key[0], [groups[key]]) for key in sorted(groups)]


def guests(league: League, below: Tier) -> list[int]:
    """Who is tried as a guest from the tier below, in order."""
    losses, [members] = below
    order = league.by_rank(members)
    if losses <= 1:
        sorted_by_sos = league.by_sos(members)
        bottom = sorted_by_sos[len(sorted_by_sos) // 2 :]
        order = league.by_lot(bottom) + league.by_lot([p for p in members if p not in bottom])
    been = [p for p in order if p in league.paired_up]
    return [p for p in order if p not in been] + been


def bye(league: League, players: list[int]) -> int:
    """The first in lot order of those with the fewest."""
    drawn = league.by_lot(players)
    had = {p: min(league.byes[p], 1) if league.is_old else league.byes[p] for p in drawn}
    return next(p for p in drawn if had[p] == min(had.values()))
