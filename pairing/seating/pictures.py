"""What people want to see of a schedule, counted: who meets whom, on which winds, at which tables.

Pure data for any schedule by ids: planned or played, with house players, with byes, with players who come and go.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from pairing.seating.quality import WINDS, counted_meetings, counted_winds, everybody

Schedule = Sequence[Sequence[Sequence[int]]]


@dataclass(frozen=True, slots=True)
class Picture:
    """`ids`: the rows and columns of everything, house players (`house`) last.

    `meetings[a][b]`: how often the players at these places of `ids` meet. `winds[a]`: how often on East, South, West,
    North. `tables[a][r]`: the table number (from 1) in round r, None when there is none. `met[a][r]`: the three others
    there, in the order of the seats, () when there are none. `opponents[a]`: different opponents. `byes[a]`: rounds
    without a table.
    """

    ids: tuple[int, ...]
    house: tuple[int, ...]
    meetings: tuple[tuple[int, ...], ...]
    winds: tuple[tuple[int, int, int, int], ...]
    tables: tuple[tuple[int | None, ...], ...]
    met: tuple[tuple[tuple[int, ...], ...], ...]
    opponents: tuple[int, ...]
    byes: tuple[int, ...]

    @property
    def pairs_by_meetings(self) -> dict[int, int]:
        """How many pairs meet so often, from those who never do on."""
        times = [row[b] for a, row in enumerate(self.meetings) for b in range(a)]
        return {count: times.count(count) for count in range(max(times, default=0) + 1)}


def picture(rounds: Schedule, *, ids: Iterable[int] | None = None, house: Collection[int] = ()) -> Picture:
    """Count a schedule. `ids`: whom to show, in this order (by default everybody who sits anywhere, ascending);
    house players among them come last.
    """
    shown = sorted(everybody(rounds)) if ids is None else list(ids)
    order = sorted(shown, key=lambda player: player in house)
    met, winds = counted_meetings(rounds), counted_winds(rounds)
    seats: dict[int, dict[int, tuple[int, tuple[int, ...]]]] = {player: {} for player in everybody(rounds)}
    for number, tables in enumerate(rounds):
        for table_number, table in enumerate(tables, 1):
            for player in table:
                others = tuple(other for other in table if other != player)
                seats[player][number] = table_number, others
    here = [seats.get(player, {}) for player in order]
    count = range(len(rounds))
    return Picture(
        ids=tuple(order),
        house=tuple(player for player in order if player in house),
        meetings=tuple(tuple(met.get(a, {}).get(b, 0) for b in order) for a in order),
        winds=tuple(_four(winds.get(player, [0] * WINDS)) for player in order),
        tables=tuple(tuple(row[at][0] if at in row else None for at in count) for row in here),
        met=tuple(tuple(row[at][1] if at in row else () for at in count) for row in here),
        opponents=tuple(len(met.get(player, {})) for player in order),
        byes=tuple(len(rounds) - len(row) for row in here),
    )


def _four(counts: Sequence[int]) -> tuple[int, int, int, int]:
    east, south, west, north = counts
    return east, south, west, north
