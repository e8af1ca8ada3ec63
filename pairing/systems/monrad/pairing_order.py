"""The pairing order: everybody in turn gets the first candidate with whom the best is still attainable.

Players of small groups ask the solved small problem (stand_ins.py) about one candidate after the other. In a large
group the first candidate who is legal is taken at once: as long as many are left, the rest works out whatever
happens. Only when the last few of a group do not fit together is the end of it taken back to where it is sure to
work out, and decided player by player.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import islice

from pairing.matching.plain import enough
from pairing.systems.monrad.lineup import BYE, Lineup
from pairing.systems.monrad.stand_ins import StandIns

# Large groups: everybody takes the first legal candidate, and how much of that is sure to stand.
SHOWN = 12  # at most so many passed candidates are remembered for the reasons


def first_come(
    rest: list[int], barred: Mapping[int, Set[int]], wanted: int
) -> tuple[list[tuple[int, int]], dict[int, list[int]]]:
    """Pair the players in `rest`: in turn, each still free takes the first later one he may meet.

    Returns at most `wanted` pairs of positions, in the order of their first members, and for each first member the
    candidates he had to pass over. Everybody who finds nobody is left out.
    """
    pairs: list[tuple[int, int]] = []
    passed: dict[int, list[int]] = {}
    waiting: list[int] = []  # positions of free players; none of them may meet another one of them
    for j, q in enumerate(rest):
        for place, i in enumerate(waiting):
            p = rest[i]
            if q not in barred[p]:
                del waiting[place]
                pairs.append((i, j))
                break
            found = passed.setdefault(i, [])
            if len(found) < SHOWN:
                found.append(q)
        else:
            waiting.append(j)
    pairs.sort()
    return pairs[:wanted], passed


def sure(
    rest: list[int], pairs: list[tuple[int, int]], barred: Mapping[int, Set[int]], leaving: int, limit: int
) -> int:
    """How many of the first `pairs` leave so many players that all the others certainly work out.

    `limit` players and those who leave the group are enough (`stand_ins`). When nobody leaves, those that are really
    left may allow more pairs.
    """
    keep = max(0, min(len(pairs), (len(rest) - limit - leaving) // 2))
    while not leaving:
        taken = {i for pair in pairs[:keep] for i in pair}
        left = {p for i, p in enumerate(rest) if i not in taken}
        bars = max((len(barred[p] & left) for p in left), default=0)
        better = max(keep, min(len(pairs), (len(rest) - enough(bars)) // 2))
        if better == keep:
            break
        keep = better
    return keep


@dataclass(slots=True)
class Paired:
    """One pair, its first member first; `second` is BYE for the bye.

    `passed` are players of the first one's own group who came before in the order and could not be taken.
    """

    first: int
    second: int
    group: int
    other: int
    passed: list[int] = field(default_factory=list)


class PairingOrder:
    """Makes the pairs of a round."""

    def __init__(self, lineup: Lineup, stand_ins: StandIns) -> None:
        self.lineup = lineup
        self.stand_ins = stand_ins
        self.pairs: list[Paired] = []
        self.gone: set[int] = set()  # players of groups still to come who are paired already
        self.bye = lineup.odd
        self.small = stand_ins.solve(0, lineup.groups, lineup.odd)
        self._enter()

    def _enter(self) -> None:
        self.alive = (1 << len(self.small.player)) - 1

    def run(self) -> list[Paired]:
        """The pairs, in the order of their first members."""
        for group, players in enumerate(self.lineup.groups):
            gone = self.gone
            rest = [p for p in players if p not in gone] if gone else players
            if self.small.standing[group - self.small.first]:
                self._large(group, rest)
            else:
                self._each(group, rest)
        return self.pairs

    # ---- players who are in the small problem themselves --------------------------------------------------------

    def _each(self, group: int, players: list[int]) -> None:
        node = self.small.node
        for p in players:
            if self.alive >> node[p] & 1:
                pair = self._partner(p, group, node[p])
                pair.passed = self._passed(p, group, pair.second)
                self.pairs.append(pair)

    def _partner(self, p: int, group: int, v: int) -> Paired:
        """Fix the first possible partner of the player p, for whom node v stands."""
        # (d): the first candidate in draw order with whom (a) to (c) can still be reached.
        for w, q, other in self._candidates(p, group, v):
            if self.small.face.fix(v, w):
                self._remove(v, w)
                if q == BYE:
                    self.bye = False
                elif other > group:
                    self.gone.add(q)
                return Paired(p, q, group, other)
        raise Stuck(p)

    def _candidates(self, p: int, group: int, v: int) -> Iterator[tuple[int, int, int]]:
        """Nodes that v might be matched to, in draw order: (node, player or BYE, group)."""
        small, lineup = self.small, self.lineup
        rest = small.face.tight[v] & self.alive & ~((2 << v) - 1)
        while rest:
            w = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            q, other = small.player[w], small.group[w]
            if w == small.bye:
                if small.player[v] is not None or p not in lineup.had_bye:
                    yield w, BYE, other
            elif q is not None:
                if small.player[v] is not None or q not in lineup.barred[p]:
                    yield w, q, other
            elif other > group:
                # one stand-in is as good as another: whichever is next, the first player who may be met is meant
                rest &= ~small.members[other - small.first]
                q = self._first_legal(p, other)
                if q is not None:
                    yield w, q, other

    def _first_legal(self, p: int, group: int) -> int | None:
        barred, gone = self.lineup.barred[p], self.gone
        return next((q for q in self.lineup.groups[group] if q not in barred and q not in gone), None)

    def _remove(self, v: int, w: int) -> None:
        self.alive &= ~(1 << v | 1 << w)

    def _passed(self, p: int, group: int, taken: int) -> list[int]:
        small = self.small
        passed: list[int] = []
        v = small.node[p]
        rest = self.alive & small.members[group - small.first] & ~((2 << v) - 1)
        end = small.node.get(taken)
        if end is not None:
            rest &= (1 << end) - 1
        while rest and len(passed) < SHOWN:
            w = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            q = small.player[w]
            if q is not None:
                passed.append(q)
        return passed

    # ---- large groups -------------------------------------------------------------------------------------------

    def _large(self, group: int, rest: list[int]) -> None:
        leaving = self._leaving(group)
        pairs, passed = first_come(rest, self.lineup.barred, (len(rest) - leaving) // 2)
        start, before = len(self.pairs), (set(self.gone), self.bye)
        if 2 * len(pairs) == len(rest) - leaving:
            self.pairs += [Paired(rest[i], rest[j], group, group, passed.get(i, [])) for i, j in pairs]
            if not leaving or self._leave(group, rest, pairs):
                return
            del self.pairs[start:]
            self.gone, self.bye = before
        self._end_of_group(group, rest, leaving, pairs, passed)

    def _leaving(self, group: int) -> int:
        """How many of a large group are still to be paired downwards or to get the bye."""
        small = self.small
        members = small.members[group - small.first] & self.alive
        mate = small.face.mate
        count, rest = 0, members
        while rest:
            v = (rest & -rest).bit_length() - 1
            rest &= rest - 1
            count += not members >> mate[v] & 1
        return count

    def _leave(self, group: int, rest: list[int], pairs: list[tuple[int, int]]) -> bool:
        """Whoever is left over in a large group goes down, or has the bye; False if one of them cannot."""
        start = len(self.pairs) - len(pairs)
        turn = list(range(len(rest)))  # per position: whose turn decided about it
        for i, j in pairs:
            turn[j] = i
        over = set(range(len(rest))).difference(*pairs) if pairs else range(len(rest))
        members = self.small.members[group - self.small.first]
        for done, i in enumerate(sorted(over)):
            free = members & self.alive
            try:
                pair = self._partner(rest[i], group, (free & -free).bit_length() - 1)
            except Stuck:
                return False
            later = (rest[j] for j in range(i + 1, len(rest)) if turn[j] > i)
            pair.passed = list(islice(later, SHOWN))
            self.pairs.insert(start + done + sum(first < i for first, _ in pairs), pair)
        return True

    def _end_of_group(
        self,
        group: int,
        rest: list[int],
        leaving: int,
        pairs: list[tuple[int, int]],
        passed: dict[int, list[int]],
    ) -> None:
        """Keep the pairs after which everything is sure to work out; decide the rest one by one."""
        keep = sure(rest, pairs, self.lineup.barred, leaving, self.stand_ins.limits[group])
        kept = pairs[:keep]
        self.pairs += [Paired(rest[i], rest[j], group, group, passed.get(i, [])) for i, j in kept]
        paired = {i for pair in kept for i in pair}
        end = [p for i, p in enumerate(rest) if i not in paired]
        below = [[p for p in players if p not in self.gone] for players in self.lineup.groups[group + 1 :]]
        self.small = self.stand_ins.solve(group, [end, *below], self.bye, whole=group)
        self._enter()
        self._each(group, end)


class Stuck(Exception):
    """Nobody can be found for a player: what was decided before him in his group cannot stay."""
