"""Winds made more even by exchanging two of them along a path of tables.

Where one player has too much of one wind and too little of another, a path leads from table to table: the player swaps
these two winds with whoever has the other one there, who swaps back at a table of their own, and so on. Only the two
ends of the path change what they have in all (alternating paths; D. König, 1916).
"""

from collections import deque
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations

from pairing.seating.quality import WINDS, Rounds, Table

EVERY_TWO = tuple(permutations(range(WINDS), 2))
# Nearest winds first: the smallest step that helps.
FORWARD = sorted(
    ((late, early) for late, early in EVERY_TWO if late > early), key=lambda two: two[0] - two[1]
)


class Evening:
    """The seats of rounds, and how often everybody sits on each wind, rounds before included: `counts`."""

    def __init__(self, rounds: Rounds, before: Sequence[Sequence[int]]) -> None:
        self._sizes = [len(tables) for tables in rounds]
        self._tables = [list(table) for tables in rounds for table in tables]
        self.counts = [list(row) for row in before]
        self._seats: list[list[list[int]]] = [[[] for _ in range(WINDS)] for _ in before]
        for at, table in enumerate(self._tables):
            for wind, player in enumerate(table):
                self.counts[player][wind] += 1
                self._seats[player][wind].append(at)

    def rounds(self) -> list[list[Table]]:
        """The rounds as they are now."""
        flat = iter([(e, s, w, n) for e, s, w, n in self._tables])
        return [[next(flat) for _ in range(size)] for size in self._sizes]

    def even_out(self) -> None:
        """Until no exchange makes the sum of squares of the counts smaller."""
        while any(self._even_out(more, less) for more, less in EVERY_TWO):
            pass

    def _even_out(self, more: int, less: int) -> bool:
        changed = False
        for player in range(len(self.counts)):
            while self._surplus(player, more, less) >= 2 and self._pass_on(player, more, less):
                changed = True
        return changed

    def _pass_on(self, player: int, more: int, less: int) -> bool:
        own = self._surplus(player, more, less)
        return self._exchange(player, more, less, lambda other: own - self._surplus(other, more, less) > 2)

    def _surplus(self, player: int, more: int, less: int) -> int:
        return self.counts[player][more] - self.counts[player][less]

    def bring_forward(self, average: Fraction, low: Sequence[int], high: Sequence[int]) -> None:
        """Let nobody's average wind be later than `average` where an exchange can help that leaves everybody between
        `low` and `high` times on each wind.
        """
        latest = [average * sum(row) // 1 for row in self.counts]
        while any(
            self._bring_forward(player, latest, low, high)
            for player in range(len(self.counts))
            if self._sum(player) > latest[player]
        ):
            pass

    def _bring_forward(
        self, player: int, latest: Sequence[int], low: Sequence[int], high: Sequence[int]
    ) -> bool:
        own = self.counts[player]
        for late, early in FORWARD:
            if own[late] <= low[player] or own[early] >= high[player]:
                continue
            step = late - early

            def takes(other: int, late: int = late, early: int = early, step: int = step) -> bool:
                theirs = self.counts[other]
                fits = theirs[early] > low[other] and theirs[late] < high[other]
                return fits and self._sum(other) + step <= latest[other]

            if self._exchange(player, late, early, takes):
                return True
        return False

    def _sum(self, player: int) -> int:
        return sum(wind * count for wind, count in enumerate(self.counts[player], 1))

    def _exchange(self, player: int, gives: int, takes: int, ends: Callable[[int], bool]) -> bool:
        """Turn the shortest path along which `player` gives a wind for another, and the last one does the reverse."""
        came: dict[int, tuple[int, int]] = {player: (-1, -1)}
        queue = deque([player])
        while queue:
            one = queue.popleft()
            for at in self._seats[one][gives]:
                other = self._tables[at][takes]
                if other in came:
                    continue
                came[other] = (one, at)
                if ends(other):
                    self._turn(other, came, gives, takes)
                    return True
                queue.append(other)
        return False

    def _turn(self, last: int, came: dict[int, tuple[int, int]], gives: int, takes: int) -> None:
        player = last
        while came[player][0] >= 0:
            before, at = came[player]
            table = self._tables[at]
            table[gives], table[takes] = player, before
            for who, old, new in ((before, gives, takes), (player, takes, gives)):
                self._seats[who][old].remove(at)
                self._seats[who][new].append(at)
                self.counts[who][old] -= 1
                self.counts[who][new] += 1
            player = before
