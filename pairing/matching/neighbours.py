"""First answers of depth-first searches, found without searching.

A depth-first search that gives everybody in turn the first partner in an order of preference ends with the first
complete pairing in that order. Asking before each pair whether the rest can still be completed leads to the same
pairing and never takes anything back (`pairing.matching`). Most rounds need not even ask: a search that never
gets stuck is over when it arrives.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from pairing.matching.optimal import CheapestMatchings
from pairing.matching.problem import Layer, NoPerfectMatching, Problem
from pairing.matching.weighted import Matcher
from pairing.model.work import Work

Pairs = list[tuple[int, int]]
# What a pair breaks: 0 nothing, 1, 2, ... the higher the worse; None: never.
Price = Callable[[int, int], int | None]


class Pool:
    """Players who are to be paired off as cheaply as possible: as few pairs of the worst price, then of the next."""

    def __init__(self, players: Sequence[int], price: Price, worst: int, work: Work) -> None:
        """Errors: NoPerfectMatching, when even all prices up to `worst` do not suffice."""
        self.players = list(players)
        self.worst = worst
        self.place: Mapping[int, int] = {p: at for at, p in enumerate(players)}
        size = len(self.players)
        work.take(size * size // 2)
        near = [[0] * size for _ in range(worst + 1)]
        for i, p in enumerate(self.players):
            for j in range(i + 1, size):
                level = price(p, self.players[j])
                if level is not None and level <= worst:
                    near[level][i] |= 1 << j
                    near[level][j] |= 1 << i
        # One pair of a price outweighs all pairs of the prices before it; costs are even.
        costs = [0, *(2 * (size + 1) ** level for level in range(worst))]
        layers = [Layer(masks, [[cost]]) for masks, cost in zip(near, costs, strict=True)]
        self._face = CheapestMatchings(Matcher(Problem([0] * size, 1, layers, work)).solve())

    def take(self, a: int, candidates: Iterable[int]) -> int | None:
        """The first of `candidates` that `a` meets in some cheapest pairing with all pairs so far; taken as well."""
        at = self.place[a]
        return next((b for b in candidates if self._face.fix(at, self.place[b])), None)


def with_others(order: Sequence[int], pairs: Pairs) -> Iterator[tuple[int, int, list[int], Iterator[int]]]:
    """The pairs of neighbours, each with those who were still free: before the second in the order, and after it."""
    place = {p: at for at, p in enumerate(order)}
    gone: set[int] = set()
    for a, b in pairs:
        before, after = order[place[a] + 1 : place[b]], islice(order, place[b] + 1, None)
        yield a, b, [p for p in before if p not in gone], (p for p in after if p not in gone)
        gone |= {a, b}


def neighbours(order: Sequence[int], price: Price, worst: int, work: Work) -> Pairs:
    """Everybody from the top takes the next one below who leaves it possible: 1-2, 3-4, ... where that is legal.

    What has to be broken is broken as little as possible, up to the price `worst`. Errors: NoPerfectMatching.
    """
    pairs, left = _without_looking_ahead(order, price, work)
    if not left:
        return pairs
    # The first pairs stand if the rest can be paired at no price, and with one of them less it can be as well.
    dissolved = 1
    while dissolved < len(pairs):
        kept = pairs[:-dissolved]
        found = _rest(order, kept, price, work)
        if found is not None:
            return kept + found
        dissolved *= 4
    return _looking_ahead(order, Pool(order, price, worst, work))


def _rest(order: Sequence[int], pairs: Pairs, price: Price, work: Work) -> Pairs | None:
    """Pairs of all players who are not in `pairs`, at no price; None where there is no such pairing."""
    paired = {p for pair in pairs for p in pair}
    rest = [p for p in order if p not in paired]
    try:
        return _looking_ahead(rest, Pool(rest, price, 0, work))
    except NoPerfectMatching:
        return None


def _without_looking_ahead(order: Sequence[int], price: Price, work: Work) -> tuple[Pairs, list[int]]:
    """The pairs as long as nobody gets stuck, and who is left: nobody, or all from the first who is stuck on."""
    left, pairs = list(order), []
    while left:
        a = left[0]
        asked, b = next(((at, b) for at, b in enumerate(left) if at and price(a, b) == 0), (len(left), None))
        work.take(asked)
        if b is None:
            break
        del left[asked], left[0]
        pairs.append((a, b))
    return pairs, left


def _looking_ahead(order: Sequence[int], pool: Pool) -> Pairs:
    left, pairs = list(order), []
    while left:
        a = left.pop(0)
        b = pool.take(a, left)
        assert b is not None  # the pool has a pairing with all pairs taken so far
        left.remove(b)
        pairs.append((a, b))
    return pairs
