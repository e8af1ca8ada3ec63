"""The schedule an event has: stored with it, or computed from its players, its options and its draw seed.

*Numbers.* Everybody who takes part in round 1 has a number, 1 to n: the one typed in (`draw_number`), the others by lot
(`number|id`) from the numbers nobody has. Where typed numbers go beyond n, their order counts.

*The schedule* is planned for these numbers (`pairing.seating`); where n is not a multiple of four, the numbers after n
are house players, or the rounds have byes. The same event gives the same schedule on any machine.

*When players leave or come* (`leavers` is `replan`), the rounds from then on are planned again for those who take
part; the meetings, winds and tables of the rounds before count. Such a plan is made from the first round before which
somebody left or came, and holds until that happens again; so it is the same whichever later round asks for it. A stored
schedule that is already for those who take part is left alone. Somebody who asks for a bye has not left.

*Without a stored schedule* the rounds played may not be those of the schedule from the start: a pair has been forbidden
since, or the number of rounds changed. Then the rest is planned again as well, round by round.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pairing.model.clubs import count_apart, kept_apart
from pairing.model.errors import Impossible
from pairing.model.lots import Lots
from pairing.model.reasons import Reason, because
from pairing.model.remember import remember
from pairing.model.types import FOUR, Round, Snapshot
from pairing.model.work import Work
from pairing.seating import house_players, plan, replan
from pairing.systems.mahjong.chairs import table_of
from pairing.systems.mahjong.explain import PLANNED, PLANNED_AGAIN, STORED
from pairing.systems.mahjong.options import FinalOptions, ScheduleOptions
from pairing.systems.mahjong.phases import USUAL_QUALIFYING, phases

Schedule = tuple[tuple[tuple[int, ...], ...], ...]
Pairs = tuple[tuple[int, int], ...]

# Of annealing, where no schedule is known that cannot be beaten: about a second, since somebody may be waiting for it.
STEPS = 60_000
PER_SEAT = 50  # steps of Work for every player and round
PER_PAIR = 10  # and for every two who may not share a table
# Numbers remembered of schedules from the start, and of those planned again, with what they were asked for: seats of
# ten schedules of 400 players over 25 rounds, 4 MB.
MOST_PLACES = 100_000


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


def planned(snapshot: Snapshot, options: ScheduleOptions | FinalOptions, number: int, work: Work) -> Planned:
    """The schedule in force when round `number` is paired. Errors: as `schedule_of`; Impossible for forbidden pairs."""
    stored = bool(snapshot.schedule)
    if not stored:
        work.take(_price(snapshot, options, 1))
    rounds = snapshot.schedule or _from_start(snapshot, options)
    first = _first_again(snapshot, options, rounds, number)
    if first is None or first > len(rounds):
        return Planned(rounds, stored)
    work.take(_price(snapshot, options, first))
    again = _again(snapshot, options, rounds, first)
    return Planned((*rounds[: first - 1], *again), after=first - 1)


def whole_schedule(snapshot: Snapshot, options: ScheduleOptions | FinalOptions) -> Schedule:
    """The schedule of all rounds that are planned: the stored one, or the one computed from the start."""
    if isinstance(options, FinalOptions) and options.qualifying != "schedule":
        return ()
    return snapshot.schedule or _from_start(snapshot, options)


def _price(snapshot: Snapshot, options: ScheduleOptions | FinalOptions, first: int) -> int:
    """The work of a schedule from round `first` on by its size alone: the same where the schedule is remembered."""
    places = len(snapshot.entrants) * rounds_of(snapshot, options)
    return STEPS + PER_SEAT * places + PER_PAIR * count_apart(snapshot, first)


def rounds_of(snapshot: Snapshot, options: ScheduleOptions | FinalOptions) -> int:
    """How many rounds the schedule has."""
    if isinstance(options, FinalOptions):
        return phases(snapshot, options).qualifying
    return snapshot.rounds_planned or USUAL_QUALIFYING


def starters(snapshot: Snapshot) -> list[int]:
    """Who has a number: everybody who takes part in round 1, in the order of registration.

    Once it has been played, who has a seat or a bye in it: nobody gets a number afterwards.
    """
    people = _taking_part(snapshot, 1)
    return [id for id in people if id in _in_round(snapshot.rounds[0])] if snapshot.rounds else people


def draw_numbers(snapshot: Snapshot) -> dict[int, int]:
    """The number, 1 to n, of everybody who has one; see the head of this module."""
    people = starters(snapshot)
    typed = {e.id: e.draw_number for e in snapshot.entrants if e.draw_number is not None and e.id in people}
    drawn = Lots(snapshot.draw_seed).order([id for id in people if id not in typed], "number")
    free = (number for number in range(1, len(people) + 1) if number not in typed.values())
    numbers = typed | dict(zip(drawn, free, strict=False))
    order = sorted(numbers, key=lambda id: numbers[id])
    return {id: place for place, id in enumerate(order, start=1)}


def _taking_part(snapshot: Snapshot, number: int) -> list[int]:
    return [e.id for e in snapshot.entrants if not e.house and e.takes_part_in(number)]


def _in_round(played: Round) -> set[int]:
    return {id for match in played.matches for id in match.seats} | {bye.player for bye in played.byes}


# --- from the start -----------------------------------------------------------------------------------------
def _from_start(snapshot: Snapshot, options: ScheduleOptions | FinalOptions) -> Schedule:
    numbers = draw_numbers(snapshot)
    people = sorted(numbers, key=lambda id: numbers[id])
    house = _house_ids(snapshot, len(people), options.uneven)
    ids = [*people, *house]
    forbidden = tuple((numbers[a], numbers[b]) for a, b in _among(snapshot, numbers, 1))
    try:
        rounds = _plan(
            len(ids),
            rounds_of(snapshot, options),
            options.rounds_per_day,
            _seed(snapshot, 1),
            forbidden,
            options.uneven,
            len(house),
            STEPS,
        )
    except Impossible as error:
        raise _with_ids(error, ids) from None
    return tuple(tuple(tuple(ids[number - 1] for number in table) for table in tables) for tables in rounds)


def _places(*held: object) -> int:
    """How many numbers there are in a schedule and what it was asked for: pairs kept apart, rounds played, players."""
    return sum(_places(*part) if isinstance(part, tuple) else 1 for part in held)


@remember(MOST_PLACES, _places)
def _plan(
    players: int,
    rounds: int,
    day: int | None,
    seed: int,
    forbidden: Pairs,
    uneven: str,
    house: int,
    steps: int,
) -> Schedule:
    found = plan(
        players, rounds, day, seed=seed, steps=steps, forbidden=forbidden, uneven=uneven, house=house
    )
    return found.rounds


def _with_ids(error: Impossible, ids: Sequence[int]) -> Impossible:
    """The same error about the persons who have the numbers it names."""
    params = {name: value for name, value in error.params.items() if name != "players"}
    if "player" in params:
        params["player"] = ids[params["player"] - 1]
    return Impossible(error.code, tuple(ids[number - 1] for number in error.players), **params)


def _among(snapshot: Snapshot, people: Collection[int], first: int) -> Pairs:
    """The pairs of these people that a schedule from round `first` on keeps apart: club mates in all of its rounds, as
    it is planned at once, where they may not meet in the first of them.
    """
    present = frozenset(people)
    return tuple((a, b) for a, b in kept_apart(snapshot, first) if a in present and b in present)


def _house_ids(snapshot: Snapshot, people: int, uneven: str) -> list[int]:
    count = house_players(people) if uneven == "house" else 0
    known = [e.id for e in snapshot.entrants if e.house][:count]
    first = max((e.id for e in snapshot.entrants), default=0) + 1
    return [*known, *range(first, first + count - len(known))]


def _seed(snapshot: Snapshot, first: int) -> int:
    return Lots(snapshot.draw_seed).number("schedule", first) % 2**32


# --- planned again ------------------------------------------------------------------------------------------
def _first_again(
    snapshot: Snapshot, options: ScheduleOptions | FinalOptions, rounds: Schedule, number: int
) -> int | None:
    """The first round that has to be planned again, None where the schedule stands."""
    people = set(_taking_part(snapshot, number))
    if len(people) < FOUR:
        return None
    first = _last_change(snapshot, number, people) if options.leavers == "replan" else None
    if first is not None and not _is_for(people, snapshot, options, rounds[first - 1 :]):
        return first
    played = snapshot.rounds[: number - 1]
    return None if snapshot.schedule or all(map(_follows, played, rounds)) else number


def _last_change(snapshot: Snapshot, number: int, people: set[int]) -> int | None:
    """The last round up to `number` before which somebody left or came; None where nobody did."""
    for played in reversed(snapshot.rounds[: number - 1]):
        there = _in_round(played) & set(_taking_part(snapshot, played.number))
        if there != people:
            return played.number + 1
    return None


def _is_for(
    people: set[int], snapshot: Snapshot, options: ScheduleOptions | FinalOptions, rounds: Schedule
) -> bool:
    """Whether these rounds are planned for these people; with byes some of them may have none but byes."""
    house = {e.id for e in snapshot.entrants if e.house}
    planned_for = {id for tables in rounds for table in tables for id in table} - house
    resting = len(people) % FOUR if options.uneven == "byes" else 0
    return planned_for <= people and len(people - planned_for) <= resting


def _follows(played: Round, tables: Sequence[Sequence[int]]) -> bool:
    """Whether a round is that of the schedule: at more than half of its tables two or more sit where they should."""
    same = [
        sum(one == other for one, other in zip(match.seats, table_of(match, tables), strict=False))
        for match in played.matches
    ]
    return 2 * sum(count >= 2 for count in same) > len(same)


def _again(
    snapshot: Snapshot, options: ScheduleOptions | FinalOptions, rounds: Schedule, first: int
) -> Schedule:
    """Rounds `first` and later for those who take part in it."""
    people = _taking_part(snapshot, first)
    house = _house_ids(snapshot, len(people), options.uneven)
    return _replan(
        tuple(_seats_of(played) for played in snapshot.rounds[: first - 1]),
        len(rounds) - first + 1,
        (*people, *house),
        options.rounds_per_day,
        tuple(house),
        _seed(snapshot, first),
        _among(snapshot, people, first),
        options.uneven,
        rounds[first - 1 :],
        STEPS,
    )


def _seats_of(played: Round) -> tuple[tuple[int, ...], ...]:
    return tuple(match.seats for match in sorted(played.matches, key=lambda match: match.table))


@remember(MOST_PLACES, _places)
def _replan(
    played: Schedule,
    rounds: int,
    present: tuple[int, ...],
    day: int | None,
    house: tuple[int, ...],
    seed: int,
    forbidden: Pairs,
    uneven: str,
    start: Schedule,
    steps: int,
) -> Schedule:
    found = replan(
        played,
        rounds,
        present,
        day,
        house=house,
        seed=seed,
        steps=steps,
        forbidden=forbidden,
        uneven=uneven,
        start=start,
    )
    return found.rounds
