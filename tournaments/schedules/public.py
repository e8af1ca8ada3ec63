"""The schedule of an event planned ahead: all rounds by table, everybody's own rounds, and what it is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404

from tournaments.models import Tournament
from tournaments.names.namesakes import names_in
from tournaments.public.pages import public_page
from tournaments.public.shared import overview
from tournaments.schedules.selectors import schedules
from tournaments.schedules.selectors.fixtures import FixtureRound, fixture_rounds, has_fixtures, of_player
from tournaments.schedules.selectors.pictures import Pictures, pictures_of
from tournaments.schedules.selectors.schedules import MyRound, Person, Schedule
from tournaments.steps.names import matches, search_key, searched
from tournaments.web.contexts import Shown


@dataclass(frozen=True, slots=True)
class Planned:
    """What every page of the schedule shows; no `schedule` while it is not public."""

    schedule: Schedule | None
    names: Mapping[int, str]
    tab: str = "schedule"


@dataclass(frozen=True, slots=True)
class ByTable:
    """Every round with its tables, one of them opened."""

    open_round: int
    view: str = "table"


@dataclass(frozen=True, slots=True)
class ByName:
    """Everybody with the key by which scripts find them and their rounds; `found` are those who answer to `asked`."""

    asked: str
    everybody: list[tuple[Person, str, tuple[MyRound, ...]]]
    found: set[int]
    view: str = "name"


@dataclass(frozen=True, slots=True)
class Quality:
    """What the schedule is worth."""

    pictures: Pictures | None
    view: str = "pictures"


@dataclass(frozen=True, slots=True)
class Mine:
    """The rounds of one player, and whom that player meets in them."""

    player: Person
    my_rounds: tuple[MyRound, ...]
    meets: list[tuple[Person, list[int]]]
    view: str = "name"


@public_page("schedules/public/by_table.html")
def by_table(event: Tournament, query: dict[str, str]) -> Shown:
    """Every round with its tables and winds, the round of now opened."""
    planned, rounds = _planned(event), overview(event)
    return rounds, planned, ByTable(rounds.current.number if rounds.current else 1)


@public_page("schedules/public/by_name.html", by_query={"q": ".{1,120}"}, typed=["q"])
def by_name(event: Tournament, query: dict[str, str]) -> Shown:
    """Find my name, and from there my rounds."""
    planned = _planned(event)
    asked = " ".join(query.get("q", "").split())
    everybody = schedules.by_name(planned.schedule) if planned.schedule else []
    found = {person.number for person, _rounds in everybody if _answers(person, asked)}
    rows = [(person, _key(person), rounds) for person, rounds in everybody]
    return overview(event), planned, ByName(asked, rows, found)


@public_page("schedules/public/quality.html")
def quality(event: Tournament, query: dict[str, str]) -> Shown:
    """The pictures."""
    planned = _planned(event)
    return overview(event), planned, Quality(pictures_of(planned.schedule) if planned.schedule else None)


@public_page("schedules/public/mine.html")
def mine(event: Tournament, query: dict[str, str], number: int) -> Shown:
    """All rounds of one player: table, wind and whom I meet when."""
    planned = _planned(event)
    schedule, name = planned.schedule, planned.names.get(number)
    if schedule is None or name is None:
        raise Http404("nobody of the event")
    player = schedule.people.get(number, Person(number, name))
    if player.is_house:
        raise Http404("nobody asks where house players sit")
    rounds = schedules.my_rounds(schedule, number)
    return overview(event), planned, Mine(player, rounds, schedules.whom(rounds))


@dataclass(frozen=True, slots=True)
class Fixtures:
    """Every round with its matches; of one player, those of `player`."""

    fixture_rounds: tuple[FixtureRound, ...]
    player: tuple[int, str] | None = None
    tab: str = "schedule"


@public_page("schedules/public/fixtures.html")
def all_fixtures(event: Tournament, query: dict[str, str]) -> Shown:
    """Every match of a schedule that is there as a whole."""
    return overview(event), Fixtures(_fixtures(event))


@public_page("schedules/public/fixtures.html")
def own_fixtures(event: Tournament, query: dict[str, str], number: int) -> Shown:
    """The matches of one player in the order of the rounds."""
    rounds, name = _fixtures(event), names_in(event).get(number)
    if name is None:
        raise Http404("nobody of the event")
    return overview(event), Fixtures(of_player(rounds, number), (number, name))


def _fixtures(event: Tournament) -> tuple[FixtureRound, ...]:
    """Errors: 404 where rounds are paired one by one, and before the schedule is published."""
    if not has_fixtures(event):
        raise Http404("no whole schedule")
    return fixture_rounds(event)


def _planned(event: Tournament) -> Planned:
    """Errors: 404 for events that are not planned ahead."""
    if not schedules.plans_ahead(event):
        raise Http404("not planned ahead")
    schedule = schedules.schedule_of(event) if schedules.is_public(event) else None
    return Planned(schedule, names_in(event))


def _key(person: Person) -> str:
    return search_key(searched(person.name, person.sort_name))


def _answers(person: Person, asked: str) -> bool:
    if asked.isdecimal():
        return str(person.number) == asked.lstrip("0")
    return bool(asked) and matches(asked, searched(person.name, person.sort_name))
