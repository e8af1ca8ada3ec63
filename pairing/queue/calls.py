"""Which sets of matches can be called at once: nobody twice, and each at a free table of its own that it may
use.

Without a player in two of the matches this is a matching of matches and tables, and where all tables are alike
it is one of players. In general it is neither (three-dimensional matching): then a plan for the players alone
is made that uses the tables too many want as little as possible. If that is still too much, there are no more
matches; if others are too many then, one of them is tried both ways, called and not called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from pairing.matching.problem import Layer, NoPerfectMatching, Problem, bits
from pairing.matching.weighted import Matcher
from pairing.model.work import Work

Seating: TypeAlias = Mapping[int, int]  # table: match
Crowded: TypeAlias = tuple[int, ...]  # sets of tables


class Calls:
    """The matches that are ready, by their places in a list; a set of them is a bit set, and so is one of
    tables.
    """

    def __init__(self, seats: Sequence[tuple[int, ...]], tables: Sequence[int], work: Work) -> None:
        """`seats`: the players of each match; `tables`: the free tables it may use."""
        self.seats, self.tables, self.work = seats, tables, work
        self.of_player: dict[int, int] = {}
        for at, players in enumerate(seats):
            self.of_player.update({player: self.of_player.get(player, 0) | 1 << at for player in players})
        # Itself, and all that share a player with it.
        self.rules_out = [0] * len(seats)
        for at, players in enumerate(seats):
            for player in players:
                self.rules_out[at] |= self.of_player[player]
        self.ends = [self._ends(at) for at in range(len(seats))]

    def _ends(self, at: int) -> tuple[int, int]:
        """Two that a match takes from all others: its players, of four the first two. A player all of whose
        matches have one and the same table stands for that table (a number below 0), with whoever else that
        holds for.
        """
        one, other = self.seats[at][:2]
        only = self.tables[at] if self.tables[at].bit_count() == 1 else 0
        first, second = (
            -only if only and all(self.tables[m] == only for m in bits(self.of_player[p])) else p
            for p in (one, other)
        )
        return (
            (min(first, other), max(first, other))
            if first == second
            else (min(first, second), max(first, second))
        )

    def seat(self, seating: Seating, match: int) -> dict[int, int] | None:
        """The seating with one match more, where others may change tables; None where no table can be had for
        it.
        """
        table, wanted_by = self._way_to_a_table(seating, match)
        if table is None:
            return None
        table_of = {match: table for table, match in seating.items()}
        after = dict(seating)
        while True:
            mover = after[table] = wanted_by[table]
            if mover not in table_of:
                return after
            table = table_of[mover]

    def _way_to_a_table(self, seating: Seating, match: int) -> tuple[int | None, dict[int, int]]:
        """A free table that can be had for a match, and who wants each table on the way; without one all that
        were looked at are taken by matches that can have no others.
        """
        taken = sum(1 << table for table in seating)
        wanted_by: dict[int, int] = {}
        seen, wanting = 0, [match]
        for one in wanting:
            new = self.tables[one] & ~seen
            seen |= new
            tables = bits(new)
            wanted_by.update(dict.fromkeys(tables, one))
            if free := new & ~taken:
                return bits(free)[0], wanted_by
            wanting += (seating[table] for table in tables)
        return None, wanted_by

    def seat_all(self, seating: Seating, matches: int, most: int) -> Seating:
        """The seating with as many of these matches as possible, up to `most`, whoever plays in them."""
        hopeless: set[int] = set()
        size = len(seating) + most
        for at in bits(matches):
            if len(seating) == size:
                break
            after = None if self.tables[at] in hopeless else self.seat(seating, at)
            if after is None:
                hopeless.add(self.tables[at])
            seating = after or seating
        return seating

    def most(self, seating: Seating, left: int) -> int:
        """As many of the matches `left` as can be called with those that are seated. Errors: TooMuchWork."""
        most = len(self.seat_all(seating, left, left.bit_count())) - len(seating)
        plans = (self.more(seating, left, need) for need in range(most, -1, -1))
        return next(plan for plan in plans if plan is not None)

    def one_after_another(self, seating: Seating, matches: Iterable[int], need: int) -> int | None:
        """So many of these matches, each taken if it can be called with those before it; None where this gives
        fewer.
        """
        plan, ruled_out = 0, 0
        for at in matches:
            if plan.bit_count() == need:
                break
            after = None if ruled_out >> at & 1 else self.seat(seating, at)
            if after is not None:
                seating, plan, ruled_out = after, plan | 1 << at, ruled_out | self.rules_out[at]
        self.work.take(need + 1)
        return plan if plan.bit_count() == need else None

    def more(
        self, seating: Seating, left: int, need: int, likely: int = 0, crowded: Crowded = ()
    ) -> int | None:
        """So many of the matches `left` that can be called with those that are seated; None where there are not
        so many.

        A match that shares no player with others left is taken at once: in any other answer it can stand in for
        one of the others. `likely`: where to look first. `crowded`: tables that too many wanted so far. Errors:
        TooMuchWork.
        """
        in_order = (*bits(left & likely), *bits(left & ~likely))
        quickly = self.one_after_another(seating, in_order, need)
        return quickly if quickly is not None else self._searched(seating, left, need, crowded)

    def _searched(self, seating: Seating, left: int, need: int, crowded: Crowded) -> int | None:
        found = 0
        while True:
            seating, left, alone = self._with_those_alone(seating, left, need - found.bit_count())
            found |= alone
            more = need - found.bit_count()
            if len(self.seat_all(seating, left, more)) < len(seating) + more:
                return None
            plan = self._plan(left, more, crowded)
            if plan is None or self._is_too_much(seating, plan, crowded):
                return None
            tables, at = self._problem_of(seating, plan)
            if at is None:
                return found | plan
            if tables and tables not in crowded:
                crowded = (*crowded, tables)
                continue
            after = self.seat(seating, at)
            apart = left & ~self.rules_out[at]
            rest = None if after is None else self.more(after, apart, more - 1, plan, crowded)
            if rest is not None:
                return found | 1 << at | rest
            left &= ~(1 << at)

    def _with_those_alone(self, seating: Seating, left: int, need: int) -> tuple[Seating, int, int]:
        """The seating with up to `need` of those that share no player with others left, who is left then, and
        they. Who has no table any more is not left.
        """
        self.work.take(left.bit_count() + 1)
        alone = 0
        for at in bits(left):
            if alone.bit_count() == need:
                break
            after = self.seat(seating, at)
            if after is None:
                left &= ~(1 << at)
            elif self.rules_out[at] & left == 1 << at:
                seating, alone, left = after, alone | 1 << at, left & ~(1 << at)
        return seating, left, alone

    def _is_too_much(self, seating: Seating, plan: int, crowded: Crowded) -> bool:
        """Whether even a plan that uses these tables least uses them more often than there are such."""
        matches = [*bits(plan), *seating.values()]
        uses = sum(not self.tables[at] & ~tables for tables in crowded for at in matches)
        return uses > sum(map(int.bit_count, crowded))

    def _problem_of(self, seating: Seating, plan: int) -> tuple[int, int | None]:
        """Why these matches cannot be called with those that are seated: the tables that too many of them want
        (0: two of them share a player), and one of them; None: they can.
        """
        for at in bits(plan):
            if self.rules_out[at] & plan != 1 << at:
                return 0, at
        for at in bits(plan):
            after = self.seat(seating, at)
            if after is None:
                return sum(1 << table for table in self._way_to_a_table(seating, at)[1]), at
            seating = after
        return 0, None

    def _plan(self, left: int, need: int, crowded: Crowded) -> int | None:
        """So many of these matches without a player in two of them, as few as possible that need `crowded`
        tables; None where there are not so many. Of four seats the first two count.
        """
        prices = {at: sum(not self.tables[at] & ~tables for tables in crowded) for at in bits(left)}
        pairs = {self.ends[at]: at for at in sorted(prices, key=prices.__getitem__, reverse=True)}
        return self._cheapest(pairs, prices, need)

    def _cheapest(
        self, pairs: Mapping[tuple[int, int], int], prices: Mapping[int, int], need: int
    ) -> int | None:
        """A cheapest choice of so many pairs, as the matches they stand for: a perfect matching of all players
        and of as many spare ones as there are players to be left over.
        """
        place = {end: at for at, end in enumerate(sorted({end for pair in pairs for end in pair}))}
        spare = len(place) - 2 * need
        if spare < 0:
            return None
        size = len(place) + spare
        near = {price: [0] * size for price in sorted({0, *prices.values()})}
        near[0] = [((1 << spare) - 1) << len(place)] * len(place) + [(1 << len(place)) - 1] * spare
        for (one, other), at in pairs.items():
            near[prices[at]][place[one]] |= 1 << place[other]
            near[prices[at]][place[other]] |= 1 << place[one]
        layers = [Layer(masks, [[2 * price]]) for price, masks in near.items()]
        try:
            mate = Matcher(Problem([0] * size, 1, layers, self.work)).solve().mate
        except NoPerfectMatching:
            return None
        return sum(1 << at for (one, other), at in pairs.items() if mate[place[one]] == place[other])
