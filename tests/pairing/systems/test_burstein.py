"""The Burstein system against a search of all pairings by the letter of C.04.4.2 (articles 1.7 to 5)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import pytest

from pairing.engine import pair
from pairing.model.field import Field
from pairing.model.options import parse
from pairing.model.types import RESULTS, ByeKind, Outcome, RoundPlan, Snapshot
from pairing.systems.burstein import BursteinOptions
from pairing.systems.burstein.plan import opposition, seeding_rounds
from tests.generator import play, random_recipe
from tests.pairing.events import event
from tests.pairing.systems.dutch.people import preference
from tests.sweep import sweep_too

Pairs = tuple[tuple[int, int], ...]


@dataclass
class Literal:
    """One round by the text. Players are ids; scores are hundredths."""

    snapshot: Snapshot

    @cached_property
    def field(self) -> Field:
        return Field(self.snapshot)

    @cached_property
    def colours(self) -> dict[int, str]:
        """The colours of the games that were played, w and b."""
        had = dict.fromkeys(self.field.entrants, "")
        for round_ in self.snapshot.rounds:
            for match in round_.matches:
                if match.result and not RESULTS[match.result][0].is_forfeit:
                    had[match.seats[0]] += "w"
                    had[match.seats[1]] += "b"
        return had

    def wants(self, id: int) -> tuple[str, int]:
        """1.5, or 1.7 of the Dutch system: the colour preferred and how much: 3 absolutely, 2 strongly, 1 mildly."""
        return preference(self.colours[id])

    def legal(self, a: int, b: int) -> bool:
        """C1 and C3, and who is kept apart."""
        one, other = self.wants(a), self.wants(b)
        return not (b in self.field.played[a] or self.field.is_apart(a, b) or (one == other and one[1] == 3))

    def clash(self, a: int, b: int) -> bool:
        return self.wants(a)[0] != "" and self.wants(a)[0] == self.wants(b)[0]

    def rank(self, id: int) -> tuple[int, int, int]:
        """1.8"""
        met = opposition(self.field)[id]
        return -met.buchholz, -met.sonneborn_berger, self.field.rating_place[id]

    def complete(self, ids: Sequence[int]) -> bool:
        if not ids:
            return True
        first, *rest = ids
        return any(self.legal(first, b) and self.complete([p for p in rest if p != b]) for b in rest)

    def bye(self, ids: Sequence[int]) -> int | None:
        """3.1"""
        points, had = self.field.points, self._had_bye()
        in_order = sorted(ids, key=self.rank, reverse=True)
        takers = sorted(in_order, key=lambda p: (points[p], -len(self.colours[p])))
        for p in takers:
            if p not in had and self.complete([q for q in ids if q != p]):
                return p
        return None

    def _had_bye(self) -> set[int]:
        win = self.snapshot.scoring.win
        had = set()
        for round_ in self.snapshot.rounds:
            for bye in round_.byes:
                if bye.kind is ByeKind.FULL or self.snapshot.scoring.for_bye(bye.kind) >= win:
                    had.add(bye.player)
            for match in round_.matches:
                for player, outcome in zip(match.seats, RESULTS.get(match.result or "", ()), strict=False):
                    worth = self.snapshot.scoring.for_outcome(outcome)
                    if outcome in (Outcome.FORFEIT_WIN, Outcome.FORFEIT_LOSS) and worth >= win:
                        had.add(player)
        return had

    def pairings(self, order: Sequence[int]) -> Iterator[tuple[Pairs, tuple[int, ...]]]:
        """All pairings of a bracket in the order of 4.3: the pairs, and who floats."""
        if not order:
            yield (), ()
            return
        first, *rest = order
        for other in reversed(rest):
            if self.legal(first, other):
                for pairs, floaters in self.pairings([p for p in rest if p != other]):
                    yield ((first, other), *pairs), floaters
        for pairs, floaters in self.pairings(rest):
            yield pairs, (first, *floaters)

    def floats(self, floaters: Sequence[int]) -> tuple[int, list[int]]:
        """C5 and C6: how many, and their scores from the highest on."""
        return len(floaters), sorted((self.field.points[p] for p in floaters), reverse=True)

    def round(self) -> tuple[set[frozenset[int]], int | None] | None:
        """The pairs and the bye; None where there are none."""
        ids = list(self.field.present)
        bye = self.bye(ids) if len(ids) % 2 else None
        left = [p for p in ids if p != bye]
        if len(left) % 2 or not self.complete(left):
            return None
        points = self.field.points
        found: set[frozenset[int]] = set()
        down: list[int] = []
        for score in sorted({points[p] for p in left}, reverse=True):
            below = [p for p in left if points[p] < score]
            bracket = sorted([*down, *(p for p in left if points[p] == score)], key=self.rank)
            pairs, down = self.best(bracket, below)
            found |= {frozenset(each) for each in pairs}
        return found, bye

    def best(self, bracket: Sequence[int], below: Sequence[int]) -> tuple[Pairs, list[int]]:
        """3.2: the first of the best by C5 to C8, of those after which everybody has an opponent (C4)."""
        candidates = [each for each in self.pairings(bracket) if self.complete([*each[1], *below])]

        def quality(each: tuple[Pairs, tuple[int, ...]]) -> tuple[object, ...]:
            pairs, floaters = each
            clashes = sum(self.clash(a, b) for a, b in pairs)
            return (*self.floats(floaters), self.following(floaters, below), clashes)

        pairs, floaters = min(candidates, key=quality)
        return pairs, list(floaters)

    def following(self, floaters: Sequence[int], below: Sequence[int]) -> tuple[int, list[int]]:
        """C7: what C5 and C6 can be in the following bracket."""
        if not below:
            return 0, []
        score = max(self.field.points[p] for p in below)
        bracket = [*floaters, *(p for p in below if self.field.points[p] == score)]
        rest = [p for p in below if self.field.points[p] < score]
        return min(self.floats(left) for _, left in self.pairings(bracket) if self.complete([*left, *rest]))

    def white(self, a: int, b: int) -> int:
        """5.2 for two who have colours: who has White; by 5.2.1 nobody here."""
        (one, how), (other, much) = self.wants(a), self.wants(b)
        if one != other:
            return a if one == "w" or other == "b" else b
        if how != much:
            return (a if how > much else b) if one == "w" else (b if how > much else a)
        for mine, theirs in zip(reversed(self.colours[a]), reversed(self.colours[b]), strict=False):
            if mine != theirs:
                return a if mine == "b" else b
        higher, lower = sorted((a, b), key=self.rank)
        return higher if one == "w" else lower


def later_rounds(seeds: range) -> Iterator[tuple[Snapshot, RoundPlan]]:
    """Rounds after the seeding rounds of small random events, where nothing was waived."""
    for seed in seeds:
        recipe = random_recipe(seed, ["burstein"], (4, 9))
        recipe = replace(recipe, options={"rounds": recipe.rounds, "initial_colour": "white"})
        for step in play(recipe):
            field = Field(step.snapshot)
            seeding = seeding_rounds(field, parse(BursteinOptions, step.snapshot.options))
            plan = step.answer
            if isinstance(plan, RoundPlan) and not plan.relaxed and field.number > seeding:
                yield step.snapshot, plan


@pytest.mark.parametrize("seeds", [range(25), *sweep_too(range(25, 400))], ids=str)
def test_it_is_the_first_of_the_best_pairings_by_the_text(seeds: range) -> None:
    seen: Counter[str] = Counter()
    for snapshot, plan in later_rounds(seeds):
        literal = Literal(snapshot)
        asked = literal.field.requested_byes
        byes = [b.player for b in plan.byes if b.player not in asked]
        found = literal.round()
        assert found is not None
        assert {frozenset(m.seats) for m in plan.matches} == found[0]
        assert byes == ([found[1]] if found[1] else [])
        for match in plan.matches:
            if any(literal.wants(p)[1] for p in match.seats):
                assert match.seats[0] == literal.white(*match.seats)
                seen["colours"] += 1
        seen["rounds"] += 1
    assert seen["rounds"] > len(seeds)
    assert seen["colours"] > len(seeds)


@pytest.mark.parametrize(("rounds", "seeding"), [(3, 1), (5, 2), (7, 3), (9, 4), (11, 4), (None, 4)])
def test_the_first_half_of_the_rounds_seeds_but_four_at_most(rounds: int | None, seeding: int) -> None:
    """1.6.2"""
    field = Field(event(players="A B", system="burstein", rounds_planned=rounds))
    assert seeding_rounds(field, BursteinOptions()) == seeding


def test_the_opposition_by_hand() -> None:
    """A met B and E, who have 1 each: 2, and for Sonneborn-Berger half of B and all of E, 1½. C (1) lost to D (1½) and
    had a bye, which counts as an opponent on C's own score: 2½, and of that the point of the bye.
    """
    after = event(
        ["A draws B", "D beats C", "E has a bye"],
        ["A beats E", "B draws D", "C has a bye"],
        system="burstein",
        rounds_planned=3,
    )
    met = opposition(Field(after))
    ids = {e.name: e.id for e in after.entrants}
    points = {name: Field(after).points[id] for name, id in ids.items()}
    assert points == {"A": 150, "B": 100, "C": 100, "D": 150, "E": 100}
    assert met[ids["A"]].buchholz == 200
    assert met[ids["A"]].sonneborn_berger == 50 * 100 + 100 * 100
    assert met[ids["C"]].buchholz == 150 + 100
    assert met[ids["C"]].sonneborn_berger == 100 * 100


def test_the_rounds_of_somebody_who_stays_away_count_as_draws_for_the_opponents() -> None:
    """1.7.2: A met E in round 1, who has left after it: rounds 2 and 3 are zero-point byes up to the round to come."""
    rounds = [
        ["A beats E", "B beats C", "D has a bye"],
        ["A beats B", "C beats D", "E is absent"],
        ["A beats C", "B beats D", "E is absent"],
    ]
    away = event(*rounds, system="burstein", rounds_planned=5, about={"E": {"left_after_round": 1}})
    back = event(*rounds, system="burstein", rounds_planned=5)
    a, *_ = (e.id for e in away.entrants)
    assert opposition(Field(away))[a].buchholz - opposition(Field(back))[a].buchholz == 2 * 50


def test_a_table_names_the_articles() -> None:
    before = event(
        ["A beats C", "B beats D"],
        system="burstein",
        rounds_planned=2,
        options={"initial_colour": "white"},
        about={name: {"rating": 2400 - 100 * at} for at, name in enumerate("ABCD")},
        players="A B C D",
    )
    top = pair(before).matches[0]
    names = {e.id: e.name for e in before.entrants}
    assert [why.text(name_of=names.__getitem__) for why in top.why] == [
        "Both are on 1.",
        "A meets the lowest ranked possible opponent of the group; players are ranked by the strength of the "
        "opponents they have met (1.8, 4.3).",
        "Both prefer the same colour; A is ranked higher and gets it (5.2.5).",
    ]
