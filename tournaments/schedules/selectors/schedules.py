"""A whole schedule as it is shown: the rounds that are paired as they are, the rounds to come as they are planned.

Who may see it, the one rule: the staff always; everybody else who may see the event, as soon as its first round is
published. Until then the plan may still be made anew, and nobody should learn a table by heart that is not going to
be. A draft is never shown to everybody: until it is published, its round stands there as it was planned.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pairing import engine
from pairing.model import types as core
from pairing.model.errors import PairingError
from pairing.model.options import parse
from pairing.model.types import RoundPlan, Snapshot
from pairing.systems.mahjong.planning import rounds_of
from tournaments import snapshots
from tournaments.models import Round, RoundState, Tournament
from tournaments.names.ordering import a_to_z


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a seat in the schedule; house players fill seats and are nobody's business otherwise."""

    number: int
    name: str
    is_house: bool = False
    key: str = ""
    sort_name: str = ""
    order: int = -1  # where this one stands in a list from A to Z


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table of one round; `seats` are numbers of players: East, South, West, North."""

    table: int
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundOfPlan:
    """One round. `is_paired`: it stands; else it is what will be if nobody leaves or comes. `rests` have no table."""

    number: int
    day: int
    is_paired: bool
    tables: tuple[TablePlan, ...]
    rests: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Schedule:
    """All rounds that are known, and everybody in them by number (house players last)."""

    rounds: tuple[RoundOfPlan, ...]
    people: Mapping[int, Person]
    rounds_per_day: int | None = None

    @property
    def players(self) -> list[Person]:
        """Everybody but the house players."""
        return [person for person in self.people.values() if not person.is_house]

    @property
    def seats(self) -> list[list[tuple[int, ...]]]:
        """Rounds, tables, numbers: what is measured. A table that is not played is an empty one, so that the others
        keep their place.
        """
        rounds = []
        for round_ in self.rounds:
            by_number = {table.table: table.seats for table in round_.tables}
            rounds.append([by_number.get(number, ()) for number in range(1, max(by_number, default=0) + 1)])
        return rounds

    @property
    def days(self) -> int:
        return max((round_.day for round_ in self.rounds), default=1)


@dataclass(frozen=True, slots=True)
class MyRound:
    """One round of one player: table, seat (0 is East) and the other three; no table: the player rests."""

    number: int
    day: int
    is_paired: bool
    table: int | None = None
    position: int = 0
    others: tuple[Person, ...] = field(default=())


def plans_ahead(tournament: Tournament) -> bool:
    """Whether all rounds of this event are planned at once."""
    system = engine.find_system(tournament.system)
    return system.plans_ahead and _has_schedule(parse(system.options, tournament.options))


def planned_rounds(snapshot: Snapshot) -> int:
    """How many rounds are planned at once: all, or those before the cut; 0 where none are."""
    system = engine.find_system(snapshot.system)
    options = options_of(snapshot)
    return rounds_of(snapshot, options) if system.plans_ahead and _has_schedule(options) else 0


def options_of(snapshot: Snapshot) -> Any:
    """The options of the event, what is not set as it usually is."""
    return parse(engine.find_system(snapshot.system).options, snapshot.options)


def _has_schedule(options: object) -> bool:
    """An event with a cut may seat the rounds before it in another way."""
    return str(getattr(options, "qualifying", "schedule")) == "schedule"


def is_public(tournament: Tournament) -> bool:
    """Whether everybody who may see the event may see its schedule (the rule at the top)."""
    published = Round.objects.filter(tournament=tournament, number=1).exclude(state=RoundState.DRAFT)
    return plans_ahead(tournament) and published.exists()


def schedule_of(tournament: Tournament, *, drafts: bool = False) -> Schedule | None:
    """The schedule as everybody may read it (see `is_public`; drafts: for the staff), or None where none can be told.

    Nothing can be told of an event that does not plan ahead, or whose players are too few as yet.
    """
    snapshot = snapshots.load(tournament, drafts=drafts)
    try:
        to_come = engine.outlook(snapshot)
    except PairingError:
        return None
    options = parse(engine.find_system(snapshot.system).options, snapshot.options)
    rounds_per_day: int | None = getattr(options, "rounds_per_day", None)
    rounds = _rounds(snapshot, to_come, rounds_per_day)[: planned_rounds(snapshot)]
    return Schedule(rounds, _people(tournament, rounds), rounds_per_day) if rounds else None


def my_rounds(schedule: Schedule, number: int) -> tuple[MyRound, ...]:
    """The schedule of one player, round by round."""
    return tuple(_mine(schedule, round_, number) for round_ in schedule.rounds)


def by_name(schedule: Schedule) -> list[tuple[Person, tuple[MyRound, ...]]]:
    """Everybody in the order of names, each with the own rounds."""
    mine = _all_rounds(schedule)
    people = sorted(schedule.players, key=lambda person: (person.order, person.number))
    return [(person, mine[person.number]) for person in people]


def whom(rounds: tuple[MyRound, ...]) -> list[tuple[Person, list[int]]]:
    """Whom one player meets, by name, and in which rounds; house players are left out."""
    met: dict[int, tuple[Person, list[int]]] = {}
    for round_ in rounds:
        for other in round_.others:
            if not other.is_house:
                met.setdefault(other.number, (other, []))[1].append(round_.number)
    return sorted(met.values(), key=lambda row: (row[0].order, row[0].number))


def _mine(schedule: Schedule, round_: RoundOfPlan, number: int) -> MyRound:
    for table in round_.tables:
        if number in table.seats:
            others = tuple(schedule.people[seat] for seat in table.seats if seat != number)
            position = table.seats.index(number)
            return MyRound(round_.number, round_.day, round_.is_paired, table.table, position, others)
    return MyRound(round_.number, round_.day, round_.is_paired)


def _all_rounds(schedule: Schedule) -> dict[int, tuple[MyRound, ...]]:
    """`my_rounds` of everybody, each table looked at once."""
    found: dict[int, list[MyRound]] = {number: [] for number in schedule.people}
    for round_ in schedule.rounds:
        facts = (round_.number, round_.day, round_.is_paired)
        seated = set()
        for table in round_.tables:
            for position, number in enumerate(table.seats):
                others = tuple(schedule.people[seat] for seat in table.seats if seat != number)
                found[number].append(MyRound(*facts, table.table, position, others))
                seated.add(number)
        for number in found.keys() - seated:
            found[number].append(MyRound(*facts))
    return {number: tuple(rounds) for number, rounds in found.items()}


def _rounds(
    snapshot: Snapshot, to_come: tuple[RoundPlan, ...], rounds_per_day: int | None
) -> tuple[RoundOfPlan, ...]:
    def day(number: int) -> int:
        return 1 + (number - 1) // rounds_per_day if rounds_per_day else 1

    def made(round_: core.Round | RoundPlan, is_paired: bool) -> RoundOfPlan:
        tables = tuple(TablePlan(match.table, match.seats) for match in round_.matches)
        rests = tuple(bye.player for bye in round_.byes)
        return RoundOfPlan(round_.number, day(round_.number), is_paired, tables, rests)

    paired = [made(round_, True) for round_ in snapshot.rounds]
    return (*paired, *(made(plan, False) for plan in to_come))


def _people(tournament: Tournament, rounds: tuple[RoundOfPlan, ...]) -> dict[int, Person]:
    """Everybody who sits or rests in one of these rounds; a house player nobody has made yet is one by number."""
    rows: dict[int, Any] = {row.number: row for row in tournament.players.order_by("number")}
    inside = {number for round_ in rounds for number in round_.rests}
    inside |= {number for round_ in rounds for table in round_.tables for number in table.seats}
    people = [
        Person(number, rows[number].name, rows[number].house, rows[number].key, rows[number].sort_name, place)
        if number in rows
        else Person(number, "", True)
        for place, number in enumerate(a_to_z(tournament, inside, lambda number: number))
    ]
    return {person.number: person for person in sorted(people, key=lambda one: (one.is_house, one.number))}
