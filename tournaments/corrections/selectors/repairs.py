"""Repairs of a round that is paired already: what changed since, and which ways there are to mend it.

A round, the event before it, and what is to change with the repair become values of the core here; nothing is written.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from typing import Any

import pairing.systems  # noqa: F401  (registers the sentences of every system)
from pairing.model.errors import PairingError
from pairing.model.reasons import Reason
from pairing.model.types import (
    ByeKind,
    ByeRequest,
    Entrant,
    PlannedBye,
    PlannedMatch,
    Relaxation,
    Round,
    RoundPlan,
    Snapshot,
)
from pairing.repair import Difference, Repair, compared, paired_now, repairs
from tournaments import models, snapshots
from tournaments.models import RoundState, Tournament
from tournaments.names.namesakes import names_of_entrants
from tournaments.reading import consistent_read
from tournaments.rounds.selectors.clocks import by_clock_alone
from tournaments.rounds.selectors.taken_back import overrides_of, tables_with_results

REPAIRABLE = (RoundState.DRAFT.value, RoundState.PUBLISHED.value, RoundState.IN_PROGRESS.value)
MOST = 3


@dataclass(frozen=True, slots=True)
class Change:
    """What changes together with a repair, by player numbers.

    `join` play in the round after all: late entries, people who are back, absentees who turned up. `out` have left
    before it, `absent` are only missing from it. `apart` are pairs that must not meet any more. `new` are the fields of
    a player who is not on the list yet.
    """

    join: tuple[int, ...] = ()
    out: tuple[int, ...] = ()
    absent: tuple[int, ...] = ()
    apart: tuple[tuple[int, int], ...] = ()
    new: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_empty(self) -> bool:
        return not (self.join or self.out or self.absent or self.apart or self.new)

    def to_json(self) -> dict[str, object]:
        """Only what is there, as the log keeps it."""
        values: dict[str, object] = {
            "join": list(self.join),
            "out": list(self.out),
            "absent": list(self.absent),
            "apart": [list(pair) for pair in self.apart],
            "new": dict(self.new),
        }
        return {name: value for name, value in values.items() if value}


NOTHING = Change()


@dataclass(frozen=True, slots=True)
class Situation:
    """A round that may be repaired, as the core sees it.

    `snapshot` is the event before the round with the change made, `before` the round as it stands, with its reasons.
    `done` are tables with a result, or with one that players have reported; `playing` those marked as playing,
    but for a table that only the start of the clock has marked and where somebody is missing.
    """

    row: models.Round
    snapshot: Snapshot
    round: Round
    before: RoundPlan
    done: frozenset[int]
    playing: frozenset[int]
    overrides: Mapping[str, object]
    names: Mapping[int, str]
    version: int

    @property
    def frozen(self) -> frozenset[int]:
        return self.done | self.playing


@dataclass(frozen=True, slots=True)
class Proposal:
    """One way to repair a round. `key` names it: the same key is the same repair of the same round and event."""

    key: str
    repair: Repair
    engine: Difference


@consistent_read()
def situation(row: models.Round, change: Change = NOTHING) -> Situation:
    """The round with everything a repair needs. `row` must be the last round of its event."""
    tournament = row.tournament
    whole = snapshots.load(tournament, drafts=True)
    round_ = whole.rounds[row.number - 1]
    wishes = tuple(
        ByeRequest(bye.player, row.number, bye.kind) for bye in round_.byes if bye.kind is not ByeKind.FULL
    )
    before = snapshots.being_played(replace(whole, rounds=whole.rounds[: row.number - 1]))
    basis = replace(
        before,
        bye_requests=(*(r for r in whole.bye_requests if r.round != row.number), *wishes),
        draw_seed=row.seed,
    )
    rows = models.Match.objects.filter(round=row)
    done = tables_with_results(row)
    playing = rows.filter(playing_since__isnull=False).values_list("table", flat=True)
    waiting = rows.filter(by_clock_alone(row), seats__player__number__in=(*change.out, *change.absent))
    return Situation(
        row=row,
        snapshot=changed(basis, row.number, change),
        round=round_,
        before=plan_of(row, round_),
        done=frozenset(done),
        playing=frozenset(playing).difference(done) - set(waiting.values_list("table", flat=True)),
        overrides=overrides_of(row),
        names=names_of_entrants(whole.entrants),
        version=tournament.version,
    )


def changed(snapshot: Snapshot, number: int, change: Change) -> Snapshot:
    """The event before round `number` with a change made."""
    if change.is_empty:
        return snapshot
    entrants = [_changed(entrant, number, change) for entrant in snapshot.entrants]
    if change.new:
        entrants.append(_newcomer(entrants, number, change.new))
    away = {*change.join, *change.out, *change.absent}
    here = tuple(r for r in snapshot.bye_requests if r.round != number or r.player not in away)
    missing = tuple(ByeRequest(player, number, ByeKind.ABSENT) for player in change.absent)
    pairs = {*snapshot.forbidden_pairs, *((min(pair), max(pair)) for pair in change.apart)}
    return replace(
        snapshot,
        entrants=tuple(entrants),
        bye_requests=(*here, *missing),
        forbidden_pairs=tuple(sorted(pairs)),
    )


def _changed(entrant: Entrant, number: int, change: Change) -> Entrant:
    if entrant.id in change.join:
        return replace(entrant, joined_round=min(entrant.joined_round, number), left_after_round=None)
    return replace(entrant, left_after_round=number - 1) if entrant.id in change.out else entrant


def _newcomer(entrants: list[Entrant], number: int, fields: Mapping[str, object]) -> Entrant:
    known: dict[str, Any] = {
        name: value or None for name, value in fields.items() if name not in ("note", "name")
    }
    last = max((entrant.id for entrant in entrants), default=0)
    return Entrant(id=last + 1, name=str(fields["name"]), joined_round=number, **known)


def plan_of(row: models.Round, round_: Round) -> RoundPlan:
    """A stored round as a plan, with the reasons it was paired for."""
    why = dict(models.Match.objects.filter(round=row).values_list("table", "why"))
    of_bye = dict(models.Bye.objects.filter(round=row).values_list("player__number", "why"))
    return RoundPlan(
        row.number,
        tuple(PlannedMatch(m.table, m.seats, _reasons(why[m.table])) for m in round_.matches),
        tuple(PlannedBye(b.player, b.kind, _reasons(of_bye[b.player])) for b in round_.byes),
        tuple(Relaxation(r["rule"], tuple(r["players"]), Reason.from_json(r["reason"])) for r in row.relaxed),
    )


def _reasons(stored: list[dict[str, object]]) -> tuple[Reason, ...]:
    return tuple(Reason.from_json(reason) for reason in stored)


def proposals(seen: Situation, engine: RoundPlan | PairingError, *, most: int = MOST) -> tuple[Proposal, ...]:
    """Up to `most` ways to repair the round, the best first, each beside what the `engine` would pair by now.

    Errors: PairingError of the core, where no repair exists or the system leaves no choice.
    """
    found = repairs(
        seen.snapshot,
        seen.round,
        frozen=seen.frozen,
        most=most,
        overrides=seen.overrides,
        before=seen.before,
    )
    basis = basis_key(seen)
    return tuple(Proposal(plan_key(basis, r.plan), r, compared(r.plan, engine)) for r in found)


def engine_plan(seen: Situation) -> RoundPlan | PairingError:
    """What the engine would pair for the round by now."""
    return paired_now(seen.snapshot, seed=seen.row.seed, overrides=seen.overrides)


def difference(seen: Situation, plan: RoundPlan) -> Difference:
    """A plan against what the engine would pair for the round by now."""
    return compared(plan, engine_plan(seen))


def basis_key(seen: Situation) -> str:
    """What a proposal stands on: the event before the round, and who sits where in it now; not its results."""
    tables = [(m.table, m.seats) for m in seen.round.matches]
    snapshot = replace(seen.snapshot, rounds=snapshots.without_open_results(seen.snapshot).rounds)
    return _digest(repr((snapshot, tables, seen.round.byes)))


def plan_key(basis: str, plan: RoundPlan) -> str:
    tables = [(m.table, m.seats) for m in plan.matches]
    return _digest(repr((basis, tables, [(b.player, b.kind.value) for b in plan.byes])))


def _digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:24]


def last_round(tournament: Tournament) -> models.Round | None:
    """The round that could be repaired: the last one, unless it is completed."""
    row = models.Round.objects.filter(tournament=tournament).order_by("-number").first()
    if row is None or row.state not in REPAIRABLE:
        return None
    row.tournament = tournament
    return row
