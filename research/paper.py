"""What Ito & Ahara print, tables 4 to 6 and 8 to 10, and the same recomputed beside it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import sqrt

from pairing.simulation.setup.configuration import Configuration, chains
from pairing.simulation.setup.strengths import Arithmetic, Listed
from pairing.simulation.summary import Estimate, OrderSummary, Summary, summary
from pairing.simulation.workers import run

SOURCE = "Ito & Ahara, Evaluation of Tiebreak Systems in Swiss-System Tournament"
RUNS = 100_000  # theirs, of each table
QUICK = 10_000
SEED = 2024
ERRORS, ROUNDING = (
    4,
    0.005,
)  # what we and the print may differ by: standard errors, and the rounding of the print

# The one list of the appendix, which model A-2 uses in every tournament.
APPENDIX = tuple(
    int(number)
    for number in """
    2679 2361 2241 2097 2046 2016 2012 1998 1993 1966 1918 1876 1849 1844 1836 1792 1782 1708 1692 1684
    1676 1659 1590 1564 1561 1558 1556 1553 1516 1495 1470 1467 1466 1464 1452 1452 1433 1408 1407 1400
    1367 1365 1361 1345 1343 1307 1303 1267 1255 1245 1195 1186 1186 1140 1138 1125 1119 1106 1005 961
    805 724 631 539
    """.split()
)
ORDERS = ("T-Swis", "Solkoff", "OMW%", "SB", "MD", "MDb")  # the names of the print
FIVE = chains(["solkoff"], ["omw"], ["sonneborn_berger"], ["median"], ["opponent_median"])
A_1 = Configuration(Arithmetic(64), 5, FIVE, brief=True)
MODELS: Mapping[str, Configuration] = {
    "A-1": A_1,
    "A-2": replace(A_1, field=Listed(APPENDIX)),
    "B": replace(A_1, outcome="stronger"),
}

# A column: its heading, the measure, and whether the standard deviation of a tournament is printed, not the mean.
MEAN = ("inversions", "inversions", False)
DEVIATION = ("standard deviation", "inversions", True)
DIFFERENCE = ("difference", "difference", False)
TOP = ("top 8", "cut_inversions", False)
TOP_DIFFERENCE = ("top 8 difference", "cut_difference", False)
TIES = ("ties", "ties", False)
FIRST_KIND = (MEAN, DEVIATION)
SECOND_KIND = (MEAN, DIFFERENCE, TOP, TOP_DIFFERENCE, TIES)


@dataclass(frozen=True, slots=True)
class Printed:
    """A table of the paper: the model, the columns, and the numbers of each order (None: nothing is printed)."""

    number: int
    model: str
    columns: tuple[tuple[str, str, bool], ...]
    rows: Mapping[str, tuple[float | None, ...]]


def _table(number: int, model: str, columns: tuple[tuple[str, str, bool], ...], text: str) -> Printed:
    rows = {}
    for line in text.strip().split("\n"):
        name, *numbers = line.split()
        rows[name] = tuple(None if each == "-" else float(each) for each in numbers)
    return Printed(number, model, columns, rows)


TABLES = (
    _table(4, "A-1", FIRST_KIND, """
        Solkoff 593.92 65.94
        OMW% 608.02 66.05
        SB 574.52 65.69
        MD 579.83 66.04
        MDb 516.75 65.48
    """),
    _table(5, "B", FIRST_KIND, """
        Solkoff 165.11 21.88
        OMW% 179.96 22.20
        SB 158.52 23.44
        MD 146.76 22.76
        MDb 109.90 22.66
    """),
    _table(6, "A-2", FIRST_KIND, """
        Solkoff 790.07 80.53
        OMW% 803.28 80.56
        SB 769.95 80.42
        MD 775.18 80.49
        MDb 709.43 80.07
    """),
    _table(8, "A-1", SECOND_KIND, """
        T-Swis 400.02 - 63.33 - -
        Solkoff 593.96 193.94 107.23 43.90 56.03
        OMW% 608.03 208.01 110.56 47.22 29.56
        SB 574.61 174.59 104.66 41.32 97.26
        MD 579.81 179.78 102.26 38.93 86.30
        MDb 516.74 116.72 85.12 21.78 219.42
    """),
    _table(9, "A-2", SECOND_KIND, """
        T-Swis 583.75 - 94.75 - -
        Solkoff 790.16 206.40 153.32 58.58 55.44
        OMW% 803.36 219.61 157.26 62.52 29.17
        SB 770.07 186.31 150.12 55.37 96.06
        MD 775.27 191.52 146.79 52.04 85.53
        MDb 709.37 125.62 125.55 30.80 218.26
    """),
    _table(10, "B", SECOND_KIND, """
        T-Swis 64.84 - 1.43 - -
        Solkoff 165.13 100.28 8.78 7.35 66.06
        OMW% 179.92 115.09 9.12 7.69 38.38
        SB 158.64 93.80 10.54 9.11 119.25
        MD 146.75 81.90 8.34 6.91 103.21
        MDb 109.81 44.97 2.44 1.01 240.67
    """),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of the print and ours. `z`: how many standard errors of both lie between them."""

    table: int
    order: str
    column: str
    printed: float
    ours: float
    z: float
    fits: bool


def recompute(seed: int = SEED, runs: int = RUNS, workers: int = 1) -> dict[str, Summary]:
    """Every model played so many times."""
    return {name: summary(model, run(model, seed, runs, workers)) for name, model in MODELS.items()}


def compare(summaries: Mapping[str, Summary]) -> tuple[Cell, ...]:
    """Every number of the print beside ours, table by table."""
    cells = []
    for table in TABLES:
        of_model = summaries[table.model]
        for order, numbers in table.rows.items():
            ours = of_model.orders[ORDERS.index(order)]
            for column, printed in zip(table.columns, numbers, strict=True):
                if printed is not None:
                    cells.append(_cell(table.number, order, column, printed, ours, of_model.runs))
    return tuple(cells)


def _cell(
    table: int, order: str, column: tuple[str, str, bool], printed: float, ours: OrderSummary, runs: int
) -> Cell:
    heading, measure, of_deviation = column
    found: Estimate = ours.measures[measure]
    number, spread = found.mean, found.deviation
    if of_deviation:  # the standard error of a standard deviation, for a distribution near the normal one
        number, spread = found.deviation, found.deviation / sqrt(2)
    error = spread * sqrt(1 / runs + 1 / RUNS)
    difference = number - printed
    return Cell(
        table,
        order,
        heading,
        printed,
        number,
        difference / error,
        abs(difference) <= ERRORS * error + ROUNDING,
    )
