"""The oracle of both searches: can a block still be completed with this pair, and as few floats as possible?

A block with `enough` players besides those who float can be paired off whoever floats (`pairing.matching.plain`). So
in a large block every legal pair inside it is good, and only its end has to be thought about: there all its cheapest
ways are kept at once (`graph.Local`) and narrowed down pair by pair, each question being one search for alternating
paths.

"Exactly f floats" and "as few as possible" are the same question since f is the least number at the start and no pair
that is fixed can make it smaller.
"""

from pairing.matching.plain import enough
from pairing.matching.problem import NoPerfectMatching, bits
from pairing.systems.wcsc.graph import Graph, Local


class Completion:
    """Completing `block`: every player of it is paired inside it or floats to an opponent in `below`.

    `whole`: besides, the rest of `below` must be left such that it can be paired off. `floats` is the least number
    of floats, None if there is no way at all.
    """

    def __init__(self, graph: Graph, block: int, below: int, *, whole: bool) -> None:
        self.graph, self.block, self.below, self.whole = graph, block, below, whole
        self.inside = graph.most_bars(block, block)
        self.from_below = graph.most_bars(below, block)
        self.to_below = graph.most_bars(block, below)
        self.local: Local | None = None
        self.floats = self._floats()
        self.left = self.floats or 0

    def fix(self, a: int, b: int) -> bool:
        """Fix the legal pair (a, b), a in the block, if the block can still be completed; else change nothing."""
        pair = 1 << a | 1 << b
        if self.local is None and b in self and self._easy(self.block.bit_count() - 2, self.left):
            self.block &= ~pair
            return True
        local = self.local = self.local or self._solve()
        assert local is not None  # what was fixed so far can be completed
        inside = b in self
        if not (local.fix(a, b) if inside or b in local.place else local.fix_below(a)):
            return False
        self.block &= ~pair
        self.below &= ~pair
        self.left -= not inside
        return True

    def __contains__(self, v: int) -> bool:
        return bool(self.block >> v & 1)

    def _easy(self, size: int, floats: int) -> bool:
        """Whether any `size` players of the block will do, whoever the ones below are that are left for them."""
        return size - floats >= enough(self.inside) and size >= self.from_below + floats

    def _floats(self) -> int | None:
        size = self.block.bit_count()
        if not size:
            return 0
        least = size % 2
        if self._easy(size, least) and self.below.bit_count() >= least and self._easy_below(least):
            return least
        self.local = self._solve()
        return None if self.local is None else self.local.crossing

    def _easy_below(self, floats: int) -> bool:
        """Whether the rest of those below, if that matters, can be paired off, whichever `floats` of them go."""
        return not self.whole or self.graph.clearly_pairable(self.below, floats)

    def _solve(self) -> Local | None:
        """All the cheapest ways to complete what is left.

        At first as if everybody could float. If whoever floats finds an opponent then, whoever they are, and the
        others below do not miss those, that is the answer; else those below have to take part.
        """
        block, below = list(bits(self.block)), list(bits(self.below))
        try:
            alone = Local(self.graph, block, [], free=False, stand_ins=len(block))
            if self._plenty(alone.crossing):
                return alone
            return Local(self.graph, block, below, free=not self.whole)
        except NoPerfectMatching:
            return None

    def _plenty(self, floats: int) -> bool:
        """Whether there are so many below that it does not matter who of the block float and whom they meet."""
        if not floats and not self.whole:
            return True
        enough = self.below.bit_count() >= self.to_below + floats
        return enough and self._easy_below(floats)
