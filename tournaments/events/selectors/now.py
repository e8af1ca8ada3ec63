"""An event as it is now: read once for a request, and handed on to whoever asks which round may be paired."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, cast

from pairing import engine
from pairing.model.errors import PairingError
from pairing.model.types import Snapshot
from pairing.systems.base import System
from tournaments import snapshots
from tournaments.events.selectors.ahead import PLAYED_NOW, Ahead
from tournaments.events.selectors.phases import is_side_by_side, system_of
from tournaments.events.selectors.unplayed import missing_tables
from tournaments.models import Round, RoundState, Tournament
from tournaments.reading import consistent_read, is_settled

T = TypeVar("T")


class _Part(Generic[T]):
    """Read when it is first asked for, and anew once the event has another version, which every change gives it.

    What is read while a change goes on ends with it; in it, whoever has written has to `renew` what is read.
    """

    def __init__(self, read: Callable[[EventNow], T]) -> None:
        self.read, self.name = read, read.__name__

    def __get__(self, now: EventNow, _owner: type[EventNow]) -> T:
        kept = now.parts.get(self.name)
        if kept is None or kept[0] != (now.event.version, is_settled()):
            part = self.read(now)
            kept = now.parts[self.name] = (now.event.version, is_settled()), part
        return cast("T", kept[1])


class EventNow:
    """What the rounds of an event are, what the core sees of them, and what may be done next."""

    def __init__(self, event: Tournament) -> None:
        self.event = event
        self.parts: dict[str, tuple[tuple[int, bool], Any]] = {}

    @consistent_read()
    def renew(self) -> None:
        """Read what a round is paired from, the event with its version among it, as it is in this one moment."""
        if not is_settled():
            self.parts.clear()
        if not Tournament.objects.filter(pk=self.event.pk, version=self.event.version).exists():
            self.event.refresh_from_db()
        _paired_from = self.ahead, self.to_pair

    @_Part
    def rounds(self) -> list[Round]:
        """All of them in order, drafts too."""
        rows = list(Round.objects.filter(tournament=self.event).order_by("number"))
        for row in rows:
            row.tournament = self.event
        return rows

    @property
    def next_number(self) -> int:
        """Of the round that comes after all these."""
        return len(self.rounds) + 1

    @property
    def draft(self) -> Round | None:
        return next((row for row in self.rounds if row.state == RoundState.DRAFT), None)

    @property
    def played(self) -> list[Round]:
        """Published and not completed: none, one, or two when one was paired ahead."""
        return [row for row in self.rounds if row.state in PLAYED_NOW]

    @property
    def at_work(self) -> Round | None:
        """The first that is not completed, or the last one."""
        unfinished = [row for row in self.rounds if row.state != RoundState.COMPLETED]
        return next(iter(unfinished or self.rounds[-1:]), None)

    @property
    def system(self) -> System:
        """What pairs the next round."""
        return system_of(self.event, self.next_number)

    @property
    def side_by_side(self) -> bool:
        """Whether several rounds are open at once, and matches come by themselves."""
        return is_side_by_side(self.event)

    @_Part
    def snapshot(self) -> Snapshot:
        """What everybody may see of it."""
        return snapshots.load(self.event)

    @_Part
    def to_pair(self) -> Snapshot:
        """What its next round is paired from: those who have not checked in for it are absent, and a round that is
        published is being played.
        """
        return snapshots.being_played(snapshots.load(self.event, absent_in=self.next_number))

    @_Part
    def ahead(self) -> Ahead | None:
        """The round that could be paired ahead, or that has to wait; None where there is nothing to pair ahead."""
        if len(self.played) != 1 or self.draft or not self.system.pairs_ahead:
            return None
        playing = self.played[0].number
        if playing >= self.event.rounds_planned:
            return None
        try:
            if not engine.may_pair_ahead(self.snapshot):
                return None
        except PairingError:
            return Ahead(playing + 1, playing, False, tuple(missing_tables(self.played[0])))
        return Ahead(playing + 1, playing, True, ())
