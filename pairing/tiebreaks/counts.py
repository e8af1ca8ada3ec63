"""Tie-breaks that count a player's own rounds: wins, black games, progressive scores and the like.

Sources: FIDE Handbook C.07 (1 March 2026) articles 7 and 9.2; US Chess rules 34E.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from pairing.model.options import option
from pairing.model.types import ByeKind, Outcome, Scoring
from pairing.tiebreaks.base import CUT_LOWEST, NoOptions, Tiebreak, Working, computed_from
from pairing.tiebreaks.buchholz import FIDE
from pairing.tiebreaks.own_record import term_of
from pairing.tiebreaks.table import Row, Table
from pairing.tiebreaks.unplayed import FORFEITS, is_voluntary

US_CHESS = "US Chess rules 34E"


@dataclass(frozen=True, slots=True)
class ProgressiveOptions:
    cut: int = option(
        0, label="Drop first rounds", help="How many of the first rounds are left out.", minimum=0, maximum=20
    )


@dataclass(frozen=True, slots=True)
class KoyaOptions:
    percent: int = option(
        50, label="Limit", help="The share of the possible points an opponent needs, in percent.",
        minimum=0, maximum=100,
    )  # fmt: skip
    forfeits: str = option(
        "played", label="Forfeits", help="In a round robin forfeits count as matches.", choices=FORFEITS
    )


def _per_row(value_of: Callable[[Table, Row], int | Fraction]) -> Callable[..., Working]:
    def explain(table: Table, options: object, me: int) -> Working:
        return Working(tuple(term_of(table, row, value_of(table, row)) for row in table.rows[me]))

    return explain


def _scoring(table: Table) -> Scoring:
    return table.snapshot.scoring


def _worth_a_win(table: Table, row: Row) -> int:
    return int(row.points == _scoring(table).win)


def _won_over_the_board(table: Table, row: Row) -> int:
    return int(row.outcome is Outcome.WIN)


def _played_with_black(table: Table, row: Row) -> int:
    return int(row.played and row.seat == 1)


def _won_with_black(table: Table, row: Row) -> int:
    return int(row.outcome is Outcome.WIN and row.seat == 1)


def _elected(table: Table, row: Row) -> int:
    return int(not is_voluntary(row))


def _standard(table: Table, row: Row) -> Fraction | int:
    """1 for more points than the scheduled opponent (without one: than a draw), 1/2 for as many."""
    other = _scoring(table).draw if row.opponent is None else _points_in(table, row.opponent, row.round)
    return 1 if row.points > other else Fraction(1, 2) if row.points == other else 0


def _points_in(table: Table, player: int, number: int) -> int:
    return next(row.points for row in table.rows[player] if row.round == number)


def _kashdan(table: Table, row: Row) -> int:
    return {Outcome.WIN: 4, Outcome.DRAW: 2, Outcome.LOSS: 1}.get(row.outcome, 0) if row.outcome else 0


def progressive(table: Table, options: ProgressiveOptions, me: int) -> Working:
    """The sum of the scores after every round; a cut leaves out the first rounds."""
    terms, total = [], 0
    for row in table.rows[me]:
        total += row.points
        terms.append(term_of(table, row, total + table.given_before(me, row.round + 1)))
    cut = options.cut
    return Working(
        tuple(replace(t, counted=False, note_code=CUT_LOWEST) if k < cut else t for k, t in enumerate(terms))
    )


def cumulative(table: Table, options: object, me: int) -> Working:
    """Progressive less one point for every full-point bye and every win by forfeit."""
    working = progressive(table, ProgressiveOptions(), me)
    free = [
        term_of(table, row, -_scoring(table).win)
        for row in table.rows[me]
        if row.bye is ByeKind.FULL or row.outcome is Outcome.FORFEIT_WIN
    ]
    return Working((*working.terms, *free))


def koya(table: Table, options: KoyaOptions, me: int) -> Working:
    """The points against opponents with at least the given share of the possible points."""
    needed = Fraction(_scoring(table).win * len(table.rounds) * options.percent, 100)
    terms = []
    for row in table.rows[me]:
        if row.opponent is None or not (row.played or options.forfeits == "played"):
            continue
        term = term_of(table, row, row.points)
        terms.append(term if table.points[row.opponent] >= needed else replace(term, counted=False))
    return Working(tuple(terms))


def _entry(
    code: str, name: str, help: str, unit: str, explain: Callable[..., Working], source: str,
    options: type = NoOptions,
) -> Tiebreak:  # fmt: skip
    return Tiebreak(
        code=code, name=name, help=help, unit=unit, compute=computed_from(explain), explain=explain,
        source=source, options=options,
    )  # fmt: skip


COUNTS: tuple[Tiebreak, ...] = (
    _entry("PS", "Progressive scores", "The sum of the scores after every round.", "points",
           progressive, f"{FIDE} 7.5, 14.1", ProgressiveOptions),
    _entry("CUM", "Cumulative", "Progressive scores less one for every bye or forfeit worth a win.", "points",
           cumulative, f"{US_CHESS}3"),
    _entry("KS", "Koya", "The points against opponents with at least half of the possible points.", "points",
           koya, f"{FIDE} 9.2", KoyaOptions),
    _entry("WIN", "Rounds won", "The rounds with as many points as a win gives, played or not.", "count",
           _per_row(_worth_a_win), f"{FIDE} 7.1"),
    _entry("WON", "Games won", "The games won over the board.", "count",
           _per_row(_won_over_the_board), f"{FIDE} 7.2"),
    _entry("BPG", "Games with Black", "The games played over the board moving second.", "count",
           _per_row(_played_with_black), f"{FIDE} 7.3"),
    _entry("BWG", "Wins with Black", "The games won over the board moving second.", "count",
           _per_row(_won_with_black), f"{FIDE} 7.4"),
    _entry("REP", "Rounds elected to play", "The rounds except requested byes and forfeit losses.",
           "count", _per_row(_elected), f"{FIDE} 7.6"),
    _entry("STD", "Standard points", "Rounds with more points than the opponent; those with as many count half.",
           "count", _per_row(_standard), f"{FIDE} 7.7"),
    _entry("KASHDAN", "Kashdan", "4 for a win, 2 for a draw, 1 for a loss, nothing for an unplayed round.",
           "count", _per_row(_kashdan), US_CHESS),
)  # fmt: skip
