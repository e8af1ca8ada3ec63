"""When matches are played: by appointment, postponed, or with their round; and which of them are overdue."""

from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet
from django.utils import timezone

from tournaments.events.selectors.unplayed import unplayed
from tournaments.models import Match, RoundState, Seat, Tournament
from tournaments.moments import planned_moment, zone_of
from tournaments.names.namesakes import names_in


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match with its day. `players` are (number, name) in the order of the seats; it is `overdue` once the day on
    which it is to be played is over.
    """

    match: Match
    players: tuple[tuple[int, str], ...]
    overdue: bool


def fixtures(tournament: Tournament, rows: QuerySet[Match] | None = None) -> tuple[Fixture, ...]:
    """The matches of published rounds in their order: all, or these."""
    matches = list(matches_of(tournament) if rows is None else rows)
    people: dict[int, list[tuple[int, str]]] = {match.pk: [] for match in matches}
    names = names_in(tournament)
    seats = Seat.objects.filter(match__in=list(people)).order_by("position")
    for match, number in seats.values_list("match_id", "player__number"):
        people[match].append((number, names[number]))
    today = today_in(tournament)
    return tuple(
        Fixture(match, tuple(people[match.pk]), match.result is None and is_past(tournament, match, today))
        for match in matches
    )


def matches_of(tournament: Tournament) -> QuerySet[Match]:
    """All matches of published rounds, in their order."""
    rows = Match.objects.filter(round__tournament=tournament).exclude(round__state=RoundState.DRAFT)
    return rows.select_related("round").order_by("round__number", "table")


def out_of_turn(tournament: Tournament) -> tuple[Fixture, ...]:
    """The matches without a result that are postponed, or whose day is over."""
    rows = unplayed(matches_of(tournament))
    if not tournament.round_starts:  # then only an appointment can be over
        rows = rows.exclude(agreed_for=None, postponed=False)
    return tuple(
        fixture for fixture in fixtures(tournament, rows) if fixture.match.postponed or fixture.overdue
    )


def today_in(tournament: Tournament) -> date:
    """The day it is where the event is."""
    return timezone.localdate(timezone=zone_of(tournament))


def is_past(tournament: Tournament, match: Match, today: date) -> bool:
    """Whether the day on which a match is to be played is over."""
    due = due_at(tournament, match)
    return due is not None and due.astimezone(zone_of(tournament)).date() < today


def due_at(tournament: Tournament, match: Match) -> datetime | None:
    """When a match is to be played: as agreed, else with its round unless it is postponed."""
    if match.agreed_for is not None or match.postponed:
        return match.agreed_for
    return planned_moment(tournament, match.round.number)
