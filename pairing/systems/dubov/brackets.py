"""The brackets of a Dubov round (C.04.4.1, articles 3.2.3 to 3.2.5, 4.3 and 4.4).

Those who seek White (G1) meet those who seek Black (G2). Where the two groups do not fit, players are shifted, from the
middle of their group first: who has to meet one of the own group, and then whoever makes the groups equal. G1 by the
average rating of the opponents, the lowest first, then meets the first possible transposition of G2 by number.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pairing.matching.problem import Cost, Layer, Problem
from pairing.matching.weighted import Matcher
from pairing.systems.dubov.past import Past
from pairing.systems.dubov.upfloaters import among, clash, upfloaters
from pairing.systems.dutch.histories import WHITE
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.dutch.transpositions import first_transposition

Kind = tuple[int, ...]
Weigh = Callable[[int, int], int]


@dataclass(slots=True)
class Bracket:
    """A paired bracket: pairs of G1 and G2 in the order of S1, who came up into it, who changed groups, and G2 in the
    order of numbers.
    """

    residents: list[int]
    up: list[int]
    shifted: set[int] = field(default_factory=set)
    pairs: list[tuple[int, int]] = field(default_factory=list)
    second: list[int] = field(default_factory=list)


def pair_brackets(lineup: Lineup, past: Past) -> list[Bracket]:
    """All brackets of an even number of players who can be paired."""
    done: list[Bracket] = []
    left = list(range(len(lineup.players)))
    while left:
        score = lineup.players[left[0]].score
        residents = [v for v in left if lineup.players[v].score == score]
        up = upfloaters(lineup, past, residents, left[len(residents) :])
        done.append(_Groups(lineup, past, residents, up).paired())
        gone = {*residents, *up}
        left = [v for v in left if v not in gone]
    return done


class _Groups:
    def __init__(self, lineup: Lineup, past: Past, residents: list[int], up: list[int]) -> None:
        self.lineup, self.past = lineup, past
        self.bracket = Bracket(residents, up)
        players = lineup.players
        everybody = sorted([*residents, *up], key=lambda v: players[v].number)
        if any(players[v].colours for v in everybody):
            self.first = [v for v in everybody if players[v].wants == WHITE]
        else:
            self.first = everybody[: len(everybody) // 2]
        self.second = [v for v in everybody if v not in self.first]

    def paired(self) -> Bracket:
        """3.2.4 and 3.2.5."""
        if len(self.first) == len(self.second) and self._transposed():
            return self.bracket
        from_first = len(self.first) <= len(self.second)
        moved = self._within(from_first, frozenset())
        self._shift(moved, from_first)
        level = len(self.first) == len(self.second)
        more = [] if level else self._within(not from_first, frozenset(moved))
        self._shift(more, not from_first)
        self.bracket.shifted = {*moved, *more}
        found = self._transposed()
        assert found  # the pairs that were cheapest make one
        return self.bracket

    def _sorted(self, of_first: bool) -> list[int]:
        """4.3.2"""
        players, aro = self.lineup.players, self.past.aro
        if of_first:
            return sorted(self.first, key=lambda v: (aro[players[v].player], players[v].number))
        return sorted(self.second, key=lambda v: players[v].number)

    def _shift(self, moved: Sequence[int], from_first: bool) -> None:
        source, target = (self.first, self.second) if from_first else (self.second, self.first)
        for v in moved:
            source.remove(v)
            target.append(v)

    def _within(self, of_first: bool, settled: frozenset[int]) -> list[int]:
        """Who of a group has to be shifted: of each pair that cannot but be made in it the one who comes first by 4.3;
        the first such set. `settled` have been shifted into it and meet the other group.
        """
        group = from_the_middle(self._sorted(of_first))
        turn = {v: at for at, v in enumerate(group)}
        other = set(self.second if of_first else self.first)
        bits = len(group)

        def allowed(a: int, b: int) -> bool:
            """Who has been shifted meets the other group, and there nobody meets the own one any more."""
            if a in settled or b in settled:
                return a in other or b in other
            return not (settled and a in other and b in other)

        def within(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
            return [pair for pair in pairs if all(v in turn for v in pair)]

        def alike(v: int) -> Kind:
            return self.lineup.players[v].wants, int(v in turn), int(v in settled)

        def alone(v: int) -> Kind:
            return (v,) if v in turn else alike(v)

        if not within(self._cheapest(lambda a, b: int(a in turn and b in turn), 1, alike, allowed)):
            return []

        def weigh(a: int, b: int) -> int:
            if a not in turn or b not in turn:
                return 0
            return (1 << bits + 1) - (1 << bits - min(turn[a], turn[b]))

        found = self._cheapest(weigh, bits + 1, alone, allowed)
        return [min(pair, key=turn.__getitem__) for pair in within(found)]

    def _cheapest(
        self, weigh: Weigh, bits: int, kind: Callable[[int], Kind], allowed: Callable[[int, int], bool]
    ) -> list[tuple[int, int]]:
        """A pairing of the bracket with the fewest against a colour (C7), and of these the cheapest by `weigh`, whose
        values are below 2 ** bits and the same for players of one kind.
        """
        everybody = sorted([*self.first, *self.second])
        players, size = self.lineup.players, len(everybody)
        c7 = 1 << bits + size.bit_length() + 1
        near = among(self.lineup, everybody)
        index: dict[Kind, int] = {}
        samples: list[int] = []
        group = []
        for at, v in enumerate(everybody):
            if kind(v) not in index:
                index[kind(v)] = len(samples)
                samples.append(v)
            group.append(index[kind(v)])
            for j in range(at):
                if not allowed(v, everybody[j]):
                    near[at] &= ~(1 << j)
                    near[j] &= ~(1 << at)
        table: Cost = [
            [2 * (weigh(a, b) + c7 * clash(players[a], players[b])) for b in samples] for a in samples
        ]
        mate = Matcher(Problem(group, len(samples), [Layer(near, table)], self.lineup.work)).solve().mate
        return [(everybody[i], everybody[j]) for i, j in enumerate(mate) if i < j]

    def _transposed(self) -> bool:
        """3.2.5; False if there is no transposition."""
        one, other = self._sorted(True), self._sorted(False)
        near = among(self.lineup, [*one, *other])
        size = len(one)
        columns = first_transposition([near[at] >> size for at in range(size)], self.lineup.work)
        if columns is None:
            return False
        self.bracket.pairs = [(one[at], other[column]) for at, column in enumerate(columns)]
        self.bracket.second = other
        return True


def from_the_middle(group: Sequence[int]) -> list[int]:
    """4.3.3: the one in the middle first, of two in the middle the higher, then again of who remains."""
    left, found = list(group), []
    while left:
        found.append(left.pop((len(left) - 1) // 2))
    return found
