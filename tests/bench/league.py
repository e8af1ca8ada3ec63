"""A round of a league with loss tiers, and a bracket, from the snapshot to the checked plan with all its reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from statistics import median
from time import process_time

from pairing.engine import pair
from pairing.ranking import rank
from pairing.types import Bye, ByeKind, ByeRequest, EarlierMeeting, Entrant, Match, Round, Snapshot

Row = tuple[str, str, float, float | None]
Met = Callable[[int, int], bool]


def run(repeats: int = 5) -> list[Row]:
    """Rows: what, with what, median CPU seconds, the goal in seconds."""
    return [*_swiss(repeats), *_brackets(repeats), *_standings(repeats)]


def _swiss(repeats: int) -> Iterator[Row]:
    event = _league(500)
    for number in range(1, 9):
        yield f"500 players, round {number}", "2 seasons before", _measured(event, repeats), 1.0
        event = _played(event)
    for what, how, event in _strained():
        yield what, how, _measured(event, repeats), 1.0


def _strained() -> Iterator[tuple[str, str, Snapshot]]:
    """Rounds in which the rules have to take back and to give up as much as they can."""
    yield "200 players, one tier, half of them met", "round 2", _one_tier(200, _by_chance(0.5))
    for left in (50, 8, 6, 3):
        yield (
            f"500 players, all but {left} opponents met",
            "round 2",
            _one_tier(500, _by_chance(1 - left / 500)),
        )
    for share in (0.52, 0.9):
        for number in (1, 2):
            event = _one_tier(500, _among_the_first(round(share * 500)), number)
            yield f"500 players, {share:.0%} of them met each other", f"round {number}", event
    event = replace(_league(500), options={"elimination": "none", "split_by_wins": True})
    rng = Random(7)
    for _ in range(6):
        people = range(1, 501)
        event = replace(
            event,
            forbidden_pairs=tuple((a, b) for a in people for b in people if a < b and rng.random() < 0.05),
            bye_requests=tuple(
                ByeRequest(p, len(event.rounds) + 1, rng.choice([ByeKind.HALF, ByeKind.ABSENT]))
                for p in people
                if rng.random() < 0.2
            ),
        )
        event = _played(event)
    yield "500 players, many byes and forbidden pairs", "round 7, tiers split by wins", event


def _brackets(repeats: int) -> Iterator[Row]:
    before = _league(512)
    for _ in range(5):
        before = _played(before)
    for name, options in (
        ("of 512 drawn", {"after_round": 5}),
        ("of 512 drawn, its first round not told", {}),
        ("of 400 drawn", {"after_round": 5, "size": 400}),
    ):
        event = replace(before, system="bracket", options=options)
        yield (
            f"bracket {name}",
            "after 5 rounds",
            _measured(event, repeats),
            0.2 if "after_round" in options else None,
        )
    event = _played(replace(before, system="bracket", options={"after_round": 5}))
    while len(event.rounds) < 8:
        yield (
            f"bracket of 512, round {len(event.rounds) - 4}",
            "after 5 rounds",
            _measured(event, repeats),
            0.2,
        )
        event = _played(event)
    event = replace(before, system="double_elimination", options={"after_round": 5})
    yield "double elimination of 512 drawn", "after 5 rounds", _measured(event, repeats), 0.2


def _standings(repeats: int) -> Iterator[Row]:
    event = _league(512)
    for _ in range(3):
        event = _played(event)
    event = replace(event, system="bracket", options={"after_round": 3})
    for _ in range(3):
        event = _played(event)
    taken = []
    for _ in range(repeats):
        start = process_time()
        rank(event)
        taken.append(process_time() - start)
    yield "standings in a bracket of 512", "round 3 of it played", median(taken), None


def _league(players: int) -> Snapshot:
    """Players with ratings from earlier seasons, each with a few opponents of the last two seasons."""
    rng = Random(players)
    people = tuple(
        Entrant(id, f"Player {id}", mu=rng.gauss(25, 6), sigma=rng.uniform(1.5, 8))
        for id in range(1, players + 1)
    )
    met = {(rng.randint(1, players), rng.randint(1, players)) for _ in range(10 * players)}
    meetings = tuple(
        EarlierMeeting(rng.choice([11, 12]), pair_) for pair_ in sorted(met) if len(set(pair_)) == 2
    )
    options = {"elimination": "none"}
    return Snapshot(people, system="tiered", season=13, options=options, earlier_meetings=meetings)


def _by_chance(share: float) -> Met:
    chance = Random(29)
    return lambda a, b: chance.random() < share


def _among_the_first(most: int) -> Met:
    return lambda a, b: max(a, b) <= most


def _one_tier(players: int, met: Met, number: int = 2) -> Snapshot:
    """Round 1 or 2 of players without a loss, some of whom have met in the season before."""
    rng = Random(players)
    ids = range(1, players + 1)
    meetings = tuple(EarlierMeeting(12, (a, b)) for a in ids for b in ids if b < a and met(a, b))
    people = tuple(Entrant(id, f"Player {id}", mu=rng.gauss(25, 6)) for id in range(1, number * players + 1))
    if number == 1:
        return Snapshot(people, system="tiered", season=13, earlier_meetings=meetings)
    matches = tuple(Match(id, (id, id + players), "1-0") for id in ids)
    losers = (replace(e, left_after_round=1) if e.id > players else e for e in people)
    return Snapshot(
        tuple(losers), (Round(1, matches=matches),), system="tiered", season=13, earlier_meetings=meetings
    )


def _played(event: Snapshot) -> Snapshot:
    """The next round, won a little more often by the player who sits first."""
    plan = pair(event)
    rng = Random(plan.number)
    matches = tuple(Match(m.table, m.seats, rng.choice(["1-0", "1-0", "0-1"])) for m in plan.matches)
    byes = tuple(Bye(b.player, b.kind) for b in plan.byes)
    return replace(event, rounds=(*event.rounds, Round(plan.number, matches=matches, byes=byes)))


def _measured(event: Snapshot, repeats: int) -> float:
    taken = []
    for _ in range(repeats):
        start = process_time()
        pair(event)
        taken.append(process_time() - start)
    return median(taken)
