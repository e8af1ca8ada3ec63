"""A tie-break of one's own, for studies only: a weighted sum of known values, each as people write it.

`{"sum": [["solkoff", 1], ["sonneborn_berger", 0.5]]}`. No event can choose it: it has no place in the catalogue.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pairing.model.reasons import gettext_noop
from pairing.model.types import HUNDRED, TiebreakSpec
from pairing.tiebreaks.base import Term, Tiebreak, Value, Working
from pairing.tiebreaks.catalogue import TIEBREAKS
from pairing.tiebreaks.table import Table

CODE = "sum"
MOST_PARTS, MOST_WEIGHT, STEPS = 8, 1000, 1000  # a weight has at most three decimals
Part = tuple[TiebreakSpec, Fraction]


@dataclass(frozen=True, slots=True)
class Parts:
    """Known tie-breaks and their weights."""

    parts: tuple[Part, ...]


def _terms(table: Table, options: Parts) -> list[Sequence[Value]]:
    """By parts everybody's value, weighted; points, which are counted in hundredths, as people write them."""
    found: list[Sequence[Value]] = []
    for part, weight in options.parts:
        tiebreak = TIEBREAKS[part.code]
        factor = weight / (HUNDRED if tiebreak.unit_in(table) == "points" else 1)
        values = tiebreak.compute(table, tiebreak.options(**dict(part.params)))
        found.append([None if value is None else factor * value for value in values])
    return found


def _compute(table: Table, options: Parts) -> list[Value]:
    """No value at all where a part has none."""
    rows = zip(*_terms(table, options), strict=True)
    return [None if None in row else sum(row, Fraction(0)) for row in rows]


def _explain(table: Table, options: Parts, index: int) -> Working:
    return Working(tuple(Term(None, None, terms[index] or 0) for terms in _terms(table, options)))


SUM = Tiebreak(
    CODE,
    gettext_noop("Weighted sum"),
    gettext_noop("Several values, each times a number, added up; for studies only."),
    "ratio",
    _compute,
    _explain,
    "",
    options=Parts,
)


def label_of(parts: Sequence[Part]) -> str:
    """`solkoff+0.5*sonneborn_berger`."""
    words = [(f"{float(weight):g}*" if weight != 1 else "") + part.label for part, weight in parts]
    return "+".join(words).replace("+-", "-")
