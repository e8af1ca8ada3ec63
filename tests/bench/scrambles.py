"""The rival of the planner: the random search of the source, a spreadsheet that kept the best of many scrambles.

As there, opponents come first, then winds for the best tables found, then table numbers; each is drawn at random again
and again and the best by the source's order of aims is kept. Whole batches are drawn and counted with NumPy.
"""

from collections.abc import Callable, Sequence
from time import process_time

import numpy as np

Array = np.ndarray
Key = tuple[float, ...]

CELLS = 4_000_000  # of the largest array of a batch


class Scrambles:
    """A search for `players` (a multiple of four) and `rounds`; `seconds` of CPU time for each of the three aims."""

    def __init__(
        self,
        players: int,
        rounds: int,
        per_day: int,
        pairs: Sequence[tuple[int, int]],
        seconds: float,
        seed: int,
    ) -> None:
        self.players, self.rounds, self.per_day, self.seconds = players, rounds, per_day, seconds
        self.pairs = np.array(pairs, dtype=np.int64).reshape(-1, 2) - 1
        self.random = np.random.default_rng(seed)
        self.tried = [0, 0, 0]

    def best(self) -> list[list[list[int]]]:
        """The best schedule found: rounds, tables in the order of their numbers, seats."""
        tables = self._best_of(0, self._opponents)
        seated = self._best_of(1, lambda: self._winds(tables))
        numbered = self._best_of(2, lambda: self._numbers(seated))
        return (numbered + 1).tolist()

    def _best_of(self, aim: int, batch: Callable[[], tuple[Array, Array]]) -> Array:
        """Batches until the time is over: `batch` gives schedules and their figures, one row each, low is good."""
        end = process_time() + self.seconds
        best: tuple[Key, Array] | None = None
        while best is None or process_time() < end:
            schedules, figures = batch()
            self.tried[aim] += len(schedules)
            at = np.lexsort(figures.T[::-1])[0]
            key = tuple(figures[at].tolist())
            if best is None or key < best[0]:
                best = key, schedules[at].copy()
        return best[1]

    def _size(self, cells: int) -> int:
        return max(1, CELLS // cells)

    def _opponents(self) -> tuple[Array, Array]:
        n, size = self.players, self._size(self.players**2)
        drawn = self._rounds_apart(size * self.rounds).reshape(size, self.rounds, n // 4, 4)
        met = np.zeros(size * n * n, dtype=np.int16)
        base = (np.arange(size) * n * n)[:, None, None]
        for a, b in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)):
            one, other = drawn[..., a], drawn[..., b]
            for low, high in ((one, other), (other, one)):
                met += np.bincount((base + low * n + high).ravel(), minlength=met.size).astype(np.int16)
        together = met.reshape(size, n, n)
        different = (together > 0).sum(axis=2)
        most, least = different.max(axis=1), different.min(axis=1)
        return drawn, np.column_stack([together.max(axis=(1, 2)), most - least, -most])

    def _rounds_apart(self, count: int) -> Array:
        """So many random rounds in which no forbidden pair shares a table: drawn until there are enough."""
        found: list[Array] = []
        while sum(map(len, found)) < count:
            drawn = self._shuffled((max(64, min(count, CELLS // self.players)), self.players))
            if len(self.pairs):
                place = np.argsort(drawn, axis=1) // 4
                drawn = drawn[(place[:, self.pairs[:, 0]] != place[:, self.pairs[:, 1]]).all(axis=1)]
            found.append(drawn)
        return np.concatenate(found)[:count]

    def _winds(self, tables: Array) -> tuple[Array, Array]:
        n, size = self.players, self._size(self.rounds * self.players * 4)
        order = self._shuffled((size, self.rounds, n // 4, 4))
        seated = np.take_along_axis(np.broadcast_to(tables, order.shape), order, axis=3)
        index = (np.arange(size) * n * 4)[:, None, None, None] + seated * 4 + np.arange(4)
        sat = np.bincount(index.ravel(), minlength=size * n * 4).reshape(size, n, 4)
        latest = (sat * np.arange(1, 5)).sum(axis=2).max(axis=1)
        return seated, np.column_stack([(sat == 0).any(axis=2).sum(axis=1), sat.max(axis=(1, 2)), latest])

    def _numbers(self, seated: Array) -> tuple[Array, Array]:
        n, size = self.players, self._size(self.rounds * self.players)
        order = self._shuffled((size, self.rounds, n // 4))
        numbered = np.take_along_axis(np.broadcast_to(seated, (*order.shape, 4)), order[..., None], axis=2)
        place = np.argsort(numbered.reshape(size, self.rounds, n), axis=2) // 4
        stays = place[:, 1:] == place[:, :-1]
        stays[:, [at for at in range(self.rounds - 1) if (at + 1) % self.per_day == 0]] = False
        three = (stays[:, 1:] & stays[:, :-1]).any(axis=1).sum(axis=1)
        return numbered, np.column_stack([three, stays.any(axis=1).sum(axis=1)])

    def _shuffled(self, shape: tuple[int, ...]) -> Array:
        """Permutations of 0, 1, ... along the last axis."""
        return np.argsort(self.random.random(shape, dtype=np.float32), axis=-1)
