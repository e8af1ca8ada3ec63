"""Who of the cut meets whom before the last round, by their numbers in the cut."""

from collections.abc import Callable, Sequence
from itertools import combinations, permutations, product

from pairing.model.types import FOUR

Row = tuple[int, ...]

# Whether a row of seeds is dealt out to the tables forth or back: for two tables 1 3 6 8 and 2 4 5 7; 1 4 5 8 and
# 2 3 6 7.
_BACK = {"balanced": (False, False, True, True), "snake": (False, True, False, True)}


def seeded(size: int, seeding: str) -> list[tuple[int, ...]]:
    """Tables of the places 0 to `size` - 1 of the cut, a multiple of four.

    `balanced` and `snake` deal out one row after another, a place to every table, the rows forth or back; any other
    word: the first four, the next four, and so on.
    """
    tables = size // FOUR
    if seeding not in _BACK:
        return [tuple(range(start, start + FOUR)) for start in range(0, size, FOUR)]
    return _as_tables(
        [
            tuple(
                range((row + 1) * tables - 1, row * tables - 1, -1)
                if back
                else range(row * tables, (row + 1) * tables)
            )
            for row, back in enumerate(_BACK[seeding])
        ]
    )


def _as_tables(rows: Sequence[Row]) -> list[tuple[int, ...]]:
    return [tuple(table) for table in zip(*rows, strict=True)]


def parted(tables: Sequence[tuple[int, ...]], clash: Callable[[int, int], bool]) -> list[tuple[int, ...]]:
    """The same tables, with as few clashing pairs as an exchange inside at most two rows of the tables allows; the
    lower and the fewer rows, the better.
    """

    def clashes(tables: Sequence[tuple[int, ...]]) -> int:
        return sum(clash(a, b) for table in tables for a, b in combinations(table, 2))

    best, fewest = list(tables), clashes(tables)
    rows = list(zip(*tables, strict=True))
    changes = [(row,) for row in reversed(range(FOUR))] + list(combinations(reversed(range(FOUR)), 2))
    for changed in changes:
        for dealt in product(*(permutations(rows[row]) for row in changed)):
            if not fewest:
                return best
            found = _as_tables(
                [dealt[changed.index(row)] if row in changed else rows[row] for row in range(FOUR)]
            )
            if (count := clashes(found)) < fewest:
                best, fewest = found, count
    return best
