"""Buchholz and its relatives under the policies for unplayed rounds; Sonneborn-Berger; the US Chess median.

Source: FIDE Handbook C.07 (from 1 March 2026), articles 8, 9.1, 14 and 16.5; US Chess rules 34E.
"""

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
    Value,
    Working,
    means,
    part,
)
from pairing.tiebreaks.table import Table
from pairing.tiebreaks.unplayed import FORFEITS, POLICIES, Contribution, Seen, contributions, seen_by_all

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


def _ids(table: Table, contribution: Contribution) -> int | None:
    return None if contribution.opponent is None else table.ids[contribution.opponent]


def cut_lowest(
    values: Sequence[int | Fraction], keys: Sequence[Any], vur: Sequence[bool], times: int
) -> list[int]:
    """The places that `times` cuts take away (14.1, 14.2 with 16.5).

    A cut takes the least significant value, the one with the lowest key. The lowest value that comes from a
    voluntary unplayed round goes instead of it unless it is lower. `vur` is empty where no round is one.
    """
    left, gone = list(range(len(values))), []
    for _ in range(min(times, len(left))):
        # 14.1, 14.2: the least significant value goes.
        least = min(left, key=lambda k: (keys[k], values[k], k))
        voluntary = [k for k in left if vur[k]] if vur else ()
        if voluntary:
            lowest = min(voluntary, key=lambda k: (values[k], k))
            # 16.5: instead of it the lowest of a voluntary unplayed round, unless that is lower.
            least = lowest if values[lowest] >= values[least] else least
        left.remove(least)
        gone.append(least)
    return gone


def _marked(terms: list[Term], low: Sequence[int], high: Sequence[int]) -> tuple[Term, ...]:
    notes = dict.fromkeys(high, CUT_HIGHEST) | dict.fromkeys(low, CUT_LOWEST)
    return tuple(
        replace(t, counted=False, note_code=notes[k]) if k in notes else t for k, t in enumerate(terms)
    )


def _buchholz_terms(
    table: Table, contributions: Sequence[Contribution], low: int, high: int
) -> tuple[Term, ...]:
    terms = [Term(c.round, _ids(table, c), c.score, note_code=c.note) for c in contributions]
    scores = [c.score for c in contributions]
    gone = cut_lowest(scores, scores, [c.vur for c in contributions], low)
    left = [k for k in range(len(contributions)) if k not in gone]
    top = sorted(left, key=lambda k: (-scores[k], k))[:high]
    return _marked(terms, gone, top)


def buchholz(table: Table, options: BuchholzOptions) -> list[Value]:
    """The sum of the opponents' adjusted scores; cuts as asked for."""
    seen = seen_by_all(table, options, options.fore)
    return [_kept(one, options.cut + options.median, options.median) for one in seen]


def _kept(seen: Seen, low: int, high: int) -> int:
    """The sum of the scores without the lowest and then the highest."""
    scores = seen.scores
    if low and seen.vur:
        gone = cut_lowest(scores, scores, seen.vur, low)
        scores, low = [score for k, score in enumerate(scores) if k not in gone], 0
    if low or high:
        scores = sorted(scores)
        return sum(scores[low : max(low, len(scores) - high)])
    return sum(scores)


def _explain_buchholz(table: Table, options: BuchholzOptions, me: int) -> Working:
    given = contributions(table, options, me, options.fore)
    return Working(_buchholz_terms(table, given, options.cut + options.median, options.median))


def _fore(table: Table, options: BergerOptions) -> list[Value]:
    return [_kept(seen, options.cut, 0) for seen in seen_by_all(table, options, fore=True)]


def _explain_fore(table: Table, options: BergerOptions, me: int) -> Working:
    given = contributions(table, options, me, fore=True)
    return Working(_buchholz_terms(table, given, options.cut, 0))


def average_of_buchholz(table: Table, options: AverageOptions) -> list[Value]:
    """The mean Buchholz of the opponents met over the board (8.2)."""
    return [*means(_all_buchholz(table, options), table.opponents)]


def _explain_average(table: Table, options: AverageOptions, me: int) -> Working:
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
        table.cache[key] = [sum(seen.scores) for seen in seen_by_all(table, options, options.fore)]
    cached: list[int] = table.cache[key]
    return cached


def sonneborn_berger(table: Table, options: BergerOptions) -> list[Value]:
    """The sum of (points scored) x (the opponent's adjusted score); a cut takes the weakest opponent."""
    return [part(_products(seen, options.cut), HUNDRED) for seen in seen_by_all(table, options)]


def _products(seen: Seen, cut: int) -> int:
    products = [score * scored for score, scored in zip(seen.scores, seen.scored, strict=True)]
    if cut and not seen.vur:
        return sum([product for _, product in sorted(zip(seen.scores, products, strict=True))[cut:]])
    gone = cut_lowest(products, seen.scores, seen.vur, cut)
    return sum(products) - sum([products[k] for k in gone])


def _explain_sonneborn_berger(table: Table, options: BergerOptions, me: int) -> Working:
    given = contributions(table, options, me)
    terms = [Term(c.round, _ids(table, c), _product(c), note_code=c.note) for c in given]
    products = [t.value for t in terms]
    gone = cut_lowest(products, [c.score for c in given], [c.vur for c in given], options.cut)
    return Working(_marked(terms, gone, ()))


def _product(contribution: Contribution) -> int | Fraction:
    return part(contribution.score * contribution.scored, HUNDRED)


def modified_median(table: Table, options: MedianOptions) -> list[Value]:
    """Solkoff less the lowest (more than half the points), the highest (less), or both; two each from 9
    rounds.
    """
    return [
        _kept(seen._replace(vur=()), *_harkness(table, i))
        for i, seen in enumerate(seen_by_all(table, options))
    ]


def _harkness(table: Table, me: int) -> tuple[int, int]:
    """How many of the lowest and of the highest scores go."""
    # US Chess 34E1: two each from nine rounds.
    times = 2 if len(table.rounds) >= 9 else 1
    half, mine = table.snapshot.scoring.win * len(table.rounds), 2 * table.points[me]
    return times if mine >= half else 0, times if mine <= half else 0


def _explain_median(table: Table, options: MedianOptions, me: int) -> Working:
    given = contributions(table, options, me)
    low, high = _harkness(table, me)
    terms = [Term(c.round, _ids(table, c), c.score, note_code=c.note) for c in given]
    order = sorted(range(len(given)), key=lambda k: (given[k].score, k))
    return Working(_marked(terms, order[:low], order[max(low, len(order) - high) :] if high else ()))


def _entry(
    code: str,
    name: str,
    help: str,
    compute: Callable[..., list[Value]],
    explain: Callable[..., Working],
    options: type,
    source: str,
) -> Tiebreak:
    return Tiebreak(
        code=code, name=name, help=help, unit="points", compute=compute, explain=explain, source=source,
        options=options,
    )  # fmt: skip


BUCHHOLZ: tuple[Tiebreak, ...] = (
    _entry(
        "BH", "Buchholz", "The sum of the opponents' scores; not for round robins.",
        buchholz, _explain_buchholz, BuchholzOptions, f"{FIDE} 8.1, 8.3, 14, 16",
    ),
    _entry(
        "FB", "Fore Buchholz", "Buchholz as if all matches of the last round had been drawn.",
        _fore, _explain_fore, BergerOptions, f"{FIDE} 8.3",
    ),
    _entry(
        "AOB", "Average of opponents' Buchholz", "The mean Buchholz of the opponents met over the board.",
        average_of_buchholz, _explain_average, AverageOptions, f"{FIDE} 8.2",
    ),
    _entry(
        "SB", "Sonneborn-Berger (FIDE)", "The sum of the points scored times the opponent's score.",
        sonneborn_berger, _explain_sonneborn_berger, BergerOptions, f"{FIDE} 9.1, 14.1, 16",
    ),
    _entry(
        "MMED", "Modified median (Harkness)",
        "The opponents' scores without the lowest for a plus score, without the highest for a minus score.",
        modified_median, _explain_median, MedianOptions, "US Chess rules 34E1",
    ),
)  # fmt: skip
