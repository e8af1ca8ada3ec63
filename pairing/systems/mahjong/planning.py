"""The schedule an event has: stored with it, or computed from its players, its options and its draw seed.

*Numbers.* Everybody who takes part in round 1 has a number, 1 to n: the one typed in (`draw_number`), the others by lot
(`number|id`) from the numbers nobody has. Where typed numbers go beyond n, their order counts.

*The schedule* is planned for these numbers (`pairing.seating`); where n is not a multiple of four, the numbers after n
are house players, or the rounds have byes. The same event gives the same schedule on any machine.

*When players leave or come* (`leavers` is `replan`), the rounds from then on are planned again for those who take
part; the meetings, winds and tables of the rounds before count. Such a plan is made from the first round before which
somebody left or came, and holds until that happens again; so it is the same whichever later round asks for it. A stored
schedule that is already for those who take part is left alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from pairing.lots import Lots
from pairing.options import parse
from pairing.reasons import Reason, because
from pairing.registry import registered
from pairing.seating import house_players, plan
from pairing.systems.mahjong.explain import PLANNED, PLANNED_AGAIN, STORED
from pairing.systems.mahjong.options import FinalOptions, ScheduleOptions
from pairing.systems.mahjong.phases import USUAL_QUALIFYING, phases
from pairing.types import Snapshot

Schedule = tuple[tuple[tuple[int, ...], ...], ...]


@dataclass(frozen=True, slots=True)
class Planned:
    """The schedule in force. `after`: the last round before it was planned again, 0 for the one from the start."""

    rounds: Schedule
    stored: bool = False
    after: int = 0

    def why(self, number: int) -> Reason:
        """Where a table of round `number` comes from."""
        if self.after:
            return because(PLANNED_AGAIN, round=number, after=self.after)
        return because(STORED if self.stored else PLANNED, round=number)


def planned(snapshot: Snapshot, options: ScheduleOptions | FinalOptions, number: int) -> Planned:
    """The schedule in force when round `number` is paired."""
    if snapshot.schedule:
        return Planned(snapshot.schedule, stored=True)
    return Planned(_from_start(snapshot, options))


def schedule_of(snapshot: Snapshot) -> Schedule:
    """The whole schedule of an event: the stored one, or the one computed from the start.

    Rounds, tables in the order of their numbers, ids in the order of the seats. House players who are no entrants yet
    have the ids after the highest one. () for a system without a schedule. Errors: PairingError for bad options, and
    for fields and rounds that cannot be planned.
    """
    system = registered(snapshot.system)
    if system is None or not system.plans_ahead:
        return ()
    options = parse(system.options, snapshot.options)
    if isinstance(options, FinalOptions) and options.qualifying != "schedule":
        return ()
    return snapshot.schedule or _from_start(snapshot, options)


def rounds_of(snapshot: Snapshot, options: ScheduleOptions | FinalOptions) -> int:
    """How many rounds the schedule has."""
    if isinstance(options, FinalOptions):
        return phases(snapshot, options).qualifying
    return snapshot.rounds_planned or USUAL_QUALIFYING


def starters(snapshot: Snapshot) -> list[int]:
    """Who has a number: everybody who takes part in round 1, in the order of registration.

    Once it has been played, who has a seat or a bye in it: nobody gets a number afterwards.
    """
    there = (
        {player for match in snapshot.rounds[0].matches for player in match.seats}
        if snapshot.rounds
        else set()
    )
    there |= {bye.player for bye in snapshot.rounds[0].byes} if snapshot.rounds else set()
    return [
        e.id
        for e in snapshot.entrants
        if not e.house and e.takes_part_in(1) and (not snapshot.rounds or e.id in there)
    ]


def draw_numbers(snapshot: Snapshot) -> dict[int, int]:
    """The number, 1 to n, of everybody who has one; see the head of this module."""
    people = starters(snapshot)
    typed = {e.id: e.draw_number for e in snapshot.entrants if e.draw_number is not None and e.id in people}
    drawn = Lots(snapshot.draw_seed).order([id for id in people if id not in typed], "number")
    free = (number for number in range(1, len(people) + 1) if number not in typed.values())
    numbers = typed | dict(zip(drawn, free, strict=False))
    order = sorted(numbers, key=lambda id: numbers[id])
    return {id: place for place, id in enumerate(order, start=1)}


def _from_start(snapshot: Snapshot, options: ScheduleOptions | FinalOptions) -> Schedule:
    numbers = draw_numbers(snapshot)
    house = _house_ids(snapshot, house_players(len(numbers)))
    ids = [*sorted(numbers, key=lambda id: numbers[id]), *house]
    day = options.rounds_per_day
    seed = Lots(snapshot.draw_seed).number("schedule") % 2**32
    rounds = _seating(len(ids), rounds_of(snapshot, options), day, seed)
    return tuple(tuple(tuple(ids[number - 1] for number in table) for table in tables) for tables in rounds)


def _house_ids(snapshot: Snapshot, count: int) -> list[int]:
    known = [e.id for e in snapshot.entrants if e.house][:count]
    first = max((e.id for e in snapshot.entrants), default=0) + 1
    return [*known, *range(first, first + count - len(known))]


@lru_cache(maxsize=64)
def _seating(players: int, rounds: int, day: int | None, seed: int) -> Sequence[Sequence[Sequence[int]]]:
    return plan(players, rounds, day, seed=seed).rounds
