"""Tie-breaks made of the opponents' ratings: FIDE Handbook C.07 (1 March 2026), article 10 and 14.1.

Only games over the board count. Where anybody in the event has no rating, the rules drop these tie-breaks
unless the event says what an unrated player counts as: the option `unrated`.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from pairing.model.options import option
from pairing.model.reasons import gettext_noop, sentence
from pairing.tiebreaks.base import CUT_LOWEST, Term, Tiebreak, Working, half_up
from pairing.tiebreaks.buchholz import FIDE
from pairing.tiebreaks.table import Row, Table

PERFORMANCE = sentence(
    "tb_performance", gettext_noop("The rating difference that belongs to the share of points.")
)
PERFECT = sentence("tb_perfect", gettext_noop("The lowest rating expected to score as much."))
# FIDE Rating Regulations 8.1.1: the rating difference that belongs to 0.50, 0.51, ... 1.00 of the points.
DIFFERENCES = (
    0, 7, 14, 21, 29, 36, 43, 50, 57, 65, 72, 80, 87, 95, 102, 110, 117, 125, 133, 141, 149, 158, 166, 175,
    184, 193, 202, 211, 220, 230, 240, 251, 262, 273, 284, 296, 309, 322, 336, 351, 366, 383, 401, 422, 444,
    470, 501, 538, 589, 677, 800,
)  # fmt: skip
# 8.1.2: the largest difference that still gives 0.50, 0.51, ... 0.99; beyond the last it is 1.
UP_TO = (
    3, 10, 17, 25, 32, 39, 46, 53, 61, 68, 76, 83, 91, 98, 106, 113, 121, 129, 137, 145, 153, 162, 170, 179,
    188, 197, 206, 215, 225, 235, 245, 256, 267, 278, 290, 302, 315, 328, 344, 357, 374, 391, 411, 432, 456,
    484, 517, 559, 619, 735,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RatingOptions:
    unrated: int | None = option(
        None, kind="int", none="none", label="Unrated players count as",
        help="The rating of a player without one. If empty: one unrated player leaves no values.",
        minimum=0, maximum=4000,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class AverageRatingOptions:
    cut: int = option(
        0, label="Drop lowest", help="How many of the lowest ratings are left out.", minimum=0, maximum=20
    )
    unrated: int | None = option(
        None, kind="int", none="none", label="Unrated players count as",
        help="The rating of a player without one. If empty: one unrated player leaves no values.",
        minimum=0, maximum=4000,
    )  # fmt: skip


def _ratings(table: Table, unrated: int | None) -> list[int] | None:
    """Every player's rating, or None where a missing one drops the tie-break."""
    found = [e.rating if e.rating is not None else unrated for e in table.snapshot.entrants]
    return None if any(r is None for r in found) else [r for r in found if r is not None]


def _games(table: Table, me: int) -> list[tuple[Row, int]]:
    return [(row, row.opponent) for row in table.rows[me] if row.played and row.opponent is not None]


def _rating_terms(table: Table, me: int, ratings: list[int]) -> list[Term]:
    return [Term(row.round, table.ids[j], ratings[j]) for row, j in _games(table, me)]


def _of_those_met(
    table: Table,
    options: RatingOptions | AverageRatingOptions,
    value_of: Callable[[list[int], int], int | None],
) -> list[int | None]:
    """`value_of(ratings of those met over the board, points scored against them)` of everybody who met anybody."""
    key = ("met_ratings", options.unrated)
    if key not in table.cache:
        ratings = _ratings(table, options.unrated)
        table.cache[key] = ratings and [[ratings[j] for j in met] for met in table.opponents]
    met: list[list[int]] | None = table.cache[key]
    if not met:
        return [None] * table.size
    scoring = table.snapshot.scoring
    worth = (scoring.loss, scoring.draw, scoring.win)
    return [
        value_of(them, sum([worth[one] for one in scored])) if them else None
        for them, scored in zip(met, table.scored, strict=True)
    ]


def average_rating(table: Table, options: AverageRatingOptions) -> list[int | None]:
    """The mean rating of the opponents met over the board, rounded half up; none for nobody met."""
    cut = options.cut

    def value_of(met: list[int], points: int) -> int | None:
        return half_up(sum(sorted(met)[cut:]), len(met) - cut) if len(met) > cut else None

    return _of_those_met(table, options, value_of)


def _explain_average(table: Table, options: AverageRatingOptions, me: int) -> Working:
    ratings = _ratings(table, options.unrated)
    if ratings is None:
        return Working((), combine="single")
    terms = _rating_terms(table, me, ratings)
    lowest = sorted(range(len(terms)), key=lambda k: (terms[k].value, k))[: options.cut]
    shown = tuple(
        replace(t, counted=False, note_code=CUT_LOWEST) if k in lowest else t for k, t in enumerate(terms)
    )
    return Working(shown, combine="rounded_mean" if len(terms) > len(lowest) else "single")


def rating_difference(share: Fraction) -> int:
    """The rating difference that belongs to a share of points, rounded half up to hundredths."""
    return _difference(share.numerator, share.denominator)


def _difference(points: int, of: int) -> int:
    hundredths = half_up(100 * points, of)
    return DIFFERENCES[hundredths - 50] if hundredths >= 50 else -DIFFERENCES[50 - hundredths]


def _points_of(table: Table, me: int) -> int:
    return sum(row.points for row, _ in _games(table, me))


def performance(table: Table, options: RatingOptions) -> list[int | None]:
    """The rounded mean rating of the opponents plus the difference that belongs to the share of points."""
    win = table.snapshot.scoring.win

    def value_of(met: list[int], points: int) -> int:
        possible = win * len(met)
        return half_up(sum(met), len(met)) + _difference(min(points, possible), possible)

    return _of_those_met(table, options, value_of)


def _explain_performance(table: Table, options: RatingOptions, me: int) -> Working:
    ratings = _ratings(table, options.unrated)
    games = _games(table, me)
    if ratings is None or not games:
        return Working((), combine="single")
    terms = _rating_terms(table, me, ratings)
    share = min(Fraction(1), Fraction(_points_of(table, me), table.snapshot.scoring.win * len(games)))
    return Working(
        (*terms, Term(None, None, rating_difference(share), note_code=PERFORMANCE)), combine="performance"
    )


def expected(difference: int) -> int:
    """The expected score in hundredths of a player rated `difference` above the opponent, without a limit."""
    place = bisect_left(UP_TO, abs(difference))
    return 50 + place if difference >= 0 else 50 - place


_CERTAIN = UP_TO[-1] + 1
# `expected` of the differences from -_CERTAIN to _CERTAIN; a negative one counts from the end of the list.
_EXPECTED = [expected(d) for d in (*range(_CERTAIN + 1), *range(-_CERTAIN, 0))]


def perfect_performance(table: Table, options: RatingOptions) -> list[int | None]:
    """The lowest rating whose expected score is not below the score; 800 below the weakest for no points."""
    key = ("perfect", options)
    if key not in table.cache:
        table.cache[key] = _of_those_met(table, options, partial(_perfect, table.snapshot.scoring.win))
    found: list[int | None] = table.cache[key]
    return found


def _perfect(win: int, met: list[int], points: int) -> int:
    if not points:
        return min(met) - 800
    wanted = -(-100 * points // win)  # in hundredths of a game: what is expected is a whole number of them

    def enough(rating: int) -> bool:
        return (
            sum(
                [
                    _EXPECTED[d] if -_CERTAIN <= (d := rating - other) <= _CERTAIN else 100 * (d > 0)
                    for other in met
                ]
            )
            >= wanted
        )

    low = min(met) - 800
    return low + bisect_right(range(max(met) + 800 - low), False, key=lambda step: enough(low + step))


def _explain_perfect(table: Table, options: RatingOptions, me: int) -> Working:
    ratings = _ratings(table, options.unrated)
    games = _games(table, me)
    if ratings is None or not games:
        return Working((), combine="single")
    terms = [replace(t, counted=False) for t in _rating_terms(table, me, ratings)]
    met = [ratings[j] for _, j in games]
    value = _perfect(table.snapshot.scoring.win, met, _points_of(table, me))
    return Working((*terms, Term(None, None, value, note_code=PERFECT)), combine="single")


def _mean_of_opponents(
    of: Callable[[Table, RatingOptions], list[int | None]],
) -> tuple[Callable[..., list[int | None]], Callable[..., Working]]:
    def compute(table: Table, options: RatingOptions) -> list[int | None]:
        values = of(table, options)
        found = [[value for j in met if (value := values[j]) is not None] for met in table.opponents]
        return [half_up(sum(them), len(them)) if them else None for them in found]

    def explain(table: Table, options: RatingOptions, me: int) -> Working:
        values = of(table, options)
        terms = [
            Term(row.round, table.ids[j], value)
            for row, j in _games(table, me)
            if (value := values[j]) is not None
        ]
        return Working(tuple(terms), combine="rounded_mean" if terms else "single")

    return compute, explain


def _entry(
    code: str,
    name: str,
    help: str,
    work: tuple[Callable[..., list[int | None]], Callable[..., Working]],
    number: str,
    options: type = RatingOptions,
) -> Tiebreak:
    compute, explain = work
    return Tiebreak(
        code=code, name=name, help=help, unit="rating", compute=compute, explain=explain,
        source=f"{FIDE} {number}", options=options,
    )  # fmt: skip


RATINGS: tuple[Tiebreak, ...] = (
    _entry("ARO", "Average rating of opponents", "The mean rating of the opponents met over the board.",
           (average_rating, _explain_average), "10.1, 14.1", AverageRatingOptions),
    _entry("TPR", "Tournament performance rating",
           "The mean rating of the opponents and what the share of points adds to it.",
           (performance, _explain_performance), "10.2"),
    _entry("PTP", "Perfect tournament performance",
           "The lowest rating expected to score as much.", (perfect_performance, _explain_perfect), "10.3"),
    _entry("APRO", "Average performance of opponents", "The mean performance rating of the opponents.",
           _mean_of_opponents(performance), "10.4"),
    _entry("APPO", "Average perfect performance of opponents", "The mean perfect performance of the opponents.",
           _mean_of_opponents(perfect_performance), "10.5"),
)  # fmt: skip
