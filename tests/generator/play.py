"""Play an event by its recipe: pair a round with the real engine, make up the results, let people come and
go.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random
from typing import Any

from pairing.engine import pair
from pairing.model.errors import TOO_FEW, Impossible, PairingError
from pairing.model.options import describe
from pairing.model.types import (
    FOUR,
    Bye,
    ByeKind,
    ByeRequest,
    Entrant,
    Match,
    Round,
    RoundPlan,
    Snapshot,
)
from pairing.simulation.random_event import four_scored
from pairing.systems import SYSTEMS, seats_of
from pairing.systems.bracket.seeding import TOO_SMALL
from pairing.systems.mahjong import schedule_of
from pairing.systems.mahjong.final import NO_QUALIFYING, OVER
from pairing.systems.mahjong.schedule import TOO_SHORT
from pairing.systems.round_robin import FULL as NO_PLACE
from pairing.tiebreaks import parse_chain
from tests.generator.recipe import FOUR_SEAT_CHAIN, Recipe

# The event has come to its end, or its rounds do not make one.
NO_MORE = {TOO_FEW, TOO_SMALL, NO_PLACE, OVER, NO_QUALIFYING, TOO_SHORT}
RELAXATIONS = ("allow_rematches", "allow_second_bye")


@dataclass(frozen=True)
class Step:
    """One call of the engine: what it was given, and its answer, a plan or an `Impossible`."""

    snapshot: Snapshot
    overrides: dict[str, Any]
    answer: RoundPlan | Impossible


def play(recipe: Recipe) -> Iterator[Step]:
    """The rounds of the event, one or more steps each; ends early when a round stays impossible."""
    rng = Random(recipe.seed ^ 0x5EED)
    snapshot = _opening(recipe)
    if recipe.stored_schedule:
        snapshot = _with_schedule(snapshot)
    late = list(recipe.late)
    for number in range(1, recipe.rounds + 1):
        snapshot = _come_and_go(snapshot, recipe, late, number, rng)
        plan = None
        for overrides in _attempts(recipe.system, rng):
            try:
                plan = pair(snapshot, overrides=overrides)
            except Impossible as impossible:
                yield Step(snapshot, overrides, impossible)
            except PairingError as error:
                if error.code not in NO_MORE:
                    raise
                return
            else:
                yield Step(snapshot, overrides, plan)
                break
        if plan is None:
            return
        house = tuple(Entrant(id, f"House {id}", house=True) for id in plan.house)
        snapshot = replace(
            snapshot,
            entrants=snapshot.entrants + house,
            rounds=(*snapshot.rounds, _played(plan, recipe, rng)),
        )


def _opening(recipe: Recipe) -> Snapshot:
    seats = seats_of(recipe.system)
    return Snapshot(
        entrants=recipe.entrants,
        name=f"random event {recipe.seed}",
        system=recipe.system,
        seats=seats,
        options=recipe.options,
        rounds_planned=recipe.rounds,
        scoring=recipe.scoring,
        mahjong=recipe.mahjong,
        tiebreaks=parse_chain(FOUR_SEAT_CHAIN) if seats == FOUR else (),
        draw_seed=f"seed {recipe.seed}",
        forbidden_pairs=_forbidden(recipe, recipe.entrants, recipe.forbidden),
        season=recipe.season,
        earlier_meetings=recipe.meetings,
        tables=recipe.tables,
    )


def _with_schedule(snapshot: Snapshot) -> Snapshot:
    """The event with its schedule stored at the start, and the house players in it; without, if it has none."""
    try:
        schedule = schedule_of(snapshot)
    except PairingError:
        return snapshot
    known = {entrant.id for entrant in snapshot.entrants}
    new = sorted({id for tables in schedule for table in tables for id in table} - known)
    house = tuple(Entrant(id, f"House {id}", house=True) for id in new)
    return replace(snapshot, entrants=snapshot.entrants + house, schedule=schedule)


def _forbidden(
    recipe: Recipe, entrants: tuple[Entrant, ...], others: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    mates = {
        (a.id, b.id)
        for a, b in combinations(entrants, 2)
        if recipe.club_rule and a.club is not None and a.club == b.club
    }
    return tuple(sorted(mates | set(others)))


def _attempts(system: str, rng: Random) -> list[dict[str, Any]]:
    """First within the rules; sometimes, if that is impossible, with what the organiser may waive."""
    known = {spec.name for spec in describe(SYSTEMS[system].options)}
    waivable = [name for name in RELAXATIONS if name in known]
    if not waivable or rng.random() < 0.3:
        return [{}]
    return [{}, {rng.choice(waivable): True}, dict.fromkeys(waivable, True)]


def _come_and_go(
    snapshot: Snapshot, recipe: Recipe, late: list[Entrant], number: int, rng: Random
) -> Snapshot:
    unrest = recipe.unrest
    entrants: list[Entrant] = []
    missed: dict[int, range] = {}
    for entrant in snapshot.entrants:
        if entrant.house:
            entrants.append(entrant)
            continue
        left = entrant.left_after_round
        if left is None and number > 1 and rng.random() < unrest.get("withdraw", 0):
            entrant = replace(entrant, left_after_round=number - 1)
        elif left is not None and rng.random() < unrest.get("return", 0):
            entrant = replace(entrant, left_after_round=None)
            missed[entrant.id] = range(left + 1, number)
        entrants.append(entrant)
    while late and number > 1 and rng.random() < max(unrest.get("late", 0), 0.5):
        joining = replace(late.pop(), joined_round=number)
        if any(entrant.id == joining.id for entrant in entrants):  # a house player was faster
            joining = replace(joining, id=max(entrant.id for entrant in entrants) + 1)
        entrants.append(joining)
    everybody = tuple(entrants)
    return replace(
        snapshot,
        entrants=everybody,
        rounds=tuple(_with_absences(played, missed) for played in snapshot.rounds),
        forbidden_pairs=_forbidden(recipe, everybody, snapshot.forbidden_pairs),
        bye_requests=_requests(everybody, unrest, number, rng),
    )


def _with_absences(played: Round, missed: dict[int, range]) -> Round:
    there = {bye.player for bye in played.byes}
    absent = [id for id, rounds in missed.items() if played.number in rounds and id not in there]
    return replace(played, byes=played.byes + tuple(Bye(id, ByeKind.ABSENT) for id in absent))


def _requests(
    entrants: tuple[Entrant, ...], unrest: dict[str, float], number: int, rng: Random
) -> tuple[ByeRequest, ...]:
    asked = []
    for entrant in entrants:
        if entrant.house or not entrant.takes_part_in(number):
            continue
        if rng.random() < unrest.get("absent", 0):
            asked.append(ByeRequest(entrant.id, number, ByeKind.ABSENT))
        elif rng.random() < unrest.get("ask", 0):
            asked.append(ByeRequest(entrant.id, number, rng.choice([ByeKind.HALF, ByeKind.ZERO])))
    return tuple(asked)


def _played(plan: RoundPlan, recipe: Recipe, rng: Random) -> Round:
    byes = tuple(Bye(b.player, b.kind) for b in plan.byes)
    if seats_of(recipe.system) == FOUR:
        fours = tuple(four_scored(rng, m.table, m.seats, recipe.mahjong.start) for m in plan.matches)
        return Round(plan.number, matches=fours, byes=byes)
    matches = tuple(Match(m.table, m.seats, _result(m.seats, recipe, rng)) for m in plan.matches)
    return Round(plan.number, matches=matches, byes=byes)


def _result(seats: tuple[int, ...], recipe: Recipe, rng: Random) -> str:
    kinds = {"draw": "1/2-1/2", "double_loss": "0-0", "double_forfeit": "---"}
    drawn = rng.random()
    for kind, share in recipe.results.items():
        drawn -= share
        if drawn < 0:
            return kinds[kind] if kind in kinds else rng.choice(["+--", "--+"])
    return "1-0" if (rng.random() < recipe.stronger_wins) == (seats[0] < seats[1]) else "0-1"
