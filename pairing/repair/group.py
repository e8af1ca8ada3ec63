"""Pairing some players of a round anew, for instance one score group, while all other tables stay."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pairing.engine import pair
from pairing.model.errors import PairingError
from pairing.model.reasons import because
from pairing.model.types import ByeKind, ByeRequest, PlannedBye, PlannedMatch, Round, RoundPlan, Snapshot
from pairing.repair import wording
from pairing.repair.assemble import full_byes
from pairing.repair.structure import FIXED
from pairing.repair.types import Task, task_of


def group_repaired(
    snapshot: Snapshot,
    round_: Round,
    players: Iterable[int],
    frozen: frozenset[int] = frozenset(),
    *,
    overrides: Mapping[str, Any] | None = None,
    before: RoundPlan | None = None,
) -> RoundPlan:
    """The round with these players paired anew as the system pairs them, together with all who sit at their tables.

    Where one of them has the bye, it is given anew among them too. The tables keep their numbers. The arguments are
    those of `repairs`. Errors: PairingError for players who are not in the round or whose table is being played, and in
    systems that leave no choice; Impossible, where they cannot be paired among themselves.
    """
    task = task_of(snapshot, round_, frozenset(frozen), overrides, before)
    if task.system.slug in FIXED or task.system.plans_ahead:
        raise PairingError(wording.NO_CHOICE)
    wanted = _checked(task, players)
    opened = [m for m in task.before.matches if wanted.intersection(m.seats)]
    wanted.update(p for m in opened for p in m.seats if not task.is_house(p))
    paired = _paired(task, wanted, overrides)
    new = _tables(task, opened, paired)
    by_hand = because(wording.BY_HAND)
    return replace(
        task.before,
        matches=tuple(sorted([*(m for m in task.before.matches if m not in opened), *new], key=_table)),
        byes=(
            *(b for b in task.before.byes if b.player not in wanted),
            *(PlannedBye(b.player, b.kind, (by_hand, *b.why)) for b in paired.byes if b.player in wanted),
        ),
        relaxed=(
            *(r for r in task.before.relaxed if not wanted.intersection(r.players)),
            *paired.relaxed,
        ),
    )


def _table(match: PlannedMatch) -> int:
    return match.table


def _checked(task: Task, players: Iterable[int]) -> set[int]:
    wanted = set(players)
    there = {p for m in task.before.matches for p in m.seats} | full_byes(task.before)
    playing = set(task.playing)
    for player in sorted(wanted):
        if player not in there or player not in playing:
            raise PairingError(wording.NO_SUCH_PLAYER, where="players", player=player)
    for match in task.in_play:
        if wanted.intersection(match.seats):
            raise PairingError(wording.FROZEN_TABLE, where="players", table=match.table)
    return wanted


def _paired(task: Task, wanted: set[int], overrides: Mapping[str, Any] | None) -> RoundPlan:
    """The system's own round of these players: all others are taken to be away."""
    number = task.before.number
    away = tuple(ByeRequest(p, number, ByeKind.ABSENT) for p in task.field.entrants if p not in wanted)
    asked = tuple(r for r in task.snapshot.bye_requests if r.round != number)
    return pair(replace(task.snapshot, bye_requests=(*asked, *away)), overrides=overrides)


def _tables(task: Task, opened: Sequence[PlannedMatch], paired: RoundPlan) -> list[PlannedMatch]:
    """The new tables at the numbers of the opened ones; a table that comes out the same stays as it was.

    House players of the opened tables fill the new ones: those the system would take may sit elsewhere.
    """
    fills = [p for m in opened for p in m.seats if task.is_house(p)]
    old = {frozenset(m.seats): m for m in opened}
    numbers = [m.table for m in opened]
    last = max((m.table for m in task.before.matches), default=0)
    numbers += task.field.snapshot.tables.after(last, len(paired.matches))
    found: list[PlannedMatch] = []
    for match in paired.matches:
        seats = tuple(fills.pop(0) if task.is_house(p) and fills else p for p in match.seats)
        found.append(replace(match, seats=seats, why=(because(wording.BY_HAND), *match.why)))
    same = [old[frozenset(m.seats)] for m in found if frozenset(m.seats) in old]
    free = [n for n in numbers if all(m.table != n for m in same)]
    changed = [m for m in found if frozenset(m.seats) not in old]
    return [*same, *(replace(m, table=n) for m, n in zip(changed, free, strict=False))]
