"""Tiers without a loss or with one, from round 2: the hardest schedule meets the lowest ranked, who may refuse.

Rules: tiered-league.md, "0-loss and 1-loss tiers, from round 2". The procedure is followed to the letter, taking
matches back and all; should it come back to a state it was in before, the first answer of a depth-first search in the
same order of preference stands instead (`search`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from pairing.matching.neighbours import Pool, Price
from pairing.model.work import Work

STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Refusal:
    """`player` refused; `mirror`, who stands in the lower half where the player stands in the upper, is why."""

    player: int
    mirror: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """A match that was set. `refused`: who was asked before and refused. `insisted`: refusals no longer counted, `b`
    would have refused.

    `taken_back`: matches that were set before and had to be taken back for it. `passed_over`: somebody who came before
    `b` would have left others without an opponent.
    """

    a: int
    b: int
    refused: tuple[Refusal, ...] = ()
    insisted: bool = False
    taken_back: tuple[tuple[int, int], ...] = ()
    passed_over: bool = False


class UpperTier:
    """One tier to be paired. `order`: its players by strength of schedule, guests last. `rank`: 0 is best."""

    def __init__(self, order: Sequence[int], rank: Mapping[int, int], price: Price, work: Work) -> None:
        self.order = list(order)
        self.lowest_first = sorted(order, key=lambda p: -rank[p])
        self.rank = rank
        self.price: Price = price
        self.work = work

    def pair(self) -> list[Chosen]:
        """The pairing of the procedure, in the order the matches were set.

        After STEPS matches set and taken back without an end the depth-first search decides as well.
        Errors: NoPerfectMatching, when no pairing is legal.
        """
        chosen: list[Chosen] = []
        seen: set[tuple[tuple[int, int], ...]] = set()
        pool: Pool | None = None
        while unpaired := self._unpaired(chosen):
            state = tuple((c.a, c.b) for c in chosen)
            found = next(self.preferences(unpaired[0], unpaired), None)
            if found is None:
                # Whether there is a legal pairing at all is asked only now: mostly nobody gets stuck.
                if pool is None:
                    pool = Pool(self.order, self.price, 0, self.work)
                    self.price = cache(self.price)  # where matches are taken back it is asked again and again
                if state in seen or len(seen) > STEPS:
                    return self.depth_first(pool)
                seen.add(state)
                found = self._taking_back(unpaired[0], chosen)
                assert found is not None  # `a` has an opponent in a legal pairing
            chosen.append(found)
        return chosen

    def _unpaired(self, chosen: Sequence[Chosen]) -> list[int]:
        gone = {p for c in chosen for p in (c.a, c.b)}
        return [p for p in self.order if p not in gone]

    def _taking_back(self, a: int, chosen: list[Chosen]) -> Chosen | None:
        """A match for `a`, after taking back as many matches, the last first, as it needs."""
        taken: list[tuple[int, int]] = []
        while chosen:
            last = chosen.pop()
            taken.append((last.a, last.b))
            if 0 in (self.price(a, last.a), self.price(a, last.b)):  # nobody else has become free
                found = next(self.preferences(a, self._unpaired(chosen)))
                return replace(found, taken_back=tuple(taken))
        return None

    def preferences(self, a: int, unpaired: Sequence[int], worst: int = 0) -> Iterator[Chosen]:
        """What `a` may be matched with among the unpaired (in the tier's order, `a` included), the best first.

        The lowest ranked who does not refuse comes first; after those the ones who do, the lowest ranked first.
        `worst`: the highest price that is legal.
        """
        half = len(unpaired) // 2
        self.work.take(len(unpaired))
        position = {p: at for at, p in enumerate(unpaired)}
        lowest_first = [p for p in self.lowest_first if p in position]
        mirrors = [p for p in lowest_first if position[p] >= half]
        refused: list[Refusal] = []
        for b in lowest_first:
            price = self.price(a, b) if b != a else None
            if price is None or price > worst:
                continue
            at = position[b]
            if at < half and self.rank[mirrors[at]] > self.rank[a]:
                refused.append(Refusal(b, mirrors[at]))
            else:
                yield Chosen(a, b, tuple(refused))
        for refusal in refused:
            yield Chosen(a, refusal.player, (refusal,), insisted=True)

    def depth_first(self, pool: Pool) -> list[Chosen]:
        """The first answer of a depth-first search: everybody in turn takes the first in the order of preference.

        What `pool` allows is legal here.
        """
        chosen: list[Chosen] = []
        while unpaired := self._unpaired(chosen):
            a = unpaired[0]
            offers = {c.b: c for c in self.preferences(a, unpaired, pool.worst)}
            b = pool.take(a, offers)
            assert b is not None  # whoever has been paired before left this possible
            chosen.append(replace(offers[b], passed_over=b != next(iter(offers))))
        return chosen
