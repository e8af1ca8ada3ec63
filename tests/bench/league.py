"""A round of a league with loss tiers, and a bracket, from the snapshot to the checked plan with all its reasons."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from random import Random

from pairing.engine import pair
from pairing.engine.standings import rank
from pairing.model.types import ByeKind, ByeRequest, EarlierMeeting, Entrant, Match, Round, Snapshot
from tests.bench.fields import after_next
from tests.bench.rows import Once, Row, timed

Met = Callable[[int, int], bool]
BEFORE = "after 5 rounds"


def rows() -> list[Row]:
    return [*_swiss(), *_strained(), *_brackets(), _standings()]


def _swiss() -> Iterator[Row]:
    for number in range(1, 9):
        yield Row(f"500 players, round {number}", "2 seasons before", _pairing(_after(500, number - 1)), 1.0)


def _pairing(make: Callable[[], Snapshot]) -> Callable[[], Once]:
    def prepare() -> Once:
        event = make()
        return timed(lambda: pair(event))

    return prepare


def _after(players: int, rounds: int) -> Callable[[], Snapshot]:
    return lambda: _league_after(players, rounds)


@cache
def _league_after(players: int, rounds: int) -> Snapshot:
    return _played(_league_after(players, rounds - 1)) if rounds else _league(players)


def _strained() -> Iterator[Row]:
    """Rounds in which the rules have to take back and to give up as much as they can."""
    yield _tier("200 players, one tier, half of them met", 200, lambda: _by_chance(0.5))
    for left in (50, 8, 6, 3):
        yield _tier(f"500 players, all but {left} opponents met", 500, partial(_by_chance, 1 - left / 500))
    for share in (0.52, 0.9):
        for number in (1, 2):
            most = round(share * 500)
            what = f"500 players, {share:.0%} of them met each other"
            yield _tier(what, 500, partial(_among_the_first, most), number)
    yield Row(
        "500 players, many byes and forbidden pairs",
        "round 7, tiers split by wins",
        _pairing(_many_wishes),
        1.0,
    )


def _tier(what: str, players: int, met: Callable[[], Met], number: int = 2) -> Row:
    return Row(what, f"round {number}", _pairing(lambda: _one_tier(players, met(), number)), 1.0)


def _many_wishes() -> Snapshot:
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
    return event


def _brackets() -> Iterator[Row]:
    for name, options in (
        ("of 512 drawn", {"after_round": 5}),
        ("of 512 drawn, its first round not told", {}),
        ("of 400 drawn", {"after_round": 5, "size": 400}),
    ):
        goal = 0.2 if "after_round" in options else None
        yield Row(f"bracket {name}", BEFORE, _pairing(_then("bracket", options)), goal)
    for number in (2, 3):
        make = _then("bracket", {"after_round": 5}, number - 1)
        yield Row(f"bracket of 512, round {number}", BEFORE, _pairing(make), 0.2)
    make = _then("double_elimination", {"after_round": 5})
    yield Row("double elimination of 512 drawn", BEFORE, _pairing(make), 0.2)


def _then(system: str, options: dict[str, int], rounds: int = 0, before: int = 5) -> Callable[[], Snapshot]:
    """A bracket after rounds of the league, with so many of its own played."""

    def make() -> Snapshot:
        event = replace(_after(512, before)(), system=system, options=options)
        for _ in range(rounds):
            event = _played(event)
        return event

    return make


def _standings() -> Row:
    def prepare() -> Once:
        event = _then("bracket", {"after_round": 3}, rounds=3, before=3)()
        return timed(lambda: rank(event))

    return Row("standings in a bracket of 512", "round 3 of it played", prepare)


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
    return after_next(event, "1-0", "1-0", "0-1")
