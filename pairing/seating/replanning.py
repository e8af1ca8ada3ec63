"""The rest of an event planned anew: rounds already played stay, those to come are for the players there are now."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from random import Random
from typing import Any

from pairing.model.errors import Impossible
from pairing.model.reasons import phrase
from pairing.seating.opponents.choosing import Schedule, opponents
from pairing.seating.opponents.forbidden import checked, refuse_impossible, refuse_together, together
from pairing.seating.opponents.labels import renumbered
from pairing.seating.opponents.stand_ins import byes_of, next_out
from pairing.seating.opponents.starts import tables_of
from pairing.seating.opponents.task import Pair, Task
from pairing.seating.places.tables import Days, best_with_numbers
from pairing.seating.places.winds import with_winds
from pairing.seating.proofs import limits_of, proven
from pairing.seating.quality import MOST_HOUSE, WINDS, Table, counted_meetings, counted_winds, measure
from pairing.seating.schedule import (
    PLAYERS,
    ROUNDS,
    STEPS_PER_SECOND,
    Seating,
    check_day,
    check_of_four,
    check_range,
    check_uneven,
    plan,
    refuse,
)
from pairing.seating.search import KeepGoing, Report, Search, quiet

Played = Sequence[Sequence[Sequence[int]]]


def replan(
    played: Played,
    rounds: int,
    present: Iterable[int],
    rounds_per_day: int | None = None,
    *,
    house: Collection[int] = (),
    seed: int = 0,
    steps: int = 2 * STEPS_PER_SECOND,
    keep_going: KeepGoing = lambda done: True,
    forbidden: Iterable[Sequence[int]] = (),
    uneven: str = "house",
    start: Played = (),
    report: Report = quiet,
) -> Seating:
    """`rounds` more rounds for the players `present`, as good as we know how to make them together with those `played`.

    `played`: rounds, tables in the order of their numbers, ids in the order of the seats; of anybody. `present`: ids, a
    multiple of four unless `uneven` is "byes" (then those who have sat out least do so first; rounds before somebody's
    first game are no byes). `house`: those of `present` who are house players; what they meet and where they sit is not
    judged, and they are kept from each other where possible. `start`: rounds planned before that should be improved on;
    whoever is there takes the seats of those who are not, and the answer is never worse than that. The other arguments
    are those of `plan`; days go on.

    The answer's `rounds` and `byes` are the new rounds only, its `quality` is that of all rounds for those present
    who are no house players. Errors: as `plan`.
    """
    ids = _checked_ids(present, house, uneven)
    check_range(phrase("rounds"), rounds, ROUNDS)
    check_day(rounds_per_day)
    check_uneven(uneven)
    pairs = checked(forbidden, ids)
    rest = _Rest(played, start, rounds, ids, {*house}, pairs, rounds_per_day or len(played) + rounds)
    refuse_impossible(
        pairs, ids, tables=len(ids) // 4, out=len(ids) % 4, everybody_plays=rest.everybody_plays
    )
    search = Search(keep_going, report)
    if any(played) or len(house) > MOST_HOUSE:
        new = rest.planned(Random(seed), steps, search)
    else:
        new = rest.from_the_beginning(
            rounds_per_day, seed=seed, steps=steps, keep_going=keep_going, report=report, uneven=uneven
        )
    found = [_judged(played, one, rest, rounds_per_day) for one in (rest.as_before(), new) if one]
    best = min(found, key=lambda one: one.quality.key)
    search.finished(best.quality.figures())
    return best


def _judged(played: Played, new: Schedule, rest: _Rest, rounds_per_day: int | None) -> Seating:
    whole = [*played, *new]
    quality = measure(whole, rounds_per_day, ids=rest.ids, house=rest.house)
    limits = limits_of(whole, ids=rest.ids, house=rest.house, forbidden=rest.pairs)
    return Seating(
        players=len(rest.ids),
        rounds=tuple(map(tuple, new)),
        quality=quality,
        proven_optimal=proven(quality, limits),
        byes=byes_of(new, rest.ids),
    )


class _Rest:
    """What is left to plan; inside players are the places of `ids`, people first, then house players."""

    def __init__(
        self,
        played: Played,
        start: Played,
        rounds: int,
        ids: list[int],
        house: set[int],
        pairs: frozenset[Pair],
        length: int,
    ) -> None:
        self.played, self.rounds, self.house, self.pairs, self.length = played, rounds, house, pairs, length
        self.ids = [*(id for id in ids if id not in house), *(id for id in ids if id in house)]
        self.number = {id: at for at, id in enumerate(self.ids)}
        self.id_of = dict(enumerate(self.ids))
        missed = self._missed()
        self.out = self._out_of(start, missed) or next_out(missed, rounds)
        self.start = self._seated(start)

    @property
    def everybody_plays(self) -> bool:
        """Whether nobody sits out all rounds to come."""
        return all(sum(at in one for one in self.out) < self.rounds for at in range(len(self.ids)))

    def _missed(self) -> list[int]:
        """How many rounds each has sat out since their first game."""
        missed = []
        for id in self.ids:
            there = [any(id in table for table in tables) for tables in self.played]
            missed.append(there[there.index(True) :].count(False) if any(there) else 0)
        return missed

    def from_the_beginning(self, rounds_per_day: int | None, **how: Any) -> Schedule:
        """Nothing has been played: a whole schedule of its own."""
        barred = [(self.number[a] + 1, self.number[b] + 1) for a, b in self.pairs]
        try:
            found = plan(
                len(self.ids), self.rounds, rounds_per_day, forbidden=barred, house=len(self.house), **how
            )
        except Impossible as error:
            params = {name: value for name, value in error.params.items() if name != "players"}
            players = tuple(self.ids[number - 1] for number in error.players)
            raise Impossible(error.code, players, **params) from None
        return renumbered(found.rounds, {at + 1: id for at, id in self.id_of.items()})

    def as_before(self) -> Schedule:
        """The plan there was with those who are there now; [] where it does not fit, or seats a forbidden pair."""
        rounds = renumbered(self.start, self.id_of)
        return [] if together(self.pairs, rounds) else rounds

    def planned(self, random: Random, steps: int, search: Search) -> Schedule:
        """The new rounds, in ids."""
        found = opponents(self.task(), random, steps, search, self.start)
        for one in found:
            refuse_together(self.pairs, renumbered(one, self.id_of))
        players = len(self.ids)
        days = Days(self.length, self._today())
        numbered = best_with_numbers(found, players, days, random)
        sat = counted_winds(self.played)
        before = [sat.get(id, [0] * WINDS) for id in self.ids]
        return renumbered(with_winds(numbered, players, before), self.id_of)

    def task(self) -> Task:
        """Meetings so far as the search counts them; those of pairs that must not meet again are over."""
        met = counted_meetings(self.played)
        apart = self.pairs | {*combinations(sorted(self.house), 2)}
        rows, elsewhere = [], []
        for id in self.ids:
            seen = met.get(id, {})
            here = {other for other in seen if other in self.number and _pair(id, other) not in apart}
            rows.append(tuple(seen[other] if other in here else 0 for other in self.ids))
            elsewhere.append(len(seen) - len(here))
        return Task(
            len(self.ids),
            self.out,
            barred=frozenset(_pair(self.number[a], self.number[b]) for a, b in self.pairs),
            met=tuple(rows),
            games=tuple(sum(met.get(id, {}).values()) // 3 for id in self.ids),
            elsewhere=tuple(elsewhere),
            house=frozenset(self.number[id] for id in self.house),
        )

    def _today(self) -> list[list[list[int]]]:
        """The rounds already played on the day that goes on, those who are gone as -1."""
        first = len(self.played) // self.length * self.length
        return [
            [[self.number.get(id, -1) for id in table] for table in tables] for tables in self.played[first:]
        ]

    def _out_of(self, start: Played, missed: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """Who sits out in the plan there was, where it is for the same players and fair; else ()."""
        byes = byes_of(start, self.ids)
        out = tuple(tuple(self.number[id] for id in one) for one in byes)
        then = [times + sum(at in one for one in out) for at, times in enumerate(missed)]
        fits = len(out) == self.rounds and all(len(one) == len(self.ids) % 4 for one in out)
        return out if fits and max(then) - min(then) <= 1 else ()

    def _seated(self, start: Played) -> list[list[Table]]:
        """The rounds planned before, whoever is there now in the seats of those who are not; [] when they are for
        another number of tables or rounds.
        """
        rounds = []
        for tables, out in zip(start, self.out, strict=False):
            line = [self.number.get(id, -1) for table in tables for id in table]
            line = [-1 if at in out else at for at in line]
            free = [at for at in range(len(self.ids)) if at not in out and at not in line]
            if len(line) + len(out) != len(self.ids) or len(free) != line.count(-1):
                return []
            rest = iter(free)
            rounds.append(tables_of([next(rest) if at < 0 else at for at in line]))
        return rounds if len(start) == len(rounds) == self.rounds else []


def _pair(a: int, b: int) -> Pair:
    return min(a, b), max(a, b)


def _checked_ids(present: Iterable[int], house: Collection[int], uneven: str) -> list[int]:
    ids = sorted({*present})
    check_range(phrase("players"), len(ids), PLAYERS)
    if strangers := sorted({*house} - {*ids}):
        refuse(phrase("house"), phrase("{player} is not one of the players", player=strangers[0]))
    if len(house) == len(ids):
        refuse(phrase("house"), phrase("all are house players"))
    if uneven == "house":
        check_of_four(len(ids))
    return ids
