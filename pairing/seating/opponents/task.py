"""What a search for opponents has to respect, and what it looks at. Inside the planner players are 0 to n - 1."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from pairing.seating.quality import Rounds, meetings
from pairing.seating.search import Figures

Pair = tuple[int, int]
Key = tuple[int, int, int, int, int]

# Pairs that should not meet count as if they had met so often already: annealing keeps them from each other.
BARRED, APART = 8, 3


@dataclass(frozen=True)
class Task:
    """`out`: who sits out, round by round, of the rounds to plan. `barred`: pairs (lower number first) that must not
    share a table.

    Of a field planned anew: `met`, how often each two have met before. `games`, how many each has played before.
    `elsewhere`, how many different opponents each has had who are not here any more. `house`, those whose own
    opponents do not count and who had better not share a table.
    """

    players: int
    out: tuple[tuple[int, ...], ...]
    barred: frozenset[Pair] = frozenset()
    met: tuple[tuple[int, ...], ...] = ()
    games: tuple[int, ...] = ()
    elsewhere: tuple[int, ...] = ()
    house: frozenset[int] = frozenset()

    @property
    def rounds(self) -> int:
        """How many are to be planned."""
        return len(self.out)

    @property
    def tables(self) -> int:
        """Of every round."""
        return self.players // 4

    @property
    def is_plain(self) -> bool:
        """Everybody plays every round and nobody has played before."""
        return not (self.met or self.house or any(self.out))

    @cached_property
    def judged(self) -> list[int]:
        return [player for player in range(self.players) if player not in self.house]

    @cached_property
    def apart(self) -> list[Pair]:
        """Pairs of house players."""
        return list(combinations(sorted(self.house), 2))

    @cached_property
    def gone(self) -> tuple[int, ...]:
        """Different opponents of each who are not here any more."""
        return self.elsewhere or (0,) * self.players

    @cached_property
    def all_games(self) -> list[int]:
        """Of each player: played and to be played."""
        before = self.games or (0,) * self.players
        missed = [sum(player in one for one in self.out) for player in range(self.players)]
        return [played + self.rounds - less for played, less in zip(before, missed, strict=True)]

    @cached_property
    def possible(self) -> list[int]:
        """The most different opponents each could have. Spreads are measured from there, so that somebody with a game
        less is no reason to repeat meetings of the others.
        """
        return [
            min(3 * games, gone + self.players - 1)
            for games, gone in zip(self.all_games, self.gone, strict=True)
        ]

    def counts(self, rounds: Rounds) -> list[list[int]]:
        """Meetings of `rounds` and those before."""
        counts = meetings(rounds, self.players)
        for row, before in zip(counts, self.met, strict=False):
            row[:] = map(sum, zip(row, before, strict=True))
        return counts

    def weighted(self, rounds: Rounds) -> list[list[int]]:
        """The same with pairs that should not meet having met often before: what annealing works on."""
        counts = self.counts(rounds)
        for pairs, weight in ((self.barred, BARRED), (self.apart, APART)):
            for a, b in pairs:
                counts[a][b] += weight
                counts[b][a] += weight
        return counts

    def key(self, rounds: Rounds) -> Key:
        """(meetings of barred pairs, of house players, max_meetings, opponent_spread, -most_opponents): the lowest is
        the best.
        """
        counts = self.counts(rounds)
        different = self._different(counts)
        short = [self.possible[player] - different[player] for player in self.judged]
        return (
            sum(counts[a][b] for a, b in self.barred),
            sum(counts[a][b] for a, b in self.apart),
            max(max(counts[player]) for player in self.judged),
            max(short) - min(short),
            -max(different[player] for player in self.judged),
        )

    def figures(self, rounds: Rounds) -> Figures:
        """The figures about opponents as `quality.measure` counts them."""
        counts = self.counts(rounds)
        everybody = self._different(counts)
        different = [everybody[player] for player in self.judged]
        return {
            "max_meetings": max(max(counts[player]) for player in self.judged),
            "opponent_spread": max(different) - min(different),
            "most_opponents": max(different),
        }

    def _different(self, counts: Sequence[Sequence[int]]) -> list[int]:
        return [gone + self.players - row.count(0) for gone, row in zip(self.gone, counts, strict=True)]


def plain(players: int, rounds: int, barred: Iterable[Pair] = ()) -> Task:
    """Everybody plays every round."""
    return Task(players, ((),) * rounds, frozenset(barred))
