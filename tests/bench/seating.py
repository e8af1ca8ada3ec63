"""Schedules for four at a table: the cells the rules name, and beyond them against random search.

The first rows are all fields of 8 to 64 players with 4 to 10 rounds: seconds, the figures about opponents, and whether
they are those the rules state. Then fields outside: ours, and the random search of the source with ten seconds of CPU
time for each of its three aims, their figures side by side (opponents; winds; tables).
"""

from itertools import combinations, count
from random import Random
from time import process_time

from pairing.seating import Quality, measure, plan
from tests.bench.rows import Measured, Once, Row
from tests.bench.scrambles import Scrambles
from tests.pairing.verify_seating import problems, recount, stated_opponents, together

Pairs = list[tuple[int, int]]
SECONDS = 10.0
PER_DAY = 4
LARGE = [(players, rounds) for players in (68, 100, 172) for rounds in (12, 15)]
BEYOND = [(20, 12), (24, 13), (32, 15), (40, 12), (52, 15), (60, 12)]
# Players, rounds, forbidden pairs drawn at random.
FORBIDDEN = [(16, 5, 3), (24, 7, 6), (24, 8, 4), (32, 10, 10), (40, 8, 10), (64, 10, 20), (100, 12, 50)]
CLUBS = [(24, 6, 4), (40, 8, 5)]  # players, rounds, members of each club


def rows() -> list[Row]:
    found = [_stated(players, rounds) for players in range(8, 65, 4) for rounds in range(4, 11)]
    for players, rounds in (*LARGE, *BEYOND):
        found += _against(players, rounds, [], "")
    for players, rounds, pairs in FORBIDDEN:
        found += _against(players, rounds, _some_pairs(players, pairs), f", {pairs} pairs apart")
    for players, rounds, size in CLUBS:
        found += _against(players, rounds, _clubs(players, size), f", clubs of {size} apart")
    return found


def _stated(players: int, rounds: int) -> Row:
    return Row(f"seating, {players} × {rounds}", "", lambda: _seed_by_seed(players, rounds), 1.0, summary=max)


def _seed_by_seed(players: int, rounds: int) -> Once:
    seeds = count()

    def once() -> Measured:
        start = process_time()
        seating = plan(players, rounds, seed=next(seeds))
        seconds = process_time() - start
        counted = recount(seating.rounds, None)
        opponents = tuple(counted[name] for name in ("max_meetings", "opponent_spread", "most_opponents"))
        same = not problems(seating.rounds, players, rounds)
        same = same and opponents == stated_opponents(players, rounds)
        same = same and counted["players_missing_a_wind"] == 0
        same = same and counted["max_same_wind"] == -(-rounds // 4)
        return Measured(seconds, f"{opponents} {'as stated' if same else 'NOT AS STATED'}")

    return once


def _against(players: int, rounds: int, pairs: Pairs, how: str) -> list[Row]:
    """Ours, and the rival's with whether it is worse (by opponents, then winds, then tables)."""
    name = f"{players} × {rounds}{how}"
    return [
        Row(name, "ours", lambda: lambda: _ours(players, rounds, pairs)[1]),
        Row(name, "random", lambda: lambda: _rival(players, rounds, pairs), compared=False),
    ]


def _ours(players: int, rounds: int, pairs: Pairs) -> tuple[Quality, Measured]:
    start = process_time()
    seating = plan(players, rounds, PER_DAY, forbidden=pairs)
    seconds = process_time() - start
    assert not problems(seating.rounds, players, rounds) and not together(seating.rounds, pairs)
    return seating.quality, Measured(seconds, _figures(seating.quality))


def _rival(players: int, rounds: int, pairs: Pairs) -> Measured:
    rival = Scrambles(players, rounds, PER_DAY, pairs, SECONDS, seed=1)
    start = process_time()
    schedule = rival.best()
    seconds = process_time() - start
    assert not problems(schedule, players, rounds) and not together(schedule, pairs)
    found, (ours, _measured) = measure(schedule, PER_DAY), _ours(players, rounds, pairs)
    verdict = "worse" if _key(ours) < _key(found) else "NOT WORSE"
    return Measured(seconds, f"{_figures(found)}; {verdict} after {sum(rival.tried):,} scrambles")


def _key(quality: Quality) -> tuple[float, ...]:
    figures = quality.figures() | {"most_opponents": -quality.most_opponents}
    return tuple(figures.values())


def _figures(quality: Quality) -> str:
    numbers = [
        f"{value:.3f}" if isinstance(value, float) else str(value) for value in quality.figures().values()
    ]
    return " · ".join(" ".join(numbers[start:end]) for start, end in ((0, 3), (3, 6), (6, 8)))


def _some_pairs(players: int, number: int) -> Pairs:
    random = Random(players)
    everybody = list(combinations(range(1, players + 1), 2))
    return random.sample(everybody, number)


def _clubs(players: int, size: int) -> Pairs:
    ids = Random(size).sample(range(1, players + 1), players)
    return [pair for start in range(0, players, size) for pair in combinations(ids[start : start + size], 2)]
