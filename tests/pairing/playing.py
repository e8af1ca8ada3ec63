"""What happens to an event: its next round is played, a result corrected, somebody leaves."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from pairing.engine import pair
from pairing.model.types import Bye, Match, PlannedMatch, Round, RoundPlan, RoundStatus, Snapshot

OTHER = {"1-0": "0-1", "0-1": "1-0", "+--": "--+", "--+": "+--", "---": "1-0", "0-0": "0-1"}
How = Callable[[PlannedMatch], str]


def first_wins(match: PlannedMatch) -> str:
    return "1-0"


def lower_id_wins(match: PlannedMatch) -> str:
    return "1-0" if match.seats[0] < match.seats[1] else "0-1"


def by_chance(rng: Random, *results: str) -> How:
    """One of these results, else a win for one or the other."""
    return lambda match: rng.choice(results or ("1-0", "0-1"))


def played(snapshot: Snapshot, result: How = first_wins, rounds: int = 1) -> Snapshot:
    """The event after its next round, or so many: every match with its result."""
    for _ in range(rounds):
        plan = pair(snapshot)
        matches = tuple(Match(m.table, m.seats, result(m)) for m in plan.matches)
        byes = tuple(Bye(b.player, b.kind) for b in plan.byes)
        snapshot = with_round(snapshot, Round(plan.number, matches=matches, byes=byes))
    return snapshot


def as_round(plan: RoundPlan) -> Round:
    """A plan as the round that it becomes: paired, without results."""
    return Round(
        plan.number,
        RoundStatus.PAIRED,
        tuple(Match(m.table, m.seats) for m in plan.matches),
        tuple(Bye(b.player, b.kind) for b in plan.byes),
    )


def with_round(snapshot: Snapshot, round_: Round) -> Snapshot:
    return replace(snapshot, rounds=(*snapshot.rounds, round_))


def corrected(snapshot: Snapshot, number: int, table: int, result: str | None = None) -> Snapshot:
    """The event with another result of one match: the one given, else the other winner."""

    def right(match: Match) -> Match:
        other = result or OTHER[str(match.result)]
        return replace(match, result=other) if match.table == table else match

    rounds = list(snapshot.rounds)
    rounds[number - 1] = replace(rounds[number - 1], matches=tuple(map(right, rounds[number - 1].matches)))
    return replace(snapshot, rounds=tuple(rounds))


def left(snapshot: Snapshot, *players: int | str, after: int | None = None) -> Snapshot:
    """The event without these players, by id or name, who have left after its last round or the one given."""
    last = len(snapshot.rounds) if after is None else after
    gone = {e.id for e in snapshot.entrants if e.id in players or e.name in players}
    people = tuple(replace(e, left_after_round=last) if e.id in gone else e for e in snapshot.entrants)
    return replace(snapshot, entrants=people)
