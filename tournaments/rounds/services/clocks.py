"""The clock of a round: started, paused, stopped, made longer or shorter; and extra time for a table.

All times are the server's. What has run is kept exactly: a pause moves the start, it rounds nothing.
"""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models import User
from tournaments.events.services.cleaners import MAX_MINUTES
from tournaments.models import Action, Match, Round, RoundClock, Tournament
from tournaments.names.namesakes import names_at
from tournaments.rounds.refusals import refuse
from tournaments.rounds.selectors.clocks import MINUTE, Clock, ClockState, facts_of, written
from tournaments.rounds.services.entry import OPEN_STATES, open_round, stored_match
from tournaments.rounds.services.playing import clock_put_back, clock_started
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing, touching
from tournaments.steps.fields import clean_line, clean_whole

WHY_LENGTH = 200
Change = Callable[[RoundClock, datetime], None]


def start(
    *,
    tournament: Tournament,
    actor: User | None,
    round_: Round,
    minutes: int | str | None = None,
    at: datetime | None = None,
) -> Clock:
    """Start the clock, or let it go on after a pause. `minutes` sets its length first. With its clock the round starts,
    and its open tables are playing (see `starting`).

    A clock that runs already is left as it is. Errors: `no_length` (neither event nor round says how long),
    `bad_number`, `wrong_state`.
    """
    wanted = clean_whole(minutes, field="minutes", low=1, high=MAX_MINUTES)

    def change(clock: RoundClock, now: datetime) -> None:
        if wanted is not None:
            clock.length_seconds = wanted * MINUTE
        if clock.started_at is None:
            clock.started_at = now
        elif clock.paused_at is not None:
            # Whole seconds go to what is used, the fraction stays in the start: nothing is lost in a pause.
            ran = clock.paused_at - clock.started_at
            clock.used_seconds += ran // timedelta(seconds=1)
            clock.started_at, clock.paused_at = now - ran % timedelta(seconds=1), None

    return _change(tournament, actor, round_, "start", change, at, length=wanted)


def pause(*, tournament: Tournament, actor: User | None, round_: Round, at: datetime | None = None) -> Clock:
    """Let the clock stand. One that does not run is left as it is. Errors: `wrong_state`, `no_length`."""

    def change(clock: RoundClock, now: datetime) -> None:
        if clock.started_at is not None and clock.paused_at is None:
            clock.paused_at = now

    return _change(tournament, actor, round_, "pause", change, at)


def stop(*, tournament: Tournament, actor: User | None, round_: Round, at: datetime | None = None) -> Clock:
    """Put the clock back to its whole length, not running; what its start marked as playing is not any more.

    Errors: `wrong_state`, `no_length`.
    """

    def change(clock: RoundClock, now: datetime) -> None:
        clock.started_at, clock.paused_at, clock.used_seconds = None, None, 0

    return _change(tournament, actor, round_, "stop", change, at)


def add(
    *,
    tournament: Tournament,
    actor: User | None,
    round_: Round,
    minutes: int | str,
    at: datetime | None = None,
) -> Clock:
    """Make the round so many minutes longer; shorter, if negative. Errors: `bad_number`, `wrong_state`, `no_length`."""
    more = clean_whole(minutes, field="minutes", low=-MAX_MINUTES, high=MAX_MINUTES)
    if not more:
        raise refuse.minutes_missing()

    def change(clock: RoundClock, now: datetime) -> None:
        clock.length_seconds = _length(clock.length_seconds + more * MINUTE)

    return _change(tournament, actor, round_, "add", change, at)


def set_length(
    *,
    tournament: Tournament,
    actor: User | None,
    round_: Round,
    minutes: int | str,
    at: datetime | None = None,
) -> Clock:
    """How long this round is; a clock that runs keeps what has run. Errors: `bad_number`, `wrong_state`."""
    wanted = clean_whole(minutes, field="minutes", low=1, high=MAX_MINUTES)
    if wanted is None:
        raise refuse.minutes_missing()

    def change(clock: RoundClock, now: datetime) -> None:
        clock.length_seconds = wanted * MINUTE

    return _change(tournament, actor, round_, "length", change, at, length=wanted)


def extend_table(
    *, tournament: Tournament, actor: User | None, match: Match, minutes: int | str, why: str = ""
) -> Match:
    """Give a table so many minutes more than the others, all in all; 0 takes them back. It has to be said why.

    Errors: `bad_number`, `reason_missing`, `wrong_state`, `not_of_event`.
    """
    wanted = clean_whole(minutes, field="minutes", low=0, high=MAX_MINUTES)
    if wanted is None:
        raise refuse.minutes_missing()
    reason = clean_line(why, field="why", length=WHY_LENGTH) if wanted else ""
    if wanted and not reason:
        raise refuse.reason_missing()
    with changing(tournament, touches=(), later=("matches",), followed_too=True):
        row = stored_match(tournament, match)
        open_round(row.round, OPEN_STATES)
        before = {"table": row.table, "minutes": row.extra_seconds // MINUTE, "why": row.extra_why}
        after = {"table": row.table, "minutes": wanted, "why": reason}
        if before == after:
            raise Unchanged
        touching(tournament.pk, matches=[row.pk])
        row.extra_seconds, row.extra_why = wanted * MINUTE, reason
        row.save(update_fields=["extra_seconds", "extra_why"])
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.TIME_EXTENDED,
            round_number=row.round.number,
            subject=names_at(tournament, row),
            before=before,
            after=after,
            note=reason,
        )
    match.extra_seconds, match.extra_why = wanted * MINUTE, reason
    return match


def _change(
    tournament: Tournament,
    actor: User | None,
    round_: Round,
    did: str,
    change: Change,
    at: datetime | None,
    *,
    length: int | None = None,
) -> Clock:
    """One change of a clock: of a round that is being played, logged, and seen by everybody."""
    moment = at or timezone.now()
    found: Clock | None = None
    with changing(tournament, touches=(), later=("rounds", "matches"), followed_too=True):
        open_round(round_, OPEN_STATES)
        clock = _stored(tournament, round_, length)
        before = facts_of(clock, round_.number)
        change(clock, moment)
        found = facts_of(clock, round_.number)
        is_new_length = clock._state.adding and length is not None
        if found == before and not is_new_length:
            raise Unchanged
        clock.save()
        log.write(
            tournament=tournament,
            actor=actor,
            action=Action.CLOCK_CHANGED,
            round_number=round_.number,
            subject=written(found.left_at(moment)),
            before=_json(before, moment),
            after={"did": did, **_json(found, moment)},
        )
        if before.state is ClockState.READY and found.state is ClockState.RUNNING:
            clock_started(tournament=tournament, actor=actor, round_=round_, at=moment)
        elif before.state is not ClockState.READY and found.state is ClockState.READY:
            clock_put_back(tournament=tournament, actor=actor, round_=round_)
    assert found is not None
    return found


def _stored(tournament: Tournament, round_: Round, length: int | None) -> RoundClock:
    """The clock of a round, a new one of the event's length if it has none yet. Errors: `no_length`."""
    row = RoundClock.objects.filter(round=round_).first()
    if row is not None:
        return row
    minutes = length if length is not None else tournament.round_minutes
    if minutes is None:
        raise refuse.no_length()
    return RoundClock(round=round_, length_seconds=minutes * MINUTE)


def _length(seconds: int) -> int:
    """Errors: `bad_number` for a round of less than a minute, or more than a day."""
    if not MINUTE <= seconds <= MAX_MINUTES * MINUTE:
        raise refuse.bad_minutes(high=MAX_MINUTES)
    return seconds


def _json(clock: Clock, moment: datetime) -> dict[str, object]:
    """A clock as it is logged; what is left in whole seconds."""
    return {
        "state": ClockState(clock.state).value,
        "length": clock.length // timedelta(seconds=1),
        "left": clock.left_at(moment) // timedelta(seconds=1),
    }
