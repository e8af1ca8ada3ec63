"""The criteria C5 to C8 of one bracket as integer costs (C.04.4.2, article 2.3), for the matching problem of the Dutch
system, whose brackets see what is below them in the same way.
"""

from typing import Any

from pairing.systems.dutch.criteria import Digits, Scale
from pairing.systems.dutch.histories import ANY, History
from pairing.systems.dutch.lineup import Lineup


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
