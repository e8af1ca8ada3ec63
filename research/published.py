"""What Takizawa & Kakinoki, World Computer Shogi Championships (3), print: tables 2-1 and 3-1, as they stand there."""

from research.study import Algorithm, Study, strongest_first

SOURCE = "Takizawa & Kakinoki, A Pairing System and Its Effectiveness in the World Computer Shogi Championships (3)"
ROUNDS = 9
RANGES = (24, 12, 5)

# The algorithms in the order of the columns of table 2-1. The print calls columns 5 to 8 (M)(C); they were computed
# with (M)(E) (rules/wcsc.md).
ALGORITHMS = tuple(
    Algorithm(
        f"{order}{family}-{mode}",
        "wcsc",
        {"order": order, "method": family[0], "floater": family[1], "opponent": family[2], "mode": mode},
    )
    for family in ("AMC", "BME", "BUE")
    for mode in ("S", "MS")
    for order in ("F", "V")
)

_SEEDS = [f"a{i}" for i in range(1, 17)]
_QUALIFIED = [f"b{i}" for i in range(1, 9)]
# From the strongest to the weakest: 16 seeded teams and 8 that qualified, in three ways mixed.
STRENGTH: dict[str, list[str]] = {
    "a": [*_SEEDS, *_QUALIFIED],
    "b": [*_SEEDS[:8], *_QUALIFIED, *_SEEDS[8:]],
    "c": "a1 a2 a3 a4 b1 a5 b2 a6 b3 a7 b4 a8 a9 b5 a10 b6 a11 b7 a12 b8 a13 a14 a15 a16".split(),
}

# Table 2-1: team, rank in the round robin, final ranks by the twelve algorithms; example a.
_TABLE_2_1 = """
a1   1   1  1  1  1   1  1  1  1   1  1  1  1
a2   2   2  2  2  2   2  2  2  2   2  2  2  2
a3   3   3  3  3  3   3  3  3  3   3  3  3  3
a4   4   4  5  4  4   4  4  4  4   4  4  6  5
a5   5   5  4  5  6   5  6  7  5   5  5  4  4
a6   6   7 12  8  8   7  5  8  7   6  6  5  7
a7   7   6 13  6  5   6  7  5  6   7  8  7  6
a8   8   8  6  7  7   8 11  6 12   8  7 11 12
a9   9   9  7 11  9  10  8 10 10  10 12  9  9
a10 10  12 11 10 11   9  9 11 11   9 10 12 10
a11 11  10 10 15 10  14 12  9  9  14 11  8  8
a12 12  13 16 12 12  13 10 12  8  13  9 10 11
a13 13  11  8  9 13  12 14 15 14  12 15 16 17
a14 14  15  9 13 14  11 16 18 18  11 14 17 16
a15 15  14 14 14 15  15 13 13 13  15 16 13 14
a16 16  16 15 16 16  18 17 14 17  16 17 15 15
b1  17  18 17 17 17  17 20 16 16  17 13 14 13
b2  18  17 19 20 18  16 15 17 15  18 18 19 18
b3  19  19 20 18 19  19 18 19 19  19 19 20 20
b4  20  20 18 19 20  20 19 20 20  20 20 18 19
b5  21  21 21 21 21  21 21 21 21  21 21 21 21
b6  22  22 22 22 22  22 22 22 22  22 22 22 22
b7  23  23 23 23 23  23 23 23 23  23 23 23 23
b8  24  24 24 24 24  24 24 24 24  24 24 24 24
"""

# Table 3-1: Pearson correlations with the round robin over ranks 1-24, 1-12 and 1-5, for examples a, b and c.
_TABLE_3_1 = """
0.93 0.81 0.90   0.98 0.95 1.00   0.97 0.85 0.99
0.98 0.91 1.00   0.95 0.87 0.82   0.97 0.92 0.90
0.99 0.98 0.99   0.96 0.85 0.85   0.98 0.94 0.82
0.98 0.93 1.00   0.98 0.99 1.00   0.96 0.86 1.00
0.97 0.88 0.99   0.98 0.95 1.00   0.92 0.83 0.99
0.98 0.96 0.96   0.97 0.92 1.00   0.95 0.88 0.90
0.97 0.86 1.00   0.93 0.88 0.91   0.95 0.88 0.99
0.98 0.92 1.00   0.98 0.96 1.00   0.94 0.77 0.99
0.96 0.89 1.00   0.96 0.94 0.99   0.96 0.91 0.90
0.96 0.90 0.82   0.96 0.93 1.00   0.95 0.82 0.90
0.89 0.98 0.90   0.93 0.96 0.91   0.94 1.00 1.00
0.96 0.96 0.98   0.96 0.92 0.98   0.96 0.90 0.98
"""

TEAMS = tuple(line.split()[0] for line in _TABLE_2_1.split("\n") if line)


def printed_ranks() -> list[list[int]]:
    """Table 2-1: for each algorithm the final ranks, team by team."""
    rows = [[int(word) for word in line.split()[2:]] for line in _TABLE_2_1.split("\n") if line]
    return [list(column) for column in zip(*rows, strict=True)]


def printed_correlations(shifted: bool = True) -> list[dict[str, tuple[float, ...]] | None]:
    """Table 3-1: for each algorithm and example the three correlations.

    In print each row carries the numbers of the next algorithm; `shifted` puts them right, so that the first
    algorithm has none (None), and the numbers of the last row belong to nothing.
    """
    rows = [[float(word) for word in line.split()] for line in _TABLE_3_1.split("\n") if line]
    listed = [{name: tuple(row[3 * i : 3 * i + 3]) for i, name in enumerate("abc")} for row in rows]
    return [None, *listed[:-1]] if shifted else [*listed]


def example(name: str, search: str = "paper") -> Study:
    """Example a, b or c: the list of teams, with strengths in that order; the stronger team always wins."""
    place = {team: id for id, team in enumerate(TEAMS, 1)}
    algorithms = tuple(
        Algorithm(known.name, known.system, {**known.options, "search": search}) for known in ALGORITHMS
    )
    table = strongest_first([place[team] for team in STRENGTH[name]])
    return Study(TEAMS, ROUNDS, table, algorithms, RANGES)
