"""What charts on the wall show: every player against the rounds."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from tournaments.models import Bye, Player, RoundState, Seat, Tournament


@dataclass(frozen=True, slots=True)
class Cell:
    """One round of one player; `points` are None while the result is missing."""

    opponents: tuple[int, ...] = ()
    points: int | None = None
    total: int | None = None
    bye: str = ""


@dataclass(frozen=True, slots=True)
class ChartLine:
    number: int
    name: str
    cells: Mapping[int, Cell] = field(default_factory=dict)


def wall_chart(tournament: Tournament) -> tuple[ChartLine, ...]:
    """Everybody by number, with the published rounds; what is not known yet is left empty to be written by hand."""
    people = Player.objects.filter(tournament=tournament, house=False).order_by("number")
    cells = _cells(tournament)
    return tuple(
        ChartLine(number, name, _with_totals(cells.get(number, {})))
        for number, name in people.values_list("number", "name")
    )


def _cells(tournament: Tournament) -> dict[int, dict[int, Cell]]:
    at: dict[tuple[int, int], list[tuple[int, int | None]]] = defaultdict(list)
    seats = Seat.objects.filter(round__tournament=tournament).exclude(round__state=RoundState.DRAFT)
    columns = ("round__number", "match_id", "player__number", "points")
    for round_number, match, number, points in seats.order_by("position").values_list(*columns):
        at[round_number, match].append((number, points))
    found: dict[int, dict[int, Cell]] = defaultdict(dict)
    for (round_number, _match), sitting in at.items():
        for number, points in sitting:
            others = tuple(other for other, _points in sitting if other != number)
            found[number][round_number] = Cell(others, points)
    byes = Bye.objects.filter(round__tournament=tournament).exclude(round__state=RoundState.DRAFT)
    for bye in byes.select_related("player", "round"):
        found[bye.player.number][bye.round.number] = Cell((), bye.points, bye=bye.get_kind_display())
    return found


def _with_totals(cells: Mapping[int, Cell]) -> dict[int, Cell]:
    """Each cell with the points so far, as long as none is missing."""
    total: int | None = 0
    found = {}
    for number in sorted(cells):
        cell = cells[number]
        total = None if total is None or cell.points is None else total + cell.points
        found[number] = Cell(cell.opponents, cell.points, total, cell.bye)
    return found
