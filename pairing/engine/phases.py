"""Events of several phases: a Swiss, a cut, a bracket. Every phase has its system; a cut says who gets into it.

All the rest of the core knows events of one system. Here an event of several phases becomes one of the system of the
phase that a round belongs to: whoever did not get into that phase has left at its beginning, whoever enters with it
comes then, and if it begins anew the rounds before it are empty.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
    return Phases(snapshot, rank).seen_in(number) if snapshot.phases else snapshot


@dataclass(frozen=True, slots=True)
class Entry:
    """Who gets into a phase. `lines`: the standings before it of those who can (still there, not out before), the best
    first; `qualified`: those of them who are in, in the same order; `begun`: whether they play already, so that nothing
    that happens before the phase changes it any more. `seeded`: those who enter with it and have not left.
    """

    lines: tuple[Standing, ...]
    qualified: tuple[int, ...]
    begun: bool
    seeded: tuple[int, ...] = ()


def entry(snapshot: Snapshot, index: int, rank: Rank) -> Entry:
    """Who gets into phase `index` (1 is the second one) of an event, or would get in as things stand now."""
    return Phases(snapshot, rank).entry(index)


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


def rules(snapshot: Snapshot, number: int | None = None) -> tuple[str, Mapping[str, Any]]:
    """The same of any event, by default of the last round there is."""
    if not snapshot.phases:
        return snapshot.system, snapshot.options
    return rules_of_round(snapshot.phases, number or max(len(snapshot.rounds), 1))


def rules_of_round(phases: Sequence[Phase], number: int) -> tuple[str, dict[str, Any]]:
    """The system that pairs round `number` of an event with phases, and the options it has then."""
    return _rules(phases, index_of(phases, number))


def _rules(phases: Sequence[Phase], at: int) -> tuple[str, dict[str, Any]]:
    phase, options = phases[at], dict(phases[at].options)
    if takes_after_round(phase):
        options[AFTER_ROUND] = starts(phases)[at]
    return phase.system, options


def begins_with_cut(snapshot: Snapshot, number: int) -> bool:
    """Whether round `number` is the first after a cut, or of a phase that begins anew, so that it needs every result
    before it.
    """
    if not snapshot.phases or number < 2:
        return False
    at = index_of(snapshot.phases, number)
    return _divides(snapshot.phases[at]) and starts(snapshot.phases)[at] == number - 1


def side_by_side(snapshot: Snapshot, number: int | None = None) -> bool:
    """Whether the rounds of the system that pairs a round, by default the last one, are open side by side.

    Errors: PairingError for bad options.
    """
    slug, options = rules(snapshot, number)
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


def _divides(phase: Phase) -> bool:
    return phase.cut is not None or phase.anew


def enters(phases: Sequence[Phase]) -> dict[int, int]:
    """The phase (from 0) that a seeded player enters with, by id."""
    return {player: at for at, phase in enumerate(phases) for player in phase.seeded}


def with_entries(snapshot: Snapshot) -> Snapshot:
    """The event with seeded players joining when their phase begins."""
    begins = starts(snapshot.phases) if snapshot.phases else []
    first = {player: begins[at] + 1 for player, at in enters(snapshot.phases).items()}
    if not first:
        return snapshot
    entrants = (replace(e, joined_round=max(e.joined_round, first.get(e.id, 1))) for e in snapshot.entrants)
    return replace(snapshot, entrants=tuple(entrants))


def ladder(field: Field, known: Phases | None) -> Ladder | None:
    """Who stands before whom, whatever the points: who is still in, who enters later, then those who were cut, the
    later the better; inside the last phase as its system says. None where points alone decide. `known` are the phases
    of the event, where it has some.
    """
    number = max(field.number - 1, 1)
    seen = known.seen_in(number) if known else field.snapshot
    system = SYSTEMS.get(seen.system)
    inner = None
    if system is not None and system.ladder is not None:
        # The field itself without phases: what has been worked out on it serves again.
        inner = system.ladder(
            Field(seen, field.number, field.work) if known else field, parse(system.options, seen.options)
        )
    at = index_of(known.phases, number) if known else 0
    behind = known.behind(at) if known else []
    return _with_behind(field, inner, behind) if at or behind else inner


def _with_behind(field: Field, inner: Ladder | None, behind: Sequence[set[int]]) -> Ladder:
    """The groups of a phase, and behind them these."""
    group = dict(inner.group) if inner else dict.fromkeys(field.entrants, 0)
    outside = set[int]().union(*behind)
    first = max((g for p, g in group.items() if p not in outside), default=-1) + 1
    group |= {p: first + place for place, players in enumerate(behind) for p in players}
    last = frozenset(p for p in inner.last if p not in outside) if inner else frozenset[int]()
    return replace(inner or Ladder(field.points, group), group=group, last=last)


class Phases:
    """The phases of an event: where each begins, and who did not get into it.

    `rank(snapshot, after_round)` gives the standings a cut is made by.
    """

    def __init__(self, snapshot: Snapshot, rank: Rank) -> None:
        self.snapshot, self.rank, self.phases = with_entries(snapshot), rank, snapshot.phases
        self.start = starts(self.phases)
        self.enters = enters(self.phases)
        self._entries: dict[int, Entry] = {}
        self._out: dict[int, dict[int, int]] = {0: {}}

    def seen_in(self, number: int) -> Snapshot:
        """The event of one system that the phase of round `number` is."""
        return self._seen(index_of(self.phases, number))

    def counting(self, number: int) -> Snapshot:
        """The whole event with the rounds that count in the standings after round `number`; who was out before these
        began has left.
        """
        begin = self._anew(index_of(self.phases, number))
        if not begin:
            return self.snapshot
        out = self.cut_before(begin)
        entrants = tuple(
            _left_after(e, self.start[begin]) if e.id in out else e for e in self.snapshot.entrants
        )
        return self._begun(replace(self.snapshot, entrants=entrants), begin)

    def cut_before(self, index: int) -> dict[int, int]:
        """Who is out at the beginning of a phase, and the phase at whose beginning that happened."""
        if index not in self._out:
            out, phase, start = self.cut_before(index - 1), self.phases[index], self.start[index]
            stay = {e.id for e in self.snapshot.entrants}
            if _divides(phase):
                stay = set(self._playing(index) or self.entry(index).qualified) | self._seeded(index)
                stay |= {player for player, at in self.enters.items() if at > index}
            if phase.cut is None:  # who comes later still can
                stay |= {e.id for e in self.snapshot.entrants if e.joined_round > start}
            gone = (e.id for e in self.snapshot.entrants if e.id not in stay and e.id not in out)
            self._out[index] = out | dict.fromkeys(gone, index)
        return self._out[index]

    def behind(self, index: int) -> list[set[int]]:
        """Who is not in a phase: those who enter later, then those cut before it, the latest first."""
        out = self.cut_before(index)
        coming = {player for player, at in self.enters.items() if at > index and player not in out}
        cuts = [{p for p, at in out.items() if at == cut} for cut in sorted(set(out.values()), reverse=True)]
        return [coming, *cuts] if coming else cuts

    def entry(self, index: int) -> Entry:
        """Who gets into a phase: by the standings before it, of everybody who is still there, and those seeded.

        Once its first round is there, whoever has a match or a bye in it is in, whatever is corrected later: they play.
        """
        if index not in self._entries:
            self._entries[index] = self._entry(index)
        return self._entries[index]

    def _entry(self, at: int) -> Entry:
        start, rounds, out = self.start[at], self.snapshot.rounds, self.cut_before(at - 1)
        before = self._seen(at - 1)
        past = replace(before, rounds=before.rounds[:start])
        entrants = {e.id: e for e in self.snapshot.entrants}
        first = rounds[start] if len(rounds) > start else None
        seated, seeded = in_round(first) if first else frozenset[int](), self._seeded(at)
        lines = tuple(
            line
            for line in self.rank(past, len(past.rounds))
            if line.player not in out
            and line.player not in self.phases[at].seeded
            and (line.player in seated or _can_go_on(entrants[line.player], start))
        )
        absent = _absent_from(first) if first else entrants.keys()
        open_to = [line for line in lines if line.player in absent]
        taken = len(seated | seeded)
        found = seated | _by_cut(self.phases[at].cut, open_to, Field(past, start + 1), taken)
        qualified = tuple(line.player for line in lines if line.player in found)
        return Entry(
            lines, qualified, first is not None, tuple(p for p in self.phases[at].seeded if p in seeded)
        )

    def _playing(self, at: int) -> frozenset[int]:
        """Who is in a phase beyond doubt: its first round is there, and nobody was absent from it."""
        rounds = self.snapshot.rounds[self.start[at] :]
        return frozenset() if not rounds or _absent_from(rounds[0]) else in_round(rounds[0])

    def _seeded(self, at: int) -> set[int]:
        """Who enters with a phase and has not left before it."""
        return {
            e.id
            for e in self.snapshot.entrants
            if e.id in self.phases[at].seeded and not has_left(e, self.start[at])
        }

    def _anew(self, at: int) -> int:
        """The phase from which on rounds count in phase `at`."""
        return max((k for k in range(1, at + 1) if self.phases[k].anew), default=0)

    def _seen(self, at: int) -> Snapshot:
        """The event of one system that phase `at` is; whoever is out is gone when their cut came."""
        phase, out = self.phases[at], self.cut_before(at)
        system, options = _rules(self.phases, at)
        plain = replace(
            self.snapshot,
            phases=(),
            system=system,
            options=options,
            rounds_planned=None if phase.rounds is None else self.start[at] + phase.rounds,
            entrants=tuple(
                _left_after(e, self.start[out[e.id]]) if e.id in out else e for e in self.snapshot.entrants
            ),
        )
        begin = self._anew(at)
        return self._begun(plain, begin) if begin else plain

    def _begun(self, snapshot: Snapshot, at: int) -> Snapshot:
        """An event that begins anew with phase `at`: the rounds before are empty, and its list is those seeded, then
        the others in the order of the standings before.
        """
        start, entry = self.start[at], self.entry(at)
        place = {player: i for i, player in enumerate((*entry.seeded, *entry.qualified))}
        return replace(
            snapshot,
            begins_after=start,
            rounds=(*(Round(r.number) for r in snapshot.rounds[:start]), *snapshot.rounds[start:]),
            entrants=tuple(sorted(snapshot.entrants, key=lambda e: place.get(e.id, len(place)))),
            adjustments=tuple(a for a in snapshot.adjustments if (a.round or 0) > start),
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


def in_round(round_: Round) -> frozenset[int]:
    """Who has a match or a bye; an absence may be that of somebody who came later."""
    byes = {bye.player for bye in round_.byes if bye.kind is not ByeKind.ABSENT}
    return frozenset(byes.union(*(match.seats for match in round_.matches)))


def _absent_from(round_: Round) -> set[int]:
    return {bye.player for bye in round_.byes if bye.kind is ByeKind.ABSENT}


def has_left(entrant: Entrant, start: int) -> bool:
    """Whether somebody had left by the end of round `start`."""
    return entrant.left_after_round is not None and entrant.left_after_round <= start


def _left_after(entrant: Entrant, number: int) -> Entrant:
    """Somebody who was cut after round `number`; whoever came later has not come at all."""
    left = entrant.left_after_round
    return replace(
        entrant,
        joined_round=min(entrant.joined_round, number),
        left_after_round=number if left is None else min(left, number),
    )
