"""A schedule on paper: by table, by name, a card for each player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from pairing.model.types import FOUR
from tournaments.desk.sheets import Sheets
from tournaments.events.selectors.addresses import for_phones
from tournaments.models import Tournament
from tournaments.schedules.selectors import schedules as planned
from tournaments.schedules.selectors.fixtures import FixtureRound, fixture_rounds, has_fixtures
from tournaments.schedules.selectors.schedules import MyRound, Person, Schedule
from tournaments.web.lettering import ACROSS, WIDTH, WIDTH_ACROSS, Fit, fitted
from tournaments.web.qr import drawn

# How many cards go on a sheet whose rounds take up to so many millimetres: the sheet of Letter is the lower one.
CARDS = ((33, 8), (56, 6), (100, 4), (234, 2))
# A round has one line; of the names of the others so many letters stand in one, and each line more needs more room.
ROUND, LINE, LETTERS = 6.4, 3.1, 30

# So many rows the head of a round takes among those of its tables.
HEAD = 5
FIXTURE_HEAD = 2
sheets = Sheets()


@dataclass(frozen=True, slots=True)
class Card:
    """What one player takes along: all rounds, and the way to the own page."""

    person: Person
    rounds: tuple[MyRound, ...]
    address: str

    @property
    def qr(self) -> SafeString:
        return drawn(self.address)


@dataclass(frozen=True, slots=True)
class Planned:
    """A schedule, and the address under which phones reach this site."""

    schedule: Schedule
    reached: str


@dataclass(frozen=True, slots=True)
class Piles:
    """Cards by the sheet, `each` of them on one."""

    sheets: list[list[Card]]
    each: int


@dataclass(frozen=True, slots=True)
class Lists:
    """A list by table, or with `lines` by name."""

    fit: Fit
    lines: Sequence[tuple[Person, tuple[MyRound, ...]]] = ()


@sheets.sheet("cards/", "print_cards", "schedules/print/cards")
def cards(request: HttpRequest, tournament: Tournament) -> tuple[Planned, Piles]:
    """By name, so that the pile is handed out from A to Z."""
    schedule = _schedule(tournament)
    made = [
        Card(person, rounds, _own_page(request, tournament, person))
        for person, rounds in planned.by_name(schedule)
    ]
    highest = max((_height(card) for card in made), default=0)
    each = next((count for room, count in CARDS if highest <= room), 1)
    piles = [made[at : at + each] for at in range(0, len(made), each)]
    return _planned(request, schedule), Piles(piles, each)


@sheets.sheet("schedule/tables/", "print_plan_tables", "schedules/print/tables")
def by_table(request: HttpRequest, tournament: Tournament) -> tuple[Planned, Lists]:
    """A table for each round. They flow over the sheets: how many these are is near enough for a pile."""
    schedule = _schedule(tournament)
    tables = [table for round_ in schedule.rounds for table in round_.tables]
    rows = [tuple(schedule.people[seat].name for seat in table.seats) for table in tables]
    rows += [("",) * FOUR] * HEAD * len(schedule.rounds)
    return _planned(request, schedule), Lists(fitted(rows, lambda _em: [(WIDTH - 15) / FOUR] * FOUR))


@sheets.sheet("schedule/names/", "print_plan_names", "schedules/print/names")
def by_name(request: HttpRequest, tournament: Tournament) -> tuple[Planned, Lists]:
    schedule = _schedule(tournament)
    lines = planned.by_name(schedule)
    rows = [(person.name, "0" * 5) for person, _rounds in lines]
    fit = fitted(rows, lambda _em: (60, (WIDTH_ACROSS - 60) / max(len(schedule.rounds), 1)), height=ACROSS)
    return _planned(request, schedule), Lists(fit, lines)


@dataclass(frozen=True, slots=True)
class WholeSchedule:
    """All rounds of a schedule that is there as a whole, drafts of it not."""

    fixture_rounds: tuple[FixtureRound, ...]
    fit: Fit


@sheets.sheet("schedule/matches/", "print_fixtures", "schedules/print/fixtures")
def by_round(_request: HttpRequest, tournament: Tournament) -> WholeSchedule:
    """All rounds with their matches one below the other, with dates, and room for the results that are not in."""
    if not has_fixtures(tournament):
        raise Http404("no whole schedule")
    rounds = fixture_rounds(tournament)
    rows = [tuple(name for _number, name in each.players) for round_ in rounds for each in round_.matches]
    rows += [("", "")] * FIXTURE_HEAD * len(rounds)
    return WholeSchedule(rounds, fitted(rows, lambda _em: [(WIDTH - 80) / 2] * 2))


def _height(card: Card) -> float:
    """How many millimetres the rounds of a card take."""
    letters = (sum(len(person.name) + 3 for person in round_.others) for round_ in card.rounds)
    return sum(max(ROUND, LINE * -(-count // LETTERS)) for count in letters)


def _schedule(tournament: Tournament) -> Schedule:
    found = planned.schedule_of(tournament, drafts=True)
    if found is None:
        raise Http404("nothing is planned")
    return found


def _own_page(request: HttpRequest, tournament: Tournament, person: Person) -> str:
    return for_phones(request.build_absolute_uri(reverse("public:me", args=[tournament.slug, person.key])))


def _planned(request: HttpRequest, schedule: Schedule) -> Planned:
    return Planned(schedule, for_phones(request.build_absolute_uri()))
