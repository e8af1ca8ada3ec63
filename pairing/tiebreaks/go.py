"""The tie-breaks of Go: sums of the opponents' scores and of their sums.

Sources: EGF Tournament System Rules (tie-breaks, the effect of unplayed games); the manual of OpenGotha, *Placement
settings* and *General settings*. They are not Solkoff, Buchholz and Sonneborn-Berger under other names: in a round
without an opponent the player's own starting score stands for the opponent's (the McMahon score before round 1, 0 in a
Swiss event), and a match won or lost by forfeit has an opponent. The McMahon score (MMS) is the points: a starting
score is what the system gives before round 1, and any bonus without a round. There are no handicaps here by which the
score of an opponent would be corrected.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pairing.model.options import option
from pairing.model.reasons import gettext_noop, sentence
from pairing.model.types import HUNDRED, Outcome
from pairing.tiebreaks.base import (
    BEATEN,
    CUT_LOWEST,
    DRAWN,
    LOST,
    NO_OPPONENT,
    Term,
    Tiebreak,
    Value,
    Working,
    part,
)
from pairing.tiebreaks.table import Row, Table

EGF = "EGF Tournament System Rules; OpenGotha, Placement settings"
UNPLAYED = {
    "as_scored": "What they scored",
    "half": "Half a point each",
}
START_SCORE = sentence("tb_start_score", gettext_noop("No opponent: the player's own starting score counts."))
# In halves of the opponent's score.
_DEFEATED: dict[Outcome | None, int] = {Outcome.WIN: 2, Outcome.FORFEIT_WIN: 2, Outcome.DRAW: 1}


def _unplayed() -> Any:
    return option(
        "as_scored",
        label="Opponents' unplayed rounds",
        help="What a bye, an absence or a forfeit adds to the score of an opponent.",
        choices=UNPLAYED,
    )


@dataclass(frozen=True, slots=True)
class GoOptions:
    """Parameters of SODOS and SOSOS."""

    unplayed: str = _unplayed()


@dataclass(frozen=True, slots=True)
class SosOptions(GoOptions):
    """Parameters of SOS; a cut of one or two makes it SOS-1 or SOS-2."""

    cut: int = option(
        0, label="Drop lowest", help="How many of the lowest values are left out.", minimum=0, maximum=20
    )


def starting_score(table: Table, me: int) -> int:
    """The score before round 1 (hundredths): bonuses without a round, and whole wins that the system gives.

    What the points are more than the sum of the rounds is a starting score whose half points may be rounded down since.
    """
    win, given = table.snapshot.scoring.win or HUNDRED, table.given[me]
    summed = sum(row.points for row in table.rows[me]) + sum(a.points for a in given)
    by_system = -((summed - table.points[me]) // win) * win
    return by_system + (table.given_before(me, 1) if given else 0)


def _scores_seen(table: Table, options: GoOptions) -> list[int]:
    """The score of everybody as opponents see it."""
    if options.unplayed == "as_scored":
        return table.points
    if "go_half" not in table.cache:
        table.cache["go_half"] = [
            table.points[i] if plain else _with_halves(table, i) for i, plain in enumerate(table.is_plain)
        ]
    seen: list[int] = table.cache["go_half"]
    return seen


def _with_halves(table: Table, me: int) -> int:
    draw = table.snapshot.scoring.draw
    later = sum(a.points for a in table.given[me]) - table.given_before(me, 1)
    played = sum(row.points if row.played else draw for row in table.rows[me])
    return starting_score(table, me) + later + played


def _scores_met(table: Table, options: GoOptions, me: int) -> list[int]:
    """What every round of a player adds to SOS."""
    seen = _scores_seen(table, options)
    if len(table.scheduled[me]) == len(table.rows[me]):
        return [seen[j] for j in table.scheduled[me]]
    own = starting_score(table, me)
    return [own if row.opponent is None else seen[row.opponent] for row in table.rows[me]]


def sum_of_scores(table: Table, options: SosOptions) -> list[Value]:
    """SOS: the sum of the opponents' scores, without the lowest ones where asked for."""
    every = (_scores_met(table, options, i) for i in range(table.size))
    return [sum(sorted(scores)[options.cut :] if options.cut else scores) for scores in every]


def _explain_sum_of_scores(table: Table, options: SosOptions, me: int) -> Working:
    scores = _scores_met(table, options, me)
    lowest = sorted(range(len(scores)), key=lambda k: (scores[k], k))[: options.cut]
    terms = [_term(table, row, score) for row, score in zip(table.rows[me], scores, strict=True)]
    return Working(
        tuple(
            replace(t, counted=False, note_code=CUT_LOWEST) if k in lowest else t for k, t in enumerate(terms)
        )
    )


def _term(table: Table, row: Row, value: int) -> Term:
    if row.opponent is None:
        return Term(row.round, None, value, note_code=START_SCORE)
    return Term(row.round, table.ids[row.opponent], value)


def sum_of_defeated(table: Table, options: GoOptions) -> list[Value]:
    """SODOS: the sum of the scores of the beaten opponents, and half of those drawn with."""
    seen = _scores_seen(table, options)
    return [part(sum([_halves(seen, row) for row in rows]), 2) for rows in table.rows]


def _halves(seen: list[int], row: Row) -> int:
    return 0 if row.opponent is None else seen[row.opponent] * _DEFEATED.get(row.outcome, 0)


def _explain_sum_of_defeated(table: Table, options: GoOptions, me: int) -> Working:
    seen = _scores_seen(table, options)
    notes = {2: BEATEN, 1: DRAWN}
    return Working(
        tuple(
            Term(
                row.round,
                None if row.opponent is None else table.ids[row.opponent],
                part(_halves(seen, row), 2),
                note_code=NO_OPPONENT
                if row.opponent is None
                else notes.get(_DEFEATED.get(row.outcome, 0), LOST),
            )
            for row in table.rows[me]
        )
    )


def sum_of_sums(table: Table, options: GoOptions) -> list[Value]:
    """SOSOS: the sum of the opponents' SOS; without an opponent the own starting score counts once for every round."""
    return [sum(_sums_met(table, options, i)) for i in range(table.size)]


def _sums_met(table: Table, options: GoOptions, me: int) -> list[int]:
    key = ("sos", options)
    if key not in table.cache:
        table.cache[key] = [sum(_scores_met(table, options, i)) for i in range(table.size)]
    sos: list[int] = table.cache[key]
    own = starting_score(table, me) * len(table.rounds)
    return [own if row.opponent is None else sos[row.opponent] for row in table.rows[me]]


def _explain_sum_of_sums(table: Table, options: GoOptions, me: int) -> Working:
    met = zip(table.rows[me], _sums_met(table, options, me), strict=True)
    return Working(tuple(_term(table, row, value) for row, value in met))


def _entry(
    code: str,
    name: str,
    help: str,
    work: tuple[Callable[..., list[Value]], Callable[..., Working]],
    options: type = GoOptions,
) -> Tiebreak:
    compute, explain = work
    return Tiebreak(
        code=code, name=name, help=help, unit="points", compute=compute, explain=explain, source=EGF, options=options
    )  # fmt: skip


GO: tuple[Tiebreak, ...] = (
    _entry(
        "SOS", "Sum of opponents' scores (Go)",
        "The sum of the opponents' scores; in a round without one the player's own starting score.",
        (sum_of_scores, _explain_sum_of_scores), SosOptions,
    ),
    _entry(
        "SOSOS", "Sum of opponents' SOS (Go)", "The sum of the opponents' own sums of opponents' scores.",
        (sum_of_sums, _explain_sum_of_sums),
    ),
    _entry(
        "SODOS", "Sum of defeated opponents' scores (Go)",
        "The scores of the beaten opponents and half of those drawn with, forfeits included.",
        (sum_of_defeated, _explain_sum_of_defeated),
    ),
)  # fmt: skip
