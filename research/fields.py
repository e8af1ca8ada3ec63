"""Two studies of fields of many sizes: what more rounds bring, by odds as in the tie-break study and by ratings."""

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, log2
from statistics import NormalDist

from pairing.simulation.setup.configuration import Configuration, chains, usual_cut
from pairing.simulation.setup.strengths import Listed
from research.questions import (
    AGREEMENT,
    BEST_IN_CUT,
    BEST_WINS,
    TIES,
    Case,
    Cell,
    Compared,
    Proven,
    Reached,
    Row,
    Study,
    Table,
)

MEASURES = (AGREEMENT, BEST_WINS, BEST_IN_CUT, TIES)
CHAIN = chains(["solkoff", "sonneborn_berger"])
RUNS = 20_000
CLOSER = "Every further round brings the order closer to that of strength, in fields of every size."
READING = """Agreement is Kendall's tau: 1 for the order of strength, 0 for a random order, 0.5 when three of four pairs
are right. *Of the best in the cut*: {best}. Players who stay tied
are ordered by lot: the figures are what all lots give on average. The last column says how many pairs that is. The
numbers of rounds are the one that halves a field down to one player, one fewer, and up to {more} more."""

SIZES = (16, 32, 64, 128, 256)
BEYOND = (-1, 0, 1, 2, 4, 6)  # rounds more than halvings of the field
ENOUGH = 0.5

RATED_SIZES = (8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)
RATED_BEYOND = (-1, 0, 1, 2, 3, 4)
MEAN, DEVIATION = 1500, 200


def spread(players: int) -> Listed:
    """Odds at equal distances between those of the paper, 4 and 67, whatever the number of players (in thousandths)."""
    return Listed(tuple(4000 + round(63_000 * i / (players - 1)) for i in range(players)))


def rated(players: int) -> Listed:
    """Ratings as they usually lie: those that cut a normal distribution into equal parts, with no luck in them."""
    curve = NormalDist(MEAN, DEVIATION)
    return Listed(tuple(round(curve.inv_cdf((i + 0.5) / players)) for i in range(players)))


def size() -> Study:
    setups = [Configuration(spread(players), rounds, CHAIN) for players, rounds in _shapes(SIZES, BEYOND)]
    by_field = _by_field(setups, len(BEYOND))
    winners = [rows[1].cells[1] for rows in by_field]
    halved = Proven(
        "With just enough rounds to halve the field down to one player, the best player wins less often the larger "
        "the field is.",
        tuple((larger, smaller) for smaller, larger in pairwise(winners)),
    )
    reached = [
        Reached(
            f"{rows[0].labels[0]} players: an agreement of at least 0.5 is reached by",
            ENOUGH,
            tuple(row.cells[0] for row in rows),
        )
        for rows in by_field
    ]
    of_each = [claim for pair in zip(reached, _more_winners(by_field), strict=True) for claim in pair]
    return Study(
        "size",
        "How many players, how many rounds?",
        "How well does a Swiss order fields of different sizes, and what do more rounds bring?",
        "Odds evenly spread from 4 to 67 in every field, the random Swiss, Solkoff and then Sonneborn-Berger, "
        "a cut of 8.",
        _cases(setups),
        _tables(by_field),
        (_closer(by_field), halved, *of_each),
        READING.format(best="how many of the eight strongest are among the first eight", more="six"),
    )


def rounds() -> Study:
    setups = [
        Configuration(rated(players), rounds, CHAIN, cut=usual_cut(players), outcome="elo")
        for players, rounds in _shapes(RATED_SIZES, RATED_BEYOND)
    ]
    by_field = _by_field(setups, len(RATED_BEYOND))
    return Study(
        "rounds",
        "How many rounds for how many players?",
        "What does an organiser get for one more round, with players as strong as they usually are?",
        "Ratings that cut a normal distribution with a deviation of 200 into equal parts, won by Elo's formula without "
        "draws; the random Swiss, Solkoff and then Sonneborn-Berger; the cut is the first quarter, at most 8.",
        _cases(setups),
        _tables(by_field),
        (_closer(by_field), *_more_winners(by_field)),
        READING.format(best="how many of the strongest make it", more="four")
        + " The page `/rounds/` of every Pairwright shows these figures.",
    )


def _shapes(sizes: Sequence[int], beyond: Sequence[int]) -> list[tuple[int, int]]:
    return [(players, ceil(log2(players)) + more) for players in sizes for more in beyond]


def _cases(setups: Sequence[Configuration]) -> tuple[Case, ...]:
    return tuple(Case(f"{setup.field.players} x {setup.rounds}", setup, RUNS) for setup in setups)


def _by_field(setups: Sequence[Configuration], step: int) -> list[list[Row]]:
    """A row for each setup, those of one field together."""
    rows = []
    for case, setup in enumerate(setups):
        cells = tuple(Cell(f"{setup.rounds} rounds", case, 1, measure) for measure in MEASURES)
        rows.append(Row((str(setup.field.players), str(setup.rounds)), cells))
    return [rows[first : first + step] for first in range(0, len(rows), step)]


def _tables(by_field: Sequence[Sequence[Row]]) -> tuple[Table]:
    headings = ("players", "rounds", *(measure.heading for measure in MEASURES))
    return (Table("Players and rounds", headings, tuple(row for rows in by_field for row in rows)),)


def _closer(by_field: Sequence[Sequence[Row]]) -> Proven:
    steps = [(fewer.cells[0], more.cells[0]) for rows in by_field for fewer, more in pairwise(rows)]
    return Proven(CLOSER, tuple(steps))


def _more_winners(by_field: Sequence[Sequence[Row]]) -> list[Compared]:
    """What the most rounds bring the best player, compared with just enough."""
    lead = "{} players, how often the best one wins, in percent"
    return [
        Compared(lead.format(rows[0].labels[0]), rows[-1].cells[1], rows[1].cells[1]) for rows in by_field
    ]
