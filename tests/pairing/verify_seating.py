"""Checks a printed schedule for four at a table from its document alone; shares no code with the planner.

Everything is counted anew, with sets and counters of single facts, and the bounds a schedule is held against are
written down here as the rules state them (rules of four-player events, "What is attainable").
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

Rounds = Sequence[Sequence[Sequence[int]]]
Table = tuple[int, int, int, int]

# NxR -> (max meetings, spread, most opponents) where the rules name another value than the simple bound.
STATED = {
    "8x4": (2, 0, 6), "8x9": (5, 0, 7), "12x4": (2, 0, 9), "12x5": (2, 0, 10), "12x6": (2, 0, 10),
    "12x7": (3, 0, 11), "20x6": (2, 0, 17),
}  # fmt: skip


def stated_opponents(players: int, rounds: int) -> tuple[int, int, int]:
    """What the rules say a schedule of 8 to 64 players and 4 to 10 rounds reaches."""
    simple = (-(-3 * rounds // (players - 1)), 0, min(players - 1, 3 * rounds))
    return STATED.get(f"{players}x{rounds}", simple)


def problems(rounds: Rounds, players: int | Iterable[int], count: int) -> list[str]:
    """What is wrong with the shape of a schedule: empty when everybody sits once in each round, four at a table, as
    many tables as can be filled. `players`: how many, or their ids; those who are too many sit out, nobody two times
    more than another.
    """
    ids = set(range(1, players + 1)) if isinstance(players, int) else set(players)
    found = [] if len(rounds) == count else [f"{len(rounds)} rounds instead of {count}"]
    sat: Counter[int] = Counter()
    for number, tables in enumerate(rounds, 1):
        if any(len(table) != 4 for table in tables) or len(tables) != len(ids) // 4:
            found.append(f"round {number}: not as many tables of four as can be filled")
        seen = Counter(player for table in tables for player in table)
        if wrong := sorted(player for player in seen if seen[player] != 1 or player not in ids):
            found.append(f"round {number}: not seated once, or nobody we know: {wrong}")
        sat.update(seen.keys())
    games = [sat[player] for player in ids]
    if max(games) - min(games) > 1:
        found.append(f"somebody sits out two times more than another: {sorted(games)}")
    return found


def together(rounds: Rounds, pairs: Iterable[Sequence[int]]) -> list[Sequence[int]]:
    """The pairs that share a table somewhere."""
    tables = [set(table) for one in rounds for table in one]
    return [pair for pair in pairs if any(set(pair) <= table for table in tables)]


def uneven_winds(rounds: Rounds) -> list[int]:
    """Who sits on some wind neither a quarter of the own games rounded down nor rounded up."""
    sat = Counter((player, seat) for one in rounds for table in one for seat, player in enumerate(table))
    games = Counter(player for one in rounds for table in one for player in table)
    return sorted(
        {p for p, played in games.items() for s in range(4) if not -1 < sat[p, s] - Fraction(played, 4) < 1}
    )


def recount(
    rounds: Rounds, rounds_per_day: int | None, judged: Collection[int] | None = None
) -> dict[str, Any]:
    """The quality of a schedule, from its rounds, as far as the players `judged` go (all of them)."""
    met: Counter[frozenset[int]] = Counter()
    opponents: defaultdict[int, set[int]] = defaultdict(set)
    sat: Counter[tuple[int, int]] = Counter()
    where: dict[tuple[int, int], int] = {}
    for number, tables in enumerate(rounds):
        for place, table in enumerate(tables):
            for a, b in combinations(table, 2):
                met[frozenset((a, b))] += 1
                opponents[a].add(b)
                opponents[b].add(a)
            for seat, player in enumerate(table, 1):
                sat[player, seat] += 1
                where[player, number] = place
    everybody = list(opponents if judged is None else judged)
    sizes = [len(opponents[player]) for player in everybody]
    averages = [
        sum(s * sat[p, s] for s in (1, 2, 3, 4)) / max(1, sum(sat[p, s] for s in (1, 2, 3, 4)))
        for p in everybody
    ]
    return {
        "max_meetings": max(times for pair, times in met.items() if not pair.isdisjoint(everybody)),
        "opponent_spread": max(sizes) - min(sizes),
        "most_opponents": max(sizes),
        "players_missing_a_wind": len({p for p in everybody for s in (1, 2, 3, 4) if not sat[p, s]}),
        "max_same_wind": max(sat[p, s] for p in everybody for s in (1, 2, 3, 4)),
        "latest_average_wind": max(averages),
        "same_table_3_in_a_row": len(running(where, everybody, len(rounds), rounds_per_day, 3)),
        "same_table_2_in_a_row": len(running(where, everybody, len(rounds), rounds_per_day, 2)),
    }


def running(
    where: dict[tuple[int, int], int], everybody: list[int], count: int, per_day: int | None, length: int
) -> set[int]:
    """Players with `length` rounds of one day, one after another, at one table."""
    day = per_day or count
    windows = [
        range(start, start + length)
        for start in range(count - length + 1)
        if start // day == (start + length - 1) // day
    ]
    return {
        p
        for p in everybody
        for window in windows
        if len({where.get((p, number), -number - 1) for number in window}) == 1
    }


def every_table_of_eight() -> Iterator[list[Table]]:
    """All 35 ways to seat the players 0 to 7 at two tables."""
    for a, b, c in combinations(range(1, 8), 3):
        rest = [player for player in range(8) if player not in (0, a, b, c)]
        yield [(0, a, b, c), (rest[0], rest[1], rest[2], rest[3])]
