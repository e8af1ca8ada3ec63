"""What a tie-break is: a value with a pure function. Higher is always better.

Whoever adds one writes a function `compute` that gives the value of every player, a function `explain` that
gives the terms one player's value is made of, and a line in the registry. `explain` is the definition; `compute`
works on the lists of numbers a Table keeps, for all players at once. A tested property holds them together, whatever
the parameters: the terms recombine to the value.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any, TypeAlias

from pairing.model.reasons import gettext_noop, sentence
from pairing.tiebreaks.table import Table

Value: TypeAlias = int | Fraction | None
Groups: TypeAlias = Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True)
class Term:
    """One number a value is made of: usually one round, its opponent and what that counted.

    `value` is in the unit of the explanation. `counted` is False where a rule cuts the term. `note_code` is
    a key of `pairing.model.reasons.TEXTS` and says why a term is special, or is empty.
    """

    round: int | None
    opponent: int | None
    value: int | Fraction
    counted: bool = True
    note_code: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A value and how it comes about: `combine` (a key of COMBINE) of the counted terms is the value."""

    value: Value
    unit: str
    terms: tuple[Term, ...]
    combine: str = "sum"


@dataclass(frozen=True, slots=True)
class Working:
    """What an `explain` function returns: the terms in the order of the rounds, and how they combine."""

    terms: tuple[Term, ...]
    combine: str = "sum"


@dataclass(frozen=True, slots=True)
class NoOptions:
    """For tie-breaks without parameters."""


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """A registered tie-break.

    `compute(table, options)` returns the values by player index; `explain(table, options, index)` the
    Working of one. With `needs_ties` both take one more argument: the groups of players (indexes) still
    level before this link. `unit` says how values are shown: `points` (hundredths), `ratio`, `count`,
    `rating`, `order` (minus a place). `name` and `help` are English and translatable. `source` says where
    the definition stands. `seats` says for which tables it is: matches of 2, tables of 4, or both.
    """

    code: str
    name: str
    help: str
    unit: str
    compute: Callable[..., Sequence[Value]]
    explain: Callable[..., Working]
    source: str
    options: type = NoOptions
    needs_ties: bool = False
    unit_of: Callable[[Table], str] | None = None
    seats: tuple[int, ...] = (2,)

    def unit_in(self, table: Table) -> str:
        """The unit in this event; only `rating` depends on it (given rankings override ratings)."""
        return self.unit if self.unit_of is None else self.unit_of(table)


@dataclass(frozen=True, slots=True)
class Family:
    """Tie-breaks that ask the same question, as organisers choose among them. `name` and `help` are English and
    translatable.
    """

    name: str
    help: str
    tiebreaks: tuple[Tiebreak, ...]


def combined(terms: Sequence[Term], combine: str) -> Value:
    """The value that the counted terms give."""
    return COMBINE[combine]([t.value for t in terms if t.counted])


def computed_from(explain: Callable[[Table, Any, int], Working]) -> Callable[..., list[Value]]:
    """A `compute` that adds up what `explain` says of every player: one definition, at a tenth of the
    speed.
    """

    def compute(table: Table, options: Any) -> list[Value]:
        found = (explain(table, options, i) for i in range(table.size))
        return [combined(w.terms, w.combine) for w in found]

    return compute


def half_up(total: int, parts: int) -> int:
    """total / parts, rounded half up."""
    return (2 * total + parts) // (2 * parts)


def _rounded(value: Fraction) -> int:
    return half_up(value.numerator, value.denominator)


def part(total: int, of: int) -> int | Fraction:
    """total / of, exactly; whole numbers as integers, as in a sum of terms."""
    return Fraction(total, of) if total % of else total // of


def means(
    values: Sequence[int | Fraction], met: Sequence[Sequence[int]], nobody: Fraction = Fraction(0)
) -> list[Fraction]:
    """For every player the exact mean of the values of the opponents met, and `nobody` for nobody met.

    Over one common denominator: adding integers is many times faster than adding Fractions, and as exact.
    """
    common = lcm(*{value.denominator for value in values})
    scaled = [value.numerator * (common // value.denominator) for value in values]
    return [Fraction(sum([scaled[j] for j in them]), common * len(them)) if them else nobody for them in met]


def mean(values: Sequence[int | Fraction]) -> Fraction:
    """The exact mean; 0 of nothing."""
    return Fraction(sum(values), len(values)) if values else Fraction(0)


def whole(value: int | Fraction) -> int | Fraction:
    """A Fraction that is whole, as the integer it is: equal values then look equal."""
    return value.numerator if value.denominator == 1 else value


def _middle(values: Sequence[int | Fraction]) -> int | Fraction:
    if not values:
        return 0
    lower, upper = median_pair(sorted(values))
    return whole(Fraction(lower + upper) / 2)


def median_pair(ordered: Sequence[Any]) -> tuple[Any, Any]:
    """The two middle values of a sorted, non-empty list (twice the same one where its length is odd)."""
    half = len(ordered) // 2
    return ordered[half if len(ordered) % 2 else half - 1], ordered[half]


COMBINE: dict[str, Callable[[Sequence[int | Fraction]], Value]] = {
    "sum": lambda values: whole(sum(values)),
    "mean": mean,
    "median": _middle,
    "rounded_mean": lambda values: _rounded(mean(values)),
    "highest": lambda values: max(values, default=None),
    "single": lambda values: values[0] if values else None,
    # The rounded mean of all but the last, and the last added.
    "performance": lambda values: _rounded(mean(values[:-1])) + values[-1],
}

# Sentences shown beside the terms of an explanation.
CUT_LOWEST = sentence("tb_cut_lowest", gettext_noop("lowest value, dropped"))
CUT_HIGHEST = sentence("tb_cut_highest", gettext_noop("highest value, dropped"))
BEATEN = sentence("tb_beaten", gettext_noop("won"))
DRAWN = sentence("tb_drawn", gettext_noop("Drawn: half counts."))
LOST = sentence("tb_lost", gettext_noop("Lost: nothing counts."))
NOT_BEATEN = sentence("tb_not_beaten", gettext_noop("Not beaten: does not count."))
AT_FLOOR = sentence("tb_at_floor", gettext_noop("Raised to the floor."))
NOBODY_MET = sentence("tb_nobody_met", gettext_noop("No opponent met: the floor counts."))
NO_OPPONENT = sentence("tb_no_opponent", gettext_noop("No opponent: nothing counts."))
TOO_FEW = sentence("tb_too_few", gettext_noop("Too few opponents: nothing counts."))
BYE = sentence("tb_bye", gettext_noop("bye"))
FORFEIT = sentence("tb_forfeit", gettext_noop("forfeit"))
ABSENT = sentence("tb_absent", gettext_noop("did not take part"))
MISSED = sentence("tb_missed", gettext_noop("A game missed after withdrawing."))
CARRIED = sentence("tb_carried", gettext_noop("Adjustment for the points carried into the final phase."))
BONUS = sentence("tb_bonus", gettext_noop("bonus"))
PENALTY = sentence("tb_penalty", gettext_noop("penalty"))
OWN_VALUE = sentence("tb_own_value", gettext_noop("from the list of players"))
