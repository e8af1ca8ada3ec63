"""The table queue of an event as it is now: folded from its moments, read once for a page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from pairing.model.moments import Moment
from pairing.model.types import Snapshot
from pairing.queue.choice import Call, InLine, choose, line
from pairing.queue.estimates import Estimates, estimates
from pairing.queue.moments import state_at
from pairing.queue.state import AT_A_TABLE, QueueMatch, QueueState
from tournaments import snapshots
from tournaments.models import Status, Tournament
from tournaments.steps.version_cache import by_version


def has_queue(tournament: Tournament) -> bool:
    """Whether matches of this event are called to tables. Asks the database nothing."""
    return tournament.play_started_at is not None


@dataclass(frozen=True)
class QueueNow:
    """The queue at one moment, and the event it is of. `elsewhere`: who is at a table of another event, and what that
    is called where everybody may know.
    """

    event: Tournament
    snapshot: Snapshot
    state: QueueState
    elsewhere: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def line(self) -> tuple[InLine, ...]:
        """The waiting matches in the order of call."""
        return line(self.state)

    @cached_property
    def proposals(self) -> tuple[Call, ...]:
        """What would be called now."""
        return choose(self.state)

    @cached_property
    def estimates(self) -> Estimates | None:
        """When the matches will about start; worked out once a minute for each version of the event, for everybody."""
        minute = self.state.now // 60
        return by_version(
            self.event, f"queue-estimates-{minute}", lambda: estimates(self.snapshot, self.state)
        )

    @cached_property
    def at_table(self) -> dict[int, QueueMatch]:
        """The matches that are called or played, by table."""
        here = (match for match in self.state.matches if match.state in AT_A_TABLE)
        return {match.table: match for match in here if match.table is not None}

    @property
    def due_in(self) -> int | None:
        """Seconds until something is over that keeps a match from being called: a rest, a hold; None: nothing is."""
        rests = (player.not_before for player in self.state.players)
        holds = (match.held_until for match in self.state.matches)
        times = [at - self.state.now for at in (*rests, *holds) if at is not None and at > self.state.now]
        return min(times, default=None)


def read(tournament: Tournament) -> QueueNow:
    """The queue now, in a few queries whatever its size."""
    snapshot, there = snapshots.load(tournament), elsewhere(tournament)
    now = seconds_now(snapshot)
    moments = (*snapshot.moments, Moment(now, "elsewhere", {"elsewhere": sorted(there)}))
    return QueueNow(tournament, snapshot, state_at(snapshot, moments, now=now), there)


def other_queues(tournament: Tournament) -> QuerySet[Tournament]:
    """The other events of its series that call matches to tables, too."""
    if tournament.series_id is None:
        return Tournament.objects.none()
    called = Tournament.objects.filter(series=tournament.series_id, play_started_at__isnull=False)
    return called.exclude(Q(pk=tournament.pk) | Q(status=Status.FINISHED))


def elsewhere(tournament: Tournament) -> dict[int, str]:
    """Who is called to a table of another event, or plays there, as far as a series says that they are the same
    person; and what that event is called where everybody may know.
    """
    found: dict[int, str] = {}
    for other in other_queues(tournament):
        snapshot = snapshots.load(other)
        busy = other.players.filter(number__in=state_at(snapshot, snapshot.moments).busy)
        persons = busy.exclude(identity=None).values("identity")
        name = other.name if other.is_open else gettext("another event")
        for number in tournament.players.filter(identity__in=persons).values_list("number", flat=True):
            found[number] = name
    return found


def seconds_now(snapshot: Snapshot) -> int:
    """Whole seconds since the queue began; never less than at its last moment, wherever the clock has been set."""
    if snapshot.started_at is None:
        return 0
    passed = int((timezone.now() - datetime.fromisoformat(snapshot.started_at)).total_seconds())
    return max(passed, snapshot.moments[-1].at if snapshot.moments else 0)


def accepts_by_itself(tournament: Tournament) -> bool:
    """Whether what both players report counts without the desk, which is so wherever there is no queue."""
    return not has_queue(tournament) or read(tournament).state.options.accept
