"""What a repair is: a whole round as it would be, and what it costs."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pairing.engine import find_system, of_next_round
from pairing.model.errors import PairingError
from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.options import parse
from pairing.model.reasons import Reason, because
from pairing.model.types import (
    ByeKind,
    ByeRequest,
    PlannedBye,
    PlannedMatch,
    Relaxation,
    Round,
    RoundPlan,
    Snapshot,
)
from pairing.repair import wording
from pairing.repair.rules import Rules, rules_of
from pairing.systems.base import System


@dataclass(frozen=True, slots=True)
class Repair:
    """One way to repair a round.

    `plan` is the whole round; a table that is kept has its number, its seats and its reasons of before. `broken`:
    numbers of the tables of before whose players do not stay together. `new`: numbers of the tables of the plan that
    are new. `byes_changed`: players whose bye is new or gone. `distance` (hundredths): how far apart the scores are at
    the new tables; `round_distance`: at all tables, with the height of the bye. `objective`: what the rules of the
    system count in the whole round, smaller is better. `relaxed`: the rules that are given up. `bye_above`
    (hundredths): how far a new bye is above the lowest score that may have it.
    """

    plan: RoundPlan
    broken: tuple[int, ...]
    new: tuple[int, ...]
    byes_changed: tuple[int, ...]
    distance: int
    objective: tuple[int, ...]
    relaxed: tuple[Relaxation, ...]
    round_distance: int = 0
    bye_above: int = 0

    @property
    def keeps_everything(self) -> bool:
        """Whether the round stays exactly as it is."""
        return not (self.broken or self.new or self.byes_changed)

    @property
    def moves_nobody(self) -> bool:
        """Whether everybody who stays in the round keeps table and bye; others may have gone."""
        anew = (b for b in self.plan.byes if b.kind is ByeKind.FULL and b.player in self.byes_changed)
        return not self.new and not any(anew)


@dataclass(frozen=True, slots=True)
class Warning:
    """A rule that a plan breaks. `rule` names it, `table` is where (None: nowhere in particular)."""

    rule: str
    players: tuple[int, ...]
    reason: Reason
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """A plan against what the engine would pair for the round now.

    `same` and `different` are tables of the plan; `only_engine` are the seats of the engine's tables that the plan has
    not; `byes_plan` and `byes_engine` the byes given by the pairing that only one of them has. `error` says why the
    engine would not pair the round at all (then every table is different).
    """

    same: tuple[int, ...]
    different: tuple[int, ...]
    only_engine: tuple[tuple[int, ...], ...] = ()
    byes_plan: tuple[int, ...] = ()
    byes_engine: tuple[int, ...] = ()
    error: str = ""

    @property
    def is_same(self) -> bool:
        """Whether the plan is what the engine would pair, whatever the numbers of the tables."""
        return not (self.different or self.only_engine or self.byes_plan or self.byes_engine or self.error)


# The task of a repair: the round as it stands, who has to be in it now, and what stays whatever happens.
@dataclass(frozen=True)
class Task:
    """A round to be repaired. `snapshot` is as the phase of the round sees the event, without the round.

    `stays` are the numbers of tables that are being played; `before` is the round as a plan, with its reasons. `late`
    are requests for a bye in it by players who are playing already; they do not count.
    """

    snapshot: Snapshot
    system: System
    options: Any
    before: RoundPlan
    stays: frozenset[int]
    late: tuple[ByeRequest, ...] = ()

    @cached_property
    def field(self) -> Field:
        """The event before the round."""
        return Field(self.snapshot)

    @property
    def lots(self) -> Lots:
        """The lots of the round."""
        return Lots(self.snapshot.draw_seed)

    @cached_property
    def in_play(self) -> tuple[PlannedMatch, ...]:
        """The tables that are being played."""
        return tuple(m for m in self.before.matches if m.table in self.stays)

    @cached_property
    def busy(self) -> frozenset[int]:
        """Who sits at them."""
        return frozenset(p for m in self.in_play for p in m.seats)

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """Who has to be in the round by the rules. Errors: PairingError, those of the system."""
        return self.system.playing(self.field, self.options)

    @cached_property
    def seated(self) -> tuple[int, ...]:
        """Who will be in the round: by the rules, or because they are playing."""
        known = set(self.playing)
        return (*self.playing, *sorted(p for p in self.busy if p not in known and not self.is_house(p)))

    @cached_property
    def free(self) -> tuple[int, ...]:
        """Who has to get a table or a bye."""
        return tuple(p for p in self.playing if p not in self.busy)

    @cached_property
    def rules(self) -> Rules:
        """The rules of matches of two."""
        return rules_of(self.system.slug, self.field, self.options, self.seated, self.lots)

    def is_house(self, player: int) -> bool:
        """Whether this is a house player, or one nobody knows yet."""
        entrant = self.field.entrants.get(player)
        return entrant is None or entrant.house

    @cached_property
    def asked(self) -> Mapping[int, ByeKind]:
        """Byes that were asked for in this round."""
        return self.field.requested_byes

    def notes(self) -> tuple[Reason, ...]:
        """Who is playing although the rules have them out of the round by now."""
        out = self.busy.difference(self.playing) | {r.player for r in self.late}
        return tuple(
            because(wording.PLAYING_GONE, player=p, table=m.table)
            for m in self.in_play
            for p in m.seats
            if p in out and not self.is_house(p)
        )


def task_of(
    snapshot: Snapshot,
    round_: Round,
    frozen: frozenset[int],
    overrides: Mapping[str, Any] | None,
    before: RoundPlan | None,
) -> Task:
    """The task, checked. Errors: PairingError, that names the argument."""
    last = len(snapshot.rounds) + 1
    if round_.number != last:
        raise PairingError(wording.WRONG_ROUND, number=round_.number, last=last)
    plan = as_plan(round_) if before is None else before
    tables = {m.table for m in plan.matches}
    if unknown := sorted(frozen - tables):
        raise PairingError(wording.NO_SUCH_TABLE, where="frozen", table=unknown[0])
    entrants = {e.id for e in snapshot.entrants}
    seen = replace(of_next_round(snapshot), draw_seed=round_.seed or snapshot.draw_seed)
    busy = {p for m in plan.matches if m.table in frozen for p in m.seats}
    late = tuple(r for r in seen.bye_requests if r.round == last and r.player in busy)
    asked = tuple(r for r in seen.bye_requests if r not in late)
    system = find_system(seen.system)
    strangers = [p for m in plan.matches for p in m.seats if p not in entrants]
    if strangers and not system.seats.rules.has_house_players:
        raise PairingError(wording.NO_SUCH_PLAYER, where="round", player=strangers[0])
    options = parse(system.options, {**seen.options, **(overrides or {})})
    return Task(replace(seen, bye_requests=asked), system, options, plan, frozen, late)


def as_plan(round_: Round) -> RoundPlan:
    """A round as a plan without reasons."""
    return RoundPlan(
        round_.number,
        tuple(PlannedMatch(m.table, m.seats) for m in round_.matches),
        tuple(PlannedBye(b.player, b.kind) for b in round_.byes),
    )
