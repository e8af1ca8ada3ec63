"""What several tests of schedules share."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

Table = tuple[int, int, int, int]


def every_table_of_eight() -> Iterator[list[Table]]:
    """All 35 ways to seat the players 0 to 7 at two tables."""
    for a, b, c in combinations(range(1, 8), 3):
        rest = [player for player in range(8) if player not in (0, a, b, c)]
        yield [(0, a, b, c), (rest[0], rest[1], rest[2], rest[3])]
