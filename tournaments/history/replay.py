"""The log played again from the first state that is known: does it lead to the event as it is?"""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Field, QuerySet

from accounts.models import User
from tournaments.models import Entry, EventSnapshot, LogEntry, Match, Player, SnapshotReason, Tournament
from tournaments.steps import state
from tournaments.steps.delta import INPUTS, Delta, State, conflicts, difference, fold, unpack

_COLUMNS = (
    ("settings", Tournament, state.SETTINGS), ("players", Player, state.PLAYER), ("matches", Match, state.MATCH),
    ("entries", Entry, state.ENTRY),
)  # fmt: skip
# Where an event that was there before the column got another value than a new one gets.
_OF_OLD_EVENTS = {"for_search_engines": True}
# Accounts of the staff may be deleted at any time, and their names at results go with them.
_ACCOUNTS = ("entered_by_id", "verified_by_id")


@dataclass(frozen=True, slots=True)
class Replay:
    """`steps` lines with changes were folded from the state at `since`. `misfits` are lines that change something
    which was otherwise before them (section, key, field), `differences` what the event has otherwise than the log.
    """

    since: datetime.datetime | None
    steps: int
    misfits: tuple[tuple[int, tuple[str, str, str]], ...]
    differences: Delta

    @property
    def same(self) -> bool:
        return not self.misfits and not self.differences


def stored_state(snapshot: EventSnapshot) -> State:
    """The whole state that was stored, with the documents its rounds were paired from."""
    assert snapshot.state is not None
    return with_later_columns(unpack(bytes(snapshot.state)))


def with_later_columns(old: State) -> State:
    """An old state; sections that came after it was stored are empty, columns have the default they got on that day."""
    old = {**{section: {} for section in state.SECTIONS}, **old}
    for section, model, columns in _COLUMNS:
        for row in old[section].values():
            for column in columns:
                if column not in row:
                    field = model._meta.get_field(column)
                    assert isinstance(field, Field)
                    row[column] = _OF_OLD_EVENTS.get(column, state.plain(field.get_default()))
    return old


def base_of(tournament: Tournament) -> EventSnapshot | None:
    """The first state that is known; None as long as nothing has changed since the event was made."""
    rows = EventSnapshot.objects.filter(tournament=tournament, reason=SnapshotReason.START)
    return rows.order_by("id").first()


def steps_between(tournament: Tournament, after: int | None, upto: int | None = None) -> QuerySet[LogEntry]:
    """The lines with a delta after one line, to the other one, in order."""
    rows = LogEntry.objects.filter(tournament=tournament, delta__isnull=False).order_by("id")
    if after is not None:
        rows = rows.filter(id__gt=after)
    return rows if upto is None else rows.filter(id__lte=upto)


def deltas(lines: QuerySet[LogEntry]) -> Iterator[tuple[int, Delta]]:
    """Line and delta of each, some at a time: an event's deltas together may be large."""
    for line, delta in lines.values_list("id", "delta").iterator(200):
        yield line, delta or {}


def replay(tournament: Tournament) -> Replay:
    """Fold the whole log and compare."""
    base = base_of(tournament)
    if base is None:
        return Replay(None, 0, (), {})
    folded = stored_state(base)
    folded.pop(INPUTS, None)
    # A delta at a time, each compared with what was before it.
    steps, misfits = 0, []
    for line, delta in deltas(steps_between(tournament, base.log_entry_id)):
        misfits += [(line, place) for place in conflicts(folded, delta)]
        folded = fold(folded, delta)
        steps += 1
    now = state.whole(tournament)
    _forget_accounts(folded, now)
    return Replay(base.at, steps, tuple(misfits), difference(folded, now))


def _forget_accounts(folded: State, now: State) -> None:
    there: dict[int, bool] = {}
    for key, row in now["matches"].items():
        old = folded["matches"].get(key)
        for field in _ACCOUNTS:
            missing = old is not None and old[field] is not None and row[field] is None
            if old is not None and missing and _is_gone(old[field], there):
                folded["matches"][key] = old = {**old, field: None}


def _is_gone(user: Any, known: dict[int, bool]) -> bool:
    if user not in known:
        known[user] = not User.objects.filter(pk=user).exists()
    return known[user]
