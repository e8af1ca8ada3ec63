"""A schedule of all rounds, planned at once (rules: mahjong.md, sections 1 and 2).

`planning` says which schedule an event has, `chairs` who sits on whose chair when players leave, come late or ask for
a bye; here that becomes a round with its reasons.
"""

from collections.abc import Iterator, Mapping, Sequence

from pairing.model.errors import Impossible, PairingError, message
from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.reasons import Reason, because, gettext_noop
from pairing.model.types import FOUR, PlannedBye, PlannedMatch, RoundPlan
from pairing.systems.mahjong.chairs import Chair, Seated, Sitting, sat_last
from pairing.systems.mahjong.explain import (
    FILLS_UP,
    MANY_HOUSE,
    NO_SEAT,
    ONLY_HOUSE,
    PLANNED_BYE,
    SITS_FOR_AWAY,
    SITS_FOR_LEFT,
    STANDS_IN,
    TOOK_HOUSE,
    TOOK_LEFT,
    rounds_met,
    who_met,
)
from pairing.systems.mahjong.house import House
from pairing.systems.mahjong.options import FinalOptions, ScheduleOptions
from pairing.systems.mahjong.planning import Planned, planned

TOO_SHORT = message(
    "mahjong_too_short",
    gettext_noop(
        "Round {number} cannot be paired: the schedule has {rounds} rounds. Plan the "
        "rest again to play more (Schedule)."
    ),
)
FORBIDDEN_IN_PLAN = message(
    "mahjong_forbidden_in_plan",
    gettext_noop(
        "Round {number} of the schedule seats players together who are kept apart: "
        "{players}. Plan the rest again (Schedule)."
    ),
)


def pair_schedule(field: Field, options: ScheduleOptions | FinalOptions, lots: Lots) -> RoundPlan:
    """The plan of a round.

    Errors: PairingError when the schedule has no such round; Impossible when a pair forbidden after the schedule was
    made meets in it.
    """
    plan = planned(field.snapshot, options, field.number, field.work)
    if field.number > len(plan.rounds):
        raise PairingError(TOO_SHORT, number=field.number, rounds=len(plan.rounds))
    found = Sitting(field, plan.rounds, field.number, field.present, sat_last(field, plan.rounds))
    seated = found.seat()
    # Where only club mates meet, the refusal is said to be for the clubs; so a pair that is named goes first.
    if pair := min(found.forbidden_pairs(), key=lambda both: field.are_only_mates(*both), default=None):
        raise Impossible(FORBIDDEN_IN_PLAN, pair, number=field.number)
    return _as_plan(field, plan, seated)


def outlook(field: Field, options: ScheduleOptions | FinalOptions, lots: Lots) -> tuple[RoundPlan, ...]:
    """The rounds of the schedule from `field.number` on, as they will be if nobody leaves, comes or asks for a bye."""
    plan = planned(field.snapshot, options, field.number, field.work)
    last = sat_last(field, plan.rounds)
    rounds = []
    for number in range(field.number, len(plan.rounds) + 1):
        later = Field(field.snapshot, number)
        here = [id for id, e in later.entrants.items() if e.takes_part_in(number) and not e.house]
        seated = Sitting(later, plan.rounds, number, here, last).seat()
        last |= {player: chair.owner for chair, player in seated.sitters.items() if player != chair.owner}
        rounds.append(_as_plan(later, plan, seated))
    return tuple(rounds)


def _as_plan(field: Field, plan: Planned, seated: Seated) -> RoundPlan:
    tables: dict[int, list[Chair]] = {}
    for chair in seated.chairs:
        tables.setdefault(chair.table, []).append(chair)
    played = {at: chairs for at, chairs in tables.items() if any(c in seated.sitters for c in chairs)}
    house = _house_players(field, [chair for chairs in played.values() for chair in chairs], seated)
    busy = _Explained(field, plan, seated, house)
    return RoundPlan(
        field.number,
        tuple(busy.match(at, chairs) for at, chairs in played.items()),
        tuple(PlannedBye(player, why=(busy.why_bye(player),)) for player in seated.byes),
        notes=tuple(_notes(field, len(tables) - len(played), len(house), len(field.present))),
        house=tuple(sorted(set(house.values()) - set(field.entrants))),
    )


def _house_players(field: Field, chairs: Sequence[Chair], seated: Seated) -> dict[Chair, int]:
    """Who sits on the chairs nobody has: their own owners if these are house players, else any others."""
    empty = [chair for chair in chairs if chair not in seated.sitters]
    own = {chair: chair.owner for chair in empty if is_house(field, chair.owner)}
    house = House(field.snapshot, own.values())
    return {chair: own[chair] if chair in own else house.sit() for chair in empty}


def is_house(field: Field, owner: int) -> bool:
    """Whether the owner of a chair is a house player; one nobody knows is a new one."""
    return owner not in field.entrants or field.entrants[owner].house


def _notes(field: Field, left_out: int, house: int, people: int) -> Iterator[Reason]:
    if left_out:
        yield because(ONLY_HOUSE, count=left_out)
    needed = -people % FOUR
    if house >= needed + FOUR:
        yield because(MANY_HOUSE, count=house, needed=needed)


class _Explained:
    """The tables of a round with their reasons."""

    def __init__(self, field: Field, plan: Planned, seated: Seated, house: Mapping[Chair, int]) -> None:
        self.field, self.plan, self.seated, self.house = field, plan, seated, house
        self.met = rounds_met(field)

    def match(self, at: int, chairs: Sequence[Chair]) -> PlannedMatch:
        seats = tuple(self.seated.sitters.get(chair, self.house.get(chair, 0)) for chair in chairs)
        changes = [reason for chair in chairs for reason in self._change(chair)]
        filling = set(self.house.values())
        why = (self.plan.why(self.field.number), *changes, *who_met(seats, self.met, filling))
        return PlannedMatch(at + 1, seats, why)

    def _change(self, chair: Chair) -> Iterator[Reason]:
        """What is not as the schedule has it."""
        sitter, owner = self.seated.sitters.get(chair), chair.owner
        if sitter is None:
            yield self._house_sits(self.house[chair], self.seated.owners.get(chair, owner))
        elif sitter != owner:
            yield self._somebody_sits(sitter, owner, self.field.entrants[sitter].joined_round)

    def _house_sits(self, house_player: int, owner: int) -> Reason:
        if is_house(self.field, owner):
            return because(FILLS_UP, house_player=house_player)
        left = self.field.entrants[owner].left_after_round
        if left is not None and left < self.field.number:
            return because(SITS_FOR_LEFT, house_player=house_player, player=owner, round=left)
        return because(SITS_FOR_AWAY, house_player=house_player, player=owner)

    def _somebody_sits(self, sitter: int, owner: int, joined: int) -> Reason:
        if self._has_chair(sitter):
            return because(STANDS_IN, player=sitter, away_player=owner)
        if is_house(self.field, owner):
            return because(TOOK_HOUSE, player=sitter, round=joined)
        left = self.field.entrants[owner].left_after_round
        if left is not None and left < self.field.number:
            return because(TOOK_LEFT, player=sitter, round=joined, left_player=owner, left=left)
        return because(STANDS_IN, player=sitter, away_player=owner)

    def why_bye(self, player: int) -> Reason:
        """Why a player has a bye in this round."""
        return because(PLANNED_BYE if self._has_chair(player) else NO_SEAT)

    def _has_chair(self, player: int) -> bool:
        rest = self.plan.rounds[self.field.number - 1 :]
        return any(player in table for tables in rest for table in tables)
