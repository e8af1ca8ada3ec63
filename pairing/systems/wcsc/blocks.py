"""What both searches share: the groups still to be paired, and completing a block in the preference orders."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from pairing.systems.wcsc.completion import Completion
from pairing.systems.wcsc.graph import Graph
from pairing.systems.wcsc.options import WcscOptions


# The preference orders of rules/wcsc.md 1.4: whom a player should meet, first choice first.
#
# A player has an index in a list, the group as it was when it was taken up; both stay fixed while it is
# paired.
def own_order(index: int, group: Sequence[int], method: str) -> Iterator[int]:
    """Opponents inside the group of the player at `index`. B: the last first. A: around the opposite number."""
    if method == "B":
        return (group[at] for at in range(len(group) - 1, -1, -1) if at != index)
    # 1.4, A: the one half a group further on, then around it.
    target = index + (len(group) + 1) // 2
    return (group[at] for at in _around(target, len(group)) if at != index)


def _around(target: int, size: int) -> Iterator[int]:
    """The places 0 to size - 1 by their distance from `target`; of two at the same distance the smaller first."""
    if target < size:
        yield target
    for distance in range(1, max(target, size - target) + 1):
        if 0 <= target - distance < size:
            yield target - distance
        if target + distance < size:
            yield target + distance


def cross_order(index: int, size: int, groups: Sequence[Sequence[int]], opponent: str) -> Iterator[int]:
    """Opponents in lower `groups`, nearest group first, of the player at `index` of a group of `size`.

    C: from the top; D: from the bottom; E: from the bottom for the upper half, its centre included, else the top.
    """
    upwards = opponent == "D" or (opponent == "E" and 2 * index <= size - 1)
    for group in groups:
        yield from reversed(group) if upwards else group


SHOWN = 12  # at most so many passed opponents are remembered for the reasons


@dataclass(slots=True)
class Paired:
    """A pair of players (vertices), the higher placed first, and how it came about.

    `passed`: opponents of the own group who stood before the one taken. `designated`: the first was taken out of an
    odd group. `refused`: opponents it lost because those below could not have been paired. `merged`: the first and
    the last group of a merged block. `cross`: the cross order that named an opponent of another group.
    """

    first: int
    second: int
    passed: list[int] = field(default_factory=list)
    designated: bool = False
    refused: list[int] = field(default_factory=list)
    merged: tuple[int, int] | None = None
    cross: str = "E"


@dataclass(frozen=True, slots=True)
class Backtrack:
    """Group `failed` (or the groups up to it) could not be paired after what stood before.

    Either the floater `floater` got another opponent, or groups `first` to `failed` became one block.
    """

    first: int
    failed: int
    floater: int | None = None


class Groups:
    """The score groups of a round: `lists[i]` are the players of group i who are still to be paired, in order."""

    def __init__(self, graph: Graph, lists: Iterable[Sequence[int]], options: WcscOptions) -> None:
        self.graph = graph
        self.lists = [list(group) for group in lists]
        self.options = options
        self.pairs: list[Paired] = []
        self.backtracks: list[Backtrack] = []

    def mask(self, start: int, end: int | None = None) -> int:
        """The players left in groups `start` to `end` - 1 as a bit set."""
        return mask_of(v for group in self.lists[start:end] for v in group)

    def designates(self, group: int) -> bool:
        """Whether a floater is to be taken out of this group first (rule R1)."""
        return len(self.lists[group]) % 2 == 1 and self.options.floater != "M"

    def floater(self, group: int) -> int | None:
        """The first player, in floater order, with a possible opponent below whom the others can do without."""
        players, below = self.lists[group], self.mask(group + 1)
        order = players if self.options.floater == "U" else reversed(players)
        # R1: eligible is who has an unplayed opponent below and whom the others can do without.
        candidates = [v for v in order if self.graph.near[v] & below]
        return self.graph.leave_out(mask_of(players), candidates)[0]

    def opponent(self, floater: int, group: int) -> tuple[int | None, list[int]]:
        """The first opponent of a designated floater who leaves those below pairable, and those passed over."""
        return self.graph.leave_out(self.mask(group + 1), self._below(floater, group))

    def floating(self, floater: int, opponent: int, refused: list[int]) -> Paired:
        """The pair of a designated floater."""
        return Paired(floater, opponent, designated=True, refused=refused, cross=self.options.opponent)

    def _below(self, player: int, group: int) -> list[int]:
        """The possible opponents of a designated floater, in cross order."""
        players, near = self.lists[group], self.graph.near[player]
        order = cross_order(
            players.index(player), len(players), self.lists[group + 1 :], self.options.opponent
        )
        return [v for v in order if near >> v & 1]

    def complete(self, start: int, end: int, oracle: Completion, opponent: str) -> list[Paired]:
        """Pair the block of groups `start` to `end` - 1: the first complete solution, depth first (rules 1.5).

        `oracle` says what can still be completed, so that the search never has to turn back.
        """
        subs = [group for group in self.lists[start:end] if group]
        block = {v for group in subs for v in group}
        found: list[Paired] = []
        for at, group in enumerate(subs):
            for index, player in enumerate(group):
                if player not in oracle:
                    continue
                # 1.5: later sub-groups of the block in cross order E, groups below it in that of the options.
                lower = cross_order(index, len(group), subs[at + 1 :], "E")
                below = cross_order(index, len(group), self.lists[end:], opponent)
                pair = self._partner(player, index, group, oracle, (lower, below))
                if pair.second not in block:
                    pair.cross = opponent
                found.append(pair)
        if end - start > 1:
            for pair in found:
                pair.merged = (start, end - 1)
        return found

    def _partner(
        self,
        player: int,
        index: int,
        group: Sequence[int],
        oracle: Completion,
        others: tuple[Iterator[int], Iterator[int]],
    ) -> Paired:
        near = self.graph.near[player]
        passed: list[int] = []
        # 1.4: nobody of another group before all of the own one.
        for v in own_order(index, group, self.options.method):
            if v not in oracle:
                continue
            if near >> v & 1 and oracle.fix(player, v):
                return Paired(player, v, passed)
            if len(passed) < SHOWN:
                passed.append(v)
        lower, below = others
        for v in lower:
            if v in oracle and near >> v & 1 and oracle.fix(player, v):
                return Paired(player, v, passed)
        for v in below if oracle.left else ():
            if near >> v & oracle.below >> v & 1 and oracle.fix(player, v):
                return Paired(player, v, passed)
        raise AssertionError(f"player {player} finds nobody although the block can be completed")

    def settle(self, start: int, end: int, pairs: Iterable[Paired]) -> None:
        """Take the pairs of the block of groups `start` to `end` - 1: it is empty then, partners below are gone."""
        chosen = list(pairs)
        self.pairs += chosen
        gone = {pair.second for pair in chosen}
        for group in range(start, end):
            self.lists[group] = []
        # R3: partners from below are taken out of their groups.
        for group in range(end, len(self.lists)):
            if not gone.isdisjoint(self.lists[group]):
                self.lists[group] = [v for v in self.lists[group] if v not in gone]

    def first_uncovered(self, start: int, taken: int) -> int:
        """The first group from `start` up to which players cannot all be paired, even with those below.

        The players in `taken` are away. There is one: all of them together cannot be paired.
        """
        low, high = start, len(self.lists) - 1
        while low < high:
            middle = (low + high) // 2
            if self.graph.covered(self.mask(start, middle + 1) & ~taken, self.mask(middle + 1) & ~taken):
                low = middle + 1
            else:
                high = middle
        return low


def mask_of(players: Iterable[int]) -> int:
    """Players as a bit set."""
    mask = 0
    for v in players:
        mask |= 1 << v
    return mask
