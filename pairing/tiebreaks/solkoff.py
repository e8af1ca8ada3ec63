"""Solkoff, and the others made of the final points of the opponents met (Buchholz by FIDE's rules: `buchholz`).

Sources: rules/tiebreak-study.md (definition 4 and the conventions below it), rules/wcsc.md 1.1. Only
opponents met over the board are opponents here: byes and forfeited matches give none (policy `raw` of
rules/tiebreaks.md).
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from pairing.model.options import option
from pairing.tiebreaks.base import (
    AT_FLOOR,
    BEATEN,
    CUT_HIGHEST,
    CUT_LOWEST,
    DRAWN,
    LOST,
    NOBODY_MET,
    NOT_BEATEN,
    TOO_FEW,
    Term,
    Tiebreak,
    Value,
    Working,
    means,
    median_pair,
)
from pairing.tiebreaks.table import DREW, WON, Row, Table

STUDY = "Ito & Ahara, an evaluation of tie-breaks in Swiss tournaments, section 3"
WCSC = "Takizawa & Kakinoki, World Computer Shogi Championships (3)"


def solkoff(table: Table, options: object) -> list[Value]:
    """The sum of the opponents' points."""
    return [sum(points) for points in table.met_points]


def median(table: Table, options: object) -> list[Value]:
    """The sum of the opponents' points without the best and the worst; 0 with two opponents or fewer."""
    return [sum(p) - max(p) - min(p) if len(p) > 2 else 0 for p in table.met_points]


def opponent_median(table: Table, options: object) -> list[Value]:
    """The middle one of the opponents' points (the mean of the middle two of an even number); 0 for nobody
    met.
    """
    return [_median(points) if points else 0 for points in table.met_points]


def _median(points: list[int]) -> Value:
    lower, upper = median_pair(sorted(points))
    return _halved(lower + upper)


def _halved(doubled: int) -> Value:
    return Fraction(doubled, 2) if doubled % 2 else doubled // 2


def sonneborn_berger(table: Table, options: object) -> list[Value]:
    """The points of the beaten opponents and half the points of those drawn with."""
    return [
        _halved(sum([p * s for p, s in zip(points, scored, strict=True)]))
        for points, scored in zip(table.met_points, table.scored, strict=True)
    ]


def _beaten(table: Table) -> Iterable[list[int]]:
    return (
        [p for p, s in zip(points, scored, strict=True) if s == WON]
        for points, scored in zip(table.met_points, table.scored, strict=True)
    )


def beaten_sum(table: Table, options: object) -> list[Value]:
    """The sum of the points of the beaten opponents; a draw counts nothing."""
    return [sum(points) for points in _beaten(table)]


def beaten_median(table: Table, options: object) -> list[Value]:
    """The same sum without the best and the worst of them; 0 with two or fewer."""
    return [sum(p) - max(p) - min(p) if len(p) > 2 else 0 for p in _beaten(table)]


@dataclass(frozen=True, slots=True)
class OmwOptions:
    floor: Fraction = option(
        Fraction(1, 4),
        label="Floor",
        help="No opponent counts less than this share, so meeting a very weak one does no harm.",
        minimum=0,
        maximum=1,
    )


def shares(table: Table) -> list[tuple[int, int]]:
    """(points taken, points to be had) in the matches of every player, forfeits included, byes left out."""
    win = table.snapshot.scoring.win
    taken, possible = [0] * table.size, [0] * table.size
    worth, index = table._worth, table.index
    for round_ in table.rounds:
        for match in round_.matches:
            if match.result is not None:
                for player, points in zip(match.seats, worth[match.result], strict=True):
                    i = index[player]
                    taken[i] += points
                    possible[i] += win
    return list(zip(taken, possible, strict=True))


def omw(table: Table, options: OmwOptions) -> list[Value]:
    """The mean of the opponents' shares of points won, each at least the floor; the floor for nobody met."""
    return [*means(_floored(table, options), table.opponents, options.floor)]


def _floored(table: Table, options: OmwOptions) -> list[Fraction]:
    floor = options.floor
    return [
        max(Fraction(taken, possible), floor) if possible > 0 else floor for taken, possible in shares(table)
    ]


# --- explanations ------------------------------------------------------------------------------------
def met_rows(table: Table, me: int) -> list[Row]:
    """The rounds this player really played."""
    return [row for row in table.rows[me] if row.played]


def _terms(table: Table, me: int) -> list[Term]:
    points, ids = table.points, table.ids
    return [
        Term(r.round, ids[r.opponent], points[r.opponent])
        for r in met_rows(table, me)
        if r.opponent is not None
    ]


def _explain_sum(table: Table, options: object, me: int) -> Working:
    return Working(tuple(_terms(table, me)))


def without_extremes(terms: list[Term]) -> tuple[Term, ...]:
    """The terms with one lowest and one highest cut; all of them cut where two or fewer count."""
    counted = [k for k, term in enumerate(terms) if term.counted]
    if len(counted) <= 2:
        return tuple(_cut(t, TOO_FEW) if t.counted else t for t in terms)
    low = min(counted, key=lambda k: terms[k].value)
    high = max((k for k in counted if k != low), key=lambda k: terms[k].value)
    notes = {low: CUT_LOWEST, high: CUT_HIGHEST}
    return tuple(_cut(t, notes[k]) if k in notes else t for k, t in enumerate(terms))


def _cut(term: Term, note: str) -> Term:
    return Term(term.round, term.opponent, term.value, counted=False, note_code=note)


def _explain_median(table: Table, options: object, me: int) -> Working:
    return Working(without_extremes(_terms(table, me)))


def _explain_opponent_median(table: Table, options: object, me: int) -> Working:
    return Working(tuple(_terms(table, me)), combine="median")


def _explain_sonneborn_berger(table: Table, options: object, me: int) -> Working:
    notes = {WON: BEATEN, DREW: DRAWN}
    return Working(
        tuple(
            Term(t.round, t.opponent, _halved(int(t.value) * scored) or 0, note_code=notes.get(scored, LOST))
            for t, scored in zip(_terms(table, me), table.scored[me], strict=True)
        )
    )


def _beaten_terms(table: Table, me: int) -> list[Term]:
    terms = zip(_terms(table, me), table.scored[me], strict=True)
    return [term if scored == WON else _cut(term, NOT_BEATEN) for term, scored in terms]


def _explain_beaten_sum(table: Table, options: object, me: int) -> Working:
    return Working(tuple(_beaten_terms(table, me)))


def _explain_beaten_median(table: Table, options: object, me: int) -> Working:
    return Working(without_extremes(_beaten_terms(table, me)))


def _explain_omw(table: Table, options: OmwOptions, me: int) -> Working:
    records, terms = shares(table), []
    for row in met_rows(table, me):
        assert row.opponent is not None
        taken, possible = records[row.opponent]
        share = Fraction(taken, possible) if possible > 0 else Fraction(0)
        note = AT_FLOOR if share < options.floor else ""
        terms.append(Term(row.round, table.ids[row.opponent], max(share, options.floor), note_code=note))
    if not terms:
        terms.append(Term(None, None, options.floor, note_code=NOBODY_MET))
    return Working(tuple(terms), combine="mean")


def _points(
    code: str,
    name: str,
    help: str,
    source: str,
    compute: Callable[..., list[Value]],
    explain: Callable[..., Working],
) -> Tiebreak:
    return Tiebreak(
        code=code, name=name, help=help, unit="points", compute=compute, explain=explain, source=source
    )


SOLKOFF: tuple[Tiebreak, ...] = (
    _points("solkoff", "Solkoff", "The sum of the points of all opponents.", STUDY, solkoff, _explain_sum),
    Tiebreak(
        code="omw",
        name="Opponents' match-win percentage",
        help="The mean of the opponents' shares of the points they could have won in their matches, "
        "none below the floor.",
        unit="ratio",
        compute=omw,
        explain=_explain_omw,
        source=STUDY,
        options=OmwOptions,
    ),
    _points(
        "sonneborn_berger", "Sonneborn-Berger",
        "The points of the beaten opponents and half the points of those drawn with.",
        STUDY, sonneborn_berger, _explain_sonneborn_berger,
    ),
    _points(
        "median", "Median", "The sum of the opponents' points without the best and the worst opponent.",
        STUDY, median, _explain_median,
    ),
    _points(
        "opponent_median", "Opponents' median", "The middle one of the opponents' points.",
        STUDY, opponent_median, _explain_opponent_median,
    ),
    _points(
        "beaten_sum", "Sum of beaten opponents", "The points of the beaten opponents; a draw counts nothing.",
        WCSC, beaten_sum, _explain_beaten_sum,
    ),
    _points(
        "beaten_median", "Median of beaten opponents",
        "The points of the beaten opponents without the best and the worst of them.",
        WCSC, beaten_median, _explain_beaten_median,
    ),
)  # fmt: skip
