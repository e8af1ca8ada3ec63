"""pair(): find the system, parse its options, run it, check the plan.

The check is part of every pairing, not of the tests: no plan leaves this module in which somebody sits twice or
not at all, or in which a rule is broken that the plan does not declare as relaxed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from pairing.errors import NO_ROUND_LEFT, ROUND_OPEN, TOO_FEW, UNKNOWN_SYSTEM, Impossible, PairingError
from pairing.field import Field, is_open
from pairing.lots import Lots
from pairing.options import parse
from pairing.reasons import BYE_ASKED, FIXED_TABLE, because
from pairing.systems import SYSTEMS
from pairing.systems.base import System
from pairing.types import ByeKind, PlannedBye, PlannedMatch, Round, RoundPlan, Snapshot


class PlanError(AssertionError):
    """A system returned a plan that breaks the rules: a bug of ours, never the organiser's fault."""


def find_system(slug: str) -> System:
    """The registered system. Errors: PairingError `unknown_system`, listing the known ones."""
    try:
        return SYSTEMS[slug]
    except KeyError:
        raise PairingError(UNKNOWN_SYSTEM, name=slug, allowed=", ".join(SYSTEMS)) from None


def pair(snapshot: Snapshot, *, overrides: Mapping[str, Any] | None = None) -> RoundPlan:
    """The plan of the next round of `snapshot`.

    `overrides` are options for this round only (such as what may be relaxed). The same snapshot and overrides give
    the same plan. Errors: PairingError for a wish that cannot be followed, `Impossible` when no legal pairing exists.
    """
    system = find_system(snapshot.system)
    options = parse(system.options, {**snapshot.options, **(overrides or {})})
    field = Field(snapshot)
    _check_can_pair(field, system, options)
    playing = system.playing(field, options)
    if len(playing) < 2:
        raise _too_few(playing, field)
    plan = system.pair(field, options, Lots(snapshot.draw_seed))
    plan = _seat_fixed_tables(_add_requested_byes(plan, field), field)
    check_plan(plan, field, playing, system.seats)
    return plan


def may_pair_ahead(snapshot: Snapshot) -> bool:
    """Whether the next round can be paired while the last one is being played.

    Errors: PairingError of the system, for a round that has to wait for the results.
    """
    system = find_system(snapshot.system)
    return system.pairs_ahead and system.may_pair_ahead(
        Field(snapshot), parse(system.options, snapshot.options)
    )


def assumed(snapshot: Snapshot) -> Round | None:
    """The last round with the results the next one is paired on instead of the true ones; None: on the true ones."""
    system = find_system(snapshot.system)
    if system.assumes is None or not snapshot.rounds:
        return None
    return system.assumes(Field(snapshot), parse(system.options, snapshot.options))


def _too_few(playing: tuple[int, ...], field: Field) -> PairingError:
    """An event that has shrunk below two players is at its end; one that never had two is not ready."""
    if field.rounds:
        return Impossible(TOO_FEW, players=playing, count=len(playing), number=field.number)
    return PairingError(TOO_FEW, count=len(playing), number=field.number)


def _check_can_pair(field: Field, system: System, options: Any) -> None:
    rounds, planned = field.snapshot.rounds, field.snapshot.rounds_planned
    still_open = [r.number for r in rounds if is_open(r)]
    if still_open and (still_open[0] < len(rounds) or not system.pairs_ahead):
        raise PairingError(ROUND_OPEN, number=still_open[0])
    if planned is not None and len(rounds) >= planned:
        raise PairingError(NO_ROUND_LEFT, planned=planned)
    if still_open and not system.may_pair_ahead(field, options):
        raise PairingError(ROUND_OPEN, number=still_open[0])


def _add_requested_byes(plan: RoundPlan, field: Field) -> RoundPlan:
    asked = tuple(
        PlannedBye(player, kind, (because(BYE_ASKED),)) for player, kind in field.requested_byes.items()
    )
    return replace(plan, byes=plan.byes + asked) if asked else plan


def _seat_fixed_tables(plan: RoundPlan, field: Field) -> RoundPlan:
    """Give players with a fixed table that table; the other matches keep their order on the other numbers."""
    fixed: dict[int, PlannedMatch] = {}
    others: list[PlannedMatch] = []
    for match in plan.matches:
        table, player = _wanted_table(match, field, fixed)
        if table is None:
            others.append(match)
        else:
            why = (*match.why, because(FIXED_TABLE, player=player, table=table))
            fixed[table] = replace(match, table=table, why=why)
    if not fixed:
        return plan
    free = (number for number in range(1, len(plan.matches) + len(fixed) + 1) if number not in fixed)
    seated = [*fixed.values(), *(replace(m, table=t) for m, t in zip(others, free, strict=False))]
    return replace(plan, matches=tuple(sorted(seated, key=lambda m: m.table)))


def _wanted_table(
    match: PlannedMatch, field: Field, taken: Mapping[int, PlannedMatch]
) -> tuple[int | None, int | None]:
    for player in match.seats:
        entrant = field.entrants.get(player)  # a stranger is the plan check's business
        table = entrant.fixed_table if entrant else None
        if table is not None and table not in taken:
            return table, player
    return None, None


def check_plan(plan: RoundPlan, field: Field, playing: Iterable[int], seats: int) -> None:
    """Raise PlanError unless everybody is seated exactly once and nothing undeclared is broken."""
    asked = set(field.requested_byes)
    seated = [p for m in plan.matches for p in m.seats]
    seated += [b.player for b in plan.byes]
    expected = [*playing, *asked]
    if len(seated) != len(expected) or len(set(seated)) != len(seated) or set(seated) != set(expected):
        are, should = Counter(seated), Counter(expected)
        raise PlanError(f"not everybody exactly once: {sorted((are - should) + (should - are))}")
    tables = [m.table for m in plan.matches]
    if len(set(tables)) != len(tables) or any(t < 1 for t in tables):
        raise PlanError(f"table numbers: {tables}")
    _check_rules(plan, field, seats, asked)


def _check_rules(plan: RoundPlan, field: Field, seats: int, asked: set[int]) -> None:
    waived = {(r.rule, frozenset(r.players)) for r in plan.relaxed}
    met, barred = field.met, field.barred
    for match in plan.matches:
        if len(match.seats) != seats or len(set(match.seats)) != seats:
            raise PlanError(f"table {match.table} seats {match.seats}")
        if seats != 2:
            continue
        a, b = match.seats
        if b not in barred[a]:
            continue
        both = frozenset((a, b))
        forbidden = any(both == frozenset(pair) for pair in field.snapshot.forbidden_pairs)
        for rule, broken in (("rematch", b in met[a]), ("forbidden", forbidden)):
            if broken and (rule, both) not in waived:
                raise PlanError(f"undeclared {rule}: {a} and {b}")
    for bye in plan.byes:
        if bye.player in asked or bye.kind is not ByeKind.FULL:
            continue
        if bye.player in field.had_bye and ("second_bye", frozenset((bye.player,))) not in waived:
            raise PlanError(f"undeclared second bye: {bye.player}")
