"""Checks a printed schedule for four at a table from its document alone; shares no code with the planner.

Everything is counted anew, with sets and counters of single facts, and the bounds a schedule is held against are
written down here as the rules state them (rules of four-player events, "What is attainable").
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import combinations
from typing import Any

# NxR -> (max meetings, spread, most opponents) where the rules name another value than the simple bound.
STATED = {
    "8x4": (2, 0, 6), "8x9": (5, 0, 7), "12x4": (2, 0, 9), "12x5": (2, 0, 10), "12x6": (2, 0, 10),
    "12x7": (3, 0, 11), "20x6": (2, 0, 17),
}  # fmt: skip


def stated_opponents(players: int, rounds: int) -> tuple[int, int, int]:
    """What the rules say a schedule of 8 to 64 players and 4 to 10 rounds reaches."""
    simple = (-(-3 * rounds // (players - 1)), 0, min(players - 1, 3 * rounds))
    return STATED.get(f"{players}x{rounds}", simple)


def problems(rounds: list[list[list[int]]], players: int, count: int) -> list[str]:
    """What is wrong with the shape of a schedule: empty when everybody sits once in each round, four at a table."""
    found = [] if len(rounds) == count else [f"{len(rounds)} rounds instead of {count}"]
    for number, tables in enumerate(rounds, 1):
        if any(len(table) != 4 for table in tables):
            found.append(f"round {number}: a table that is not of four")
        seen = Counter(player for table in tables for player in table)
        wrong = [player for player in {*seen, *range(1, players + 1)} if seen[player] != 1]
        if wrong or max(seen) != players:
            found.append(f"round {number}: not seated once: {sorted(wrong)}")
    return found


def recount(rounds: list[list[list[int]]], rounds_per_day: int | None) -> dict[str, Any]:
    """The quality of a schedule, from its rounds."""
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
    sizes = [len(others) for others in opponents.values()]
    everybody = list(opponents)
    return {
        "max_meetings": max(met.values()),
        "opponent_spread": max(sizes) - min(sizes),
        "most_opponents": max(sizes),
        "players_missing_a_wind": len({p for p in everybody for s in (1, 2, 3, 4) if (p, s) not in sat}),
        "max_same_wind": max(sat.values()),
        "latest_average_wind": max(sum(s * sat[p, s] for s in (1, 2, 3, 4)) for p in everybody) / len(rounds),
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
    return {p for p in everybody for window in windows if len({where[p, number] for number in window}) == 1}
