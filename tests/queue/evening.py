"""Whole evenings in a hall with few tables, played by the queue: an event whose moments are all written down."""

import heapq
import random
from dataclasses import replace
from typing import Any

from pairing import engine
from pairing.model.errors import Impossible, PairingError
from pairing.model.moments import MatchId, Moment
from pairing.model.types import Bye, Entrant, Match, Round, RoundPlan, RoundStatus, Snapshot
from pairing.queue.choice import choose
from pairing.queue.moments import state_at
from pairing.queue.state import QueueState
from pairing.systems.round_robin import RoundRobinOptions, round_of

SYSTEMS: dict[str, dict[str, Any]] = {
    "knock_out": {"system": "bracket", "options": {"advance": "match"}},
    "double": {"system": "double_elimination", "options": {"advance": "match"}},
    "robin": {"system": "round_robin", "options": {"order": "registration"}},
    "swiss": {"system": "monrad", "rounds_planned": 3},
}


def field_of(kind: str, size: int) -> Snapshot:
    """An event of one of the kinds before it begins; of a round robin all rounds are there."""
    entrants = tuple(Entrant(n, f"P{n}", rating=2500 - 10 * n) for n in range(1, size + 1))
    snapshot = Snapshot(entrants, draw_seed="hall", **SYSTEMS[kind])
    if kind != "robin":
        return snapshot
    count = size + size % 2 - 1
    return replace(
        snapshot, rounds=tuple(_berger(size, n) for n in range(1, count + 1)), rounds_planned=count
    )


def _berger(size: int, number: int) -> Round:
    pairs = [pair for pair in round_of(size, number, RoundRobinOptions()) if max(pair) <= size]
    return Round(number, RoundStatus.IN_PROGRESS, tuple(Match(at, pair) for at, pair in enumerate(pairs, 1)))


class Evening:
    """The desk calls what the queue says, a match takes 10 to 30 minutes, and now and then something happens."""

    def __init__(self, kind: str, size: int, tables: int, seed: object, *, quiet: bool = False) -> None:
        self.rng = random.Random(f"evening-{kind}-{seed}")
        self.snapshot = field_of(kind, size)
        self.kind, self.quiet = kind, quiet
        self.moments: list[Moment] = []
        self.clock, self.decisions = 0, 0
        self.ends: list[tuple[int, MatchId]] = []
        self.say(come=[e.id for e in self.snapshot.entrants])
        self.say(open_tables=list(range(1, tables + 1)))
        self.say(options={"rest": self.rng.choice([0, 0, 120]), "minutes": 20, "call": True})
        if not quiet and tables > 1:
            self.say(tags={"1": ["stage"]}, only=[])
        self.advance()

    def say(self, **values: Any) -> None:
        """Write a moment down."""
        verb = next(iter(values))
        self.moments.append(Moment(self.clock, verb, values))

    def state(self) -> QueueState:
        """The queue now."""
        return state_at(self.snapshot, self.moments, now=self.clock)

    def play(self) -> Snapshot:
        """The event when all is over."""
        while True:
            self.decide()
            coming = [at for at in (self._next_end(), self._end_of_a_wait()) if at is not None]
            if not coming:
                return replace(
                    self.snapshot, moments=tuple(self.moments), started_at="2026-11-28T10:00:00+01:00"
                )
            self.clock = max(self.clock, min(coming))
            while self.ends and self.ends[0][0] <= self.clock:
                self.end(heapq.heappop(self.ends)[1])

    def _next_end(self) -> int | None:
        return self.ends[0][0] if self.ends else None

    def _end_of_a_wait(self) -> int | None:
        """When the next rest or hold is over."""
        state = self.state()
        times = [p.not_before for p in state.players] + [m.held_until for m in state.matches]
        return min((at for at in times if at is not None and at > self.clock), default=None)

    def decide(self) -> None:
        """Call what is to be called now, and again for a table whose call was taken back."""
        self.decisions += 1
        calls = choose(self.state())
        if not calls:
            return
        self.say(decision=self.decisions, calls=[{"match": list(c.match), "table": c.table} for c in calls])
        for call in calls:
            if not self.quiet and self.rng.random() < 0.05:
                self.say(take_back=list(call.match), because="not_there", hold=True)
                self.say(hold=list(call.match), until=self.clock + 300)
            else:
                heapq.heappush(self.ends, (self.clock + self.rng.randint(600, 1800), call.match))
        self.decide()

    def end(self, id: MatchId) -> None:
        """The result of a match comes in."""
        match = next(m for m in self.snapshot.rounds[id[0] - 1].matches if m.table == id[1])
        self.replace(id, replace(match, result=self.rng.choice(["1-0", "0-1"])))
        self.say(ended=list(id))
        if not self.quiet and self.rng.random() < 0.1:
            player = self.rng.choice(match.seats)
            self.say(pause=[player])
            self.say(back=[player])
        if not self.quiet and self.rng.random() < 0.1:
            waiting = [m.id for m in self.state().matches if m.state == "waiting"]
            if waiting:
                self.say(first=list(self.rng.choice(waiting)))
        self.advance()

    def replace(self, id: MatchId, match: Match) -> None:
        round_ = self.snapshot.rounds[id[0] - 1]
        matches = tuple(match if m.table == id[1] else m for m in round_.matches)
        over = all(m.result for m in matches) and self.kind in ("robin", "swiss")
        status = RoundStatus.COMPLETED if over else RoundStatus.IN_PROGRESS
        self.set_round(replace(round_, matches=matches, status=status))

    def set_round(self, round_: Round) -> None:
        rounds = [r for r in self.snapshot.rounds if r.number != round_.number]
        self.snapshot = replace(
            self.snapshot, rounds=tuple(sorted([*rounds, round_], key=lambda r: r.number))
        )

    def advance(self) -> None:
        """Bring the rounds to what is known."""
        if self.kind == "robin":
            return
        if not self.snapshot.rounds or self.kind == "swiss":
            if all(r.status is RoundStatus.COMPLETED for r in self.snapshot.rounds):
                self._pair()
            return
        for plan in engine.open_rounds(self.snapshot):
            self.set_round(self._as_round(plan))

    def _pair(self) -> None:
        try:
            plan = engine.pair(self.snapshot)
        except (Impossible, PairingError):
            return
        self.set_round(self._as_round(plan))
        self.say(published=plan.number)

    def _as_round(self, plan: RoundPlan) -> Round:
        results = {(r.number, m.table): m.result for r in self.snapshot.rounds for m in r.matches}
        matches = tuple(Match(m.table, m.seats, results.get((plan.number, m.table))) for m in plan.matches)
        over = plan.is_whole and all(m.result for m in matches)
        status = RoundStatus.COMPLETED if over else RoundStatus.IN_PROGRESS
        return Round(plan.number, status, matches, tuple(Bye(b.player, b.kind) for b in plan.byes))
