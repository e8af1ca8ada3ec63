"""pair(): find the system, parse its options, run it, check the plan.

The check is part of every pairing, not only of the tests. No plan leaves this module in which a player sits twice or
not at all, or which breaks a rule without declaring it as relaxed.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Set
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial
from itertools import combinations, islice
from typing import Any

from pairing.engine import phases
from pairing.engine.standings import rank
from pairing.model.clubs import because_of_clubs
from pairing.model.errors import NO_ROUND_LEFT, ROUND_OPEN, TOO_FEW, UNKNOWN_SYSTEM, Impossible, PairingError
from pairing.model.field import Field, is_open
from pairing.model.hall import HallTables
from pairing.model.lots import Lots
from pairing.model.options import parse
from pairing.model.reasons import BYE_ASKED, FIXED_TABLE, NOT_HERE, because
from pairing.model.so_far import SoFar
from pairing.model.types import ByeKind, PlannedBye, PlannedMatch, Round, RoundPlan, Snapshot, TableKind
from pairing.model.work import UNLIMITED, Work, refusing
from pairing.systems import SYSTEMS
from pairing.systems.base import System

Broken = tuple[str, frozenset[int]]


class PlanError(AssertionError):
    """A system returned a plan that breaks the rules: a bug of ours, never the organiser's fault."""


def find_system(slug: str) -> System:
    """The registered system. Errors: PairingError `unknown_system`, listing the known ones."""
    try:
        return SYSTEMS[slug]
    except KeyError:
        raise PairingError(UNKNOWN_SYSTEM, name=slug, allowed=", ".join(SYSTEMS)) from None


def of_next_round(snapshot: Snapshot, work: Work = UNLIMITED) -> Snapshot:
    """The event as the system of the next round sees it: that of its phase, where it has several."""
    return phases.of_round(snapshot, len(snapshot.rounds) + 1, partial(rank, work=work))


def pair(
    snapshot: Snapshot, *, overrides: Mapping[str, Any] | None = None, work: Work = UNLIMITED
) -> RoundPlan:
    """The plan of the next round of `snapshot`.

    `overrides` are options for this round only (such as what may be relaxed). The same snapshot and overrides give
    the same plan. `work` counts the steps of the searches; without it there may be as many as it takes.

    Errors: PairingError for a wish that cannot be followed, and where the limit of `work` is passed; `Impossible` when
    no legal pairing exists.
    """
    with refusing(work):
        return _pair(snapshot, overrides, work)


def _pair(snapshot: Snapshot, overrides: Mapping[str, Any] | None, work: Work) -> RoundPlan:
    _wait_for_cut(snapshot)
    event, snapshot = snapshot, of_next_round(snapshot, work)
    system = find_system(snapshot.system)
    if snapshot.seats != system.seats:
        raise ValueError(f"{system.slug} seats {system.seats} at a table, the snapshot {snapshot.seats}")
    options = parse(system.options, {**snapshot.options, **(overrides or {})})
    field = Field(snapshot, work=work)
    _check_can_pair(field, system, options)
    playing = system.playing(field, options)
    if len(playing) < system.fewest:
        raise _too_few(playing, field, system.fewest)
    try:
        plan = system.pair(field, options, Lots(snapshot.draw_seed))
    except Impossible as error:
        if _possible_without_clubs(event, field, overrides):
            raise because_of_clubs(error, snapshot, field.number) from error
        raise
    plan = _add_requested_byes(plan, field)
    if not system.side_by_side(options):
        plan = _number_tables(plan, field)
    check_plan(plan, field, playing, system)
    return plan


def open_rounds(snapshot: Snapshot, loose: Collection[tuple[int, int]] = ()) -> tuple[RoundPlan, ...]:
    """The rounds that are open side by side, as far as they are known: those of the system of the last round, from its
    first one on; () where one round follows the other, and before the first.

    `loose` matches (round, number) have not begun: they go where the results before them say otherwise; all others
    stay. Errors: PairingError for an unknown system or option, and those of the system.
    """
    last = len(snapshot.rounds)
    seen = phases.of_round(snapshot, max(last, 1), rank)
    system = find_system(seen.system)
    options = parse(system.options, seen.options)
    if system.open_rounds is None or not last or not system.side_by_side(options):
        return ()
    plans = system.open_rounds(Field(seen), options, Lots(seen.draw_seed), loose)
    end = phases.end(snapshot, last)
    return tuple(_checked(plan, seen, system) for plan in plans if end is None or plan.number <= end)


def _checked(plan: RoundPlan, seen: Snapshot, system: System) -> RoundPlan:
    """A round that is open beside others, with the byes that were asked for once all of it is known."""
    field = Field(seen, plan.number)
    players = [p for m in plan.matches for p in m.seats] + [b.player for b in plan.byes]
    if plan.is_whole:
        plan = _add_requested_byes(plan, field)
        check_plan(plan, field, players, system)
    return plan


def _possible_without_clubs(event: Snapshot, field: Field, overrides: Mapping[str, Any] | None) -> bool:
    """Whether a round that is refused could be paired if club mates were allowed to meet."""
    if not field.club_of:
        return False
    try:
        _pair(replace(event, clubs_apart_rounds=0), overrides, field.work)
    except PairingError:
        return False
    return True


def may_pair_ahead(snapshot: Snapshot) -> bool:
    """Whether the next round can be paired while the last one is being played.

    Errors: PairingError of the system, for a round that has to wait for the results; so does one after a cut.
    """
    seen = of_next_round(snapshot)
    system = find_system(seen.system)
    if not system.pairs_ahead:
        return False
    _wait_for_cut(snapshot)
    return system.may_pair_ahead(Field(seen), parse(system.options, seen.options))


def so_far(snapshot: Snapshot) -> Mapping[int, SoFar]:
    """By entrant, the seats and floats that the next round looks at; nothing where its system looks at none.

    Errors: PairingError for an unknown system or option, and those of the system.
    """
    snapshot = of_next_round(snapshot)
    system = find_system(snapshot.system)
    if system.so_far is None:
        return {}
    return system.so_far(Field(snapshot), parse(system.options, snapshot.options))


def extra_points(snapshot: Snapshot) -> Mapping[int, Mapping[int, int]]:
    """By round and entrant, points (hundredths) that counted for the pairing of that round only.

    Errors: PairingError for an unknown system or option, and those of the system.
    """
    if not snapshot.phases:
        return _extra_points(snapshot)
    # Each phase has those of its own rounds.
    found: dict[int, Mapping[int, int]] = {}
    for played in range(len(snapshot.rounds) + 1):
        with suppress(PairingError) if played == len(snapshot.rounds) else nullcontext():  # all may be over
            worth = _extra_points(replace(snapshot, rounds=snapshot.rounds[:played]))
            found |= {number: points for number, points in worth.items() if number == played + 1}
    return found


def _extra_points(snapshot: Snapshot) -> Mapping[int, Mapping[int, int]]:
    snapshot = of_next_round(snapshot)
    system = find_system(snapshot.system)
    return system.extra_points(Field(snapshot), parse(system.options, snapshot.options))


def assumed(snapshot: Snapshot) -> Round | None:
    """The last round with the results the next one is paired on instead of the true ones; None: on the true ones."""
    snapshot = of_next_round(snapshot)
    system = find_system(snapshot.system)
    if system.assumes is None or not snapshot.rounds:
        return None
    return system.assumes(Field(snapshot), parse(system.options, snapshot.options))


def outlook(snapshot: Snapshot) -> tuple[RoundPlan, ...]:
    """The rounds to come as far as they can be told already, as they would be if nobody left or came, at the tables of
    the hall.

    () for a system that needs the results first. Requested byes and fixed tables are not in them: they are a matter
    of the round. Errors: PairingError for an unknown system or option, and those of the system.
    """
    snapshot = of_next_round(snapshot)
    system = find_system(snapshot.system)
    options = parse(system.options, snapshot.options)
    if system.outlook is None:
        return ()
    plans = system.outlook(Field(snapshot), options, Lots(snapshot.draw_seed))
    return tuple(_at_tables(plan, {}, plan.matches, snapshot.tables) for plan in plans)


def _too_few(playing: tuple[int, ...], field: Field, least: int) -> PairingError:
    """An event that has shrunk below one full table is at its end; one that never had that many is not ready.

    House players do not count: they complete tables of persons, they do not make up for them.
    """
    params = {"count": len(playing), "number": field.number, "least": least}
    if field.rounds:
        return Impossible(TOO_FEW, players=playing, **params)
    return PairingError(TOO_FEW, **params)


def _wait_for_cut(snapshot: Snapshot) -> None:
    """Who gets into a phase is decided by all the results before it. Errors: PairingError `round_open`."""
    still_open = [r.number for r in snapshot.rounds if is_open(r)]
    if still_open and phases.begins_with_cut(snapshot, len(snapshot.rounds) + 1):
        raise PairingError(ROUND_OPEN, number=still_open[0])


def _check_can_pair(field: Field, system: System, options: Any) -> None:
    rounds, planned = field.snapshot.rounds, field.snapshot.rounds_planned
    still_open = [] if system.side_by_side(options) else [r.number for r in rounds if is_open(r)]
    if still_open and (still_open[0] < len(rounds) or not system.pairs_ahead):
        raise PairingError(ROUND_OPEN, number=still_open[0])
    if planned is not None and len(rounds) >= planned:
        raise PairingError(NO_ROUND_LEFT, planned=planned)
    if still_open and not system.may_pair_ahead(field, options):
        raise PairingError(ROUND_OPEN, number=still_open[0])


def _add_requested_byes(plan: RoundPlan, field: Field) -> RoundPlan:
    asked = tuple(requested_bye(player, kind) for player, kind in field.requested_byes.items())
    return replace(plan, byes=plan.byes + asked) if asked else plan


def requested_bye(player: int, kind: ByeKind) -> PlannedBye:
    """A bye that was decided before the round, with why: nobody asks to be absent."""
    return PlannedBye(player, kind, (because(NOT_HERE if kind is ByeKind.ABSENT else BYE_ASKED),))


def _number_tables(plan: RoundPlan, field: Field) -> RoundPlan:
    """Give players with a fixed table that table; the other matches keep their order on the other numbers of the
    hall.
    """
    fixed: dict[int, PlannedMatch] = {}
    others: list[PlannedMatch] = []
    for match in plan.matches:
        table, player = _wanted_table(match, field, fixed)
        if table is None:
            others.append(match)
        else:
            why = (*match.why, because(FIXED_TABLE, player=player, table=table))
            fixed[table] = replace(match, table=table, why=why)
    return _at_tables(plan, fixed, others, field.snapshot.tables)


def _at_tables(
    plan: RoundPlan, fixed: Mapping[int, PlannedMatch], others: Iterable[PlannedMatch], hall: HallTables
) -> RoundPlan:
    """The matches that are `fixed`, and the `others` in their order on the numbers of the hall that are left.

    A table that a system leaves empty stays empty where nobody has a fixed one.
    """
    if not fixed and not hall.ranges:
        return plan
    in_order = sorted(others, key=lambda m: m.table)
    numbers = hall.numbers()
    if not fixed:
        every = list(islice(numbers, max((m.table for m in in_order), default=0)))
        return replace(plan, matches=tuple(replace(m, table=every[m.table - 1]) for m in in_order))
    free = (number for number in numbers if number not in fixed)
    seated = [*fixed.values(), *(replace(m, table=t) for m, t in zip(in_order, free, strict=False))]
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


def check_plan(plan: RoundPlan, field: Field, playing: Iterable[int], system: System) -> None:
    """Raise PlanError unless everybody is seated exactly once and nothing undeclared is broken.

    Where the system `meets_again` a rematch is nothing that has to be declared; else what is one goes by its `met`. At
    tables of four house players (entrants, or named by the plan) may sit besides those who play; everybody has met
    somebody before and may have had a bye, so of the rules only the forbidden pairs are left.
    """
    seats, asked = system.seats, set(field.requested_byes)
    seated = [p for m in plan.matches for p in m.seats]
    _check_house_players(plan, field, seated, seats)
    house = _house_players(plan, field)
    taking_part = [p for p in seated if p not in house] + [b.player for b in plan.byes]
    expected = [*playing, *asked]
    if (
        len(taking_part) != len(expected)
        or len(set(taking_part)) != len(taking_part)
        or set(taking_part) != set(expected)
    ):
        are, should = Counter(taking_part), Counter(expected)
        raise PlanError(f"not everybody exactly once: {sorted((are - should) + (should - are))}")
    tables = [m.table for m in plan.matches]
    if len(set(tables)) != len(tables) or any(t < 1 for t in tables):
        raise PlanError(f"table numbers: {tables}")
    _check_rules(plan, field, seats, asked, None if system.meets_again else system.met(field))


def _house_players(plan: RoundPlan, field: Field) -> set[int]:
    return {id for id, e in field.entrants.items() if e.house} | set(plan.house)


def _check_house_players(plan: RoundPlan, field: Field, seated: Iterable[int], seats: TableKind) -> None:
    times = Counter(seated)
    sitting = sorted(id for id in _house_players(plan, field) if times[id])
    if not seats.rules.has_house_players and (sitting or plan.house):
        raise PlanError(f"house players in a match of two: {sorted({*sitting, *plan.house})}")
    if twice := [id for id in sitting if times[id] > 1]:
        raise PlanError(f"house players twice in a round: {twice}")
    for id in plan.house:
        if id in field.entrants or times[id] != 1:
            raise PlanError(f"new house player {id} is an entrant already, or has no seat")


def _check_rules(
    plan: RoundPlan,
    field: Field,
    seats: TableKind,
    asked: set[int],
    met: Mapping[int, Set[int]] | None,
) -> None:
    waived = {(r.rule, frozenset(r.players)) for r in plan.relaxed}
    for match in plan.matches:
        if len(match.seats) != seats or len(set(match.seats)) != seats:
            raise PlanError(f"table {match.table} seats {match.seats}")
        for rule, players in _broken_at(match, field, met):
            if (rule, players) not in waived:
                raise PlanError(f"undeclared {rule}: {' and '.join(map(str, sorted(players)))}")
    for bye in plan.byes:
        if not seats.rules.byes_count or bye.player in asked or bye.kind is not ByeKind.FULL:
            continue
        if bye.player in field.had_bye and ("second_bye", frozenset((bye.player,))) not in waived:
            raise PlanError(f"undeclared second bye: {bye.player}")


def _broken_at(match: PlannedMatch, field: Field, met: Mapping[int, Set[int]] | None) -> Iterable[Broken]:
    """The rules that this table breaks, as relaxations name them; without `met` everybody may meet again."""
    if len(match.seats) == 2 and met is not None:
        a, b = match.seats
        if b in met[a]:
            yield "rematch", frozenset((a, b))
    for a, b in combinations(match.seats, 2):
        if field.is_apart(a, b):
            yield "forbidden", frozenset((a, b))
