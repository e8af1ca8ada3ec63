"""Brackets whose first candidate of the best conceivable quality can be built at once ("perfect", 3.8.2).

Nobody floats but one of an odd number, no float is repeated, colours are as good as the numbers allow (`Ideal`). MDPs
in turn take the first opponent with whom that can still be so, S1 takes the first transposition of S2. If that works
out there is nothing better and nothing earlier; if not, nothing is said, and the bracket is looked at exactly.
"""

from dataclasses import dataclass

from pairing.matching.problem import bits
from pairing.systems.dutch.colours import unusual
from pairing.systems.dutch.histories import BLACK, WHITE
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.dutch.network import next_is_easy
from pairing.systems.dutch.search import Paired
from pairing.systems.dutch.transpositions import first_transposition


# The best colours a bracket can have by the numbers of its players alone (a lower bound for C12 and C13).
#
# Whoever wants the colour of the majority can meet the others, or each other at the price of C12, or float.
# The strong ones among them can avoid each other (C13) as long as there are others.
@dataclass(frozen=True, slots=True)
class Ideal:
    """The bound, and which pairs can be in a candidate that reaches it: see `partners`.

    `wanting`: all players of the bracket by the colour they want; `strong`: those who do so at least strongly.
    """

    c12: int
    c13: int
    wanting: tuple[int, int]
    strong: int
    majority: int

    @property
    def cost(self) -> tuple[int, int]:
        return self.c12, self.c13

    def partners(self, player: int) -> int:
        """Whom a player (a bit) can meet as far as colours go; -1: everybody."""
        most = self.wanting[self.majority]
        if not self.c12:
            return ~next((mask for mask in self.wanting if mask & player), 0)
        core = most & self.strong
        if self.c13:
            return -1 if core & player else core
        if not most & player:
            return most
        return ~core if core & player else -1

    def floaters(self, everybody: int) -> int:
        """Who can float alone as far as colours go."""
        most = self.wanting[self.majority]
        if self.c13:
            return most & self.strong
        if self.c12 or 2 * most.bit_count() > everybody.bit_count():
            return most
        return everybody

    def pair_cost(self, player: int, other: int) -> tuple[int, int]:
        """C12 and C13 of two players (bits), not both of whom have an absolute preference for one colour."""
        for mask in self.wanting:
            if mask & player and mask & other:
                return 1, int(bool(self.strong & player and self.strong & other))
        return 0, 0


def ideal(players: int, wanting: tuple[int, int], strong: int) -> Ideal:
    """The bound for these players of whom, if they are odd in number, one floats."""
    wanting = wanting[WHITE] & players, wanting[BLACK] & players
    majority = WHITE if wanting[WHITE].bit_count() >= wanting[BLACK].bit_count() else BLACK
    most, total = wanting[majority], players.bit_count()
    core = (most & strong).bit_count()
    c12 = max(0, (2 * most.bit_count() - total) // 2)
    c13 = max(0, (2 * core - total - total % 2) // 2) if c12 else 0
    return Ideal(c12, c13, wanting, strong, majority)


QUICK = True  # only the tests that compare switch it off


def at_once(lineup: Lineup, group: int, mdps: list[int], bye_group: int | None) -> Paired | None:
    """The paired bracket, or None: it takes more than that."""
    if not QUICK:
        return None
    members = lineup.groups[group]
    lineup.work.take(len(mdps) + len(members))
    if len(mdps) + len(members) == 1 and group + 1 < len(lineup.groups):
        return Paired(group, members, mdps, floaters=[*mdps, *members])
    floating = _who_may_float(lineup, group, len(mdps) + len(members), bye_group)
    if floating is None or len(mdps) > len(members):
        return None
    if lineup.last and any(unusual(lineup.players[v]) for v in (*mdps, *members)):
        return None
    return _Attempt(lineup, group, mdps, floating).run()


def _who_may_float(lineup: Lineup, group: int, size: int, bye_group: int | None) -> int | None:
    """The residents who may float alone if anybody has to, whoever it is; None if it does matter who does."""
    members = lineup.groups[group]
    residents = lineup.members(group)
    leaving, odd = size % 2, bye_group is not None
    if group + 1 == len(lineup.groups):
        if not leaving:
            return 0
        if bye_group != group:
            return None
        return _takers(lineup, residents) & ~lineup.marked.down
    if (bye_group is not None and bye_group <= group) or not lineup.sure(members.stop, leaving, bye=odd):
        return None
    if leaving and not next_is_easy(lineup, group + 1, leaving, bye_group):
        return None
    return residents & ~lineup.marked.down


def _takers(lineup: Lineup, residents: int) -> int:
    """Those of the last scoregroup to whom the bye goes with nothing against it: who have missed the fewest rounds."""
    takers = residents & lineup.takers
    if lineup.until_2026:
        return takers
    missed = {v: lineup.players[v].missed for v in bits(takers)}
    return sum(1 << v for v, rounds in missed.items() if rounds == min(missed.values()))


class _Attempt:
    """One bracket. Sets of players are those of the lineup; `left` are the players who have no opponent yet."""

    def __init__(self, lineup: Lineup, group: int, mdps: list[int], floating: int) -> None:
        self.lineup, self.group, self.mdps, self.floating = lineup, group, mdps, floating
        self.start = lineup.groups[group].start
        self.left = lineup.members(group)
        self.all = self.left | sum(1 << v for v in mdps)

    def run(self) -> Paired | None:
        paired = Paired(self.group, self.lineup.groups[self.group], self.mdps)
        bound = self._ideal()
        for v in self.mdps:
            found = self._opponent(v, bound)
            if found is None:
                return None
            other, bound = found
            paired.moved.append((v, other))
        count = self.left.bit_count()
        upper = bits(self.left)[: count // 2]
        lower = self.left & ~((1 << upper[-1] + 1) - 1) if upper else self.left
        self.rows = [self._near(v, bound) & lower for v in upper]
        if count % 2:
            self.rows.append(lower & self.floating & bound.floaters(self.all))
        columns = first_transposition([row >> self.start for row in self.rows], self.lineup.work)
        if columns is None:
            return None
        paired.rest = [(v, self.start + column) for v, column in zip(upper, columns, strict=False)]
        paired.floaters = [self.start + column for column in columns[len(upper) :]]
        return paired

    def _ideal(self) -> Ideal:
        return ideal(self.all, self.lineup.marked.want, self.lineup.marked.strong)

    def _near(self, v: int, bound: Ideal) -> int:
        """Whom a player may meet without breaking anything but C12 and C13 as the bound has it."""
        near = self.lineup.near[v] & bound.partners(1 << v)
        for alike in self.lineup.marked.absolute:
            if alike >> v & 1:
                near &= ~alike
        return near

    def _opponent(self, v: int, bound: Ideal) -> tuple[int, Ideal] | None:
        """The first opponent of an MDP after whom the others can be as good as the bound says."""
        candidates = self._near(v, bound) & self.left & ~self.lineup.marked.up
        tried: set[tuple[int, ...]] = set()
        for other in bits(candidates):
            player = self.lineup.players[other]
            kind = player.wants, player.strength
            if kind in tried:
                continue
            pair = 1 << v | 1 << other
            self.all &= ~pair
            rest, cost = self._ideal(), bound.pair_cost(1 << v, 1 << other)
            if (cost[0] + rest.c12, cost[1] + rest.c13) == bound.cost:
                self.left &= ~pair
                return other, rest
            self.all |= pair
            tried.add(kind)
        return None
