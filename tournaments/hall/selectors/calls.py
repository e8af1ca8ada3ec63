"""Calls for a judge: those that are open, the oldest first, and what became of the one of a table."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournaments.models import CallState, JudgeCall, Seat, Tournament
from tournaments.names.namesakes import full_name, name_of, of_event
from tournaments.whereabouts.selectors.tables_played import played_by

OPEN_CALLS = (CallState.OPEN.value, CallState.TAKEN.value)


@dataclass(frozen=True, slots=True)
class CallRow:
    """One open call. `names` are those at the table, `by` who called ("" where only the code of the table was used)."""

    pk: int
    round_number: int
    table: int
    state: str
    names: tuple[str, ...]
    by: str
    note: str
    called_at: datetime
    taken_by: str
    minutes: int

    @property
    def is_taken(self) -> bool:
        return self.state == CallState.TAKEN


def open_calls(tournament: Tournament) -> tuple[CallRow, ...]:
    """The calls that are not done, the oldest first; two queries."""
    calls = list(
        JudgeCall.objects.filter(tournament=tournament, state__in=OPEN_CALLS)
        .select_related("player", "taken_by")
        .order_by("called_at", "id")
    )
    names, now = _names(tournament, calls), timezone.now()
    return tuple(
        CallRow(
            call.pk,
            call.round_number,
            call.table,
            call.state,
            tuple(names.get((call.round_number, call.table), ())),
            name_of(tournament, call.player) if call.player else "",
            call.note,
            call.called_at,
            str(call.taken_by) if call.taken_by else "",
            int((now - call.called_at).total_seconds()) // 60,
        )
        for call in calls
    )


def call_at(tournament: Tournament, round_number: int, table: int) -> JudgeCall | None:
    """The latest call of a table in a round that was not taken back."""
    rows = JudgeCall.objects.filter(tournament=tournament, round_number=round_number, table=table)
    return rows.exclude(state=CallState.CANCELLED).order_by("-id").first()


def calls_of(tournament: Tournament, number: int) -> list[JudgeCall]:
    """The calls that are not done from the tables where this player sits now."""
    found = [
        call_at(tournament, played.round_number, played.table) for played in played_by(tournament, number)
    ]
    return [call for call in found if call is not None and call.state in OPEN_CALLS]


def _names(tournament: Tournament, calls: Iterable[JudgeCall]) -> dict[tuple[int, int], list[str]]:
    found: dict[tuple[int, int], list[str]] = {}
    seats = Seat.objects.filter(
        round__tournament=tournament,
        round__number__in={call.round_number for call in calls},
        match__table__in={call.table for call in calls},
    )
    columns = ("round__number", "match__table", "player__number", "player__name")
    apart = of_event(tournament)
    for number, table, player, name in seats.order_by("position").values_list(*columns):
        found.setdefault((number, table), []).append(full_name(name, apart.get(player)))
    return found
