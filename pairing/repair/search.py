"""Cheapest perfect matchings one after the other, when nearly all pairs of an old one are kept.

A matching keeps old pairs or has new ones. The first answer is found by `pairing.matching` (decision 4), which is exact
on general graphs; it starts from the old pairs that cost nothing, so that its work grows with what has changed and not
with the size of the round.

The next ones by partition (K. G. Murty, "An algorithm for ranking all the assignments in order of increasing cost",
1968): the answers without M are split by the first pair of M they lack, and each part is solved by itself. What keeps
that short is the order of the pairs. M's new pairs come first. Whoever has all of them and is not M differs from M in
circles of kept pairs only (the difference of two perfect matchings is made of circles), and each of them breaks two
kept pairs at least: that last part cannot have anything below `step` times two more than M, and is left closed until
everything cheaper has been told.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from heapq import heappop, heappush
from itertools import count

from pairing.matching.problem import Layer, NoPerfectMatching, Problem
from pairing.matching.weighted import Matcher

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class PerfectMatching:
    """A perfect matching, its pairs with the smaller vertex first."""

    pairs: frozenset[Pair]
    cost: int


@dataclass(frozen=True, slots=True)
class _Part:
    """The matchings that have all pairs `needed` and none of `barred`, none of which costs less than `least`.

    `best` is the cheapest of them, once it has been looked for. Of a `closed` part only those that differ from it
    count.
    """

    least: int
    needed: tuple[Pair, ...] = ()
    barred: tuple[Pair, ...] = ()
    best: PerfectMatching | None = None
    closed: bool = False

    @property
    def turn(self) -> tuple[int, bool, bool]:
        """What is told first; of parts that may be equally good those that cost the least work."""
        return self.least, self.closed, self.best is None


class _FromOld(Matcher):
    """Starts from pairs that are matched at cost 0, instead of making some."""

    def __init__(self, problem: Problem, start: Iterable[Pair]) -> None:
        super().__init__(problem)
        self.start = start

    def _greedy(self, *, across: bool) -> None:
        for a, b in self.start:
            if self.problem.cost_of(a, b) == 0:
                self.mate[a], self.mate[b] = b, a


class Search:
    """The perfect matchings of a problem, the cheapest first.

    `old` are the pairs that cost nothing extra to keep. `step`: what every old pair that is broken costs at the least,
    a weight above all that counts less; 0 where breaking pairs is not what counts. `other_old`: old pairs (of the bye)
    that may be broken at no such price.
    """

    def __init__(
        self, problem: Problem, old: Sequence[Pair], step: int = 0, other_old: Sequence[Pair] = ()
    ) -> None:
        self.problem = problem
        self.old = frozenset(_sorted(a, b) for a, b in old)
        self.step = step
        self.start = [*self.old, *(_sorted(a, b) for a, b in other_old)]

    def best(self, needed: Sequence[Pair] = (), barred: Sequence[Pair] = ()) -> PerfectMatching | None:
        """The cheapest matching with and without these pairs; None where there is none."""
        problem = self._part(needed, barred)
        try:
            mate = _FromOld(problem, self.start).solve().mate
        except NoPerfectMatching:
            return None
        pairs = frozenset((a, b) for a, b in enumerate(mate) if a < b)
        return PerfectMatching(pairs, sum(self.problem.cost_of(a, b) or 0 for a, b in pairs))

    def in_order(self) -> Iterator[PerfectMatching]:
        """All of them, the cheapest first. A part is looked into only when nothing else can be cheaper."""
        serial = count()
        heap: list[tuple[tuple[int, bool, bool], int, _Part]] = []

        def wait(part: _Part) -> None:
            heappush(heap, (part.turn, next(serial), part))

        wait(_Part(0))
        while heap:
            part = heappop(heap)[2]
            if part.best is None:
                found = self.best(part.needed, part.barred)
                if found is not None:
                    wait(replace(part, best=found, least=found.cost))
                continue
            if not part.closed:
                yield part.best
            for one in self._split(part, part.best):
                wait(one)

    def _split(self, part: _Part, best: PerfectMatching) -> Iterator[_Part]:
        """The rest of a part without its best, by the first pair of that which is missing: of the new pairs, and then,
        in a closed part, of those that were kept.
        """
        left = sorted(best.pairs.difference(part.needed))
        pairs = left if part.closed else [pair for pair in left if pair not in self.old]
        for at, pair in enumerate(pairs):
            yield _Part(part.least, (*part.needed, *pairs[:at]), (*part.barred, pair))
        if not part.closed:
            least = (best.cost // self.step + 2) * self.step if self.step else best.cost
            yield replace(part, least=least, needed=(*part.needed, *pairs), closed=True)

    def _part(self, needed: Sequence[Pair], barred: Sequence[Pair]) -> Problem:
        """The problem with edges left out so that only the matchings of a part remain."""
        if not needed and not barred:
            return self.problem
        rest = (1 << len(self.problem.group)) - 1
        for a, b in needed:
            rest &= ~(1 << a | 1 << b)
        layers = []
        for layer in self.problem.layers:
            near = [mask & rest for mask in layer.near]
            for a, b in needed:
                near[a], near[b] = layer.near[a] & 1 << b, layer.near[b] & 1 << a
            for a, b in barred:
                near[a] &= ~(1 << b)
                near[b] &= ~(1 << a)
            layers.append(Layer(near, layer.cost))
        return Problem(self.problem.group, self.problem.groups, layers)


def _sorted(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)
