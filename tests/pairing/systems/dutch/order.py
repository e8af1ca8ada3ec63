"""The order of the candidates of a bracket (C.04.3 articles 3.6, 3.7 and 4), innermost loop first: transpositions,
exchanges, opponents of the MDPs, sets of MDPs. Players are numbers here, the lower the higher ranked.

Every candidate is built pair by pair. `extend(begun, higher, lower)` adds a pair, or gives None where no candidate that
begins so is of use; that cuts a beginning off and leaves the order as it is.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any


@dataclass(frozen=True, slots=True)
class Begun:
    """The first pairs of a candidate, (higher, lower); `used` has a bit for everybody in them, and `cost` is for the
    judge of the candidates to read.
    """

    pairs: tuple[tuple[int, int], ...]
    used: int
    cost: Any


Extend = Callable[[Begun, int, int], Begun | None]
Exchange = tuple[tuple[int, ...], tuple[int, ...]]


def transpositions(upper: Sequence[int], lower: Sequence[int], begun: Begun, extend: Extend) -> Iterator:
    """S1 paired in step with every transposition of S2 (4.2), in lexicographic order of its first places."""
    if not upper:
        yield begun
        return
    for index, partner in enumerate(lower):
        more = extend(begun, upper[0], partner)
        if more is not None:
            rest = [*lower[:index], *lower[index + 1 :]]
            yield from transpositions(upper[1:], rest, more, extend)


def homogeneous(
    players: Sequence[int], pairs: int, begun: Begun, extend: Extend, hopeless: Callable[[Begun], bool]
) -> Iterator:
    """The candidates of a homogeneous bracket or of a remainder: exchanges (4.3), then transpositions.

    A pair whose S1 player ranks below its partner is skipped: that candidate has come before.
    """

    def ranked(done: Begun, upper: int, lower: int) -> Begun | None:
        return extend(done, upper, lower) if upper < lower else None

    for changed in range(min(pairs, len(players) - pairs) + 1):
        for down, up in exchanges(len(players), pairs, changed):
            if hopeless(begun):
                return
            numbers = [number for number in range(1, pairs + 1) if number not in down]
            upper = sorted([*numbers, *up])
            lower = [number for number in range(1, len(players) + 1) if number not in upper]
            yield from transpositions(
                [players[number - 1] for number in upper], [players[n - 1] for n in lower], begun, ranked
            )


@lru_cache(maxsize=4096)
def exchanges(size: int, pairs: int, changed: int) -> tuple[Exchange, ...]:
    """The exchanges of so many players between S1 (BSN 1 to `pairs`) and S2, in order (4.3.2): BSNs that go down into
    S2, BSNs that go up into S1.
    """
    every = [
        (down, up)
        for down in combinations(range(1, pairs + 1), changed)
        for up in combinations(range(pairs + 1, size + 1), changed)
        if _can_be_above(size, pairs, down, up)
    ]
    return tuple(sorted(every, key=_place_of_exchange))


def _place_of_exchange(exchange: Exchange) -> tuple[object, ...]:
    down, up = exchange
    difference = sum(up) - sum(down)
    return difference, [-number for number in reversed(down)], up


def _can_be_above(size: int, pairs: int, down: tuple[int, ...], up: tuple[int, ...]) -> bool:
    """Whether everybody of S1 can have a partner ranked lower: from the last place up, S2 never falls behind."""
    waiting = 0
    for number in range(size, 0, -1):
        in_upper = number in up or (number <= pairs and number not in down)
        waiting += -1 if in_upper else 1
        if waiting < 0:
            return False
    return True


def heterogeneous(
    mdps: Sequence[int],
    residents: Sequence[int],
    pairs: int,
    begun: Begun,
    extend: Extend,
    hopeless: Callable[[Begun], bool],
) -> Iterator[Begun]:
    """The candidates with these MDPs paired: their opponents in order (3.7), for each of these the remainder.

    Without MDPs the whole bracket is its remainder.
    """
    for paired in transpositions(mdps, residents, begun, extend):
        rest = [player for player in residents if not paired.used >> player & 1]
        yield from homogeneous(rest, pairs - len(mdps), paired, extend, hopeless)
