"""How good a four-player schedule is: the eight figures of the source (a spreadsheet for 8 to 64 players), in the
order it looks at them. Opponents come first, then winds, then table numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

Table = tuple[int, int, int, int]
Rounds = Sequence[Sequence[Table]]

WINDS = 4


@dataclass(frozen=True, slots=True)
class Quality:
    """What a schedule is judged by; smaller is better everywhere but in `most_opponents`.

    `max_meetings`: most times any two players meet. `opponent_spread`: different opponents of the player who has
    the most, minus those of the player who has the fewest. `most_opponents`: different opponents of the former.
    `players_missing_a_wind`: players who never sit on some wind. `max_same_wind`: most times one player sits on
    one wind. `latest_average_wind`: the largest average of a player's winds, East 1 to North 4.
    `same_table_3_in_a_row`, `same_table_2_in_a_row`: players who, on one day, sit at one table number at least
    three (two) rounds running.
    """

    max_meetings: int
    opponent_spread: int
    most_opponents: int
    players_missing_a_wind: int
    max_same_wind: int
    latest_average_wind: Fraction
    same_table_3_in_a_row: int
    same_table_2_in_a_row: int


def opponents_key(rounds: Rounds, players: int) -> tuple[int, int, int]:
    """(max_meetings, opponent_spread, -most_opponents) of players 0 to `players` - 1: the lowest is the best."""
    return key_of(meetings(rounds, players))


def key_of(counts: Sequence[Sequence[int]]) -> tuple[int, int, int]:
    """The same from what `meetings` gives."""
    players = len(counts)
    different = [players - row.count(0) for row in counts]
    return max(map(max, counts)), max(different) - min(different), -max(different)


def meetings(rounds: Rounds, players: int) -> list[list[int]]:
    """How many times each two of the players 0 to `players` - 1 meet, as a square; a player never meets himself."""
    counts = [[0] * players for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for a in table:
                row = counts[a]
                for b in table:
                    row[b] += a != b
    return counts


def stays(rounds: Rounds, players: int, rounds_per_day: int) -> tuple[int, int]:
    """(same_table_3_in_a_row, same_table_2_in_a_row) with tables in the order of their numbers."""
    longest = [1] * players
    for day in range(0, len(rounds), rounds_per_day):
        running = [1] * players
        for before, after in pairwise(rounds[day : day + rounds_per_day]):
            for player in _everybody_who_stays(before, after, running):
                longest[player] = max(longest[player], running[player])
    return sum(run >= 3 for run in longest), sum(run >= 2 for run in longest)


def _everybody_who_stays(
    before: Sequence[Table], after: Sequence[Table], running: list[int]
) -> Iterable[int]:
    """Players of the same table number in both rounds; their runs grow by one, those of the others start again."""
    for old, new in zip(before, after, strict=True):
        for player in new:
            running[player] = running[player] + 1 if player in old else 1
            if player in old:
                yield player


def measure(rounds: Rounds, players: int, rounds_per_day: int) -> Quality:
    """All figures of a schedule of the players 0 to `players` - 1: rounds, tables in the order of their numbers,
    seats East, South, West, North. `rounds_per_day`: days start every so many rounds.
    """
    counts = [[0] * WINDS for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for wind, player in enumerate(table):
                counts[player][wind] += 1
    most, spread, different = opponents_key(rounds, players)
    latest = max(sum((wind + 1) * count for wind, count in enumerate(row)) for row in counts)
    three, two = stays(rounds, players, rounds_per_day)
    return Quality(
        max_meetings=most,
        opponent_spread=spread,
        most_opponents=-different,
        players_missing_a_wind=sum(0 in row for row in counts),
        max_same_wind=max(map(max, counts)),
        latest_average_wind=Fraction(latest, len(rounds)),
        same_table_3_in_a_row=three,
        same_table_2_in_a_row=two,
    )
