"""A random event in a hall with few tables: what happened there, each match called by the queue."""

import heapq
from dataclasses import replace
from random import Random
from typing import Any

from pairing.model.moments import MatchId, Moment
from pairing.model.types import Match, Round, RoundStatus, Snapshot
from pairing.queue.choice import choose
from pairing.queue.moments import state_at

STARTED_AT = "2026-01-01T10:00:00+00:00"
SHORTEST, LONGEST = 600, 1800  # of a match, in seconds


def in_hall(event: Snapshot, tables: int) -> Snapshot:
    """The event with the moments of its rounds at so many tables; a last round without results is only published.

    Errors: those of the queue.
    """
    hall = _Hall(event)
    hall.say(options={"call": True, "minutes": 20})
    hall.say(open_tables=list(range(1, tables + 1)))
    for round_ in event.rounds:
        hall.begin(round_)
        if not any(match.is_open for match in round_.matches):
            hall.play(round_)
    return replace(event, started_at=STARTED_AT, moments=tuple(hall.moments))


class _Hall:
    """Its clock, and what has happened. `ends`: when the matches at the tables will be over."""

    def __init__(self, event: Snapshot) -> None:
        self.event, self.rng = event, Random(f"random_hall {event.draw_seed}")
        self.moments: list[Moment] = []
        self.clock = self.decisions = 0
        self.ends: list[tuple[int, MatchId]] = []

    def say(self, **values: Any) -> None:
        """Write a moment down."""
        self.moments.append(Moment(self.clock, next(iter(values)), values))

    def begin(self, round_: Round) -> None:
        """A round is published; some have left before it, and some come for it."""
        last = round_.number - 1
        if left := [e.id for e in self.event.entrants if e.left_after_round == last]:
            self.say(leave=left)
        if come := [e.id for e in self.event.entrants if e.joined_round == round_.number]:
            self.say(come=come)
        self.say(published=round_.number)

    def play(self, round_: Round) -> None:
        """Until all its results are in."""
        waiting = {match.table: match for match in round_.matches}
        self._call(round_, waiting)
        while self.ends:
            self.clock, id = heapq.heappop(self.ends)
            del waiting[id[1]]
            self.say(ended=list(id))
            self._call(round_, waiting)

    def _call(self, round_: Round, waiting: dict[int, Match]) -> None:
        """What is called now, with the results that are known."""
        matches = (replace(m, result=None) if m.table in waiting else m for m in round_.matches)
        now = replace(round_, status=RoundStatus.IN_PROGRESS, matches=tuple(matches))
        known = replace(self.event, rounds=(*self.event.rounds[: round_.number - 1], now))
        calls = choose(state_at(known, self.moments, now=self.clock))
        self.decisions += bool(calls)
        if calls:
            called = [{"match": list(call.match), "table": call.table} for call in calls]
            self.say(decision=self.decisions, calls=called)
        for call in calls:
            heapq.heappush(self.ends, (self.clock + self.rng.randint(SHORTEST, LONGEST), call.match))
