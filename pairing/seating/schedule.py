"""A whole schedule for four at a table: opponents, then table numbers, then winds (rules of the source, section 1)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from pairing.model.errors import BAD_INPUT, PairingError
from pairing.model.reasons import Phrase, phrase
from pairing.seating.opponents.choosing import Schedule, opponents
from pairing.seating.opponents.forbidden import checked, refuse_impossible, refuse_together
from pairing.seating.opponents.labels import renumbered
from pairing.seating.opponents.stand_ins import byes_of, sitting_out
from pairing.seating.opponents.task import Task, plain
from pairing.seating.places.tables import Days, best_with_numbers
from pairing.seating.places.winds import with_winds
from pairing.seating.proofs import limits_of, proven
from pairing.seating.quality import MOST_HOUSE, Quality, Rounds, Table, house_places, house_players, measure
from pairing.seating.search import KeepGoing, Report, Search, quiet


# A finished schedule, as everybody outside the planner sees it.
@dataclass(frozen=True, slots=True)
class Seating:
    """A finished schedule of `players` players: the numbers 1 to `players`, or other ids (`replan`).

    `rounds`: rounds, tables in the order of their numbers, seats East, South, West, North. `byes`: who sits out, round
    by round. `proven_optimal`: the figures of `quality` that no schedule can beat (see proofs.proven).
    """

    players: int
    rounds: tuple[tuple[Table, ...], ...]
    quality: Quality
    proven_optimal: tuple[str, ...]
    byes: tuple[tuple[int, ...], ...]

    def to_json(self) -> dict[str, Any]:
        """The document that `seating` prints (schemas/pairwright-seating-1.json)."""
        return {
            "rounds": [[list(table) for table in tables] for tables in self.rounds],
            "quality": self.quality.figures(),
            "proven_optimal": list(self.proven_optimal),
        }


__all__ = ["PLAYERS", "ROUNDS", "STEPS_PER_SECOND", "plan"]

STEPS_PER_SECOND = 250_000


def plan(
    players: int,
    rounds: int,
    rounds_per_day: int | None = None,
    *,
    seed: int = 0,
    steps: int = 2 * STEPS_PER_SECOND,
    keep_going: KeepGoing = lambda done: True,
    forbidden: Iterable[Sequence[int]] = (),
    uneven: str = "house",
    house: int = 0,
    report: Report = quiet,
) -> Seating:
    """A schedule in which opponents, winds and table numbers are as good as we know how to make them.

    `rounds_per_day`: days start every so many rounds; without it all are played on one day. `forbidden`: pairs of
    numbers that never share a table. `house`: the last so many numbers (0 to 3) are house players, kept from each
    other where possible without being worse elsewhere. `uneven`: what a number of players that is no multiple of four
    means: "house", that house players have been forgotten (refused); "byes", that `players` % 4 sit out each round,
    nobody two times more than another.

    `steps` of annealing are spent only beyond the kept schedules and constructions; `keep_going` hears the share done,
    from 0 to 1, and ends them by saying no: the best so far is finished. `report` hears now and then the share and
    the best figures so far. The same arguments give the same schedule on any machine while `keep_going` says yes.

    Errors: PairingError for a number of players, rounds, rounds a day or house players or a pair that is not allowed;
    Impossible when forbidden pairs cannot be kept apart, or no way was found: a schedule that seats one is never
    returned.
    """
    check_plan(players, rounds, rounds_per_day, uneven, house)
    pairs = checked(forbidden, range(1, players + 1 - house))
    out = sitting_out(players, rounds)
    refuse_impossible(
        pairs,
        range(1, players + 1),
        tables=players // 4,
        out=players % 4,
        everybody_plays=rounds > -(-rounds * (players % 4) // players),
    )
    barred = frozenset((a - 1, b - 1) for a, b in pairs)
    task = plain(players, rounds, barred) if players % 4 == 0 else Task(players, out, barred)
    random, search = Random(seed), Search(keep_going, report)
    found = opponents(task, random, steps, search)
    refuse_together(pairs, renumbered(found[0], {number: number + 1 for number in range(players)}))
    if house:
        found = [_house_last(one, players, house, task) for one in found]
    days = Days(rounds_per_day or rounds)
    seated = with_winds(best_with_numbers(found, players, days, random), players)
    return _finished(seated, players, rounds_per_day, pairs, search)


def _finished(
    seated: Rounds, players: int, rounds_per_day: int | None, pairs: Iterable[tuple[int, int]], search: Search
) -> Seating:
    rounds = renumbered(seated, {number: number + 1 for number in range(players)})
    quality = measure(rounds, rounds_per_day)
    search.finished(quality.figures())
    return Seating(
        players=players,
        rounds=tuple(map(tuple, rounds)),
        quality=quality,
        proven_optimal=proven(quality, limits_of(rounds, forbidden=pairs)),
        byes=byes_of(rounds, range(1, players + 1)),
    )


def _house_last(rounds: Schedule, players: int, house: int, task: Task) -> Schedule:
    """The schedule with the numbers that suit house players best swapped with the last ones."""
    bound = {player for pair in task.barred for player in pair}
    free = [player for player in range(players) if player not in bound]
    places = house_places(rounds, house, among=free)
    last = range(players - house, players)
    stay = {player for player in places if player in last}
    moves = zip(
        [player for player in places if player not in stay],
        [player for player in last if player not in stay],
        strict=True,
    )
    new = {old: to for pair in moves for old, to in (pair, pair[::-1])}
    return renumbered(rounds, new)


# Numbers a planner does not take, refused by name.
PLAYERS = range(4, 401)
ROUNDS = range(1, 51)
UNEVEN = ("house", "byes")


def check_plan(players: int, rounds: int, rounds_per_day: int | None, uneven: str, house: int) -> None:
    """Raise PairingError for what `plan` does not take."""
    check_range(phrase("players"), players, PLAYERS)
    check_range(phrase("rounds"), rounds, ROUNDS)
    check_day(rounds_per_day)
    check_uneven(uneven)
    check_range(phrase("house players"), house, range(MOST_HOUSE + 1))
    if uneven == "house":
        check_of_four(players)


def check_of_four(players: int) -> None:
    """Raise PairingError for a number of players that needs house players."""
    more = house_players(players)
    if more == 1:
        detail = phrase(
            "{players} is not a multiple of four; add a house player and ask for {total}",
            players=players,
            total=players + more,
        )
        refuse(phrase("players"), detail)
    if more:
        detail = phrase(
            "{players} is not a multiple of four; add {more} house players and ask for {total}",
            players=players,
            more=more,
            total=players + more,
        )
        refuse(phrase("players"), detail)


def check_range(where: Phrase, value: int, allowed: range) -> None:
    """Raise PairingError for a number that is not in the range."""
    if value not in allowed:
        detail = phrase(
            "{value} is not possible here; choose {low} to {high}",
            value=value,
            low=allowed[0],
            high=allowed[-1],
        )
        refuse(where, detail)


def check_day(rounds_per_day: int | None) -> None:
    """Raise PairingError for a day without rounds."""
    if rounds_per_day is not None and rounds_per_day < 1:
        detail = phrase("{value} is not possible here; it must be at least 1", value=rounds_per_day)
        refuse(phrase("rounds per day"), detail)


def check_uneven(uneven: str) -> None:
    """Raise PairingError for a word that is not one of UNEVEN."""
    if uneven not in UNEVEN:
        detail = phrase(
            "{value} is not possible here; choose from {allowed}", value=uneven, allowed=", ".join(UNEVEN)
        )
        refuse(phrase("uneven"), detail)


def refuse(where: Phrase, detail: Phrase) -> None:
    """Raise PairingError naming what is wrong, and how."""
    raise PairingError(BAD_INPUT, where=where, detail=detail)
