"""The drawing of a person's rating, as numbers for the template: nothing here is text, and no colour is chosen here."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from pairing.model.trueskill import Rating
from tournaments.series.selectors.person import Person, Point

WIDTH, HEIGHT = 360, 210
LEFT, RIGHT, TOP, BOTTOM = 26, 8, 8, 22
# Half the height of the band, in sigmas: its lower edge is the conservative skill.
BAND = 3
STEPS = (1, 2, 5, 10, 20, 50)
MOST_LINES = 6
# So much room the number of a season needs.
LABEL = 16
# More dots than these run into each other.
MOST_DOTS = 50


@dataclass(frozen=True, slots=True)
class Dot:
    x: float
    y: float
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class SeasonMark:
    """Where a season begins, and where its number stands ("" where there is no room)."""

    x: float
    label_x: float
    label: str


@dataclass(frozen=True, slots=True)
class Chart:
    """Paths and places in a box of `width` x `height`. `lines` are (y, value) of the scale."""

    line: str
    band: str
    low: str
    dots: tuple[Dot, ...]
    seasons: tuple[SeasonMark, ...]
    lines: tuple[tuple[float, int], ...]
    width = WIDTH
    height = HEIGHT
    left = LEFT
    right = WIDTH - RIGHT
    top = TOP
    bottom = HEIGHT - BOTTOM
    label_y = HEIGHT - 6


def chart_of(person: Person) -> Chart | None:
    """The rating from before the first rated match until now; None where nothing has moved it."""
    if not person.points:
        return None
    ratings = [person.start, *(point.rating for point in person.points)]
    scale = _lines(ratings)
    low, high = scale[0], scale[-1]

    def x_of(index: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * index / (len(ratings) - 1), 1)

    def y_of(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)

    upper = [(x_of(i), y_of(r.mu + BAND * r.sigma)) for i, r in enumerate(ratings)]
    lower = [(x_of(i), y_of(r.mu - BAND * r.sigma)) for i, r in enumerate(ratings)]
    middle = [(x_of(i), y_of(r.mu)) for i, r in enumerate(ratings)]
    hidden = [False, *(point.round is None for point in person.points)]
    dots = tuple(Dot(x, y, h) for (x, y), h in zip(middle, hidden, strict=True))
    shown = dots if len(dots) <= MOST_DOTS else tuple(d for d in dots if d.is_hidden) + dots[-1:]
    return Chart(
        _path(middle),
        f"{_path(upper)} L{_path(list(reversed(lower)))[1:]} Z",
        _path(lower),
        shown,
        _seasons(person.points, x_of(1) - x_of(0)),
        tuple((y_of(value), value) for value in scale),
    )


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + " L".join(f"{x:g},{y:g}" for x, y in points)


def _lines(ratings: Sequence[Rating]) -> range:
    """The values of the scale, round numbers that enclose the whole band."""
    low = min(r.mu - BAND * r.sigma for r in ratings)
    high = max(r.mu + BAND * r.sigma for r in ratings)
    for step in STEPS:
        first, last = int(low // step), int(-(-high // step))
        if last - first <= MOST_LINES:
            break
    return range(first * step, last * step + 1, step)


def _seasons(points: Sequence[Point], step: float) -> tuple[SeasonMark, ...]:
    starts = [0, *(i for i, (one, two) in enumerate(pairwise(points), 1) if one.season != two.season)]
    marks = []
    free = 0.0
    for start, end in zip(starts, [*starts[1:], len(points)], strict=True):
        x = round(LEFT + step * start, 1)
        middle = round(x + step * (end - start) / 2, 1)
        fits = middle - LABEL / 2 >= free
        marks.append(SeasonMark(x, middle, str(points[start].season) if fits else ""))
        free = middle + LABEL / 2 if fits else free
    return tuple(marks)
