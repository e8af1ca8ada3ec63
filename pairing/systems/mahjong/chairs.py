"""One round of a schedule, with those who are really there (rules: mahjong.md, section 2).

Every chair of the schedule has an owner, a player or a house player. Whoever is there sits on the own chair. Then,
one after the other:

1. Players without a chair in the rest of the schedule (they came late) keep the chair they sat on last, if its owner
   is a house player or has left. Of two with the same one, the first to join keeps it.
2. The others without a chair take such a chair for good, the first to join the first chair in the order of the tables
   and winds; rather one where they meet no forbidden opponent in the rest of the schedule.
3. Whoever is still left over, or has a bye by the schedule, sits on a chair that is still empty, for this round: first
   those without a chair, then those with the most byes so far.
4. House players take the chairs that are left; whoever is left over has a bye.

Nobody is put beside a forbidden opponent. A table with house players only is not played; the other tables keep their
numbers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from pairing.model.field import Field
from pairing.model.types import Match

Schedule = Sequence[Sequence[Sequence[int]]]


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of the schedule; `table` counts from 0."""

    table: int
    seat: int
    owner: int


@dataclass(frozen=True, slots=True)
class Seated:
    """Who sits where: `sitters` by chair (nobody: a house player), `byes`, and the `owners` of chairs kept for
    somebody who came late and asked for a bye.
    """

    chairs: tuple[Chair, ...]
    sitters: Mapping[Chair, int]
    byes: tuple[int, ...]
    owners: Mapping[Chair, int]


class Sitting:
    """Round `number` of a schedule. `here`: who plays in it; `last`: the owner of the chair that somebody without one
    sat on last.
    """

    def __init__(
        self, field: Field, schedule: Schedule, number: int, here: Iterable[int], last: Mapping[int, int]
    ) -> None:
        self.field, self.schedule, self.number, self.last = field, schedule, number, last
        self.here = list(here)
        self.chairs = tuple(_chairs(schedule[number - 1]))
        self.sitters: dict[Chair, int] = {}
        self.owners: dict[Chair, int] = {}

    def seat(self) -> Seated:
        """Everybody, by the rules at the head of this module."""
        here = set(self.here)
        self.sitters.update({chair: chair.owner for chair in self.chairs if chair.owner in here})
        self._keep_chairs()
        for player in self._waiting(self._came_late):
            self._take(player, self._free_for_good())
        for player in [*self._waiting(self._came_late), *self._with_bye_by_schedule()]:
            self._take(player, [chair for chair in self.chairs if chair not in self.sitters])
        byes = tuple(player for player in self.here if player not in self._seated())
        return Seated(self.chairs, self.sitters, byes, self.owners)

    @cached_property
    def _came_late(self) -> list[int]:
        """Who takes part without a chair in the rest of the schedule, the first to join first."""
        owners = {
            player for tables in self.schedule[self.number - 1 :] for table in tables for player in table
        }
        late = [
            entrant
            for entrant in self.field.entrants.values()
            if not entrant.house and entrant.takes_part_in(self.number) and entrant.id not in owners
        ]
        return [entrant.id for entrant in sorted(late, key=lambda entrant: entrant.joined_round)]

    def _keep_chairs(self) -> None:
        for player in self._came_late:
            chair = next((c for c in self._free_for_good() if c.owner == self.last.get(player)), None)
            if chair is None or self._clashes(player, chair):
                continue
            if player in self.here:
                self.sitters[chair] = player
            else:
                self.owners[chair] = player

    def _with_bye_by_schedule(self) -> list[int]:
        byes = [bye.player for round_ in self.field.rounds for bye in round_.byes]
        waiting = self._waiting(self.here)
        return sorted(
            (player for player in waiting if player not in self._came_late),
            key=lambda player: -byes.count(player),
        )

    def _waiting(self, players: Iterable[int]) -> list[int]:
        seated = self._seated()
        here = set(self.here)
        return [player for player in players if player in here and player not in seated]

    def _seated(self) -> set[int]:
        return set(self.sitters.values())

    def _free_for_good(self) -> list[Chair]:
        """Chairs of house players and of players who have left (or are not there yet), that nobody has."""
        return [
            chair
            for chair in self.chairs
            if chair not in self.sitters and chair not in self.owners and self.is_free_for_good(chair.owner)
        ]

    def is_free_for_good(self, owner: int) -> bool:
        """Whether the owner of a chair is a house player or does not take part any more."""
        entrant = self.field.entrants.get(owner)
        return entrant is None or entrant.house or not entrant.takes_part_in(self.number)

    def _take(self, player: int, chairs: Sequence[Chair]) -> None:
        """The first of these chairs without a forbidden opponent, rather one that stays so."""
        possible = [chair for chair in chairs if not self._clashes(player, chair)]
        for chair in [c for c in possible if not self._clashes_later(player, c)] or possible:
            self.sitters[chair] = player
            return

    def _clashes(self, player: int, chair: Chair) -> bool:
        mates = (s for c, s in self.sitters.items() if c.table == chair.table and c != chair)
        return any(self.field.is_apart(player, other) for other in mates)

    def _clashes_later(self, player: int, chair: Chair) -> bool:
        forbidden = self.field.apart.get(player, ())
        tables = (table for tables in self.schedule[self.number :] for table in tables)
        return bool(forbidden) and any(
            other in forbidden for table in tables if chair.owner in table for other in table
        )

    def forbidden_pairs(self) -> Iterator[tuple[int, int]]:
        """Forbidden pairs at one table, all of them owners of their chairs: the schedule does not know of them."""
        for (one, a), (other, b) in combinations(self.sitters.items(), 2):
            if one.table == other.table and self.field.is_apart(a, b):
                yield a, b


def sat_last(field: Field, schedule: Schedule) -> dict[int, int]:
    """The owner of the chair each player without one sat on last, from the rounds played."""
    last: dict[int, int] = {}
    for played in field.rounds:
        if played.number <= len(schedule):
            tables = schedule[played.number - 1]
            owners = {player for table in tables for player in table}
            for match in played.matches:
                table = table_of(match, tables)
                last |= {s: o for s, o in zip(match.seats, table, strict=False) if s not in owners}
    return last


def table_of(match: Match, tables: Sequence[Sequence[int]]) -> Sequence[int]:
    """The table of the schedule that this match was, the one with the most players on their own seats; () for none."""

    def same(table: Sequence[int]) -> int:
        return sum(one == other for one, other in zip(match.seats, table, strict=True))

    best = max(tables, key=same, default=())
    return best if best and same(best) else ()


def _chairs(tables: Sequence[Sequence[int]]) -> Iterator[Chair]:
    for at, table in enumerate(tables):
        for seat, owner in enumerate(table):
            yield Chair(at, seat, owner)
