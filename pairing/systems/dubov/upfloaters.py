"""Who is paired up into a bracket: as few as possible, then the best by C6 to C10, then the first in order (C.04.4.1,
articles 3.2.1, 3.2.2 and 4.2).
"""

from collections.abc import Callable, Sequence

from pairing.matching.problem import Cost, Layer, NoPerfectMatching, Problem
from pairing.matching.weighted import Matcher
from pairing.systems.dubov.past import Past
from pairing.systems.dutch.criteria import Scale
from pairing.systems.dutch.histories import History
from pairing.systems.dutch.lineup import Lineup

Kind = tuple[int, ...]


def clash(first: History, second: History) -> bool:
    """Whether one of the two would not get the colour preferred (C7)."""
    return first.wants == second.wants


def upfloaters(lineup: Lineup, past: Past, residents: Sequence[int], lower: Sequence[int]) -> list[int]:
    """The players of `lower`, in order, who join the residents so that these can all be paired, and so can whoever is
    left below (C4). Errors: NoPerfectMatching.
    """
    found = _joining(lineup, past, residents, lower, frozenset())
    if not found:
        return []
    scores = {lineup.players[v].score for v in found}  # C6 leaves no other scores
    alone = [v for v in lower if lineup.players[v].score in scores]
    return _joining(lineup, past, residents, lower, frozenset(alone))


class _Criteria:
    """C5 to C10 as digits. `alone`: those among whom the order decides; the first is worth most."""

    def __init__(self, lineup: Lineup, past: Past, residents: Sequence[int], alone: Sequence[int]) -> None:
        self.players, self.past = lineup.players, past
        top = lineup.players[residents[0]].score
        scale = Scale(len(residents))
        self.order = {v: 1 << len(alone) - at for at, v in enumerate(alone)}
        self.first = 1 << len(alone) + 1
        scale.at = (self.first * (len(residents) + 1)).bit_length()
        often = {past.upfloats[p.player] for p in lineup.players if past.upfloats[p.player] >= past.most}
        self.c10 = scale.digit()
        self.c9 = scale.row(often)
        self.c8 = scale.digit()
        self.c7 = scale.digit()
        self.c6 = {top - difference: weight for difference, weight in self._differences(scale, top).items()}
        self.c5 = scale.digit()

    def _differences(self, scale: Scale, top: int) -> dict[int, int]:
        return scale.row({top - p.score for p in self.players if p.score < top})

    def up(self, v: int) -> int:
        """What it costs that this player is paired up."""
        player, past = self.players[v], self.past
        cost = self.c5 + self.c6[player.score] + (self.first - self.order[v] if v in self.order else 0)
        if past.last:
            return cost
        times = past.upfloats[player.player]
        if times >= past.most:
            cost += self.c8 + self.c9[times]
        return cost + self.c10 * (player.player in past.lately)

    def kind(self, v: int) -> Kind:
        """Players of one kind cost the same everywhere."""
        if v in self.order:
            return (v,)
        p = self.players[v]
        return p.score, p.wants, self.past.upfloats[p.player], int(p.player in self.past.lately)


def _joining(
    lineup: Lineup, past: Past, residents: Sequence[int], lower: Sequence[int], alone: frozenset[int]
) -> list[int]:
    criteria = _Criteria(lineup, past, residents, [v for v in lower if v in alone])
    everybody, count = [*residents, *lower], len(residents)
    group, samples = _grouped(everybody, count, criteria.kind)
    table: Cost = [[0] * len(samples) for _ in samples]
    for i, (a, low) in enumerate(samples):
        for j, (b, also) in enumerate(samples[: i + 1]):
            if not (low and also):
                cost = criteria.c7 * clash(lineup.players[a], lineup.players[b])
                cost += criteria.up(a) if low else criteria.up(b) if also else 0
                table[i][j] = table[j][i] = cost
    near = among(lineup, everybody)
    mate = Matcher(Problem(group, len(samples), [Layer(near, table)], lineup.work)).solve().mate
    return [everybody[at] for at in range(count, len(everybody)) if mate[at] < count]


def _grouped(
    everybody: Sequence[int], count: int, kind: Callable[[int], Kind]
) -> tuple[list[int], list[tuple[int, bool]]]:
    """The group of everybody, and of each group a player and whether it is one of below; residents are the first."""
    index: dict[tuple[bool, Kind], int] = {}
    samples: list[tuple[int, bool]] = []
    group = []
    for at, v in enumerate(everybody):
        key = at >= count, kind(v)
        if key not in index:
            index[key] = len(samples)
            samples.append((v, at >= count))
        group.append(index[key])
    return group, samples


def among(lineup: Lineup, players: Sequence[int]) -> list[int]:
    """Whom each of these players may meet of the others, as places in the list."""
    place = {v: at for at, v in enumerate(players)}
    inside = sum(1 << v for v in players)
    found = []
    for v in players:
        rest, mask = lineup.near[v] & inside, 0
        while rest:
            low = rest & -rest
            mask |= 1 << place[low.bit_length() - 1]
            rest ^= low
        found.append(mask)
    return found


__all__ = ["NoPerfectMatching", "among", "clash", "upfloaters"]
