"""Tie-breaks that count a player's own rounds: wins, black games, progressive scores and the like.

Sources: FIDE Handbook C.07 (1 March 2026) articles 7 and 9.2; US Chess rules 34E.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate, chain

from pairing.model.options import option
from pairing.model.types import ByeKind, Outcome, Scoring
from pairing.tiebreaks.base import CUT_LOWEST, NoOptions, Tiebreak, Value, Working, part
from pairing.tiebreaks.buchholz import FIDE
from pairing.tiebreaks.own_record import per_round, term_of
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


def _scoring(table: Table) -> Scoring:
    return table.snapshot.scoring


def _worth_a_win(table: Table, row: Row) -> int:
    return int(row.points == table.snapshot.scoring.win)


def _won_over_the_board(table: Table, row: Row) -> int:
    return int(row.outcome is Outcome.WIN)


def _played_with_black(table: Table, row: Row) -> int:
    return int(row.played and row.seat == 1)


def _won_with_black(table: Table, row: Row) -> int:
    return int(row.outcome is Outcome.WIN and row.seat == 1)


def _elected(table: Table, row: Row) -> int:
    return int(not is_voluntary(row))


def _standard_halves(table: Table, row: Row) -> int:
    """2 for more points than the scheduled opponent (without one: than a draw), 1 for as many."""
    against = row.opponent
    other = table.snapshot.scoring.draw if against is None else _points_in(table)[against][row.round]
    return 2 if row.points > other else int(row.points == other)


def standard(table: Table, options: object) -> list[Value]:
    """The rounds with more points than the scheduled opponent, and half those with as many."""
    return [part(sum([_standard_halves(table, row) for row in rows]), 2) for rows in table.rows]


_explain_standard = per_round(lambda table, row: part(_standard_halves(table, row), 2))[1]


def _points_in(table: Table) -> list[dict[int, int]]:
    """By player and number of the round: the points in it."""
    if "points_in" not in table.cache:
        table.cache["points_in"] = [{row.round: row.points for row in rows} for rows in table.rows]
    points: list[dict[int, int]] = table.cache["points_in"]
    return points


_KASHDAN: dict[Outcome | None, int] = {Outcome.WIN: 4, Outcome.DRAW: 2, Outcome.LOSS: 1}


def _kashdan(table: Table, row: Row) -> int:
    return _KASHDAN.get(row.outcome, 0)


def progressive(table: Table, options: ProgressiveOptions) -> list[Value]:
    """The sum of the scores after every round; a cut leaves out the first rounds."""
    return [sum(after[options.cut :]) for after in _scores_after(table)]


def _scores_after(table: Table) -> list[list[int]]:
    """The scores of every player after each of the rounds."""
    if "scores_after" not in table.cache:
        table.cache["scores_after"] = [
            [
                total + (table.given_before(i, row.round + 1) if given else 0)
                for row, total in zip(rows, accumulate([row.points for row in rows]), strict=True)
            ]
            for i, (rows, given) in enumerate(zip(table.rows, table.given, strict=True))
        ]
    after: list[list[int]] = table.cache["scores_after"]
    return after


def _explain_progressive(table: Table, options: ProgressiveOptions, me: int) -> Working:
    terms, total = [], 0
    for row in table.rows[me]:
        total += row.points
        terms.append(term_of(table, row, total + table.given_before(me, row.round + 1)))
    cut = options.cut
    return Working(
        tuple(replace(t, counted=False, note_code=CUT_LOWEST) if k < cut else t for k, t in enumerate(terms))
    )


def cumulative(table: Table, options: object) -> list[Value]:
    """Progressive less one point for every full-point bye and every win by forfeit."""
    win = _scoring(table).win
    return [
        sum(after) - (0 if plain else win * sum(map(_is_free, rows)))
        for after, plain, rows in zip(_scores_after(table), table.is_plain, table.rows, strict=True)
    ]


def _is_free(row: Row) -> bool:
    return row.bye is ByeKind.FULL or row.outcome is Outcome.FORFEIT_WIN


def _explain_cumulative(table: Table, options: object, me: int) -> Working:
    working = _explain_progressive(table, ProgressiveOptions(), me)
    free = [term_of(table, row, -_scoring(table).win) for row in table.rows[me] if _is_free(row)]
    return Working((*working.terms, *free))


def _koya_limits(table: Table, options: KoyaOptions) -> list[Fraction]:
    """The points each needs. What somebody can still win in an open match is not possible yet."""
    open_matches = (match.seats for round_ in table.rounds for match in round_.matches if match.is_open)
    still_open = Counter(chain.from_iterable(open_matches))
    win, rounds = _scoring(table).win, len(table.rounds)
    return [Fraction(win * (rounds - still_open[id]) * options.percent, 100) for id in table.ids]


def koya(table: Table, options: KoyaOptions) -> list[Value]:
    """The points against opponents with at least the given share of the possible points."""
    limits = _koya_limits(table, options)
    strong = [points >= needed for points, needed in zip(table.points, limits, strict=True)]
    forfeits = options.forfeits == "played"
    return [
        sum([
            row.points
            for row in rows
            if row.opponent is not None and strong[row.opponent] and (forfeits or plain or row.played)
        ])
        for rows, plain in zip(table.rows, table.is_plain, strict=True)
    ]  # fmt: skip


def _explain_koya(table: Table, options: KoyaOptions, me: int) -> Working:
    needed = _koya_limits(table, options)
    terms = []
    for row in table.rows[me]:
        if row.opponent is None or not (row.played or options.forfeits == "played"):
            continue
        term = term_of(table, row, row.points)
        terms.append(
            term if table.points[row.opponent] >= needed[row.opponent] else replace(term, counted=False)
        )
    return Working(tuple(terms))


def _entry(
    code: str, name: str, help: str, unit: str, work: tuple[Callable[..., list[Value]], Callable[..., Working]],
    source: str, options: type = NoOptions,
) -> Tiebreak:  # fmt: skip
    compute, explain = work
    return Tiebreak(
        code=code, name=name, help=help, unit=unit, compute=compute, explain=explain, source=source, options=options
    )  # fmt: skip


COUNTS: tuple[Tiebreak, ...] = (
    _entry("PS", "Progressive scores", "The sum of the scores after every round.", "points",
           (progressive, _explain_progressive), f"{FIDE} 7.5, 14.1", ProgressiveOptions),
    _entry("CUM", "Cumulative", "Progressive scores less one for every bye or forfeit worth a win.", "points",
           (cumulative, _explain_cumulative), f"{US_CHESS}3"),
    _entry("KS", "Koya", "The points against opponents with at least half of the possible points.", "points",
           (koya, _explain_koya), f"{FIDE} 9.2", KoyaOptions),
    _entry("WIN", "Rounds won", "The rounds with as many points as a win gives, played or not.", "count",
           per_round(_worth_a_win), f"{FIDE} 7.1"),
    _entry("WON", "Games won", "The games won over the board.", "count",
           per_round(_won_over_the_board), f"{FIDE} 7.2"),
    _entry("BPG", "Games with Black", "The games played over the board moving second.", "count",
           per_round(_played_with_black), f"{FIDE} 7.3"),
    _entry("BWG", "Wins with Black", "The games won over the board moving second.", "count",
           per_round(_won_with_black), f"{FIDE} 7.4"),
    _entry("REP", "Rounds elected to play", "The rounds except requested byes and forfeit losses.",
           "count", per_round(_elected), f"{FIDE} 7.6"),
    _entry("STD", "Standard points", "Rounds with more points than the opponent; those with as many count half.",
           "count", (standard, _explain_standard), f"{FIDE} 7.7"),
    _entry("KASHDAN", "Kashdan", "4 for a win, 2 for a draw, 1 for a loss, nothing for an unplayed round.",
           "count", per_round(_kashdan), US_CHESS),
)  # fmt: skip
