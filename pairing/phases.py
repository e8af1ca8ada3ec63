"""Events of several phases: a Swiss, a cut, a bracket. Every phase has its system; a cut says who gets into it.

All the rest of the core knows events of one system. Here an event of several phases becomes one of the system of the
phase that a round belongs to, and whoever did not get into that phase has left at its beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from itertools import accumulate
from typing import Any

from pairing.field import Field
from pairing.options import parse
from pairing.registry import registered
from pairing.types import Cut, CutBy, Entrant, Ladder, Phase, Snapshot, Standing

AFTER_ROUND = "after_round"  # the option of systems that begin in the middle of an event
Rank = Callable[[Snapshot, int], Sequence[Standing]]


def of_round(snapshot: Snapshot, number: int, rank: Rank) -> Snapshot:
    """The event as the phase of round `number` sees it; as it is where it has no phases.

    `rank(snapshot, after_round)` gives the standings a cut is made by. Errors: PairingError, those of `rank`.
    """
    return _Phases(snapshot, rank).seen_in(number) if snapshot.phases else snapshot


def ladder(field: Field, rank: Rank) -> Ladder | None:
    """Who stands before whom, whatever the points: who is still in before those who were cut, the later the better;
    inside the last phase as its system says. None where points alone decide.
    """
    snapshot, number = field.snapshot, max(field.number - 1, 1)
    phases = _Phases(snapshot, rank) if snapshot.phases else None
    seen = phases.seen_in(number) if phases else snapshot
    system = registered(seen.system)
    inner = None
    if system is not None and system.ladder is not None:
        # The field itself without phases: what has been worked out on it serves again.
        inner = system.ladder(
            Field(seen, field.number) if phases else field, parse(system.options, seen.options)
        )
    if phases is None or not phases.index_of(number):
        return inner
    return _with_cuts(field, inner, phases.cut_before(phases.index_of(number)))


def _with_cuts(field: Field, inner: Ladder | None, cut_at: dict[int, int]) -> Ladder:
    """The groups of a phase, and behind them those of every cut before it, the latest first."""
    group = dict(inner.group) if inner else dict.fromkeys(field.entrants, 0)
    in_it = [g for p, g in group.items() if p not in cut_at]
    behind = max(in_it, default=-1) + 1
    order = sorted(set(cut_at.values()), reverse=True)
    group |= {p: behind + order.index(at) for p, at in cut_at.items()}
    last = frozenset(p for p in inner.last if p not in cut_at) if inner else frozenset[int]()
    return Ladder(inner.points if inner else field.points, group, last)


class _Phases:
    """The phases of an event: where each begins, and who did not get into it."""

    def __init__(self, snapshot: Snapshot, rank: Rank) -> None:
        self.snapshot, self.rank, self.phases = snapshot, rank, snapshot.phases
        # The last round before each phase; an open number of rounds there is only in the last one.
        self.start = [0, *accumulate(phase.rounds or 0 for phase in self.phases[:-1])]

    def index_of(self, number: int) -> int:
        """The phase round `number` belongs to; what comes after the last one belongs to it."""
        return max(at for at, start in enumerate(self.start) if start < number)

    def seen_in(self, number: int) -> Snapshot:
        at = self.index_of(number)
        return self._seen(at, self.cut_before(at))

    def cut_before(self, index: int) -> dict[int, int]:
        """Who is out at the beginning of a phase, and the phase at whose beginning that happened."""
        out: dict[int, int] = {}
        for at in range(1, index + 1):
            cut = self.phases[at].cut
            if cut is not None:
                qualified = self._qualified(at, cut, out)
                out |= {e.id: at for e in self.snapshot.entrants if e.id not in out and e.id not in qualified}
        return out

    def _qualified(self, at: int, cut: Cut, out: dict[int, int]) -> set[int]:
        """Those who get into a phase: by the standings before it, of everybody who is still there."""
        before, start = self._seen(at - 1, out), self.start[at]
        entrants = {e.id: e for e in self.snapshot.entrants}
        past = replace(before, rounds=before.rounds[:start])
        lines = [
            line
            for line in self.rank(past, start)
            if line.player not in out
            and entrants[line.player].takes_part_in(start + 1)
            and _was_there(entrants[line.player], start)
        ]
        if cut.by is CutBy.RANK:
            return {line.player for line in lines[: cut.value]}
        if cut.by is CutBy.POINTS:
            return {line.player for line in lines if line.points >= cut.value}
        losses = Field(past, start + 1).losses
        return {line.player for line in lines if losses[line.player] <= cut.value}

    def _seen(self, at: int, out: dict[int, int]) -> Snapshot:
        """The event of one system that phase `at` is; `out` are gone when their cut came."""
        phase = self.phases[at]
        options = dict(phase.options)
        if takes_after_round(phase):
            options[AFTER_ROUND] = self.start[at]
        return replace(
            self.snapshot,
            phases=(),
            system=phase.system,
            options=options,
            rounds_planned=None if phase.rounds is None else self.start[at] + phase.rounds,
            entrants=tuple(
                _left_after(e, self.start[out[e.id]]) if e.id in out else e for e in self.snapshot.entrants
            ),
        )


def takes_after_round(phase: Phase) -> bool:
    """Whether the system has to be told where its phase begins."""
    system = registered(phase.system)
    known: Any = system.options if system else Phase
    return any(f.name == AFTER_ROUND for f in fields(known))


def _was_there(entrant: Entrant, start: int) -> bool:
    """Whether somebody had come before the cut."""
    return entrant.joined_round <= start


def _left_after(entrant: Entrant, number: int) -> Entrant:
    left = entrant.left_after_round
    return replace(entrant, left_after_round=number if left is None else min(left, number))
