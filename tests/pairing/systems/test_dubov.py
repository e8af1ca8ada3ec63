"""The Dubov system against a search of all pairings by the letter of C.04.4.1 (articles 1.6 to 4)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, permutations

import pytest

from pairing.model.options import parse
from pairing.model.types import RoundPlan, Snapshot
from pairing.systems.dubov import DubovOptions
from pairing.systems.dubov.brackets import from_the_middle
from pairing.systems.dubov.past import Past, past
from tests.generator import play, random_recipe
from tests.pairing.systems.test_burstein import Literal, Pairs
from tests.sweep import sweep_too


class LiteralDubov(Literal):
    """One round by the text."""

    @cached_property
    def past(self) -> Past:
        return past(self.field, parse(DubovOptions, self.snapshot.options))

    def wants(self, id: int) -> tuple[str, int]:
        """1.6.4: who has not played has a mild preference for Black."""
        return super().wants(id) if self.colours[id] else ("b", 1)

    def rank(self, id: int) -> tuple[int, int, int]:
        return self.field.rating_place[id], 0, 0

    def whole(self, players: Sequence[int]) -> Iterator[Pairs]:
        """All legal pairings of these players."""
        if not players:
            yield ()
            return
        first, *rest = players
        for other in rest:
            if self.legal(first, other):
                for pairs in self.whole([p for p in rest if p != other]):
                    yield ((first, other), *pairs)

    def clashes(self, pairs: Pairs) -> int:
        return sum(self.clash(a, b) for a, b in pairs)

    def upfloaters(self, residents: Sequence[int], lower: Sequence[int]) -> tuple[int, ...]:
        """3.2.1, 3.2.2"""
        for count in range(len(lower) + 1):
            found = [
                each for each in combinations(lower, count)
                if next(self.whole([*residents, *each]), None) is not None
                and self.complete([p for p in lower if p not in each])
            ]  # fmt: skip
            if found:
                return min(found, key=lambda each: self.quality(residents, each))
        raise AssertionError("no pairing")

    def quality(self, residents: Sequence[int], up: Sequence[int]) -> tuple[object, ...]:
        """C6 to C10"""
        points, known = self.field.points, self.past
        top = points[residents[0]]
        differences = sorted((top - points[p] for p in up), reverse=True)
        fewest = min(self.clashes(pairs) for pairs in self.whole([*residents, *up]))
        if known.last:
            return differences, fewest
        often = sorted((known.upfloats[p] for p in up if known.upfloats[p] >= known.most), reverse=True)
        return differences, fewest, len(often), often, sum(p in known.lately for p in up)

    def in_group(self, players: Sequence[int], white: bool) -> list[int]:
        """4.3.2"""
        place = self.field.rating_place
        return sorted(players, key=lambda p: (self.past.aro[p] if white else 0, place[p]))

    def bracket(self, players: Sequence[int]) -> set[frozenset[int]]:
        """3.2.3 to 3.2.5"""
        place = self.field.rating_place
        everybody = sorted(players, key=place.__getitem__)
        best = min(self.clashes(pairs) for pairs in self.whole(everybody))
        if any(self.colours[p] for p in everybody):
            first = [p for p in everybody if self.wants(p)[0] == "w"]
        else:
            first = everybody[: len(everybody) // 2]
        second = [p for p in everybody if p not in first]
        small_is_first = len(first) <= len(second)
        small = first if small_is_first else second
        within = min(
            sum(a in small and b in small for a, b in pairs)
            for pairs in self.whole(everybody) if self.clashes(pairs) == best
        )  # fmt: skip
        for shift in combinations(from_the_middle(self.in_group(small, small_is_first)), within):
            kept = [p for p in small if p not in shift]
            large = [p for p in everybody if p not in kept]
            count = (len(large) - len(kept)) // 2
            for back in combinations(from_the_middle(self.in_group(large, not small_is_first)), count):
                one, other = [*kept, *back], [p for p in large if p not in back]
                pairs = self.transposed(one, other) if small_is_first else self.transposed(other, one)
                if pairs is not None and self.clashes(pairs) == best:
                    return {frozenset(pair) for pair in pairs}
        raise AssertionError("no pairing")

    def transposed(self, first: Sequence[int], second: Sequence[int]) -> Pairs | None:
        """3.2.5, 4.4"""
        in_order = self.in_group(first, True)
        for order in permutations(self.in_group(second, False)):
            if all(self.legal(a, b) for a, b in zip(in_order, order, strict=True)):
                return tuple(zip(in_order, order, strict=True))
        return None

    def round(self) -> tuple[set[frozenset[int]], int | None] | None:
        ids = list(self.field.present)
        bye = self.bye(ids) if len(ids) % 2 else None
        points, place = self.field.points, self.field.rating_place
        left = sorted((p for p in ids if p != bye), key=lambda p: (-points[p], place[p]))
        found: set[frozenset[int]] = set()
        while left:
            residents = [p for p in left if points[p] == points[left[0]]]
            up = self.upfloaters(residents, left[len(residents) :])
            found |= self.bracket([*residents, *up])
            left = [p for p in left if p not in residents and p not in up]
        return found, bye


def rounds(seeds: range) -> Iterator[tuple[Snapshot, RoundPlan]]:
    """Rounds of small random events where nothing was waived."""
    for seed in seeds:
        recipe = random_recipe(seed, ["dubov"], (4, 8))
        recipe = replace(recipe, options={"rounds": recipe.rounds, "initial_colour": "white"}, late=())
        for step in play(recipe):
            if isinstance(step.answer, RoundPlan) and not step.answer.relaxed:
                yield step.snapshot, step.answer


@pytest.mark.parametrize("seeds", [range(20), *sweep_too(range(20, 300))], ids=str)
def test_it_is_the_first_of_the_best_pairings_by_the_text(seeds: range) -> None:
    seen = 0
    for snapshot, plan in rounds(seeds):
        literal = LiteralDubov(snapshot)
        asked = literal.field.requested_byes
        byes = [b.player for b in plan.byes if b.player not in asked]
        found = literal.round()
        assert found is not None
        assert {frozenset(m.seats) for m in plan.matches} == found[0]
        assert byes == ([found[1]] if found[1] else [])
        seen += 1
    assert seen > len(seeds)


def test_from_the_middle_outwards() -> None:
    """4.3.3: the middle, of two in the middle the higher, then the middle of who remains."""
    assert from_the_middle([1, 2, 3, 4, 5]) == [3, 2, 4, 1, 5]
    assert from_the_middle([1, 2, 3, 4]) == [2, 3, 1, 4]
