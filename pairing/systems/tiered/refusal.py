"""Tiers without a loss or with one, from round 2: the hardest schedule meets the lowest ranked, who may refuse.

Rules: tiered-league.md, "0-loss and 1-loss tiers, from round 2". The procedure is followed to the letter, taking
matches back and all; should it come back to a state it was in before, the first answer of a depth-first search in the
same order of preference stands instead (`search`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pairing.systems.tiered.search import Pool, Price

STEPS = 10_000


@dataclass(frozen=True, slots=True)
class Refusal:
    """`player` refused; `mirror`, who stands in the lower half where the player stands in the upper, is why."""

    player: int
    mirror: int


@dataclass(frozen=True, slots=True)
class Chosen:
    """A match that was set. `refused`: who was asked before and refused. `insisted`: refusals no longer counted.

    `taken_back`: matches that were set before and had to be taken back for it.
    """

    a: int
    b: int
    refused: tuple[Refusal, ...] = ()
    insisted: bool = False
    taken_back: tuple[tuple[int, int], ...] = ()


class UpperTier:
    """One tier to be paired. `order`: its players by strength of schedule, guests last. `rank`: 0 is best."""

    def __init__(self, order: Sequence[int], rank: Mapping[int, int], price: Price) -> None:
        self.order = list(order)
        self.place = {p: at for at, p in enumerate(order)}
        self.rank = rank
        self.price = price

    def pair(self) -> list[Chosen]:
        """The pairing of the procedure, in the order the matches were set; there must be a legal one.

        After STEPS matches set and taken back without an end the depth-first search decides as well.
        """
        chosen: list[Chosen] = []
        seen: set[tuple[tuple[int, int], ...]] = set()
        while unpaired := self._unpaired(chosen):
            state = tuple((c.a, c.b) for c in chosen)
            found = None if state in seen or len(seen) > STEPS else self._take_back(unpaired[0], chosen)
            if found is None:
                return self.depth_first(Pool(self.order, self.price, 0))
            seen.add(state)
            chosen.append(found)
        return chosen

    def _unpaired(self, chosen: Sequence[Chosen]) -> list[int]:
        gone = {p for c in chosen for p in (c.a, c.b)}
        return [p for p in self.order if p not in gone]

    def _take_back(self, a: int, chosen: list[Chosen]) -> Chosen | None:
        """A match for `a`, after taking back as many matches, the last first, as it needs."""
        taken: list[tuple[int, int]] = []
        while True:
            candidates, refusals = self.preferences(a, self._unpaired(chosen))
            if candidates:
                b = candidates[0]
                asked = tuple(refusals.values())
                insisted = b in refusals
                return Chosen(a, b, asked if not insisted else (refusals[b],), insisted, tuple(taken))
            if not chosen:
                return None
            last = chosen.pop()
            taken.append((last.a, last.b))

    def preferences(
        self, a: int, unpaired: Sequence[int], worst: int = 0
    ) -> tuple[list[int], dict[int, Refusal]]:
        """Legal opponents of `a` among the unpaired (in the tier's order, `a` included) in the order of preference, and
        who refuses: the lowest ranked who does not refuse first; after those the ones who do, the lowest ranked first.
        `worst`: the highest price that is legal.

        The refusals in the answer are those before the first who does not refuse, or all when everybody does.
        """
        half = len(unpaired) // 2
        mirrors = sorted(unpaired[half:], key=lambda p: -self.rank[p])
        position = {p: at for at, p in enumerate(unpaired)}
        legal = [p for p in unpaired if p != a and (paid := self.price(a, p)) is not None and paid <= worst]
        legal.sort(key=lambda p: -self.rank[p])
        willing: list[int] = []
        refusals: dict[int, Refusal] = {}
        for b in legal:
            at = position[b]
            if at < half and self.rank[mirrors[at]] > self.rank[a]:
                if not willing:
                    refusals[b] = Refusal(b, mirrors[at])
            else:
                willing.append(b)
        refusing = [b for b in legal if b not in set(willing)]
        return [*willing, *refusing], refusals

    def depth_first(self, pool: Pool) -> list[Chosen]:
        """The first answer of a depth-first search: everybody in turn takes the first in the order of preference.

        What `pool` allows is legal here.
        """
        chosen: list[Chosen] = []
        while unpaired := self._unpaired(chosen):
            a = unpaired[0]
            candidates, refusals = self.preferences(a, unpaired, pool.worst)
            b = pool.take(a, candidates)
            assert b is not None  # whoever has been paired before left this possible
            asked = tuple(refusals.values()) if b not in refusals else (refusals[b],)
            chosen.append(Chosen(a, b, asked, b in refusals))
        return chosen
