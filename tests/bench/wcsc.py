"""The shogi championship searches, round by round to the last planned one: the slowest round of each event.

Random results, and events made to hurt: everything drawn (one score group), the favourites always win (the same few
players crowd each score), one club holding half the field.
"""

from dataclasses import replace
from functools import partial
from itertools import count
from random import Random
from time import process_time

from pairing.engine import pair
from pairing.model.errors import Impossible
from pairing.model.types import Bye, Entrant, Match, Round, RoundPlan, Snapshot
from tests.bench.rows import Measured, Once, Row

SIZES = ((30, 25), (200, 15), (1_000, 11))
CASES = ("random", "drawn", "favourites", "club")
SEARCHES = ("paper", "exact")


def rows() -> list[Row]:
    return [
        Row(
            f"wcsc, {players:,} × {rounds}, {case}",
            search,
            partial(_event_by_event, players, rounds, case, search),
            1.0,
            summary=max,
        )
        for players, rounds in SIZES
        for case in CASES
        for search in SEARCHES
    ]


def _event_by_event(players: int, rounds: int, case: str, search: str) -> Once:
    """Another event each time: one seed after the other."""
    seeds = count()

    def once() -> Measured:
        seconds, number = slowest_round(players, rounds, case, search, next(seeds))
        return Measured(seconds, "" if number == rounds else f"no pairing left in round {number}")

    return once


def slowest_round(players: int, rounds: int, case: str, search: str, seed: int) -> tuple[float, int]:
    """CPU seconds of the slowest round of an event, and how many rounds could be paired (or refused)."""
    rng = Random(f"{players} {case} {seed}")
    method, floater, opponent = rng.choice("AB"), rng.choice("UML"), rng.choice("CDE")
    options = {"method": method, "floater": floater, "opponent": opponent, "search": search}
    club = range(1, players // 2 + 1) if case == "club" else ()
    snapshot = Snapshot(
        entrants=tuple(Entrant(id) for id in range(1, players + 1)),
        system="wcsc",
        options=options,
        forbidden_pairs=tuple((a, b) for a in club for b in club if a < b),
        rounds_planned=rounds,
    )
    slowest = 0.0
    for number in range(1, rounds + 1):
        start = process_time()
        try:
            plan = pair(snapshot)
        except Impossible:
            return max(slowest, process_time() - start), number
        slowest = max(slowest, process_time() - start)
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, played(plan, case, rng)))
    return slowest, rounds


def played(plan: RoundPlan, case: str, rng: Random) -> Round:
    """The round with made-up results."""
    matches = tuple(Match(m.table, m.seats, _result(m.seats, case, rng)) for m in plan.matches)
    return Round(plan.number, matches=matches, byes=tuple(Bye(bye.player) for bye in plan.byes))


def _result(seats: tuple[int, ...], case: str, rng: Random) -> str:
    if case == "drawn":
        return "1/2-1/2"
    if case == "favourites":
        return "1-0" if seats[0] < seats[1] else "0-1"
    return rng.choice(["1-0", "0-1", "1/2-1/2"])
