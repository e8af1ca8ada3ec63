"""The rules in force until 31 January 2026 (articles A to E of the text of 2016), enumerated.

A bracket is paired freely. If its downfloaters and all lower players could not be completed then, it is the penultimate
one (PPB): it is paired again so that they can, and all lower players form the collapsed last bracket (CLB).
"""

from itertools import combinations, groupby
from typing import Any

from tests.pairing.systems.dutch.bracket import Bracket, Cost
from tests.pairing.systems.dutch.completion import Completion, mask_of, members
from tests.pairing.systems.dutch.literal import as_pairing
from tests.pairing.systems.dutch.order import Begun
from tests.pairing.systems.dutch.people import UNTIL_2026, People, Person
from tests.pairing.systems.dutch.position import Pairing, Position

ONE_POINT = 100


def pair_literally_until_2026(position: Position) -> Pairing | None:
    """The round by the rules; None: no legal pairing."""
    completion = Completion(People(position, UNTIL_2026))
    if not completion.can_be_completed(completion.everybody):
        return None
    by_score = groupby(completion.people.all, key=lambda person: person.score)
    groups = [mask_of(person.place for person in group) for _, group in by_score]
    pairs: list[tuple[int, int]] = []
    floaters = 0
    while groups:
        group, *groups = groups
        best = _paired(completion, floaters, group, groups)
        left = (floaters | group) & ~best.used
        if groups and not completion.can_be_completed(left | sum(groups)):
            best = _Penultimate(completion, floaters, group, sum(groups)).best()
            left, groups = (floaters | group) & ~best.used, [sum(groups)]
        pairs += best.pairs
        floaters = left
    return as_pairing(completion.people, pairs, floaters)


def _paired(completion: Completion, mdps: int, group: int, lower: list[int]) -> Begun:
    if not lower:
        return _Last(completion, mdps, group).best()
    return _Free(completion, mdps, group, lower[0], is_next_last=len(lower) == 1).best()


class _Bracket(Bracket):
    """A cost is (C.6, C.7, C.8, ... C.19)."""

    NOTHING = ((), (), 0, 0, 0, 0, 0, 0, 0, 0, (), (), (), ())

    def may_float(self, floaters: int) -> bool:
        """Whether this set of downfloaters is legal, as far as those are concerned who are not paired here."""
        return True

    def sets_of_floaters(self) -> list[int]:
        """C.5, and then the most MDPs paired (M1)."""
        legal = fewest_floaters(self.completion, self.mdps, self.residents, self.may_float)
        limbo = min((floaters & self.mdps).bit_count() for floaters in legal)
        return [floaters for floaters in legal if (floaters & self.mdps).bit_count() == limbo]

    def cost_of_floaters(self, floaters: int) -> Cost:
        people = [self.people.all[place] for place in members(floaters)]
        psd = unpaired_differences(self.people, self.everybody, floaters)
        c12, c14 = (sum(person.down[past] for person in people) for past in (0, 1))
        c16, c18 = (
            tuple(value for value, person in zip(psd, people, strict=True) if person.down[past])
            for past in (0, 1)
        )
        return (psd, self.next_bracket(floaters), 0, 0, 0, 0, c12, 0, c14, 0, c16, (), c18, ())

    def next_bracket(self, floaters: int) -> tuple[Any, ...]:
        """C.7: not asked in the penultimate bracket and in the last one."""
        return ()

    def cost_of_pair(self, higher: Person, lower: Person) -> Cost:
        difference = (higher.score - lower.score,)
        c8, c9, c10, c11 = self.cost_of_colours(higher, lower)
        if difference == (0,):  # stands behind all others in PSD, and all candidates have the same number
            return ((), (), c8, c9, c10, c11, 0, 0, 0, 0, (), (), (), ())
        c12, c14 = higher.down
        c13, c15 = lower.up
        c16, c17, c18, c19 = (difference if floated else () for floated in (c12, c13, c14, c15))
        return (difference, (), c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19)

    def least_to_come(self, players: int) -> Cost:
        c10, c11 = self.least_unfulfilled(players)
        return ((), (), 0, 0, c10, c11, 0, 0, 0, 0, (), (), (), ())


class _Free(_Bracket):
    """A bracket with at least one more below it, paired without asking whether the rest can be completed."""

    def __init__(
        self, completion: Completion, mdps: int, residents: int, next_group: int, is_next_last: bool
    ) -> None:
        super().__init__(completion, mdps, residents)
        self.next_group, self.is_next_last = next_group, is_next_last
        self._next: dict[int, tuple[Any, ...]] = {}

    def next_bracket(self, floaters: int) -> tuple[Any, ...]:
        if floaters not in self._next:
            self._next[floaters] = self._best_of_next(floaters)
        return self._next[floaters]

    def _best_of_next(self, mdps: int) -> tuple[Any, ...]:
        """C.7: the fewest downfloaters of the next bracket, and its smallest PSD; by C.2 if it is the last."""
        bracket = mdps | self.next_group

        def may_float(floaters: int) -> bool:
            one_over = self.is_next_last and floaters.bit_count() == 1
            return not one_over or bool(floaters & self.completion.may_have_bye)

        legal = fewest_floaters(self.completion, mdps, self.next_group, may_float)
        if not legal:
            return ((bracket.bit_count() + 1, ()),)  # worse than all the others
        smallest = min(
            tuple(
                sorted(
                    (
                        *unpaired_differences(self.people, bracket, floaters),
                        *(self._difference(place) for place in members(mdps & ~floaters)),
                    ),
                    reverse=True,
                )
            )
            for floaters in legal
        )
        return ((legal[0].bit_count(), smallest),)

    def _difference(self, mdp: int) -> int:
        """Of an MDP to the residents of the next bracket; pairs of two residents have none."""
        return self.people.all[mdp].score - self.people.all[members(self.next_group)[0]].score


class _Penultimate(_Bracket):
    """The bracket that is paired again, with C.4: its downfloaters and all lower players can be completed."""

    def __init__(self, completion: Completion, mdps: int, residents: int, lower: int) -> None:
        super().__init__(completion, mdps, residents)
        self.lower = lower

    def may_float(self, floaters: int) -> bool:
        return self.completion.can_be_completed(floaters | self.lower)


class _Last(_Bracket):
    """The last bracket, collapsed or not: whoever is left over gets the bye."""

    def may_float(self, floaters: int) -> bool:
        return self.completion.can_be_completed(floaters)


def fewest_floaters(completion: Completion, mdps: int, residents: int, may_float: Any) -> list[int]:
    """The smallest sets of downfloaters that leave a bracket which can be paired; [] where no set may float."""
    bracket = mdps | residents
    size = bracket.bit_count()
    for number in range(size % 2, size + 1, 2):
        legal = [
            floaters
            for floaters in map(mask_of, combinations(members(bracket), number))
            if may_float(floaters) and completion.can_be_paired(bracket & ~floaters, mdps)
        ]
        if legal:
            return legal
    return []


def unpaired_differences(people: People, bracket: int, floaters: int) -> tuple[int, ...]:
    """What downfloaters add to PSD: their score less one that is a point below the lowest of the bracket."""
    lowest = people.all[members(bracket)[-1]].score - ONE_POINT
    return tuple(people.all[place].score - lowest for place in members(floaters))
