"""Studies as they are shown: bars of agreement, and ranks against the right ranks as points in a square."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext

from accounts.models import User
from pairing.model.errors import TEXTS
from pairing.model.reasons import shown_params
from tournaments.models import Job, JobKind

MEASURES = ("pearson", "spearman", "kendall")
# The drawings, in their own units: wide enough for a phone without shrinking the text.
BAR, BAR_GAP, GROUP_GAP, LABEL = 13, 3, 12, 18
LEFT, RIGHT = 8, 300
SIDE, MARGIN = 200, 26


@dataclass(frozen=True, slots=True)
class Bar:
    """Agreement over the `best` players; `value` is None where it is not defined."""

    best: int
    at: int
    value: float | None
    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Group:
    """The bars of one algorithm."""

    name: str
    y: float
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    groups: tuple[Group, ...]
    height: float
    zero: float
    lowest: float


@dataclass(frozen=True, slots=True)
class Point:
    name: str
    right: int
    rank: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Scatter:
    """Every player as a point: the rank in the round robin to the right, the rank by the algorithm down."""

    name: str
    points: tuple[Point, ...]
    radius: float
    agreement: tuple[dict[str, object], ...]


def studies_of(user: User) -> QuerySet[Job]:
    """The studies somebody asked for, newest first."""
    return Job.objects.filter(kind=JobKind.STUDY, created_by=user).order_by("-id")


def bars(result: dict[str, Any], measure: str) -> Chart:
    """Agreement by one measure, the best algorithm first."""
    rows = sorted(result["algorithms"], key=lambda row: -_whole_field(row, measure))
    values = [a[measure] for row in rows for a in row["agreement"] if a[measure] is not None]
    lowest = -1.0 if min(values, default=0) < 0 else 0.0
    scale = (RIGHT - LEFT) / (1 - lowest)
    zero = LEFT - lowest * scale
    y, groups = 0.0, []
    for row in rows:
        top, drawn = y, []
        y += LABEL
        for at, agreement in enumerate(row["agreement"]):
            value = agreement[measure]
            long = abs(value or 0) * scale
            x = zero if (value or 0) >= 0 else zero - long
            drawn.append(Bar(agreement["best"], at, value, round(x, 2), round(y, 2), round(long, 2)))
            y += BAR + BAR_GAP
        groups.append(Group(row["name"], round(top, 2), tuple(drawn)))
        y += GROUP_GAP
    return Chart(tuple(groups), max(y, 1.0), round(zero, 2), lowest)


def scatters(result: dict[str, Any]) -> tuple[Scatter, ...]:
    """One drawing for each algorithm, in the order they were given."""
    names, right = result["players"], result["round_robin"]
    place = _axis(len(names))
    radius = max(1.4, min(4.0, 90 / len(names)))
    return tuple(
        Scatter(
            row["name"],
            tuple(
                Point(name, true, rank, place(true), place(rank))
                for name, true, rank in zip(names, right, row["ranks"], strict=True)
            ),
            radius,
            tuple(row["agreement"]),
        )
        for row in result["algorithms"]
    )


def rank_rows(result: dict[str, Any]) -> list[tuple[str, int, Sequence[int]]]:
    """Name, rank in the round robin and rank by each algorithm, in the order of the round robin."""
    columns = [row["ranks"] for row in result["algorithms"]]
    rows = [
        (name, right, [column[at] for column in columns])
        for at, (name, right) in enumerate(zip(result["players"], result["round_robin"], strict=True))
    ]
    return sorted(rows, key=lambda row: row[1])


def _places(result: dict[str, Any]) -> list[list[object]]:
    head = ["team", "round_robin", *(row["name"] for row in result["algorithms"])]
    return [head, *([name, right, *ranks] for name, right, ranks in rank_rows(result))]


def _agreement(result: dict[str, Any]) -> list[list[object]]:
    rows = [(row["name"], part) for row in result["algorithms"] for part in row["agreement"]]
    return [
        ["algorithm", "best", *MEASURES],
        *([name, part["best"], *map(part.get, MEASURES)] for name, part in rows),
    ]


# The tables of a study as files, by name.
TABLES = {"places": _places, "agreement": _agreement}


def came_to_no_end(result: dict[str, Any]) -> list[tuple[str, str]]:
    """Algorithms that could not be played through, and why, in the reader's language."""
    names = dict(enumerate(result["players"], 1))
    found = []
    for failure in result["failed"]:
        params = {k: tuple(v) if isinstance(v, list) else v for k, v in failure["params"].items()}
        shown = shown_params(tuple(params.items()), lambda number: names.get(number, str(number)))
        found.append((failure["name"], gettext(TEXTS[failure["code"]]).format(**shown)))
    return found


def _whole_field(row: dict[str, Any], measure: str) -> float:
    """Agreement over all players; below everything where it is not defined."""
    value: float | None = row["agreement"][0][measure]
    return -2.0 if value is None else value


def _axis(count: int) -> Any:
    step = (SIDE - MARGIN - 6) / max(count - 1, 1)
    return lambda rank: round(MARGIN + (rank - 1) * step, 2)
