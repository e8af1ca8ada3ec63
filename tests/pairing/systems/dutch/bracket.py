"""One bracket: every candidate in the order of the rules, judged by its cost; the best wins, of equals the first.

What is cut off are beginnings of candidates that cannot be better than the best one so far: costs only grow with every
pair. Players are their places in order 1.2 (0 = highest ranked), sets of players are bit sets.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any

from tests.pairing.systems.dutch.completion import Completion, mask_of, members
from tests.pairing.systems.dutch.order import Begun, heterogeneous
from tests.pairing.systems.dutch.people import ABSOLUTE, MILD, STRONG, Person

Cost = tuple[Any, ...]
"""Criteria in order of weight, each the less the better: numbers, or lists as tuples with the highest first."""


def plus(one: Cost, other: Cost) -> Cost:
    """Both together: numbers are added, lists joined."""
    return tuple(
        tuple(sorted(a + b, reverse=True)) if isinstance(a, tuple) else a + b
        for a, b in zip(one, other, strict=True)
    )


class Bracket:
    """The candidates of one bracket. An edition of the rules derives its own, which says what they cost."""

    NOTHING: Cost

    def __init__(self, completion: Completion, mdps: int, residents: int) -> None:
        self.completion, self.people = completion, completion.people
        self.mdps, self.residents, self.everybody = mdps, residents, mdps | residents
        self.cost_of: dict[int, Cost] = {}
        self.best_value: Cost | None = None

    def sets_of_floaters(self) -> Iterable[int]:
        """The sets of downfloaters (limbo included), all of one size, that candidates may have: those that are legal,
        and best in the criteria which weigh more than the costs.
        """
        raise NotImplementedError

    def cost_of_floaters(self, floaters: int) -> Cost:
        raise NotImplementedError

    def cost_of_pair(self, higher: Person, lower: Person) -> Cost:
        raise NotImplementedError

    def least_to_come(self, players: int) -> Cost:
        """What these players cost at least when they are paired with each other."""
        raise NotImplementedError

    def best(self) -> Begun:
        """The best candidate; of equals the earliest."""
        best = None
        sets = list(self.sets_of_floaters())
        pairs = (self.everybody & ~sets[0]).bit_count() // 2
        start = Begun((), 0, self.NOTHING)
        for limbo in self.limbos(sets):
            self.cost_of = {
                floaters: self.cost_of_floaters(floaters)
                for floaters in sets
                if floaters & self.mdps == limbo
            }
            mdps, residents = members(self.mdps & ~limbo), members(self.residents)
            for better in heterogeneous(mdps, residents, pairs, start, self.extended, self.is_hopeless):
                best, self.best_value = better, self.least(better)
        assert best is not None, "no legal candidate"
        return best

    def limbos(self, sets: list[int]) -> list[int]:
        """The MDPs left out of the MDP-pairing; those paired in lexicographic order (4.4)."""
        limbos = {floaters & self.mdps for floaters in sets}
        return sorted(limbos, key=lambda limbo: members(self.mdps & ~limbo))

    def extended(self, begun: Begun, higher: int, lower: int) -> Begun | None:
        """The beginning with one pair more, if it is legal and not hopeless."""
        if not self.completion.partners[higher] >> lower & 1:
            return None
        cost = self.cost_of_pair(self.people.all[higher], self.people.all[lower])
        more = Begun(
            (*begun.pairs, (higher, lower)), begun.used | 1 << higher | 1 << lower, plus(begun.cost, cost)
        )
        return None if self.is_hopeless(more) else more

    def is_hopeless(self, begun: Begun) -> bool:
        """Whether no candidate that begins so is legal and better than the best one so far."""
        least = self.least(begun)
        return least is None or (self.best_value is not None and least >= self.best_value)

    def least(self, begun: Begun) -> Cost | None:
        """What a candidate costs; what one that begins so costs at least, or None where it cannot become legal."""
        values = (
            plus(plus(begun.cost, cost), self.least_to_come(self.everybody & ~begun.used & ~floaters))
            for floaters, cost in self.cost_of.items()
            if not floaters & begun.used
        )
        return min(values, default=None)

    def cost_of_colours(self, a: Person, b: Person) -> tuple[int, int, int, int]:
        """C10 to C13 of a pair."""
        white = self.people.white_of(a, b)
        c10 = c11 = 0
        if a.top or b.top:
            given = [(person, "w" if person is white else "b") for person in (a, b)]
            c10 = sum(abs(person.difference + (1 if colour == "w" else -1)) > 2 for person, colour in given)
            c11 = sum(person.colours[-2:] == 2 * colour for person, colour in given)
        if not a.wants or a.wants != b.wants:
            return c10, c11, 0, 0
        both_absolute = a.strength == b.strength == ABSOLUTE
        return c10, c11, 1, int(min(a.strength, b.strength) >= STRONG and not both_absolute)

    def least_unfulfilled(self, players: int) -> tuple[int, int]:
        """The least that C12 and C13 can be where too many of the players want one colour."""
        half = players.bit_count() // 2
        # Two with the same absolute preference do not count in C13, and only topscorers can meet so.
        pairs_with_topscorer = half if self.people.position.is_last else 0
        c12 = c13 = 0
        for any_strength, strongly in self.wanting:
            c12 = max(c12, (players & any_strength).bit_count() - half)
            c13 = max(c13, (players & strongly).bit_count() - half - pairs_with_topscorer)
        return c12, c13

    @cached_property
    def wanting(self) -> list[tuple[int, int]]:
        """For White and for Black: who wants it, and who wants it at least strongly."""
        return [
            (
                mask_of(p.place for p in self.people.all if p.wants == colour and p.strength >= MILD),
                mask_of(p.place for p in self.people.all if p.wants == colour and p.strength >= STRONG),
            )
            for colour in "wb"
        ]
