"""The repair of a round for two at a table as a matching problem: who may be paired at which cost.

Vertices are the players to be seated, in the order of the round, and the bye if they are odd in number. What counts is
written as the digits of one number, as in `pairing.systems.monrad.objective`: a digit's weight exceeds all that the
digits below can add up to.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pairing.matching.problem import Cost, Layer, Problem
from pairing.repair.rules import SECOND_BYE, WORST, Broken, Rules
from pairing.systems.monrad.objective import group_costs

BYE = 0  # stands for the bye where a player id is expected
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Weights:
    """What a pair costs besides the rules it breaks: `new` if it was no pair before; `apart` per hundredth of distance,
    `apart_old` the same of a pair, or a bye, that is kept; `bye` per hundredth of a new bye above the lowest score.
    """

    new: int
    apart: int
    apart_old: int
    bye: int
    rules: tuple[int, ...]  # by level of severity


class Edges:
    """The players to be seated with all possible pairs. `old`: pairs of before, the bye (player, BYE) among them, that
    can still be kept.
    """

    def __init__(self, rules: Rules, players: Iterable[int], old: Iterable[Pair]) -> None:
        self.rules = rules
        wanted = set(players)
        self.ids = [p for p in rules.order if p in wanted]
        self.odd = len(self.ids) % 2 == 1
        self.scores = sorted({rules.score[p] for p in self.ids}, reverse=True)
        self.lowest = rules.lowest_bye(self.ids)
        self.names = [*self.ids, BYE] if self.odd else self.ids
        self.place = {p: at for at, p in enumerate(self.names)}
        self.old = [(a, b) for a, b in old if a in self.place and b in self.place]

    # --- what counts, as digits ---------------------------------------------------------------------------------
    @cached_property
    def _objective(self) -> tuple[Cost, int]:
        """The objective per pair of groups, and a weight above all it can add up to."""
        groups = [self.rules.score[p] for p in self.ids]
        sizes = [groups.count(score) for score in self.scores]
        cost, weight = group_costs(sizes, self.odd and self.rules.low_bye)
        if self.odd and not self.rules.low_bye:
            for row in cost:
                row.append(0)
            cost.append([0] * len(cost[0]))
            cost[-1][-1] = None
        return cost, weight

    @property
    def most(self) -> int:
        """More pairs than there can be."""
        return len(self.ids) // 2 + 2

    @property
    def far(self) -> int:
        """More than the distances of all pairs can add up to."""
        spread = self.scores[0] - min(self.scores[-1], self.lowest) if self.scores else 0
        return spread * self.most + 1

    def _rule_weights(self, unit: int) -> tuple[int, ...]:
        """Weights of the levels of severity, the worst first, above `unit`."""
        found: list[int] = []
        for _ in WORST:
            found.insert(0, unit)
            unit *= 2 * self.most
        return tuple(found)

    def fewest_broken(self) -> Weights:
        """Rules, the height of a new bye, tables broken, the distance of what is new, and the objective, in turn."""
        apart = self._objective[1]
        new = apart * self.far
        bye = new * self.most
        return Weights(new, apart, 0, bye, self._rule_weights(bye * self.far))

    def mixed(self, per_hundredth: int, per_table: int) -> Weights:
        """Rules, then the height of a new bye, then the distance of the whole round and the tables broken at these
        prices, then the tables broken, then the objective.
        """
        tables = self._objective[1]
        unit = tables * self.most
        apart, new = unit * per_hundredth, unit * per_table + tables
        bye = apart * self.far + new * self.most
        return Weights(new, apart, apart, bye, self._rule_weights(bye * self.far))

    # --- the problem --------------------------------------------------------------------------------------------
    def problem(self, weights: Weights) -> Problem:
        """The matching problem with these weights."""
        count = len(self.ids)
        everybody = (1 << count) - 1
        layers: dict[tuple[bool, Broken], list[int]] = {}

        def near(is_old: bool, broken: Broken) -> list[int]:
            return layers.setdefault((is_old, broken), [0] * len(self.names))

        legal = near(False, ())
        for v, p in enumerate(self.ids):
            legal[v] = everybody & ~(1 << v)
            for q, broken in self.rules.bars[p].items():
                if q in self.place:
                    legal[v] &= ~(1 << self.place[q])
                    near(False, broken)[v] |= 1 << self.place[q]
        if self.odd:
            for v, p in enumerate(self.ids):
                of_bye = near(False, self.broken(p, BYE))
                of_bye[v] |= 1 << count
                of_bye[count] |= 1 << v
        for a, b in self.old:
            broken = self.broken(a, b)
            for v, w in ((self.place[a], self.place[b]), (self.place[b], self.place[a])):
                near(False, broken)[v] &= ~(1 << w)
                near(True, broken)[v] |= 1 << w
        group_of = {score: at for at, score in enumerate(self.scores)}
        group = [group_of[self.rules.score[p]] for p in self.ids] + [len(self.scores)] * self.odd
        return Problem(
            group,
            len(self.scores) + self.odd,
            [Layer(masks, self._costs(weights, *kind)) for kind, masks in layers.items()],
        )

    def broken(self, a: int, b: int) -> Broken:
        """The rules a pair, or the bye, breaks."""
        if b == BYE:
            return (SECOND_BYE,) if a in self.rules.had_bye else ()
        return self.rules.broken_by(a, b)

    def _costs(self, weights: Weights, is_old: bool, broken: Broken) -> Cost:
        """The costs of one kind of pairs, by the groups of the two."""
        objective = self._objective[0]
        given_up = sum(w for w, level in zip(weights.rules, WORST, strict=True) for r in broken if r in level)
        bye = len(self.scores)

        def apart(i: int, j: int) -> int:
            if is_old:
                return weights.apart_old
            return weights.bye if bye in (i, j) else weights.apart

        def cost(i: int, j: int) -> int | None:
            own = objective[i][j]
            if own is None:
                return None
            new = 0 if is_old or bye in (i, j) else weights.new
            return own + new + apart(i, j) * self._apart(i, j) + given_up

        size = bye + self.odd
        return [[cost(i, j) for j in range(size)] for i in range(size)]

    def _apart(self, i: int, j: int) -> int:
        upper, lower = sorted((i, j))
        if lower < len(self.scores):
            return self.scores[upper] - self.scores[lower]
        return max(0, self.scores[upper] - self.lowest) if self.rules.low_bye else 0


Objective = Callable[[Sequence[Pair]], tuple[int, ...]]


def objective_of(rules: Rules, pairs: Iterable[Pair]) -> tuple[int, ...]:
    """The objective of a whole round as counts, the most important first, each the better the smaller.

    The height of the bye's group above the lowest; per group how many are paired down out of it; per group and every
    lower one how many of those are paired past that one (docs/decisions/0003).
    """
    everything = list(pairs)
    scores = sorted({rules.score[p] for both in everything for p in both if p != BYE}, reverse=True)
    group: Mapping[int, int] = {score: at for at, score in enumerate(scores)}
    size = len(scores)
    bye, down = 0, [0] * size
    past = [[0] * size for _ in range(size)]
    for a, b in everything:
        if BYE in (a, b):
            bye += (size - 1 - group[rules.score[a or b]]) if rules.low_bye else 0
            continue
        upper, lower = sorted((group[rules.score[a]], group[rules.score[b]]))
        if upper == lower:
            continue
        down[upper] += 1
        for between in range(upper + 1, lower):
            past[upper][between] += 1
    return (bye, *down[:-1], *(past[i][j] for i in range(size) for j in range(i + 1, size - 1)))
