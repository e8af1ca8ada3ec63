"""What a study of simulated tournaments asks, and its answer, worked out of its figures.

A study is data: configurations, tables of cells, and claims about cells. What a claim says, in which direction and
whether it says anything at all, follows from the figures: a difference counts from three standard errors on.
"""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import hypot
from typing import Any

from pairing.simulation.setup.configuration import Configuration
from pairing.simulation.summary import OrderSummary, Summary, summary
from pairing.simulation.workers import run
from research.report import as_columns, as_markdown

SEED = 2024
SURE = 3  # standard errors
HEAD = "<!-- Written by `manage.py study all`; changes by hand are lost. -->"
GOOD_MANY, A_FEW = 100_000, 4_000


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean and its standard error."""

    mean: float
    error: float


@dataclass(frozen=True, slots=True)
class Measure:
    """How a figure is worked out of an order, and how people read it: `unit` completes "5 more ..."."""

    heading: str
    unit: str
    of: Callable[[OrderSummary], Figure]
    decimals: int = 2
    factor: float = 1.0
    more_is_better: bool = False

    def text(self, figure: Figure) -> str:
        return f"{self.number(figure.mean)} ± {self.number(figure.error)}"

    def number(self, value: float) -> str:
        return f"{value * self.factor:.{self.decimals}f}"


def _plain(name: str) -> Callable[[OrderSummary], Figure]:
    return lambda order: Figure(order.measures[name].mean, order.measures[name].error)


def _both(what: str, unit: str, name: str, **more: Any) -> tuple[Measure, Measure]:
    """A measure with the rest of the order by lot, and by strength."""
    return (
        Measure(f"{what}, by lot", unit, _plain(f"{name}_by_lot"), **more),
        Measure(f"{what}, by strength", unit, _plain(name), **more),
    )


WRONG, LENIENT = _both("inversions", "pairs in the wrong order", "inversions")
TIES = Measure("ties left", "ties left", _plain("ties"))
AT_CUT = (
    *_both("inversions at the cut", "pairs at the cut in the wrong order", "cut_inversions"),
    *_both("the best wins, %", "percentage points", "best_wins", factor=100, more_is_better=True),
    *_both(
        "of the best in the cut", "of the best in the cut", "best_in_cut", decimals=3, more_is_better=True
    ),
)
BEST_WINS, BEST_IN_CUT = AT_CUT[2], AT_CUT[4]
AGREEMENT, _ = _both("agreement (tau)", "agreement", "kendall", decimals=4, more_is_better=True)


@dataclass(frozen=True, slots=True)
class Case:
    """A configuration, and how often it is played."""

    name: str
    configuration: Configuration
    runs: int = GOOD_MANY


@dataclass(frozen=True, slots=True)
class Cell:
    """A figure: a measure of an order of a case. `name` is how claims call it."""

    name: str
    case: int
    order: int
    measure: Measure


@dataclass(frozen=True, slots=True)
class Row:
    labels: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Its first headings are those of the labels, the others those of the cells."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Ranked:
    """Which of some cells is best, which are not measurably worse, and how far the others are behind."""

    lead: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """Whether one cell is measurably more or less than another."""

    lead: str
    one: Cell
    other: Cell


@dataclass(frozen=True, slots=True)
class Proven:
    """A sentence that only stands if in each pair the first cell is measurably less than the second."""

    text: str
    pairs: tuple[tuple[Cell, Cell], ...]


@dataclass(frozen=True, slots=True)
class Reached:
    """The first of some cells, in their order, that surely reaches a value."""

    lead: str
    value: float
    cells: tuple[Cell, ...]


Claim = Ranked | Compared | Proven | Reached


@dataclass(frozen=True, slots=True)
class Study:
    """`setting` says what is played, in words; `reading` what to know before the figures."""

    name: str
    title: str
    question: str
    setting: str
    cases: tuple[Case, ...]
    tables: tuple[Table, ...]
    claims: tuple[Claim, ...]
    reading: str = ""


Found = Sequence[Summary]


def play(study: Study, seed: int = SEED, share: float = 1, workers: int = 1) -> list[Summary]:
    """Every case of a study, each with random numbers of its own; `share`: a part of the tournaments only."""
    found = []
    for number, case in enumerate(study.cases):
        runs = max(2, round(case.runs * share))
        tally = run(case.configuration, (seed + number) % (1 << 64), runs, workers)
        found.append(summary(case.configuration, tally))
    return found


def figure(tallies: Found, cell: Cell) -> Figure:
    return cell.measure.of(tallies[cell.case].orders[cell.order])


def difference(tallies: Found, minuend: Cell, subtrahend: Cell) -> Figure:
    """One less the other. Orders of the same tournaments are compared tournament by tournament where that is counted;
    elsewhere in the same tournaments the error is the largest it can be.
    """
    a, b = figure(tallies, minuend), figure(tallies, subtrahend)
    if minuend.case != subtrahend.case:
        return Figure(a.mean - b.mean, hypot(a.error, b.error))
    order = tallies[minuend.case].orders[minuend.order]
    for measure, gaps in ((LENIENT, order.gaps), (WRONG, order.gaps_by_lot)):
        if minuend.measure is subtrahend.measure is measure:
            return Figure(gaps[subtrahend.order].mean, gaps[subtrahend.order].error)
    return Figure(a.mean - b.mean, a.error + b.error)


def is_sure(of: Figure) -> bool:
    return abs(of.mean) > SURE * of.error


def sentence(tallies: Found, claim: Claim) -> str:
    """What the figures let one say."""
    if isinstance(claim, Ranked):
        return _ranked(tallies, claim)
    if isinstance(claim, Proven):
        return claim.text if is_proven(tallies, claim) else f"Not shown by so few tournaments: {claim.text}"
    return _compared(tallies, claim) if isinstance(claim, Compared) else _reached(tallies, claim)


def is_proven(tallies: Found, claim: Proven) -> bool:
    gaps = [difference(tallies, more, less) for less, more in claim.pairs]
    return all(gap.mean > 0 and is_sure(gap) for gap in gaps)


def _ranked(tallies: Found, claim: Ranked) -> str:
    measure = claim.cells[0].measure
    sign = -1 if measure.more_is_better else 1
    best, *others = sorted(claim.cells, key=lambda cell: sign * figure(tallies, cell).mean)
    text = f"{claim.lead}: best is {best.name} ({measure.text(figure(tallies, best))})."
    behind = [(cell, difference(tallies, cell, best)) for cell in others]
    if equal := [cell.name for cell, by in behind if not is_sure(by)]:
        text += f" No difference to it could be measured for {_listed(equal)}."
    word = "less" if measure.more_is_better else "more"
    worse = [f"{cell.name} ({measure.number(abs(by.mean))} {word})" for cell, by in behind if is_sure(by)]
    if worse:
        text += f" Measurably worse: {_listed(worse)}."
    return text


def _compared(tallies: Found, claim: Compared) -> str:
    by, measure = difference(tallies, claim.one, claim.other), claim.one.measure
    spread = f"{measure.number(abs(by.mean))} ± {measure.number(by.error)}"
    if not is_sure(by):
        return (
            f"{claim.lead}: no difference could be measured between {claim.one.name} and {claim.other.name} "
            f"({measure.unit}: {spread})."
        )
    word = "more" if by.mean > 0 else "less" if measure.more_is_better else "fewer"
    return f"{claim.lead}: with {claim.one.name} there are {spread} {word} {measure.unit} than with {claim.other.name}."


def _reached(tallies: Found, claim: Reached) -> str:
    measure = claim.cells[0].measure
    for cell in claim.cells:
        now = figure(tallies, cell)
        if now.mean - SURE * now.error >= claim.value:
            return f"{claim.lead} {cell.name} ({measure.text(now)})."
    last = claim.cells[-1]
    return f"{claim.lead} no number of rounds that was tried; {last.name}: {measure.text(figure(tallies, last))}."


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def as_text(study: Study, tallies: Found, seed: int, *, markdown: bool = False) -> str:
    """Answer and tables, with nothing but what follows from the figures."""
    lines = [] if markdown else [study.title, "", study.question, ""]
    lines += [f"{_played(tallies)}, seed {seed}. ± is the standard error.", ""]
    lines += ["## Answer" if markdown else "Answer", ""]
    lines += [f"- {sentence(tallies, claim)}" for claim in study.claims]
    for table in study.tables:
        lines += ["", f"## {table.title}" if markdown else table.title, ""]
        rows = [list(table.headings), *(_row(tallies, row) for row in table.rows)]
        lines += as_markdown(rows, len(table.rows[0].labels)) if markdown else as_columns(rows)
    return "\n".join(lines) + "\n"


def _played(tallies: Found) -> str:
    runs = [(count, len(list(same))) for count, same in groupby(sorted(each.runs for each in tallies))]
    return ", ".join(
        f"{cases} {'case' if cases == 1 else 'cases'} of {count:,} tournaments" for count, cases in runs
    )


def _row(tallies: Found, row: Row) -> list[str]:
    return [*row.labels, *(cell.measure.text(figure(tallies, cell)) for cell in row.cells)]


def as_csv(study: Study, tallies: Found) -> str:
    """The tables, each figure with its standard error behind it, not rounded."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for table in study.tables:
        labels = len(table.rows[0].labels)
        heads = [each for head in table.headings[labels:] for each in (head, f"{head} (se)")]
        writer.writerow(["table", *table.headings[:labels], *heads])
        for row in table.rows:
            figures = [(figure(tallies, cell), cell.measure.factor) for cell in row.cells]
            numbers = [number * factor for one, factor in figures for number in (one.mean, one.error)]
            writer.writerow([table.title, *row.labels, *numbers])
    return text.getvalue()


def to_data(study: Study, tallies: Found, seed: int) -> Mapping[str, object]:
    """As plain JSON data: the configurations, everything measured, and the answer."""
    return {
        "study": study.name,
        "seed": seed,
        "answer": [sentence(tallies, claim) for claim in study.claims],
        "cases": [
            {"name": case.name, "configuration": case.configuration.to_data(), "summary": of.to_data()}
            for case, of in zip(study.cases, tallies, strict=True)
        ],
    }


def document(study: Study, tallies: Found, seed: int, seconds: float, workers: int) -> str:
    """The whole of docs/studies/NAME.md."""
    how = f"manage.py study {study.name} --markdown"
    using = "one worker" if workers == 1 else f"{workers} workers"
    parts = [
        HEAD,
        f"# {study.title}",
        study.question,
        study.setting,
        study.reading,
        f"    manage.py study {study.name}",
        f"This page is what `{how}` prints; it took {seconds:.0f} s with {using}.",
        "---",
        as_text(study, tallies, seed, markdown=True),
    ]
    return "\n\n".join(part.strip("\n") for part in parts if part) + "\n"


def index(studies: Iterable[Study]) -> str:
    """docs/studies/README.md."""
    lines = [
        HEAD,
        "",
        "# Studies",
        "",
        "Published evaluations, recomputed:",
        "",
        "- [The tie-break study](tiebreaks.md): which tie-break puts the players in the order of their strength?",
        "- [The shogi championship study](wcsc.md): which pairing algorithm finds the right order of 24 teams?",
        "",
        "Questions they leave open, answered by simulated tournaments:",
        "",
        *(f"- [{study.title}]({study.name}.md) {study.question}" for study in studies),
        "",
        "`manage.py study NAME` computes one of them (`--quick` with a tenth of the tournaments, `--json`, `--csv`,",
        "`--markdown`, `--seed N`, `--workers N`). `manage.py study all` writes all pages again except that",
        "of the shogi championship, which is written by hand.",
    ]
    return "\n".join(lines) + "\n"
