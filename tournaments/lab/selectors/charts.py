"""Drawings of a simulation, in units of their own: wide enough for a phone without shrinking the text."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from django.utils.formats import number_format

from tournaments.lab.selectors.simulations import Group, Line, estimate_text

WIDTH = 340
LEFT, RIGHT = 46, 330
TOP, BOTTOM = 12, 190
ROW = 40
HILL, HILL_ROW = 40, 62
LABEL = 38  # letters that fit above a row
TAIL = 0.001  # of the events that a hill may leave out on each side


@dataclass(frozen=True, slots=True)
class Tick:
    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Dot:
    """A share at a number of rounds, with its interval."""

    rounds: int
    x: float
    y: float
    low: float
    high: float
    share: str
    around: str


@dataclass(frozen=True, slots=True)
class Curve:
    """One setup; `mark` numbers its shape, so that colour is not the only sign."""

    name: str
    mark: int
    path: str
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class Curves:
    """How often the strongest player wins, or the last round changes the winner (`Line.asked`), by rounds."""

    curves: tuple[Curve, ...]
    across: tuple[Tick, ...]
    up: tuple[Tick, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    label: str
    y: float
    width: float
    low: float
    high: float
    value: str
    around: str


@dataclass(frozen=True, slots=True)
class Bars:
    rows: tuple[Bar, ...]
    height: float


@dataclass(frozen=True, slots=True)
class Hill:
    """How the inversions of one line are spread; the mean as a line down."""

    label: str
    y: float
    path: str
    mean: float
    value: str
    around: str


@dataclass(frozen=True, slots=True)
class Hills:
    rows: tuple[Hill, ...]
    across: tuple[Tick, ...]
    height: float


def drawn_lines(groups: Sequence[Group], chosen: Group) -> list[Line]:
    """What is drawn: the chains of the chosen configuration, or, where there is only one, every configuration."""
    if len(chosen.lines) > 1:
        return list(chosen.lines)
    return [group.lines[0] for group in groups if group.lines]


def label_of(line: Line, groups: Sequence[Group]) -> str:
    """What tells a line from the others that are drawn with it."""
    if len(groups[line.place].lines) == 1:
        return groups[line.place].name
    return line.chain if len(line.chain) <= LABEL else line.chain_short


def curves(groups: Sequence[Group]) -> Curves | None:
    """One curve for each setup, by the first chain, over its numbers of rounds; None where only one was tried."""
    lines = [group.lines[0] for group in groups if group.lines]
    rounds = sorted({line.rounds for line in lines})
    if len(rounds) < 2:
        return None
    most = max(line.asked.high for line in lines)
    step = next(step for step in (0.02, 0.05, 0.1, 0.2, 0.25) if most <= 5 * step or step == 0.25)
    top = min(1.0, step * -(-most // step))
    scale = (RIGHT - LEFT - 20) / (rounds[-1] - rounds[0])

    def x(number: int) -> float:
        return round(LEFT + 10 + (number - rounds[0]) * scale, 2)

    def y(share: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * min(share / top, 1), 2)

    found = []
    for mark, series in enumerate(dict.fromkeys(line.series for line in lines)):
        mine = sorted((line for line in lines if line.series == series), key=lambda line: line.rounds)
        dots = tuple(_dot(line, x(line.rounds), y) for line in mine)
        found.append(Curve(series, mark, _path((dot.x, dot.y) for dot in dots), dots))
    up = tuple(
        Tick(y(share * step), f"{number_format(100 * share * step, 0)} %")
        for share in range(round(top / step) + 1)
    )
    return Curves(tuple(found), tuple(Tick(x(number), str(number)) for number in rounds), up)


def _dot(line: Line, x: float, y: Callable[[float], float]) -> Dot:
    found = line.asked
    return Dot(
        line.rounds, x, y(found.mean), y(found.low), y(found.high), *estimate_text(found, percent=True)
    )


def bars(lines: Sequence[Line], groups: Sequence[Group], measure: str) -> Bars:
    """A measure as bars from zero, each with its interval."""
    found = [line.asked if measure == "asked" else line.measures[measure] for line in lines]
    most = max((estimate.high for estimate in found), default=0.0) or 1.0
    scale = (WIDTH - 120) / most
    rows = tuple(
        Bar(
            label_of(line, groups),
            at * ROW,
            _long(estimate.mean, scale),
            _long(estimate.low, scale),
            _long(estimate.high, scale),
            *estimate_text(estimate, percent=measure == "asked"),
        )
        for at, (line, estimate) in enumerate(zip(lines, found, strict=True))
    )
    return Bars(rows, max(1, len(rows)) * ROW)


def _long(value: float, scale: float) -> float:
    return round(max(value, 0.0) * scale, 2)


def hills(lines: Sequence[Line], groups: Sequence[Group]) -> Hills | None:
    """How inversions by lot are spread over the events, all lines on one scale; None where they were not counted, or
    where the fields have different sizes.
    """
    spread = [(line, line.summary.orders[line.order].bins_by_lot) for line in lines]
    if (
        not all(bins for _line, bins in spread)
        or len({len(line.configuration.strengths) for line in lines}) > 1
    ):
        return None
    ends = [_ends(bins) for _line, bins in spread]
    first, last = min(low for low, _high in ends), max(high for _low, high in ends) + 1
    width = lines[0].summary.width
    scale = (RIGHT - 8) / max(last - first, 1)
    tallest = max(max(bins) / line.runs for line, bins in spread)

    def x(number: float) -> float:
        return round(8 + (number - first) * scale, 2)

    rows = []
    for at, (line, bins) in enumerate(spread):
        floor = at * HILL_ROW + 16 + HILL
        heights = [bins[k] / line.runs / tallest * HILL for k in range(first, last)]
        points = [(x(first), float(floor))]
        for k, height in enumerate(heights, first):
            points += [(x(k), round(floor - height, 2)), (x(k + 1), round(floor - height, 2))]
        points.append((x(last), float(floor)))
        found = line.measures["inversions_by_lot"]
        mean = x((found.mean + 0.5) / width)
        rows.append(
            Hill(label_of(line, groups), at * HILL_ROW, _path(points) + "Z", mean, *estimate_text(found))
        )
    across = tuple(
        Tick(x(number / width), number_format(number, 0)) for number in _round(first * width, last * width)
    )
    return Hills(tuple(rows), across, len(rows) * HILL_ROW + 20)


def _ends(bins: Sequence[int]) -> tuple[int, int]:
    """The first and the last bin that matter."""
    left_out = sum(bins) * TAIL
    return _from_below(bins, left_out), len(bins) - 1 - _from_below(bins[::-1], left_out)


def _from_below(bins: Sequence[int], left_out: float) -> int:
    seen = enumerate(accumulate(bins))
    return next((at for at, count in seen if count > left_out), len(bins) - 1)


def _round(low: int, high: int) -> list[int]:
    """About four round numbers in between."""
    step = next(
        (step for k in range(7) for step in (10**k, 2 * 10**k, 5 * 10**k) if (high - low) / step <= 5), 10**7
    )
    return list(range(-(-low // step) * step, high + 1, step))


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x} {y}" for x, y in points)
