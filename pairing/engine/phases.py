"""Events of several phases: a Swiss, a cut, a bracket. Every phase has its system; a cut says who gets into it.

All the rest of the core knows events of one system. Here an event of several phases becomes one of the system of the
phase that a round belongs to, and whoever did not get into that phase has left at its beginning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import accumulate
from typing import Any

from pairing.model.field import Field
from pairing.model.options import parse
from pairing.model.types import ByeKind, Cut, CutBy, Entrant, Ladder, Phase, Round, Snapshot, Standing
from pairing.systems import SYSTEMS
from pairing.systems.base import nobody

AFTER_ROUND = "after_round"  # the option of systems that begin in the middle of an event
Rank = Callable[[Snapshot, int], Sequence[Standing]]


def of_round(snapshot: Snapshot, number: int, rank: Rank) -> Snapshot:
    """The event as the phase of round `number` sees it; as it is where it has no phases.

    `rank(snapshot, after_round)` gives the standings a cut is made by. Errors: PairingError, those of `rank`.
    """
    return _Phases(snapshot, rank).seen_in(number) if snapshot.phases else snapshot


@dataclass(frozen=True, slots=True)
class Entry:
    """Who gets into a phase. `lines`: the standings before it of those who can (still there, not out before), the best
    first; `qualified`: those of them who are in, in the same order; `begun`: whether they play already, so that nothing
    that happens before the phase changes it any more.
    """

    lines: tuple[Standing, ...]
    qualified: tuple[int, ...]
    begun: bool


def entry(snapshot: Snapshot, index: int, rank: Rank) -> Entry:
    """Who gets into phase `index` (1 is the second one) of an event, or would get in as things stand now."""
    return _Phases(snapshot, rank).entry(index)


def starts(phases: Sequence[Phase]) -> list[int]:
    """The last round before each phase; an open number of rounds there is only in the last one."""
    return [0, *accumulate(phase.rounds or 0 for phase in phases[:-1])]


def index_of(phases: Sequence[Phase], number: int) -> int:
    """The phase round `number` belongs to (from 0); what comes after the last one belongs to it."""
    return max(at for at, start in enumerate(starts(phases)) if start < number)


def end(snapshot: Snapshot, number: int) -> int | None:
    """The last round of the phase of round `number`, or of an event of one system; None while it is open."""
    if not snapshot.phases:
        return snapshot.rounds_planned
    at = index_of(snapshot.phases, number)
    length = snapshot.phases[at].rounds
    return None if length is None else starts(snapshot.phases)[at] + length


def rules_of_round(phases: Sequence[Phase], number: int) -> tuple[str, dict[str, Any]]:
    """The system that pairs round `number` of an event with phases, and the options it has then."""
    return _rules(phases, index_of(phases, number))


def _rules(phases: Sequence[Phase], at: int) -> tuple[str, dict[str, Any]]:
    phase, options = phases[at], dict(phases[at].options)
    if takes_after_round(phase):
        options[AFTER_ROUND] = starts(phases)[at]
    return phase.system, options


def begins_with_cut(snapshot: Snapshot, number: int) -> bool:
    """Whether round `number` is the first after a cut, so that it needs every result before it."""
    if not snapshot.phases or number < 2:
        return False
    at = index_of(snapshot.phases, number)
    return snapshot.phases[at].cut is not None and starts(snapshot.phases)[at] == number - 1


def side_by_side(snapshot: Snapshot, number: int | None = None) -> bool:
    """Whether the rounds of the system that pairs a round, by default the last one, are open side by side.

    Errors: PairingError for bad options.
    """
    slug, options = snapshot.system, snapshot.options
    if snapshot.phases:
        slug, options = rules_of_round(snapshot.phases, number or max(len(snapshot.rounds), 1))
    system = SYSTEMS.get(slug)
    return system is not None and system.side_by_side(parse(system.options, options))


def void(snapshot: Snapshot) -> frozenset[int]:
    """The entrants who have no place in the standings, and whose matches count for nobody (`System.void`), of all
    phases. Errors: PairingError for bad options.
    """
    last = len(snapshot.rounds)
    parts = [(snapshot.system, dict(snapshot.options), last)]
    if snapshot.phases:
        ends = [*starts(snapshot.phases)[1:], last]
        parts = [(*_rules(snapshot.phases, at), upto) for at, upto in enumerate(ends)]
    gone: set[int] = set()
    for slug, options, upto in parts:
        system = SYSTEMS.get(slug)
        if system is not None and system.void is not nobody:
            gone |= system.void(Field(snapshot, upto + 1), parse(system.options, options))
    return frozenset(gone)


def ladder(field: Field, rank: Rank) -> Ladder | None:
    """Who stands before whom, whatever the points: who is still in before those who were cut, the later the better;
    inside the last phase as its system says. None where points alone decide.
    """
    snapshot, number = field.snapshot, max(field.number - 1, 1)
    phases = _Phases(snapshot, rank) if snapshot.phases else None
    seen = phases.seen_in(number) if phases else snapshot
    system = SYSTEMS.get(seen.system)
    inner = None
    if system is not None and system.ladder is not None:
        # The field itself without phases: what has been worked out on it serves again.
        inner = system.ladder(
            Field(seen, field.number, field.work) if phases else field, parse(system.options, seen.options)
        )
    at = index_of(snapshot.phases, number) if phases else 0
    if phases is None or not at:
        return inner
    return _with_cuts(field, inner, phases.cut_before(at))


def _with_cuts(field: Field, inner: Ladder | None, cut_at: dict[int, int]) -> Ladder:
    """The groups of a phase, and behind them those of every cut before it, the latest first."""
    group = dict(inner.group) if inner else dict.fromkeys(field.entrants, 0)
    in_it = [g for p, g in group.items() if p not in cut_at]
    behind = max(in_it, default=-1) + 1
    order = sorted(set(cut_at.values()), reverse=True)
    group |= {p: behind + order.index(at) for p, at in cut_at.items()}
    last = frozenset(p for p in inner.last if p not in cut_at) if inner else frozenset[int]()
    return replace(inner or Ladder(field.points, group), group=group, last=last)


class _Phases:
    """The phases of an event: where each begins, and who did not get into it."""

    def __init__(self, snapshot: Snapshot, rank: Rank) -> None:
        self.snapshot, self.rank, self.phases = snapshot, rank, snapshot.phases
        self.start = starts(self.phases)

    def seen_in(self, number: int) -> Snapshot:
        at = index_of(self.phases, number)
        return self.seen(at, self.cut_before(at))

    def cut_before(self, index: int) -> dict[int, int]:
        """Who is out at the beginning of a phase, and the phase at whose beginning that happened."""
        out: dict[int, int] = {}
        for at in range(1, index + 1):
            if self.phases[at].cut is not None:
                qualified = self._playing(at) or set(self._entry(at, out).qualified)
                out |= {e.id: at for e in self.snapshot.entrants if e.id not in out and e.id not in qualified}
        return out

    def entry(self, index: int) -> Entry:
        return self._entry(index, self.cut_before(index - 1))

    def _playing(self, at: int) -> frozenset[int]:
        """Who is in a phase beyond doubt: its first round is there, and nobody was absent from it."""
        rounds = self.snapshot.rounds[self.start[at] :]
        return frozenset() if not rounds or _absent_from(rounds[0]) else _in_round(rounds[0])

    def _entry(self, at: int, out: dict[int, int]) -> Entry:
        """Those who get into a phase: by the standings before it, of everybody who is still there.

        Once its first round is there, whoever has a match or a bye in it is in, whatever is corrected later: they play.
        """
        start, rounds = self.start[at], self.snapshot.rounds
        before = self.seen(at - 1, out)
        past = replace(before, rounds=before.rounds[:start])
        entrants = {e.id: e for e in self.snapshot.entrants}
        first = rounds[start] if len(rounds) > start else None
        seated = _in_round(first) if first else frozenset[int]()
        lines = tuple(
            line
            for line in self.rank(past, len(past.rounds))
            if line.player not in out and (line.player in seated or _can_go_on(entrants[line.player], start))
        )
        absent = _absent_from(first) if first else entrants.keys()
        open_to = [line for line in lines if line.player in absent]
        found = seated | _by_cut(self.phases[at].cut, open_to, Field(past, start + 1), len(seated))
        qualified = tuple(line.player for line in lines if line.player in found)
        return Entry(lines, qualified, first is not None)

    def seen(self, at: int, out: dict[int, int]) -> Snapshot:
        """The event of one system that phase `at` is; `out` are gone when their cut came."""
        phase = self.phases[at]
        system, options = _rules(self.phases, at)
        return replace(
            self.snapshot,
            phases=(),
            system=system,
            options=options,
            rounds_planned=None if phase.rounds is None else self.start[at] + phase.rounds,
            entrants=tuple(
                _left_after(e, self.start[out[e.id]]) if e.id in out else e for e in self.snapshot.entrants
            ),
        )


def takes_after_round(phase: Phase) -> bool:
    """Whether the system has to be told where its phase begins."""
    system = SYSTEMS.get(phase.system)
    known: Any = system.options if system else Phase
    return any(f.name == AFTER_ROUND for f in fields(known))


def _by_cut(cut: Cut | None, lines: Sequence[Standing], field: Field, taken: int) -> set[int]:
    """Whom a cut lets in of these lines, where so many places are `taken`."""
    if cut is None:
        return {line.player for line in lines}
    if cut.by is CutBy.RANK:
        return {line.player for line in lines[: max(cut.value - taken, 0)]}
    if cut.by is CutBy.POINTS:
        return {line.player for line in lines if line.points >= cut.value}
    return {line.player for line in lines if field.losses[line.player] <= cut.value}


def _can_go_on(entrant: Entrant, start: int) -> bool:
    """Whether somebody had come before a cut after round `start` and is still there behind it."""
    return entrant.joined_round <= start and entrant.takes_part_in(start + 1)


def _in_round(round_: Round) -> frozenset[int]:
    """Who has a match or a bye; an absence may be that of somebody who came later."""
    byes = {bye.player for bye in round_.byes if bye.kind is not ByeKind.ABSENT}
    return frozenset(byes.union(*(match.seats for match in round_.matches)))


def _absent_from(round_: Round) -> set[int]:
    return {bye.player for bye in round_.byes if bye.kind is ByeKind.ABSENT}


def _left_after(entrant: Entrant, number: int) -> Entrant:
    """Somebody who was cut after round `number`; whoever came later has not come at all."""
    left = entrant.left_after_round
    return replace(
        entrant,
        joined_round=min(entrant.joined_round, number),
        left_after_round=number if left is None else min(left, number),
    )
