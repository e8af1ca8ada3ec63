"""Who would cross the line of a cut: into the next phase, or into the final of an event of tables of four."""

from dataclasses import dataclass

from pairing import engine
from pairing.engine import phases as core
from pairing.engine.standings import rank
from pairing.model.errors import PairingError
from pairing.model.field import Field
from pairing.model.options import parse
from pairing.model.types import Snapshot
from pairing.systems.mahjong.options import FinalOptions
from pairing.systems.mahjong.phases import in_cut, phases as phases_of_final, qualified
from tournaments.snapshots import up_to


@dataclass(frozen=True, slots=True)
class CutChange:
    """The cut after round `after_round`, into phase `phase` (0: into the final of tables of four).

    `into` and `out` are the players who would be on the other side of it. Of one that has been made (`made`) they say
    only who would have been: whoever plays in the phase stays in it.
    """

    phase: int
    after_round: int
    made: bool
    into: tuple[int, ...] = ()
    out: tuple[int, ...] = ()

    @property
    def moves(self) -> bool:
        return bool(self.into or self.out)


def cut_changes(now: Snapshot, then: Snapshot) -> tuple[CutChange, ...]:
    """Every cut of the event that something has been played for, in order, also where nobody crosses it."""
    if now.phases:
        return _of_phases(now, then)
    return _of_final(now, then)


def _of_phases(now: Snapshot, then: Snapshot) -> tuple[CutChange, ...]:
    begins, paired = core.starts(now.phases), len(now.rounds)
    found = []
    for at, phase in enumerate(now.phases):
        if phase.cut is None or not paired or (at > 1 and begins[at - 1] >= paired):
            continue  # who is in an earlier phase has to be known first
        start = begins[at]
        sides = [set(core.entry(up_to(seen, start), at, rank).qualified) for seen in (now, then)]
        found.append(_crossing(at + 1, start, paired > start, *sides))
    return tuple(found)


def _of_final(now: Snapshot, then: Snapshot) -> tuple[CutChange, ...]:
    try:
        options = parse(engine.find_system(now.system).options, now.options)
    except PairingError:
        return ()
    if not isinstance(options, FinalOptions) or not now.rounds:
        return ()
    stage = phases_of_final(now, options)
    if not stage.cut:
        return ()
    sides = []
    for seen in (now, then):
        field = Field(up_to(seen, stage.qualifying), stage.qualifying + 1)
        sides.append(set(in_cut(field, stage, qualified(field, stage))))
    return (_crossing(0, stage.qualifying, len(now.rounds) > stage.qualifying, *sides),)


def _crossing(phase: int, after: int, made: bool, now: set[int], then: set[int]) -> CutChange:
    return CutChange(phase, after, made, tuple(sorted(then - now)), tuple(sorted(now - then)))
