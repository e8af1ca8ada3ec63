"""The frame around every change of an event: one transaction, one lock, one new version, one recorded step."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import connection, transaction
from django.db.models import F

from tournaments import audience
from tournaments.models import Action, EventSnapshot, LogEntry, SnapshotReason, Status, Tournament
from tournaments.steps import listeners, state
from tournaments.steps.delta import pack
from tournaments.steps.outside import is_seen
from tournaments.steps.recorder import Recorder
from tournaments.steps.refusals import common as refuse
from tournaments.steps.state import Section
from tournaments.steps.version_cache import forget_at_hand

VERSIONS = ("version", "public_version", "people_version")
# The running changes of this thread, by event: a service called inside a change of the same event joins it.
_running: ContextVar[dict[int, Recorder] | None] = ContextVar("running_changes", default=None)

# The version that the events changed in this request have to have, by event; a change that has begun takes it out.
_expected: ContextVar[dict[int, int]] = ContextVar("expected_versions", default={})  # noqa: B039


class Unchanged(Exception):
    """Raised in the body of `changing` when there was nothing to change: the event keeps its version."""


@contextmanager
def only_from(tournament: Tournament) -> Iterator[None]:
    """In the body the first change of the event is refused unless the event still has the version it has here.

    Errors: `event_changed`, of `changing`.
    """
    token = _expected.set({tournament.pk: tournament.version})
    try:
        yield
    finally:
        _expected.reset(token)


@contextmanager
def changing(
    tournament: Tournament,
    *,
    touches: tuple[Section, ...],
    later: tuple[Section, ...] = (),
    seen_version: int | None = None,
    finished_too: bool = False,
    followed_too: bool = False,
) -> Iterator[None]:
    """Run the body in a transaction that has raised the event's version and re-read the event.

    Raising the version first makes all writers of one event wait for each other: PostgreSQL locks the row,
    SQLite the file. With `seen_version` the change is refused when somebody else changed the event since.
    A finished event refuses changes unless `finished_too`, one that follows another program unless `followed_too`: what
    its files say, or follows from that, is changed by files only (docs/follow.md says what is not). The body may raise
    `Unchanged`, which ends it quietly.

    What the body changes in the state of the event is stored, both ways, with the last log line it writes: in the
    sections it `touches`, which are read before it writes, and in those it may touch `later` and then says so
    (`touching`).
    """
    before = {name: getattr(tournament, name) for name in VERSIONS}
    try:
        with audience.staff(), transaction.atomic():
            _raise_version(tournament, seen_version)
            if not finished_too:
                refuse_finished(tournament)
            if not followed_too:
                refuse_followed(tournament)
            with _recorded(tournament, touches) as recorder:
                recorder.said |= {*touches, *later}
                yield
    except Unchanged:
        vars(tournament).update(before)
    except BaseException:
        vars(tournament).update(before)
        raise
    finally:
        forget_at_hand(tournament)


@contextmanager
def rewriting(tournament: Tournament) -> Iterator[None]:
    """Run the body in a transaction that has raised the event's version, and outside its history: what it writes is
    recorded nowhere, so it says itself what becomes of the states that are kept. Finished events, too.
    """
    before = {name: getattr(tournament, name) for name in VERSIONS}
    try:
        with audience.staff(), transaction.atomic():
            _raise_version(tournament, None)
            Tournament.objects.filter(pk=tournament.pk).update(people_version=F("version"))
            tournament.refresh_from_db()
            yield
    except BaseException:
        vars(tournament).update(before)
        raise
    finally:
        forget_at_hand(tournament)


def touching(
    event: int,
    *sections: Section,
    matches: Collection[int] = (),
    entries: Collection[int] = (),
    inputs: Collection[int] = (),
) -> None:
    """Say inside a change, before the first write to them, what it touches; outside of changes nothing is recorded.

    `sections` are whole ones, and "matches" and "entries" those that are made from now on; `matches` and `entries` are
    the primary keys of others, and `inputs` those of rounds that go, or get another document than they were paired
    from. After a change inside this one has written its line, what is still to be touched is said again.
    """
    recorder = _recorder_of(event)
    if recorder is not None and (sections or matches or entries or inputs):
        recorder.touch(sections, {"matches": matches, "entries": entries}, inputs)


def refuse_finished(tournament: Tournament) -> None:
    """Errors: `event_finished`."""
    if tournament.status == Status.FINISHED:
        raise refuse.event_finished()


def refuse_followed(tournament: Tournament) -> None:
    """Errors: `followed`."""
    if tournament.follows:
        raise refuse.followed(program=tournament.follows)


def _recorder_of(event: int) -> Recorder | None:
    """Of the change of this event that is running in this thread."""
    return (_running.get() or {}).get(event)


def written(line: LogEntry, mark: str = "") -> None:
    """A line was written inside a change: it is to hold what the change did, and the mark."""
    recorder = _recorder_of(line.tournament_id)
    if recorder is not None:
        recorder.line, recorder.mark = line, mark


def has_begun(tournament: Tournament) -> bool:
    """Whether the running change has touched something since it began, or since its last line was stored."""
    recorder = _recorder_of(tournament.pk)
    return recorder is not None and recorder.has_begun()


def is_between_lines(tournament: Tournament) -> bool:
    """Whether the running change has touched something that no line tells of yet."""
    recorder = _recorder_of(tournament.pk)
    return recorder is not None and recorder.line is None and recorder.has_begun()


@contextmanager
def _recorded(tournament: Tournament, touches: tuple[Section, ...]) -> Iterator[Recorder]:
    running = _running.get() or {}
    joined = running.get(tournament.pk)
    if joined is not None:
        with joined.part(touches) as outer:
            yield joined
            if joined.line is not None:
                _store(joined)
                joined.awaited = outer  # whoever began goes on after it
        return
    recorder = Recorder(tournament, lambda: keep_base(tournament), touches)
    shown = tournament.public_version - 1
    token = _running.set({**running, tournament.pk: recorder})
    try:
        with connection.execute_wrapper(recorder.watch):
            yield recorder
            _store(recorder)
    finally:
        _running.reset(token)
    if not any(recorder.seen):
        # Nobody else has seen the number that was raised: this transaction holds the row.
        Tournament.objects.filter(pk=tournament.pk).update(public_version=shown)
        tournament.public_version = shown


def _store(recorder: Recorder) -> None:
    """Give the line of the step what the step did. A change without a line gets one, so that the log says all."""
    delta = recorder.delta()
    line, recorder.line = recorder.line, None
    if delta or line is not None or not recorder.seen:
        recorder.seen.append(is_seen(recorder.tournament, line, delta))
    if not delta:
        return
    if recorder.mark:
        delta[recorder.mark] = {}
    if line is None:
        line = LogEntry.objects.create(tournament=recorder.tournament, action=Action.EVENT_CHANGED)
    line.delta = delta
    LogEntry.objects.filter(pk=line.pk).update(delta=delta)
    listeners.tell_recorded(recorder.tournament, delta)


def keep_base(tournament: Tournament) -> None:
    """The first change that is recorded stores what came before it: from there on the log tells everything."""
    recorder = _recorder_of(tournament.pk)
    if recorder is not None and recorder.has_base:
        return
    if EventSnapshot.objects.filter(tournament=tournament, reason=SnapshotReason.START).exists():
        if recorder is not None:
            recorder.has_base = True
        return
    lines = LogEntry.objects.filter(tournament=tournament)
    if recorder is not None and recorder.line is not None:
        # The line of this change, where it is written before the first row, comes after the base.
        lines = lines.filter(pk__lt=recorder.line.pk)
    EventSnapshot.objects.create(
        tournament=tournament,
        reason=SnapshotReason.START,
        version=tournament.version - 1,
        log_entry=lines.order_by("-id").first(),
        state=pack(state.with_inputs(tournament)),
    )


def _raise_version(tournament: Tournament, seen_version: int | None) -> None:
    rows = Tournament.objects.filter(pk=tournament.pk)
    if seen_version is None:
        seen_version = _expected.get().get(tournament.pk)
    if seen_version is not None:
        rows = rows.filter(version=seen_version)
    if not rows.update(version=F("version") + 1, public_version=F("public_version") + 1):
        if seen_version is not None and Tournament.objects.filter(pk=tournament.pk).exists():
            raise refuse.event_changed()
        raise refuse.event_gone()
    _expected.get().pop(tournament.pk, None)
    tournament.refresh_from_db()
