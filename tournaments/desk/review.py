"""What is worth looking at in a draft before everybody sees it: floats, rules given up, byes, seats had so far."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext

from pairing.model.reasons import GIVEN_UP
from pairing.model.so_far import SoFar
from tournaments.rounds.selectors.rounds import RoundSheet, SeatRow, TableRow


@dataclass(frozen=True, slots=True)
class ReviewRow:
    """A table of a draft. `float_by` is the difference in the scores it was paired by (hundredths), 0 within a group;
    `same_club` is the club of both, "" where they are of two or of none. `given_up`: what the criteria are about that
    its reasons say could not be kept. `seats`: everybody there with what the round looked at, where the system looks at
    something.
    """

    table: TableRow
    float_by: int
    relaxed: tuple[str, ...]
    same_club: str
    given_up: tuple[str, ...]
    seats: tuple[tuple[SeatRow, SoFar | None], ...]

    @property
    def marks(self) -> str:
        """What the page can be asked to show only: words for its script and styles."""
        marks = {"float": self.float_by, "warning": self.relaxed, "criterion": self.given_up}
        return " ".join(word for word, is_here in marks.items() if is_here)


@dataclass(frozen=True, slots=True)
class Review:
    """The draft with counts of what stands out. `relaxed` are the rules given up, as stored on the round, and
    `given_up` the criteria that could not be kept, with the tables where.

    Floats are a matter of matches of two; `house` is how many house players sit at tables of four. `looks_back`:
    whether the rows show seats had so far; `has_wishes`: and the seat somebody is due;
    `has_extra`: and extra points.
    """

    rows: tuple[ReviewRow, ...]
    floats: int
    house: int
    relaxed: tuple[Mapping[str, object], ...]
    given_up: tuple[tuple[str, tuple[int, ...]], ...]
    looks_back: bool
    has_wishes: bool
    has_extra: bool

    @property
    def tables_given_up(self) -> int:
        """At how many tables a criterion could not be kept."""
        return sum(bool(row.given_up) for row in self.rows)


def review_of(sheet: RoundSheet, so_far: Mapping[int, SoFar]) -> Review:
    words = {code: gettext(what) for code, what in GIVEN_UP.items()}
    rules = [(frozenset(item["players"]), str(item["rule"])) for item in sheet.relaxed]
    rows = tuple(_row(table, rules, so_far, words, sheet.floats) for table in sheet.tables)
    house = sum(seat.house for row in sheet.tables for seat in row.seats)
    floats = sum(bool(row.float_by) for row in rows)
    looks_back = any(each.seats or each.extra for each in so_far.values())
    has_wishes = any(each.due is not None for each in so_far.values())
    has_extra = any(each.extra for each in so_far.values())
    return Review(
        rows, floats, house, tuple(sheet.relaxed), _given_up(rows), looks_back, has_wishes, has_extra
    )


def _given_up(rows: Iterable[ReviewRow]) -> tuple[tuple[str, tuple[int, ...]], ...]:
    tables: dict[str, list[int]] = {}
    for row in rows:
        for what in row.given_up:
            tables.setdefault(what, []).append(row.table.table)
    return tuple((what, tuple(numbers)) for what, numbers in tables.items())


def _row(
    table: TableRow,
    rules: Iterable[tuple[frozenset[int], str]],
    so_far: Mapping[int, SoFar],
    words: Mapping[str, str],
    floats: bool,
) -> ReviewRow:
    nothing = SoFar()
    scores = [seat.points_before + so_far.get(seat.number, nothing).extra for seat in table.seats]
    numbers = frozenset(seat.number for seat in table.seats)
    relaxed = tuple(dict.fromkeys(rule for players, rule in rules if not players.isdisjoint(numbers)))
    float_by = max(scores) - min(scores) if floats and len(scores) == 2 else 0
    clubs = {seat.club.strip() for seat in table.seats if not seat.house}
    same_club = clubs.pop() if len(clubs) == 1 else ""
    given_up = tuple(dict.fromkeys(words[why["code"]] for why in table.why if why["code"] in words))
    seats = tuple((seat, so_far.get(seat.number)) for seat in table.seats)
    return ReviewRow(table, float_by, relaxed, same_club, given_up, seats)
