"""What only the pages of the desk say: what a repair could change, lines of the log in words."""

from __future__ import annotations

from dataclasses import dataclass

from django import template

from tournaments.corrections.selectors.repairs import last_round
from tournaments.corrections.selectors.repairs_pending import Pending, pending
from tournaments.history.sentences import sentence, title
from tournaments.models import Bye, ByeKind, LogEntry, Player, Seat, Tournament

register = template.Library()


@register.filter
def for_plural(hundredths: int) -> int:
    """Points for choosing a plural: one point, but 0, 1.5 or 2 points."""
    return 1 if hundredths == 100 else 2


@register.filter
def told(line: LogEntry) -> str:
    """The sentence of a line of the log."""
    return sentence(line)


@register.filter
def step_title(line: LogEntry) -> str:
    """What the step of a line is called."""
    return title(line)


@dataclass(frozen=True, slots=True)
class Place:
    """Whether a player has a place in the round that could be repaired."""

    number: int
    is_in: bool


@register.simple_tag
def repair_hint(tournament: Tournament) -> Pending | None:
    """What changed since the last round was paired; None where nothing has."""
    return pending(tournament)


@register.simple_tag
def gone_from(tournament: Tournament, number: int) -> frozenset[int]:
    """Who has withdrawn or was checked out since round `number` was published, and whose table is still open."""
    hint = pending(tournament)
    events = hint.events if hint and hint.number == number else ()
    unchecked = {event.out for event in events if event.out is not None}
    seats = Seat.objects.filter(round__tournament=tournament, round__number=number, match__result=None)
    left = seats.filter(raw=None, player__left_after_round=number)
    return frozenset(unchecked) | frozenset(left.values_list("player__number", flat=True))


@register.simple_tag
def repairable_round(tournament: Tournament) -> int | None:
    """The number of the round that could be repaired."""
    row = last_round(tournament)
    return row.number if row is not None else None


@register.simple_tag
def place_in_last_round(tournament: Tournament, player: Player) -> Place | None:
    """Where a player is in the round that could be repaired; None where there is none, or the result is in."""
    row = last_round(tournament)
    if row is None:
        return None
    seat = Seat.objects.filter(round=row, player=player).values_list("match__result", "raw").first()
    if seat is not None:
        return Place(row.number, True) if seat == (None, None) else None
    return Place(row.number, Bye.objects.filter(round=row, player=player, kind=ByeKind.FULL).exists())
