"""The time of a round as everybody reads it: how long it is, when it ends, and which tables have more of it.

Nothing here depends on the moment it is read: a clock that runs is told by its end, one that stands by what is left. So
pages may be kept, and a server that was restarted goes on where it was.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.db.models import F, Q

from tournaments.models import Match, Round, RoundClock, RoundState, Tournament
from tournaments.steps.version_cache import at_hand

PLAYED_STATES = (RoundState.PUBLISHED.value, RoundState.IN_PROGRESS.value)
MINUTE = 60


class ClockState(StrEnum):
    READY = "ready"
    RUNNING = "running"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of one round. `ends_at` is set while it runs; else it stands at `left` (negative: over time)."""

    round_number: int
    state: ClockState
    length: timedelta
    ends_at: datetime | None
    left: timedelta

    def left_at(self, moment: datetime) -> timedelta:
        """What is left at a moment; negative once the time is over."""
        return self.ends_at - moment if self.ends_at else self.left

    @property
    def ends_ms(self) -> int | None:
        """The end for scripts: milliseconds since 1970."""
        return None if self.ends_at is None else round(self.ends_at.timestamp() * 1000)

    @property
    def minutes(self) -> int:
        return self.length // timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Extra:
    """The extra time of a table."""

    table: int
    seconds: int
    why: str

    @property
    def minutes(self) -> int:
        return self.seconds // MINUTE


def facts_of(row: RoundClock, number: int) -> Clock:
    """A stored clock as it is read."""
    whole = timedelta(seconds=row.length_seconds)
    used = timedelta(seconds=row.used_seconds)
    if row.started_at is None:
        return Clock(number, ClockState.READY, whole, None, whole - used)
    if row.paused_at is not None:
        left = whole - used - (row.paused_at - row.started_at)
        return Clock(number, ClockState.PAUSED, whole, None, left)
    ends_at = row.started_at + whole - used
    return Clock(number, ClockState.RUNNING, whole, ends_at, whole - used)


def clock_of(round_: Round) -> Clock | None:
    """The clock of a round: the stored one, else the length of the event's rounds, not started; None without either."""
    row = RoundClock.objects.filter(round=round_).first()
    if row is not None:
        return facts_of(row, round_.number)
    minutes = round_.tournament.round_minutes
    if minutes is None:
        return None
    whole = timedelta(minutes=minutes)
    return Clock(round_.number, ClockState.READY, whole, None, whole)


def current_clock(tournament: Tournament) -> Clock | None:
    """The clock of the round everybody plays now: of two at once, the earlier one. None while none is played."""

    def read() -> Clock | None:
        row = played_now(tournament)
        return None if row is None else clock_of(row)

    return at_hand(tournament, "clock", read)


def played_now(tournament: Tournament) -> Round | None:
    """The round that is being played: of two at once, the earlier one."""
    rows = Round.objects.filter(tournament=tournament, state__in=PLAYED_STATES).order_by("number")
    row = rows.first()
    if row is not None:
        row.tournament = tournament
    return row


def started_at(round_: Round) -> datetime | None:
    """When the clock of a round started, as the database has it now."""
    return Round.objects.filter(pk=round_.pk).values_list("started_at", flat=True).first()


def by_clock_alone(round_: Round) -> Q:
    """Of its matches those that are marked as playing because the clock started; nobody has asked there since."""
    return Q(round=round_, playing_since__lte=F("round__started_at"))


def extras(tournament: Tournament) -> dict[int, Extra]:
    """Tables with extra time in the rounds being played, by the key of the match."""

    def read() -> dict[int, Extra]:
        rows = Match.objects.filter(
            round__tournament=tournament, round__state__in=PLAYED_STATES, extra_seconds__gt=0
        )
        facts = rows.values_list("pk", "table", "extra_seconds", "extra_why")
        return {pk: Extra(table, seconds, why) for pk, table, seconds, why in facts}

    return at_hand(tournament, "extras", read)


def extras_of_round(round_: Round) -> tuple[Extra, ...]:
    """The tables of a round with extra time, in order."""
    rows = Match.objects.filter(round=round_, extra_seconds__gt=0).order_by("table")
    return tuple(Extra(*facts) for facts in rows.values_list("table", "extra_seconds", "extra_why"))


def written(span: timedelta) -> str:
    """A span as clocks show it: "49:07", "1:05:00", over time with a sign ("+3:12").

    Whole seconds, rounded up, so that 0:00 is shown when the time is over and not a second before.
    """
    total = -(-span // timedelta(seconds=1))
    hours, rest = divmod(abs(total), 3600)
    minutes, seconds = divmod(rest, MINUTE)
    text = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"+{text}" if total < 0 else text
