"""The rules of C.04.3 in force since 1 February 2026, enumerated: slow, and as close to their words as can be.

Bracket by bracket every candidate is taken in the order of the rules and judged by all criteria; completion (C4, C5) is
a plain search, and C8 looks one bracket ahead.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, groupby

from tests.pairing.systems.dutch.bracket import Bracket, Cost, plus
from tests.pairing.systems.dutch.completion import Completion, mask_of, members
from tests.pairing.systems.dutch.people import People, Person
from tests.pairing.systems.dutch.position import Pairing, Position, pairing

C6C7 = tuple[int, tuple[int, ...]]
"""The number of downfloaters of a bracket, and their scores from the highest."""


def pair_literally(position: Position) -> Pairing | None:
    """The round by the rules; None: no legal pairing."""
    brackets = _Brackets(People(position))
    if not brackets.completion.can_be_completed(brackets.completion.everybody):
        return None
    pairs: list[tuple[int, int]] = []
    floaters = 0
    for index in range(len(brackets.groups)):
        bracket = _Bracket(brackets, index, floaters)
        best = bracket.best()
        pairs += best.pairs
        floaters = bracket.everybody & ~best.used
    return as_pairing(brackets.people, pairs, floaters)


CRITERIA = tuple(f"C{number}" for number in range(8, 22))


def first_difference(position: Position, played: Pairing) -> tuple[int, str] | None:
    """What the rules have against a legal round: the score of the first bracket that is not the best one, and the first
    criterion in which it is worse (3.8.1: in none, but it comes later). None: it is the round by the rules.
    """
    brackets = _Brackets(People(position))
    people = brackets.people
    place = {person.tpn: person.place for person in people.all}
    found = [(place[white], place[black]) for white, black in played.pairs]
    pairs = {(min(pair), max(pair)) for pair in found}
    lowest = brackets.completion.bye_score
    if played.bye is not None and lowest is not None and people.all[place[played.bye]].score != lowest:
        return lowest, "C5"
    floaters = 0
    for index, group in enumerate(brackets.groups):
        bracket = _Bracket(brackets, index, floaters)
        best = bracket.best()
        here = sorted(pair for pair in pairs if mask_of(pair) & ~bracket.everybody == 0)
        floaters = bracket.everybody & ~best.used
        if set(best.pairs) != set(here):
            left = bracket.everybody & ~sum(map(mask_of, here))
            return people.all[members(group)[0]].score, _first_worse(
                bracket, best.pairs, floaters, here, left
            )
    return None


def _first_worse(
    bracket: _Bracket,
    pairs: Iterable[tuple[int, int]],
    floaters: int,
    others: Iterable[tuple[int, int]],
    left: int,
) -> str:
    def cost(pairs: Iterable[tuple[int, int]], floaters: int) -> Cost:
        total = bracket.cost_of_floaters(floaters)
        for a, b in pairs:
            total = plus(total, bracket.cost_of_pair(bracket.people.all[a], bracket.people.all[b]))
        return total

    if floaters.bit_count() != left.bit_count():
        return "C6"
    if bracket.brackets._scores(floaters) != bracket.brackets._scores(left):
        return "C7"
    both = zip(CRITERIA, cost(pairs, floaters), cost(others, left), strict=True)
    return next((name for name, one, other in both if one != other), "3.8.1")


def as_pairing(people: People, pairs: Iterable[tuple[int, int]], left_over: int) -> Pairing:
    """The answer in TPNs, with colours; who is left over gets the bye."""
    seated = []
    for a, b in ((people.all[higher], people.all[lower]) for higher, lower in pairs):
        white = people.white_of(a, b)
        seated.append((white.tpn, (b if white is a else a).tpn))
    return pairing(seated, *(people.all[place].tpn for place in members(left_over)))


class _Brackets:
    """The scoregroups of a round from the top, and the best that a bracket can be in C6 and C7."""

    def __init__(self, people: People) -> None:
        self.people, self.completion = people, Completion(people)
        by_score = groupby(people.all, key=lambda person: person.score)
        self.groups = [mask_of(person.place for person in group) for _, group in by_score]
        self._best: dict[tuple[int, int], tuple[C6C7, list[int]]] = {}

    def best_floaters(self, index: int, mdps: int) -> tuple[C6C7, list[int]]:
        """The best C6 and C7 that a bracket with these MDPs can have under C1-C5, and the sets of downfloaters that
        have it.
        """
        if (index, mdps) not in self._best:
            self._best[index, mdps] = self._find_best_floaters(index, mdps)
        return self._best[index, mdps]

    def _find_best_floaters(self, index: int, mdps: int) -> tuple[C6C7, list[int]]:
        bracket, lower = mdps | self.groups[index], sum(self.groups[index + 1 :])
        size = bracket.bit_count()
        for number in range(size % 2, size + 1, 2):
            legal = [
                floaters
                for floaters in map(mask_of, combinations(members(bracket), number))
                if self.completion.can_be_completed(floaters | lower)
                and self.completion.can_be_paired(bracket & ~floaters, mdps)
            ]
            if legal:
                lowest = min(map(self._scores, legal))
                return (number, lowest), [f for f in legal if self._scores(f) == lowest]
        raise AssertionError("what came in could not be completed")

    def _scores(self, players: int) -> tuple[int, ...]:
        return tuple(self.people.all[place].score for place in members(players))


class _Bracket(Bracket):
    """A bracket since 2026. A cost is (C8, C9, ... C21); C6 and C7 are the same for all candidates."""

    NOTHING = ((), 0, 0, 0, 0, 0, 0, 0, 0, 0, (), (), (), ())

    def __init__(self, brackets: _Brackets, index: int, mdps: int) -> None:
        super().__init__(brackets.completion, mdps, brackets.groups[index])
        self.brackets, self.index = brackets, index

    def sets_of_floaters(self) -> list[int]:
        return self.brackets.best_floaters(self.index, self.mdps)[1]

    def cost_of_floaters(self, floaters: int) -> Cost:
        limbo, residents = (
            [self.people.all[place] for place in members(floaters & part)]
            for part in (self.mdps, self.residents)
        )
        c14, c16 = (sum(person.down[past] for person in residents) for past in (0, 1))
        # A limbo player is worse than any who is paired, whatever the difference of scores.
        c18, c20 = (tuple((1, person.score) for person in limbo if person.down[past]) for past in (0, 1))
        c8, c9 = self.next_bracket(floaters), self.unplayed_of_bye(floaters)
        return (c8, c9, 0, 0, 0, 0, c14, 0, c16, 0, c18, (), c20, ())

    def cost_of_pair(self, higher: Person, lower: Person) -> Cost:
        c10, c11, c12, c13 = self.cost_of_colours(higher, lower)
        if not self.mdps >> higher.place & 1:
            return ((), 0, c10, c11, c12, c13, 0, 0, 0, 0, (), (), (), ())
        difference = ((0, higher.score - lower.score),)
        c15, c17 = lower.up
        c18, c20 = (difference if floated else () for floated in higher.down)
        c19, c21 = (difference if floated else () for floated in lower.up)
        return ((), 0, c10, c11, c12, c13, 0, c15, 0, c17, c18, c19, c20, c21)

    def least_to_come(self, players: int) -> Cost:
        c12, c13 = self.least_unfulfilled(players)
        return ((), 0, 0, 0, c12, c13, 0, 0, 0, 0, (), (), (), ())

    def next_bracket(self, floaters: int) -> tuple[C6C7, ...]:
        """C8: the best C6 and C7 of the next bracket with these downfloaters; () where none follows."""
        if self.index + 1 == len(self.brackets.groups):
            return ()
        return (self.brackets.best_floaters(self.index + 1, floaters)[0],)

    def unplayed_of_bye(self, floaters: int) -> int:
        """C9: the rounds not played by a single downfloater who gets the bye."""
        bye_score = self.completion.bye_score
        if bye_score is None or floaters.bit_count() != 1:
            return 0
        if self.people.all[members(self.residents)[0]].score > bye_score:
            return 0
        return self.people.all[members(floaters)[0]].unplayed
