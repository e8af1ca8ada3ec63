"""Drawings of a schedule, as numbers for the templates: nothing here is text, and no colour is chosen here.

A picture has to work on a phone, on paper and for somebody who sees no colours, so a number of meetings is told by
the size of its square too, and where there is room by a digit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.schedules.selectors import captions
from tournaments.schedules.selectors.facts import Facts, Strip, facts_of
from tournaments.schedules.selectors.schedules import Person, Schedule

SIGNS = "東南西北"
WINDS = len(SIGNS)
HOUSE = "H"
CELL = 10
MARGIN, WIDE_MARGIN = 16, 30
# The sides of squares for one, two, and more meetings.
SIDES = {1: "0.4", 2: "0.8", 3: "1"}
# Up to so many players every row has its number and every square its digit; a digit on less is a speck.
ROOM_FOR_DIGITS = 36
LABEL_EVERY = 10
# So many rows are folded up: a phone scrolls long enough.
MANY = 40
BAR, BAR_HEIGHT, TOP = 15, 22, 11
BOX, BOX_HEIGHT, DAY_GAP = 26, 22, 8


@dataclass(frozen=True, slots=True)
class Level:
    """All squares above the diagonal of two players who meet `count` times, as one path in cells; `at` is how strong it
    is drawn (1 to 3), `side` how large, in cells. The page mirrors the path; `digits` are those of both sides.
    """

    count: int
    at: int
    side: str
    path: str
    digits: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Matrix:
    """Who meets whom: a row and a column for every player, from 0 to `inner`; `labels` (text, how far down) stand
    in the margin before 0.
    """

    margin: int
    inner: int
    levels: tuple[Level, ...]
    labels: tuple[tuple[str, int], ...]
    grid: str
    diagonal: str
    is_dense: bool
    cell = CELL

    @property
    def start(self) -> int:
        return -self.margin

    @property
    def side(self) -> int:
        return self.margin + self.inner + 2

    @property
    def width(self) -> int:
        """In pixels, where there is room; then a digit can be read."""
        return round(self.side * (0.8 if self.is_dense else 1.9))


@dataclass(frozen=True, slots=True)
class WindBars:
    """How often on each wind, four bars; players with the same bars share a drawing (`name`)."""

    name: str
    counts: tuple[int, ...]
    path: str
    labels: tuple[tuple[int, int, int], ...]

    @property
    def said(self) -> str:
        return " ".join(f"{sign} {count}" for sign, count in zip(SIGNS, self.counts, strict=True))


@dataclass(frozen=True, slots=True)
class WindsPicture:
    drawings: tuple[WindBars, ...]
    shares: tuple[tuple[WindBars, int], ...]
    rows: tuple[tuple[Person, WindBars], ...]
    letters: tuple[tuple[int, str], ...]
    is_long: bool

    width = WINDS * BAR
    floor = TOP + BAR_HEIGHT
    letters_at = TOP + BAR_HEIGHT + 11
    height = TOP + BAR_HEIGHT + 13


@dataclass(frozen=True, slots=True)
class StripPicture:
    """The tables of one player: `cells` are (how far right, table or None, stays there); `frames` go around the
    rounds in a row at one table (how far right, how wide).
    """

    strip: Strip
    cells: tuple[tuple[int, int | None, bool], ...]
    frames: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class TablesPicture:
    rows: tuple[StripPicture, ...]
    width: int
    height: int
    is_long: bool

    @property
    def size(self) -> str:
        """How much room a row needs beside the name."""
        return "short" if self.width <= 8 * BOX + DAY_GAP else "middle" if self.width <= 13 * BOX else "long"


@dataclass(frozen=True, slots=True)
class Line:
    """One player in numbers: different opponents, most meetings with one of them, winds."""

    person: Person
    different: int
    most: int
    winds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pictures:
    """All drawings of a schedule, each with its sentence."""

    matrix: Matrix
    pairs: tuple[Bar, ...]
    different: tuple[Bar, ...]
    winds: WindsPicture
    tables: TablesPicture
    lines: tuple[Line, ...]
    days: int
    has_house: bool
    about_meetings: str
    about_different: str
    about_winds: str
    about_tables: str

    positions = tuple(range(WINDS))


@dataclass(frozen=True, slots=True)
class Bar:
    """`value` (meetings, opponents) happens `count` times; `width` is in percent of the longest bar."""

    value: int
    count: int
    width: int


def pictures_of(schedule: Schedule) -> Pictures:
    """Everything there is to see of a schedule with at least one round."""
    facts = facts_of(schedule)
    return Pictures(
        matrix=matrix(facts),
        pairs=bars(facts.counted.pairs_by_meetings),
        different=bars(facts.players_by_different),
        winds=wind_bars(facts),
        tables=table_strips(facts, tuple(round_.day for round_ in schedule.rounds)),
        lines=lines(facts),
        days=schedule.days,
        has_house=any(person.is_house for person in facts.everybody),
        about_meetings=captions.about_meetings(facts),
        about_different=captions.about_different(facts),
        about_winds=captions.about_winds(facts),
        about_tables=captions.about_tables(facts),
    )


def lines(facts: Facts) -> tuple[Line, ...]:
    """The same as the pictures, for whoever reads numbers."""
    return tuple(
        Line(
            strip.person,
            facts.different[at],
            max(facts.counted.meetings[at]),
            facts.winds[at],
        )
        for at, strip in enumerate(facts.strips)
    )


def matrix(facts: Facts) -> Matrix:
    """Squares above and below the diagonal: a reader finds everybody in the own row; house players come last."""
    count = len(facts.everybody)
    dense = count > ROOM_FOR_DIGITS
    cells: dict[int, list[tuple[int, int]]] = {}
    for a, row in enumerate(facts.counted.meetings):
        for b, times in enumerate(row[a + 1 :], a + 1):
            if times:
                cells.setdefault(times, []).append((a, b))
    inner, every = count * CELL, LABEL_EVERY if dense else 1
    return Matrix(
        margin=WIDE_MARGIN if dense else MARGIN,
        inner=inner,
        levels=tuple(_level(times, cells[times], facts.most_meetings, dense) for times in sorted(cells)),
        labels=tuple(
            (HOUSE if person.is_house else str(person.number), at * CELL + CELL // 2)
            for at, person in enumerate(facts.everybody)
            if at == 0 or (at + 1) % every == 0
        ),
        grid="".join(f"M{at} 0v{inner}M0 {at}h{inner}" for at in range(CELL * every, inner, CELL * every)),
        diagonal=_dots((at, at) for at in range(count)),
        is_dense=dense,
    )


def _level(count: int, cells: list[tuple[int, int]], most: int, dense: bool) -> Level:
    """Once is a small square where somebody meets more often, else a large one: sizes tell the counts apart."""
    at = min(count, 3) if most > 1 else 2
    middle = CELL // 2
    both = [(x, y) for a, b in cells for x, y in ((b, a), (a, b))]
    digits = () if dense or count < 2 else tuple((middle + x * CELL, middle + y * CELL) for x, y in both)
    return Level(count, at, SIDES[at], _dots(cells), digits)


def _dots(cells: Iterable[tuple[int, int]]) -> str:
    """A path with a point for each (row, column): lines without length, whose square ends make the squares.

    From point to point by relative moves, which takes a fifth of the bytes of squares drawn out.
    """
    path, here = "", (0, 0)
    for row, column in cells:
        path += f"m{column - here[1]} {row - here[0]}h0"
        here = row, column
    return path


def wind_bars(facts: Facts) -> WindsPicture:
    """Four bars for everybody, East to North, all to the same scale."""
    most = max((max(counts) for counts in facts.winds), default=1) or 1
    drawings = {counts: _wind_bars(counts, most) for counts in sorted(set(facts.winds))}
    rows = tuple((person, drawings[counts]) for person, counts in zip(facts.people, facts.winds, strict=True))
    shares = Counter(facts.winds)
    return WindsPicture(
        drawings=tuple(drawings.values()),
        shares=tuple((drawings[counts], count) for counts, count in shares.most_common()),
        rows=rows,
        letters=tuple((at * BAR + BAR // 2, sign) for at, sign in enumerate(SIGNS)),
        is_long=len(rows) > MANY,
    )


def _wind_bars(counts: tuple[int, ...], most: int) -> WindBars:
    path, labels = "", []
    for at, count in enumerate(counts):
        height = round(BAR_HEIGHT * count / most)
        path += f"M{at * BAR + 2} {TOP + BAR_HEIGHT}v-{height}h{BAR - 4}v{height}z" if height else ""
        labels.append((at * BAR + BAR // 2, TOP + BAR_HEIGHT - height - 2, count))
    return WindBars("-".join(map(str, counts)), counts, path, tuple(labels))


def table_strips(facts: Facts, days: tuple[int, ...]) -> TablesPicture:
    """The table of every round for everybody; `days` is the day of each round, with a gap between two."""
    places = [at * BOX + (day - days[0]) * DAY_GAP for at, day in enumerate(days)]
    width = places[-1] + BOX if places else BOX
    rows = tuple(_strip(strip, places) for strip in facts.strips)
    return TablesPicture(rows, width, BOX_HEIGHT, len(rows) > MANY)


def _strip(strip: Strip, places: list[int]) -> StripPicture:
    staying = set(strip.stays) | {at - 1 for at in strip.stays}
    cells = tuple(
        (x + BOX // 2, table, at in staying)
        for at, (x, table) in enumerate(zip(places, strip.tables, strict=True))
    )
    frames: list[tuple[int, int]] = []
    for at in strip.stays:
        if at - 1 in strip.stays:
            x, wide = frames.pop()
            frames.append((x, wide + BOX))
        else:
            frames.append((places[at - 1] + 2, 2 * BOX - 4))
    return StripPicture(strip, cells, tuple(frames))


def bars(counted: dict[int, int]) -> tuple[Bar, ...]:
    """What `Facts` has counted as bars; what never happens is left out."""
    longest = max(counted.values(), default=1) or 1
    return tuple(
        Bar(value, count, max(1, round(100 * count / longest))) for value, count in counted.items() if count
    )
