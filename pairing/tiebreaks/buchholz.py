"""Buchholz and its relatives under the policies for unplayed rounds; Sonneborn-Berger; the US Chess median.

Source: FIDE Handbook C.07 (from 1 March 2026), articles 8, 9.1, 14 and 16.5; US Chess rules 34E.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pairing.model.options import option
from pairing.model.types import HUNDRED
from pairing.tiebreaks.base import (
    CUT_HIGHEST,
    CUT_LOWEST,
    Term,
    Tiebreak,
    Working,
    computed_from,
    whole,
)
from pairing.tiebreaks.table import Table
from pairing.tiebreaks.unplayed import FORFEITS, POLICIES, Contribution, contributions

FIDE = "FIDE Handbook C.07 (1 March 2026)"


def _policy(default: str = "fide2026") -> Any:
    return option(
        default,
        label="Unplayed rounds",
        help="The rules for what a bye or a forfeit counts.",
        choices=POLICIES,
    )


def _forfeits() -> Any:
    return option(
        "unplayed", label="Forfeits", help="In a round robin forfeits count as matches.", choices=FORFEITS
    )


def _count(label: str, help: str) -> Any:
    return option(0, label=label, help=help, minimum=0, maximum=20)


@dataclass(frozen=True, slots=True)
class BuchholzOptions:
    cut: int = _count("Drop lowest", "How many of the lowest values are left out.")
    median: int = _count("Median", "How many of the lowest and as many of the highest values are left out.")
    fore: bool = option(
        False, label="Fore", help="As if all matches of the last round were drawn: known before it ends."
    )
    policy: str = _policy()
    forfeits: str = _forfeits()


@dataclass(frozen=True, slots=True)
class BergerOptions:
    cut: int = _count("Drop lowest", "How many of the lowest values are left out.")
    policy: str = _policy()
    forfeits: str = _forfeits()


@dataclass(frozen=True, slots=True)
class AverageOptions:
    fore: bool = option(False, label="Fore", help="The mean of the Fore Buchholz values.")
    policy: str = _policy()
    forfeits: str = _forfeits()


@dataclass(frozen=True, slots=True)
class MedianOptions:
    policy: str = _policy("uschess")
    forfeits: str = _forfeits()


def _ids(table: Table, given: Contribution) -> int | None:
    return None if given.opponent is None else table.ids[given.opponent]


def cut_lowest(
    values: Sequence[int | Fraction], keys: Sequence[Any], vur: Sequence[bool], times: int
) -> list[int]:
    """The places that `times` cuts take away (14.1, 14.2 with 16.5).

    A cut takes the least significant value, the one with the lowest key. The lowest value that comes from a
    voluntary unplayed round goes instead of it unless it is lower.
    """
    left, gone = list(range(len(values))), []
    for _ in range(min(times, len(left))):
        least = min(left, key=lambda k: (keys[k], values[k], k))
        voluntary = [k for k in left if vur[k]]
        if voluntary:
            lowest = min(voluntary, key=lambda k: (values[k], k))
            least = lowest if values[lowest] >= values[least] else least
        left.remove(least)
        gone.append(least)
    return gone


def _marked(terms: list[Term], low: Sequence[int], high: Sequence[int]) -> tuple[Term, ...]:
    notes = dict.fromkeys(high, CUT_HIGHEST) | dict.fromkeys(low, CUT_LOWEST)
    return tuple(
        replace(t, counted=False, note_code=notes[k]) if k in notes else t for k, t in enumerate(terms)
    )


def _buchholz_terms(table: Table, given: Sequence[Contribution], low: int, high: int) -> tuple[Term, ...]:
    terms = [Term(c.round, _ids(table, c), c.score, note_code=c.note) for c in given]
    scores = [c.score for c in given]
    gone = cut_lowest(scores, scores, [c.vur for c in given], low)
    left = [k for k in range(len(given)) if k not in gone]
    top = sorted(left, key=lambda k: (-scores[k], k))[:high]
    return _marked(terms, gone, top)


def buchholz(table: Table, options: BuchholzOptions, me: int) -> Working:
    """The sum of the opponents' adjusted scores; cuts as asked for."""
    given = contributions(table, options, me, options.fore)
    return Working(_buchholz_terms(table, given, options.cut + options.median, options.median))


def _fore(table: Table, options: BergerOptions, me: int) -> Working:
    given = contributions(table, options, me, fore=True)
    return Working(_buchholz_terms(table, given, options.cut, 0))


def average_of_buchholz(table: Table, options: AverageOptions, me: int) -> Working:
    """The mean Buchholz of the opponents met over the board (8.2)."""
    values = _all_buchholz(table, options)
    terms = [
        Term(row.round, table.ids[row.opponent], values[row.opponent])
        for row in table.rows[me]
        if row.played and row.opponent is not None
    ]
    return Working(tuple(terms), combine="mean")


def _all_buchholz(table: Table, options: AverageOptions) -> list[int]:
    key = ("buchholz", options)
    if key not in table.cache:
        table.cache[key] = [
            sum(c.score for c in contributions(table, options, i, options.fore)) for i in range(table.size)
        ]
    cached: list[int] = table.cache[key]
    return cached


def sonneborn_berger(table: Table, options: BergerOptions, me: int) -> Working:
    """The sum of (points scored) x (the opponent's adjusted score); a cut takes the weakest opponent."""
    given = contributions(table, options, me)
    terms = [Term(c.round, _ids(table, c), _product(c), note_code=c.note) for c in given]
    products = [t.value for t in terms]
    gone = cut_lowest(products, [c.score for c in given], [c.vur for c in given], options.cut)
    return Working(_marked(terms, gone, ()))


def _product(given: Contribution) -> int | Fraction:
    return whole(Fraction(given.score * given.scored, HUNDRED))


def modified_median(table: Table, options: MedianOptions, me: int) -> Working:
    """Solkoff less the lowest (more than half the points), the highest (less), or both; two each from 9
    rounds.
    """
    given = contributions(table, options, me)
    times = 2 if len(table.rounds) >= 9 else 1
    half = Fraction(table.snapshot.scoring.win * len(table.rounds), 2)
    mine = table.points[me]
    low = times if mine >= half else 0
    high = times if mine <= half else 0
    terms = [Term(c.round, _ids(table, c), c.score, note_code=c.note) for c in given]
    order = sorted(range(len(given)), key=lambda k: (given[k].score, k))
    return Working(_marked(terms, order[:low], order[max(low, len(order) - high) :] if high else ()))


def _entry(
    code: str, name: str, help: str, explain: Callable[..., Working], options: type, source: str
) -> Tiebreak:
    return Tiebreak(
        code=code, name=name, help=help, unit="points", compute=computed_from(explain), explain=explain,
        source=source, options=options,
    )  # fmt: skip


BUCHHOLZ: tuple[Tiebreak, ...] = (
    _entry(
        "BH", "Buchholz", "The sum of the opponents' scores; not for round robins.",
        buchholz, BuchholzOptions, f"{FIDE} 8.1, 8.3, 14, 16",
    ),
    _entry(
        "FB", "Fore Buchholz", "Buchholz as if all matches of the last round had been drawn.",
        _fore, BergerOptions, f"{FIDE} 8.3",
    ),
    _entry(
        "AOB", "Average of opponents' Buchholz", "The mean Buchholz of the opponents met over the board.",
        average_of_buchholz, AverageOptions, f"{FIDE} 8.2",
    ),
    _entry(
        "SB", "Sonneborn-Berger (FIDE)", "The sum of the points scored times the opponent's score.",
        sonneborn_berger, BergerOptions, f"{FIDE} 9.1, 14.1, 16",
    ),
    _entry(
        "MMED", "Modified median (Harkness)",
        "The opponents' scores without the lowest for a plus score, without the highest for a minus score.",
        modified_median, MedianOptions, "US Chess rules 34E1",
    ),
)  # fmt: skip
