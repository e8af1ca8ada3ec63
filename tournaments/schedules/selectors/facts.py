"""What can be counted in a schedule, for people: who meets whom how often, on which winds, who stays at a table.

Somebody who meets a house player meets an opponent like any other; house players themselves are not judged, and nobody
asks on which winds they sit.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise

from pairing.seating import Picture, picture
from tournaments.schedules.selectors.schedules import Person, Schedule


@dataclass(frozen=True, slots=True)
class Strip:
    """The tables of one player, round by round (None: no table). `stays`: the places in `tables` of rounds at the
    same table as the round before, on the same day.
    """

    person: Person
    tables: tuple[int | None, ...]
    stays: tuple[int, ...]

    @property
    def longest(self) -> int:
        """Rounds in a row at one table, at most."""
        best = run = 1
        for before, after in pairwise((-1, *self.stays)):
            run = run + 1 if after == before + 1 and run > 1 else 2
            best = max(best, run)
        return best


@dataclass(frozen=True, slots=True)
class Facts:
    """`everybody` in the order of `counted.ids`, house players last; `strips` of all others, in the same order."""

    everybody: tuple[Person, ...]
    counted: Picture
    strips: tuple[Strip, ...]

    @property
    def people(self) -> tuple[Person, ...]:
        """Everybody but the house players."""
        return tuple(strip.person for strip in self.strips)

    @property
    def winds(self) -> tuple[tuple[int, int, int, int], ...]:
        """How often on East, South, West and North, in the order of `people`."""
        return self.counted.winds[: len(self.strips)]

    @property
    def different(self) -> tuple[int, ...]:
        """Different opponents, in the order of `people`."""
        return self.counted.opponents[: len(self.strips)]

    @property
    def most_meetings(self) -> int:
        return max(self.counted.pairs_by_meetings)

    @property
    def players_by_different(self) -> dict[int, int]:
        """How many players have so many different opponents, the fewest opponents first."""
        return dict(sorted(Counter(self.different).items()))


def facts_of(schedule: Schedule) -> Facts:
    """Everything counted of a schedule."""
    house = [person.number for person in schedule.people.values() if person.is_house]
    counted = picture(schedule.seats, ids=schedule.people, house=house)
    everybody = tuple(schedule.people[number] for number in counted.ids)
    days = [round_.day for round_ in schedule.rounds]
    strips = tuple(
        Strip(person, tables, _stays(tables, days))
        for person, tables in zip(everybody, counted.tables, strict=True)
        if not person.is_house
    )
    return Facts(everybody, counted, strips)


def _stays(tables: tuple[int | None, ...], days: list[int]) -> tuple[int, ...]:
    return tuple(
        at
        for at in range(1, len(tables))
        if tables[at] is not None and tables[at] == tables[at - 1] and days[at] == days[at - 1]
    )
