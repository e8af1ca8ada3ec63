"""What is being played for: the next cut or the first places, by whom, and over how many rounds.

As things stand: nobody who has left comes back, nobody new comes, no result is corrected, and there are as many rounds
as are planned.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from pairing.engine import phases
from pairing.engine.standings import rank
from pairing.model.field import Field, is_open
from pairing.model.options import parse
from pairing.model.types import FOUR, CutBy, Entrant, Match, Round, Snapshot, Standing
from pairing.systems import SYSTEMS

PLACES = (1, 3, 8)
# What one means by a win, a draw and a loss at the own table; others can end by forfeit, or be lost by both.
OVER_THE_BOARD = ("1-0", "1/2-1/2", "0-1")


@dataclass(frozen=True, slots=True)
class Target:
    """Something to reach: as a cut has it, or (no `is_cut`) a place of so much or better at the end."""

    by: CutBy
    value: int
    is_cut: bool = False


@dataclass(frozen=True)
class Contest:
    """An event on its way to a decision after round `last`.

    `seen` is the event as the phase being played sees it; `people` are those who can still be part of the decision, in
    list order; `phase` (from 0) is the one a cut leads to, None for places at the end.
    """

    snapshot: Snapshot
    seen: Snapshot
    last: int
    phase: int | None
    targets: tuple[Target, ...]
    people: frozenset[int]

    @cached_property
    def field(self) -> Field:
        """Everything that has been entered so far counts."""
        return Field(self.seen)

    @cached_property
    def entrants(self) -> dict[int, Entrant]:
        return {e.id: e for e in self.seen.entrants}

    @cached_property
    def base(self) -> int:
        """The round whose open tables are looked at one by one; nothing is taken for known of those after it."""
        return next((r.number for r in self.seen.rounds if _has_open(r)), len(self.seen.rounds))

    @cached_property
    def tables(self) -> tuple[Match, ...]:
        """The open tables of that round."""
        rounds = [r for r in self.seen.rounds if r.number == self.base]
        return tuple(m for r in rounds for m in r.matches if m.is_open)

    @cached_property
    def seats(self) -> dict[int, tuple[Match, int]]:
        """The open table of a player and the seat there."""
        return {player: (match, seat) for match in self.tables for seat, player in enumerate(match.seats)}

    @property
    def rounds_after(self) -> range:
        """The rounds behind the open tables."""
        return range(self.base + 1, self.last + 1)

    @cached_property
    def eliminated_at(self) -> int | None:
        """With how many losses somebody is not paired again."""
        system = SYSTEMS.get(self.seen.system)
        options = parse(system.options, self.seen.options) if system else None
        found: int | None = getattr(options, "elimination", None)
        return found

    def plays(self, player: int, number: int, losses: int) -> bool:
        """Whether somebody with so many losses can be paired in a round to come."""
        limit = self.eliminated_at
        return self.entrants[player].takes_part_in(number) and (limit is None or losses < limit)

    def standings(self, rounds: Iterable[Round] | None = None) -> list[Standing]:
        """The standings of those it is about, after these rounds, with places among them; shared places alike."""
        whole = self.seen if self.phase is not None else self.snapshot
        ranked = rank(whole if rounds is None else replace(whole, rounds=tuple(rounds)))
        lines: list[Standing] = []
        before: Standing | None = None
        for line in ranked:
            if line.player in self.people:
                same = before is not None and before.rank == line.rank
                place = lines[-1].rank if same else len(lines) + 1
                lines.append(replace(line, rank=place))
                before = line
        return lines

    def reached(self, rounds: Sequence[Round]) -> list[frozenset[int]]:
        """Who has reached each target when these are all the rounds."""
        lines = self.standings(rounds)
        losses: dict[int, int] = {}
        if any(target.by is CutBy.LOSSES for target in self.targets):
            losses = Field(replace(self.seen, rounds=tuple(rounds)), self.last + 1).losses
        return [frozenset(_reached(target, lines, losses)) for target in self.targets]


def _reached(target: Target, lines: Sequence[Standing], losses: dict[int, int]) -> Iterable[int]:
    if target.by is CutBy.POINTS:
        return (line.player for line in lines if line.points >= target.value)
    if target.by is CutBy.LOSSES:
        return (line.player for line in lines if losses[line.player] <= target.value)
    if target.is_cut:  # exactly so many: list order decides between those equal on everything
        return (line.player for line in lines[: target.value])
    return (line.player for line in lines if line.rank <= target.value)


def contest_of(snapshot: Snapshot, targets: Sequence[Target] = ()) -> Contest | None:
    """What the event is being played for now; None where it cannot be told: nothing paired, tables of four, an open
    number of rounds, a bracket. `targets` stand in place of the cut and of the places. Errors: PairingError.
    """
    number = len(snapshot.rounds)
    if not number:
        return None
    seen = phases.of_round(snapshot, number, rank)
    at = phases.index_of(snapshot.phases, number) if snapshot.phases else 0
    ahead = range(at + 1, len(snapshot.phases))
    to = next((k for k in ahead if snapshot.phases[k].cut is not None), None)
    last = phases.starts(snapshot.phases)[to] if to is not None else _end(snapshot)
    between = snapshot.phases[at + 1 : to]
    on_the_way = [seen.system, *(p.system for p in between)]
    if (
        last is None
        or any(phase.anew for phase in between)
        or not all(goes_by_points(system) for system in on_the_way)
        or not _points_first(snapshot)
    ):
        return None
    people = frozenset(_people(snapshot, seen, at, last if to is not None else None))
    cut = snapshot.phases[to].cut if to is not None else None
    if targets:
        wanted = tuple(targets)
    elif cut is not None:
        wanted = (Target(cut.by, cut.value - _taken(snapshot, to), is_cut=True),)
    else:
        wanted = tuple(Target(CutBy.RANK, place) for place in PLACES if place < len(people))
    return Contest(snapshot, seen, max(last, number), to, wanted, people)


def _taken(snapshot: Snapshot, to: int | None) -> int:
    """How many places of a cut by rank are those of seeded players."""
    cut = snapshot.phases[to].cut if to is not None else None
    if to is None or cut is None or cut.by is not CutBy.RANK:
        return 0
    return len(phases.entry(snapshot, to, rank).seeded)


def gone(snapshot: Snapshot) -> frozenset[int]:
    """Those who have left: something may be proven of them, but nobody has odds who plays no more."""
    after = len(snapshot.rounds) + 1
    return frozenset(entrant.id for entrant in snapshot.entrants if not entrant.takes_part_in(after))


def goes_by_points(slug: str) -> bool:
    """Whether a system is for two at a table, and sums of points decide in it."""
    system = SYSTEMS.get(slug)
    return system is not None and system.seats != FOUR and system.ladder is None


def _points_first(snapshot: Snapshot) -> bool:
    codes = [spec.code for spec in snapshot.tiebreaks]
    return "points" not in codes[1:]


def _end(snapshot: Snapshot) -> int | None:
    if not snapshot.phases:
        return snapshot.rounds_planned
    rounds = [phase.rounds for phase in snapshot.phases]
    return None if None in rounds else sum(r or 0 for r in rounds)


def _people(snapshot: Snapshot, seen: Snapshot, at: int, cut_after: int | None) -> Iterable[int]:
    """Not those cut before; for a cut not those who have left or come later, for places everybody in the standings."""
    begin = phases.starts(snapshot.phases)[at] if snapshot.phases else 0
    for as_seen, entrant in zip(seen.entrants, snapshot.entrants, strict=True):
        is_cut = as_seen.left_after_round != entrant.left_after_round or (
            at and not as_seen.takes_part_in(max(begin + 1, as_seen.joined_round))
        )
        if entrant.house or is_cut:
            continue
        if cut_after is None or (as_seen.joined_round <= cut_after and entrant.takes_part_in(cut_after + 1)):
            yield entrant.id


def _has_open(round_: Round) -> bool:
    return is_open(round_) and any(match.is_open for match in round_.matches)
