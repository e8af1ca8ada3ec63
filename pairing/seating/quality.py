"""How good a four-player schedule is: the eight figures of the source (a spreadsheet for 8 to 64 players), in the
order it looks at them. Opponents come first, then winds, then table numbers.

Everything here counts what is there: players have any ids, a round may leave some of them out.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from itertools import combinations

Table = tuple[int, int, int, int]
Rounds = Sequence[Sequence[Table]]
Key = tuple[int, int, int]

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

    @property
    def key(self) -> tuple[int | Fraction, ...]:
        """The figures in order, such that a better schedule has a lower key."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return tuple((values | {"most_opponents": -self.most_opponents}).values())

    def figures(self) -> dict[str, int | float]:
        """The figures by their names, in order, as JSON can hold them."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return values | {"latest_average_wind": float(self.latest_average_wind)}


def measure(
    rounds: Sequence[Sequence[Sequence[int]]],
    rounds_per_day: int | None = None,
    *,
    ids: Iterable[int] | None = None,
    house: Collection[int] = (),
) -> Quality:
    """All figures of a schedule: rounds, tables in the order of their numbers, seats East, South, West, North.

    `rounds_per_day`: days start every so many rounds; without it all are one day. `ids`: the players judged, by
    default everybody who sits anywhere; `house` players are never judged themselves, but everybody's meetings with
    them count. Who sits out a round has no table in it. Somebody judged who never sits meets nobody and misses winds.
    """
    judged = sorted({*(everybody(rounds) if ids is None else ids)} - {*house})
    met = counted_meetings(rounds)
    different = [len(met.get(player, {})) for player in judged]
    winds = counted_winds(rounds)
    sat = [winds.get(player, [0] * WINDS) for player in judged]
    three, two = stays(rounds, rounds_per_day or len(rounds), judged)
    return Quality(
        max_meetings=max((times for p in judged for times in met.get(p, {}).values()), default=0),
        opponent_spread=max(different, default=0) - min(different, default=0),
        most_opponents=max(different, default=0),
        players_missing_a_wind=sum(0 in row for row in sat),
        max_same_wind=max(map(max, sat), default=0),
        latest_average_wind=max(map(average_wind, sat), default=Fraction(0)),
        same_table_3_in_a_row=three,
        same_table_2_in_a_row=two,
    )


def everybody(rounds: Sequence[Sequence[Sequence[int]]]) -> set[int]:
    """Whoever sits anywhere."""
    return {player for tables in rounds for table in tables for player in table}


def counted_meetings(rounds: Sequence[Sequence[Sequence[int]]]) -> dict[int, dict[int, int]]:
    """Of everybody who sits anywhere: whom they meet, and how often."""
    met: dict[int, dict[int, int]] = {}
    for tables in rounds:
        for table in tables:
            for a in table:
                row = met.setdefault(a, {})
                for b in table:
                    if a != b:
                        row[b] = row.get(b, 0) + 1
    return met


def counted_winds(rounds: Sequence[Sequence[Sequence[int]]]) -> dict[int, list[int]]:
    """Of everybody who sits anywhere: how often East, South, West and North."""
    winds: dict[int, list[int]] = {}
    for tables in rounds:
        for table in tables:
            for wind, player in enumerate(table):
                winds.setdefault(player, [0] * WINDS)[wind] += 1
    return winds


def average_wind(winds: Sequence[int]) -> Fraction:
    """Of somebody who sat so often on each wind; 0 for somebody who never sat."""
    return Fraction(sum(wind * count for wind, count in enumerate(winds, 1)), sum(winds) or 1)


def stays(
    rounds: Sequence[Sequence[Sequence[int]]], rounds_per_day: int, players: Iterable[int]
) -> tuple[int, int]:
    """(same_table_3_in_a_row, same_table_2_in_a_row) of the players, with tables in the order of their numbers."""
    longest: dict[int, int] = {}
    for _, running in stays_by_round(rounds, rounds_per_day):
        for player, rounds_here in running.items():
            longest[player] = max(longest.get(player, 1), rounds_here)
    runs = [longest.get(player, 1) for player in players]
    return sum(run >= 3 for run in runs), sum(run >= 2 for run in runs)


def stays_by_round(
    rounds: Sequence[Sequence[Sequence[int]]], rounds_per_day: int
) -> Iterator[tuple[dict[int, int], dict[int, int]]]:
    """After each round: the table number (from 0) of everybody who sits, and how many rounds of this day running
    they have been there.
    """
    place: dict[int, int] = {}
    running: dict[int, int] = {}
    for at, tables in enumerate(rounds):
        before = {} if at % rounds_per_day == 0 else place
        place = {player: number for number, table in enumerate(tables) for player in table}
        running = {p: running[p] + 1 if before.get(p) == number else 1 for p, number in place.items()}
        yield place, running


def meetings(rounds: Rounds, players: int) -> list[list[int]]:
    """How many times each two of the players 0 to `players` - 1 meet, as a square; a player never meets himself."""
    counts = [[0] * players for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for a, b in combinations(table, 2):
                counts[a][b] += 1
                counts[b][a] += 1
    return counts


def opponents_key(rounds: Rounds, players: int) -> Key:
    """(max_meetings, opponent_spread, -most_opponents) of players 0 to `players` - 1: the lowest is the best."""
    return key_of(meetings(rounds, players))


def key_of(counts: Sequence[Sequence[int]]) -> Key:
    """The same from what `meetings` gives."""
    players = len(counts)
    different = [players - row.count(0) for row in counts]
    return max(map(max, counts)), max(different) - min(different), -max(different)


# House players: they fill seats so that every table has four, and nobody wants to meet two of them at once.
MOST_HOUSE = 3
MOST_COMPARED = 1_000  # choices without a meeting whose effect on the others is looked at


def house_players(players: int) -> int:
    """How many house players make the number of players a multiple of four (section 2 of the rules)."""
    return -players % 4


def house_places(
    rounds: Sequence[Sequence[Sequence[int]]], count: int, *, among: Collection[int] | None = None
) -> tuple[int, ...]:
    """Which ids of a finished schedule are best taken by `count` (0 to 3) house players, in ascending order.

    The fewest times two of them share a table; then the fewest times any other player meets them, and the fewest
    players who do so often; then the highest numbers. `among`: the ids to choose from (all of the schedule).
    """
    if not 0 <= count <= MOST_HOUSE:
        raise ValueError(f"{count} house players; a schedule never needs more than {MOST_HOUSE}")
    met = counted_meetings(rounds)
    ids = sorted(met if among is None else among, reverse=True)
    found: list[tuple[int, ...]] = []
    fewest = -1
    for chosen in combinations(ids, count):
        together = sum(met[a].get(b, 0) for a, b in combinations(chosen, 2))
        if fewest < 0 or together < fewest:
            found, fewest = [], together
        if together == fewest:
            found.append(chosen)
            if fewest == 0 and len(found) >= MOST_COMPARED:
                break
    best = min(found, key=lambda chosen: _burden(met, chosen))
    return tuple(sorted(best))


def _burden(met: dict[int, dict[int, int]], chosen: tuple[int, ...]) -> tuple[int, int]:
    """Of the player who meets house players most often: how often, and how many such players there are."""
    times = [
        sum(row.get(house, 0) for house in chosen) for player, row in met.items() if player not in chosen
    ]
    return (max(times), times.count(max(times))) if times else (0, 0)
