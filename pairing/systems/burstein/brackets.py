"""The brackets of a Burstein round, from the top (C.04.4.2, articles 3 and 4), and who has the bye.

In a bracket the first in the order of article 1.8 meets the last who leaves the best pairing possible, then the next
one the last still free, and so on.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from pairing.matching.optimal import CheapestMatchings
from pairing.matching.plain import leave_one_out
from pairing.matching.problem import bits
from pairing.systems.dutch.criteria import Digits, Scale
from pairing.systems.dutch.histories import ANY, History
from pairing.systems.dutch.lineup import Lineup
from pairing.systems.dutch.network import next_is_easy, views
from pairing.systems.dutch.search import Search


# The criteria C5 to C8 of one bracket as integer costs (C.04.4.2, article 2.3), for the matching problem of
# the Dutch system, whose brackets see what is below them in the same way.
def clash(first: History, second: History) -> bool:
    """Whether one of the two would not get the colour preferred (C8)."""
    return first.wants != ANY and first.wants == second.wants


class Criteria:
    """What pairs and floats cost in a bracket, whose players are all alike: incoming floaters may meet each other.

    `next_score`: that of the scoregroup below, if the following bracket is to be looked at (C7).
    """

    def __init__(self, lineup: Lineup, bracket: list[int], next_score: int | None) -> None:
        self.players = lineup.players
        self.mdps: list[int] = []
        self.residents: Any = bracket  # in rank order, where the Dutch system has a range
        self.incoming: frozenset[int] = frozenset()
        self.limbo: dict[int, int] = {}
        self.excess = self.third = 0
        scores = [lineup.players[v].score for v in bracket]
        scale = Scale(len(bracket))
        self.c8 = scale.digit()
        self.c7_scores: Digits = {}
        self.c7 = 0
        if next_score is not None:
            scale.most += len(lineup.players)
            self.c7_scores = scale.row([*scores, next_score])
            self.c7 = scale.digit()
        self.c6: Digits = scale.row(scores) if len(set(scores)) > 1 else {}
        self.c5 = scale.digit()

    def pair(self, a: int, b: int) -> int:
        """Two players of the bracket."""
        return self.c8 * clash(self.players[a], self.players[b])

    def floating(self, v: int) -> int:
        """A player of the bracket who leaves it."""
        return self.c5 + self.c6.get(self.players[v].score, 0)

    def joining(self, v: int) -> int:
        """A player of the bracket who is paired in the following one."""
        return 0

    def passing(self, v: int) -> int:
        """A player, of the bracket or the next scoregroup, who floats from the following bracket too."""
        return self.c7 + self.c7_scores[self.players[v].score] if self.c7 else 0

    def bye(self, v: int) -> int:
        """The bye is given before."""
        return 0

    def kind(self, v: int) -> tuple[int, ...]:
        """Players of one kind cost the same everywhere."""
        return self.players[v].score, self.players[v].wants


Key = Callable[[int], tuple[int, ...]]


@dataclass(slots=True)
class Bracket:
    """A paired bracket. `order`: its players, the best first; `pairs` by their first; who floats."""

    group: int
    order: list[int]
    pairs: list[tuple[int, int]] = field(default_factory=list)
    floaters: list[int] = field(default_factory=list)


def bye_player(lineup: Lineup, group: int, rank: Key) -> int:
    """Who of this scoregroup, the lowest possible, has the bye: who has played most, then the last in order (3.1)."""
    takers = [v for v in lineup.groups[group] if lineup.takers >> v & 1]
    takers.sort(key=lambda v: (lineup.players[v].missed, [-x for x in rank(v)]))
    everybody = range(len(lineup.players))
    whole = (1 << len(everybody)) - 1
    barred = {v: set(bits(whole & ~lineup.near[v] & ~(1 << v))) for v in everybody}
    return leave_one_out(everybody, barred, [[v] for v in takers], lineup.work)


def pair_brackets(lineup: Lineup, rank: Key) -> list[Bracket]:
    """All brackets of an even number of players who can be paired."""
    done: list[Bracket] = []
    down: list[int] = []
    for group, members in enumerate(lineup.groups):
        order = sorted([*down, *members], key=rank)
        search = next(_solved(lineup, group, order))
        done.append(_first(search, Bracket(group, order)))
        down = done[-1].floaters
    return done


def _solved(lineup: Lineup, group: int, order: list[int]) -> Iterator[Search]:
    """The bracket with the best quality found, as soon as enough of what is below it is looked at."""
    for below in views(lineup, group, len(order), None):
        blind = below.stand_ins and not below.players
        if blind and len(order) % 2 and not next_is_easy(lineup, group + 1, 1, None):
            continue
        criteria = Criteria(lineup, order, lineup.scores[group + 1] if below.players else None)
        found = Search(lineup, group, criteria, below, 0)
        if not found.solve():
            continue
        leaving = found.leaving()
        safe = not (blind and leaving) or next_is_easy(lineup, group + 1, leaving, None)
        if found.has_spare() and safe:
            yield found


def _first(search: Search, bracket: Bracket) -> Bracket:
    """The first pairing of the best quality, in the order of article 4."""
    face, inside = CheapestMatchings(search.matcher), search.network.inside
    free = (1 << inside) - 1
    for at in range(inside):
        if not free >> at & 1:
            continue
        later = bits(face.tight[at] & free & ~((2 << at) - 1))
        partner = next((b for b in reversed(later) if face.fix(at, b)), None)
        if partner is None:
            bracket.floaters.append(bracket.order[at])
        else:
            free &= ~(1 << at | 1 << partner)
            bracket.pairs.append((bracket.order[at], bracket.order[partner]))
    return bracket
