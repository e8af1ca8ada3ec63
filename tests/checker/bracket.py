"""A round of single elimination, worked out from the document by the rules word for word (rules/tiered-league.md,
"Bracket"): to be compared with what was paired. Double elimination: what must hold of every round.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.checker.matching import has_perfect_matching
from tests.pairing.brute_tiered import LOST, League, Upper, cheapest

Json = dict[str, Any]
Slot = int | None
MOST = 12  # players of a layer whose pairings are all tried


class TooLarge(Exception):
    """A layer that cannot be paired without a rematch, and too large to try everything."""


def check_bracket(document: Json, answer: Json) -> Iterator[str]:
    """What is wrong with a round of `bracket` or `double_elimination`."""
    if document["system"]["name"] == "double_elimination":
        yield from _check_double(document, answer)
        return
    try:
        expected = next_stage(document)
    except TooLarge:
        return
    if "impossible" in answer:
        if expected is not None:
            yield f"said to be over where {expected[0]} are to be played"
        return
    pairs = sorted(sorted(m["seats"]) for m in answer["matches"])
    byes = sorted(b["player"] for b in answer["byes"] if b["kind"] == "full")
    if expected is None:
        yield f"paired {pairs} where nothing is left to play"
    elif (pairs, byes) != expected:
        yield f"paired {pairs}, byes {byes}, where the rules say {expected}"


def entrants_of(document: Json) -> list[int]:
    """Who is in the bracket, by seed."""
    return [p for layer in Elimination(document, draw_only=True).order for p in layer]


def next_stage(document: Json) -> tuple[list[list[int]], list[int]] | None:
    """The pairs and the byes of the next round of a bracket that begins after `after_round` (else with round 1)."""
    return Elimination(document).next


class Elimination:
    """The bracket from its first round to the one to be paired."""

    def __init__(self, document: Json, draw_only: bool = False) -> None:
        self.document, self.options = document, dict(document["system"].get("options") or {})
        self.rounds = document.get("rounds", [])
        given = self.options.get("after_round")
        self.after = 0 if given in (None, "none") else int(given)
        self.league = League(document | {"rounds": self.rounds[: self.after]})
        self.next: tuple[list[list[int]], list[int]] | None = None
        self.order = [self.qualified()] if draw_only else self.seeded()
        if not draw_only:
            self.play()

    def here(self, player: int, number: int) -> bool:
        about = self.league.players[player]
        left = about.get("left_after_round")
        if about.get("joined_round", 1) > number or (left is not None and left < number):
            return False
        if number <= len(self.rounds):
            return not any(
                b["player"] == player and b["kind"] != "full" for b in self.rounds[number - 1]["byes"]
            )
        asked = self.document.get("bye_requests", [])
        return not any(r["player"] == player and r["round"] == number for r in asked)

    # --- 1. order, byes -------------------------------------------------------------------------------------------
    def qualified(self) -> list[int]:
        """Everybody in it by record, then strength of schedule."""
        league, limit = self.league, self.options.get("elimination")
        people = [
            p
            for p in league.listed
            if self.here(p, self.after + 1) and (limit in (None, "none") or league.losses[p] < limit)
        ]
        people.sort(key=lambda p: (-league.wins[p], league.losses[p], -league.sos[p], league.rank[p]))
        size = self.options.get("size")
        return people if size in (None, "none") else people[: int(size)]

    def seeded(self) -> list[list[int]]:
        """The layers, those who enter last first, each in the order of its seeds."""
        people = self.qualified()
        layers: list[list[int]] = []
        winners = 0
        for count in entering(len(people), int(self.options.get("second_byes", 0))):
            layer = people[len(people) - count :] if count else []
            people = people[: len(people) - count]
            layers.insert(0, self.reseeded(layer, min(winners, count)))
            winners = (winners + count) // 2
        return layers

    # --- 2. layers ------------------------------------------------------------------------------------------------
    def reseeded(self, layer: list[int], alone: int) -> list[int]:
        """As if the layer were a tier: its matches become top against bottom; the first `alone` stay."""
        if not self.options.get("reseed_layers", True) or len(layer) == alone:
            return layer
        tier, league = layer[alone:], self.league

        def again(a: int, b: int) -> bool:
            return frozenset((a, b)) in league.met | league.forbidden

        strict = Upper(tier, league.rank, lambda a, b: not again(a, b))
        pairs = strict.procedure()
        if pairs is None and len(tier) > MOST:
            pairs = looking_ahead(strict)
        elif pairs is None:
            pairs = next(strict.search(), None)
        if pairs is None:
            pairs = cheapest(Upper(tier, league.rank, lambda a, b: True).search(), again) or []
        ordered = sorted(
            (sorted(pair, key=tier.index) for pair in pairs), key=lambda pair: tier.index(pair[0])
        )
        return layer[:alone] + [p for p, _ in ordered] + [q for _, q in reversed(ordered)]

    # --- 3. top plays bottom --------------------------------------------------------------------------------------
    def play(self) -> None:
        seed = {p: at for at, p in enumerate(p for layer in self.order for p in layer)}
        waiting = [list(layer) for layer in self.order]
        slots: list[Slot] = []
        semifinalists: list[Slot] = []
        number = self.after + 1
        first = True
        while waiting or len(slots) > 1:
            slots = (waiting.pop() if waiting else []) + slots
            games = [sorted_by(seed, [slots[i], slots[-1 - i]]) for i in range(len(slots) // 2)]
            final = len(games) == 1 and not waiting
            came = [[p for p in game if self.here(p, number)] for game in games]
            third = [p for p in semifinalists if p is not None and self.here(p, number)] if final else []
            third = third if self.options.get("third_place") and len(semifinalists) == 2 else []
            extra = len(third) == 2
            if not extra and not any(len(c) == 2 for c in came):
                slots = [c[0] if c else None for c in came]
                semifinalists = [
                    next((p for p in g if p not in c), None) for g, c in zip(games, came, strict=True)
                ]
                continue
            met = self.swapped(seed, [c for c in came if len(c) == 2], number, first)
            if number > len(self.rounds):
                pairs = [list(pair) for pair in met.items()] + ([third] if extra else [])
                resting = [c[0] for c in came if len(c) == 1] + (third if len(third) == 1 else [])
                later = [p for layer in waiting for p in layer if self.here(p, number)]
                self.next = sorted(map(sorted, pairs)), sorted(resting + later)
                return
            slots, semifinalists = self.results(games, came, met, number)
            number, first = number + 1, False

    def results(
        self, games: list[list[int]], came: list[list[int]], met: dict[int, int], number: int
    ) -> tuple[list[Slot], list[Slot]]:
        """Who stands where in the next stage, and who has lost in which game."""
        matches = {frozenset(m["seats"]): m for m in self.rounds[number - 1]["matches"]}
        through: list[Slot] = []
        lost: list[Slot] = []
        for game, present in zip(games, came, strict=True):
            if len(present) < 2:
                through.append(present[0] if present else None)
                missing = [p for p in game if p not in present]
                lost.append(missing[0] if len(missing) == 1 else None)
                continue
            match = matches[frozenset((present[0], met[present[0]]))]
            losers = [p for p, out in zip(match["seats"], LOST[match["result"]], strict=True) if out]
            through.append(next((p for p in match["seats"] if p not in losers), None))
            lost.append(losers[0] if len(losers) == 1 else None)
        return through, lost

    # --- 4. rematches ---------------------------------------------------------------------------------------------
    def swapped(
        self, seed: dict[int, int], games: list[list[int]], number: int, first: bool
    ) -> dict[int, int]:
        """Opponents by upper seed after swaps."""
        games = sorted(games, key=lambda g: seed[g[0]])
        upper, lower = [g[0] for g in games], [g[1] for g in games]
        reseeds = self.options.get("reseed_layers", True)
        if self.options.get("avoid_rematches", True) and not (first and reseeds):
            earlier = {frozenset(m["seats"]) for r in self.rounds[: number - 1] for m in r["matches"]}
            for i in range(len(games)):
                if frozenset((upper[i], lower[i])) not in earlier:
                    continue
                for j in [*range(i + 1, len(games)), *reversed(range(i))]:
                    new = {frozenset((upper[i], lower[j])), frozenset((upper[j], lower[i]))}
                    if not new & earlier:
                        lower[i], lower[j] = lower[j], lower[i]
                        break
        return dict(zip(upper, lower, strict=True))


def sorted_by(seed: dict[int, int], slots: list[Slot]) -> list[int]:
    return sorted((p for p in slots if p is not None), key=seed.__getitem__)


def entering(players: int, second_byes: int) -> list[int]:
    """How many enter in each round: found by trying everything."""
    if not second_byes:
        power = next(2**k for k in range(20) if 2**k >= players)
        return [2 * players - power, power - players]
    found = []
    for first in range(2, players + 1, 2):
        second = players - first - second_byes
        third = second_byes + (first // 2 + second) / 2
        if second >= 0 and third in [2.0**k for k in range(20)]:
            found.append((third, [first, second, second_byes]))
    return max(found)[1]


def looking_ahead(tier: Upper) -> list[tuple[int, int]]:
    """The first answer of the search in the order of preference, asking before each pair whether the rest goes on."""
    left, pairs = list(tier.order), []

    def goes_on(people: list[int]) -> bool:
        return has_perfect_matching({a: {b for b in people if b != a and tier.legal(a, b)} for a in people})

    if not goes_on(left):
        raise TooLarge
    while left:
        a = left[0]
        b = next(c for c in tier.preference(a, left) if goes_on([p for p in left if p not in (a, c)]))
        pairs.append((a, b))
        left = [p for p in left if p not in (a, b)]
    return pairs


# --- double elimination -------------------------------------------------------------------------------------------
def _check_double(document: Json, answer: Json) -> Iterator[str]:
    """Nobody plays who has lost twice; who has lost once meets who has lost once, but in the finals."""
    given = (document["system"].get("options") or {}).get("after_round")
    after = 0 if given in (None, "none") else int(given)
    lost: Counter[int] = Counter()
    for played in document.get("rounds", [])[after:]:
        for match in played["matches"]:
            for player, out in zip(match["seats"], LOST[match["result"]], strict=True):
                lost[player] += out
    if "impossible" in answer:
        return
    quiet = _is_quiet(document)
    for match in answer["matches"]:
        a, b = match["seats"]
        if max(lost[a], lost[b]) > 1:
            yield f"{match['seats']}: somebody has lost twice"
        if quiet and lost[a] != lost[b] and len(answer["matches"]) > 1:
            yield f"{match['seats']} have lost {lost[a]} and {lost[b]} times, and it is no final"
    seated = {p for m in answer["matches"] for p in m["seats"]} | {b["player"] for b in answer["byes"]}
    alive = {
        p["id"] for p in document["players"] if lost[p["id"]] < 2 and p.get("joined_round", 1) <= after + 1
    }
    if (
        quiet
        and not {"size", "elimination"} & set(document["system"].get("options") or {})
        and alive - seated
    ):
        yield f"{sorted(alive - seated)} have neither lost twice nor a match or a bye"


def _is_quiet(document: Json) -> bool:
    """Whether everybody was always there and every match had a winner, so that losses tell who is where."""
    kinds = {b["kind"] for r in document.get("rounds", []) for b in r["byes"]}
    results = {m["result"] for r in document.get("rounds", []) for m in r["matches"]}
    left = any(p.get("left_after_round") is not None for p in document["players"])
    return not (
        document.get("bye_requests")
        or left
        or kinds & {"half", "absent"}
        or results - {"1-0", "0-1", "+--", "--+"}
    )
