"""The tie-breaks of Netrunner events: how much the opponents scored in a round, and their opponents.

Source: what Cobra, the tournament software of Null Signal Games, counts (its calculation of SoS and of extended SoS).
An opponent counts with the score divided by the rounds played, byes among both: a bye gives its points and is a round.
Own byes have no opponent; a player with byes only has 0. Cobra counts complete rounds only and weighs rounds of one
game; here an open round counts as in all standings, and all rounds weigh the same.
"""

from collections.abc import Callable
from fractions import Fraction

from pairing.tiebreaks.base import Term, Tiebreak, Value, Working, means
from pairing.tiebreaks.percentages import entered
from pairing.tiebreaks.table import Table

COBRA = "Cobra, tournament software of Null Signal Games: SoS, extended SoS"


def _score_per_round(table: Table) -> list[Fraction]:
    """The score of every player (hundredths) divided by the rounds with a match or a bye that gives points."""
    key = "score_per_round"
    if key not in table.cache:
        table.cache[key] = [
            Fraction(points, (len(rows) if plain else sum(map(entered, rows))) or 1)
            for points, rows, plain in zip(table.points, table.rows, table.is_plain, strict=True)
        ]
    found: list[Fraction] = table.cache[key]
    return found


def _schedule(table: Table) -> list[Fraction]:
    if "netrunner_sos" not in table.cache:
        table.cache["netrunner_sos"] = means(_score_per_round(table), table.scheduled)
    found: list[Fraction] = table.cache["netrunner_sos"]
    return found


def strength(table: Table, options: object) -> list[Value]:
    """SoS: the mean of the opponents' scores for each round played."""
    return [*_schedule(table)]


def extended_strength(table: Table, options: object) -> list[Value]:
    """Extended SoS: the mean of the opponents' SoS."""
    return [*means(_schedule(table), table.scheduled)]


def _explained_by(values_of: Callable[[Table], list[Fraction]]) -> Callable[..., Working]:
    def explain(table: Table, options: object, me: int) -> Working:
        values = values_of(table)
        return Working(
            tuple(
                Term(row.round, table.ids[row.opponent], values[row.opponent])
                for row in table.rows[me]
                if row.opponent is not None
            ),
            combine="mean",
        )

    return explain


NETRUNNER: tuple[Tiebreak, ...] = (
    Tiebreak(
        code="netrunner_sos", name="Strength of schedule (Netrunner)",
        help="The mean, over the opponents, of their points for each round they played; their byes count.",
        unit="points", compute=strength, explain=_explained_by(_score_per_round), source=COBRA,
    ),
    Tiebreak(
        code="extended_sos", name="Extended strength of schedule (Netrunner)",
        help="The mean of the opponents' own strength of schedule.",
        unit="points", compute=extended_strength, explain=_explained_by(_schedule), source=COBRA,
    ),
)  # fmt: skip
