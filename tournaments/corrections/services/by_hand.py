"""Changes of a paired round by hand: two players swapped, two paired, a table moved, a group paired anew, another bye.

Every change is foreseen with the rules it breaks and how the round then differs from the engine's; a rule is broken
only with a reason. A table with a result is never touched.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from accounts.models import User
from pairing import repair as core
from pairing.model.errors import PairingError
from pairing.model.reasons import Reason
from pairing.model.types import ByeKind, RoundPlan
from pairing.repair import Difference, Warning, judge
from tournaments.corrections.refusals import refuse
from tournaments.corrections.selectors.repairs import Situation, difference, situation
from tournaments.corrections.services.repairs import (
    TRIES,
    difference_json,
    names_of,
    refuse_unless_repairable,
)
from tournaments.models import Action, Round, Tournament
from tournaments.reading import consistent_read
from tournaments.rounds.services import plans as round_plans
from tournaments.steps import log
from tournaments.steps.changes import Unchanged, changing
from tournaments.steps.fields import clean_line
from tournaments.steps.refusals import CoreError, ServiceError


@dataclass(frozen=True, slots=True)
class Move:
    """What somebody wants to change. `kind` is a key of MOVES; players are named by number.

    `swap` and `pair` take `first` and `second`; `move` a `table` and where it goes (`to_table`); `group` the `players`
    who are to be paired anew; `bye` the `first` player, who gets the bye of the pairing.
    """

    kind: str
    first: int | None = None
    second: int | None = None
    table: int | None = None
    to_table: int | None = None
    players: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ByHand:
    """A change by hand as it would be: the plan, the rules it breaks, and how it differs from the engine's plan.

    `against` is what the rules have against it where the system would pair otherwise. `key` names the round as it is
    and the plan: what is confirmed is what was shown. `changed` are the tables, and `out` the old ones that are gone.
    """

    seen: Situation
    move: Move
    plan: RoundPlan
    warnings: tuple[Warning, ...]
    engine: Difference
    against: tuple[Reason, ...]
    key: str

    @property
    def changed(self) -> tuple[int, ...]:
        """Tables of the plan that are not as they were."""
        old = {m.table: m.seats for m in self.seen.before.matches}
        return tuple(m.table for m in self.plan.matches if old.get(m.table) != m.seats)


def foresee(tournament: Tournament, round_: Round, move: Move) -> ByHand:
    """What a change by hand would make of the round; nothing is written.

    Errors: `wrong_state`, `later_round`, `bad_kind`, `missing`, `table_has_result`, `table_playing`, `no_bye_given`,
    and the refusals of the core.
    """
    if move.kind not in MOVES:
        raise refuse.no_change_by_hand(kind=move.kind[:40], allowed=", ".join(MOVES))
    with consistent_read():
        refuse_unless_repairable(tournament, round_)
        round_.tournament = tournament
        seen = situation(round_)
    try:
        plan = MOVES[move.kind].make(seen, move)
        _refuse_fixed(seen, plan)
        warnings = judge(seen.snapshot, seen.round, plan, overrides=seen.overrides)
        engine = difference(seen, plan)
        told = () if engine.is_same or engine.error else _against(seen, plan)
    except PairingError as error:
        field = str(error.params.get("where") or _FIELDS.get(error.code, "")) or None
        raise CoreError(error, field=field, names=names_of(seen)) from error
    return ByHand(seen, move, plan, warnings, engine, told, _key(seen, plan))


def apply(
    *,
    tournament: Tournament,
    actor: User | None,
    round_: Round,
    move: Move,
    note: str = "",
    key: str | None = None,
) -> ByHand:
    """Make a change by hand. With `key` only the one that was foreseen under it.

    Errors: `reason_missing` where a rule is broken without a reason, `proposal_stale`, and those of `foresee`.
    """
    reason = clean_line(note, field="note", length=log.NOTE_LENGTH)
    for _try in range(TRIES):
        tournament.refresh_from_db()
        found = foresee(tournament, round_, move)
        if key is not None and key != found.key:
            raise refuse.proposal_stale()
        if found.warnings and not reason:
            raise refuse.breach_unexplained()
        try:
            _write(tournament, actor, found, reason)
        except ServiceError as error:
            if error.code != "event_changed":
                raise
        else:
            return found
    raise refuse.proposal_stale()


def _write(tournament: Tournament, actor: User | None, found: ByHand, reason: str) -> None:
    seen = found.seen
    with changing(
        tournament, touches=(), later=("rounds", "players", "matches", "byes"), seen_version=seen.version
    ):
        if not found.changed and set(found.plan.byes) == set(seen.before.byes):
            raise Unchanged
        seen.row.refresh_from_db()
        stored = round_plans.store(tournament, seen.row, found.plan, seen.snapshot, seen.done)
        before, after = stored.to_json()
        log.write(
            tournament=tournament,
            actor=actor,
            action=MOVES[found.move.kind].action,
            round_number=seen.row.number,
            subject=about(found),
            before=before,
            after={
                **after,
                "broken_rules": [_rule(warning) for warning in found.warnings],
                "engine": difference_json(found.engine),
            },
            note=reason,
        )


def _against(seen: Situation, plan: RoundPlan) -> tuple[Reason, ...]:
    return core.against(seen.snapshot, plan, seed=seen.row.seed, overrides=seen.overrides)


def _rule(warning: Warning) -> dict[str, Any]:
    told = {"rule": warning.rule, "players": list(warning.players), "table": warning.table}
    return {**told, "reason": warning.reason.to_json()}


def about(by_hand: ByHand) -> str:
    """Who is moved, in names, or the tables."""
    names, move = names_of(by_hand.seen), by_hand.move
    if move.kind == "move":
        return f"{move.table} → {move.to_table}"
    people = [n for n in (move.first, move.second, *move.players) if n is not None]
    return " – ".join(names.get(number, str(number)) for number in people)


def _refuse_fixed(seen: Situation, plan: RoundPlan) -> None:
    """Errors: `table_has_result`, `table_playing`."""
    stays = {m.table: m.seats for m in plan.matches}
    for match in seen.before.matches:
        if stays.get(match.table) == match.seats:
            continue
        if match.table in seen.done:
            raise refuse.table_has_result(table=match.table)
        if match.table in seen.playing:
            raise refuse.table_playing(table=match.table)


def _key(seen: Situation, plan: RoundPlan) -> str:
    facts = [
        [(m.table, m.seats) for m in seen.round.matches],
        [(b.player, b.kind.value) for b in seen.round.byes],
        [(m.table, m.seats) for m in plan.matches],
        [(b.player, b.kind.value) for b in plan.byes],
    ]
    return sha256(repr(facts).encode()).hexdigest()[:24]


def _needed(move: Move, *fields: str) -> list[Any]:
    for field in fields:
        if not getattr(move, field):
            raise refuse.missing(field=field)
    return [getattr(move, field) for field in fields]


def _swap(seen: Situation, move: Move) -> RoundPlan:
    first, second = _needed(move, "first", "second")
    return core.swapped(seen.before, first, second)


def _pair(seen: Situation, move: Move) -> RoundPlan:
    first, second = _needed(move, "first", "second")
    return core.paired_by_hand(seen.before, first, second)


def _move(seen: Situation, move: Move) -> RoundPlan:
    table, to_table = _needed(move, "table", "to_table")
    return core.moved(seen.before, table, to_table)


def _group(seen: Situation, move: Move) -> RoundPlan:
    (players,) = _needed(move, "players")
    return core.group_repaired(
        seen.snapshot, seen.round, players, seen.frozen, overrides=seen.overrides, before=seen.before
    )


def _bye(seen: Situation, move: Move) -> RoundPlan:
    (player,) = _needed(move, "first")
    holders = [bye.player for bye in seen.before.byes if bye.kind is ByeKind.FULL]
    if not holders:
        raise refuse.no_bye_given()
    return core.swapped(seen.before, holders[0], player)


@dataclass(frozen=True, slots=True)
class Way:
    """A change by hand: how it is made, and what the log calls it."""

    make: Callable[[Situation, Move], RoundPlan]
    action: Action


# Refusals of the core that name the input at fault in their words only.
_FIELDS = {"repair_same_player": "players", "repair_bad_table": "to_table", "repair_not_two": "players"}
MOVES: Mapping[str, Way] = {
    "swap": Way(_swap, Action.PLAYERS_SWAPPED),
    "pair": Way(_pair, Action.PAIRED_BY_HAND),
    "move": Way(_move, Action.TABLE_MOVED),
    "group": Way(_group, Action.GROUP_REPAIRED),
    "bye": Way(_bye, Action.PLAYERS_SWAPPED),
}
