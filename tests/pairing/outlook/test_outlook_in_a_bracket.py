"""The outlook in a bracket against every way it can end, each played by the engine and ranked by the rules."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import sqrt

import pytest

from pairing.engine import pair
from pairing.engine.standings import rank
from pairing.model.errors import PairingError
from pairing.model.types import Bye, Cut, CutBy, Entrant, Match, Outcome, Phase, Round, RoundStatus, Snapshot
from pairing.outlook import outlook_of
from pairing.outlook.event_outlook import EventOutlook
from pairing.outlook.prospects import Proof, State

Ending = tuple[Fraction, Snapshot]


def bracket(players: int, system: str = "bracket", *, rated: bool = False, **options: object) -> Snapshot:
    """Seeded as numbered. `rated`: by 40 points less from one to the next; else nobody has a rating."""
    people = tuple(
        Entrant(i, ranking=i, rating=2000 - 40 * i if rated else None) for i in range(1, players + 1)
    )
    chosen = {"after_round": 0, "reseed_layers": False, "avoid_rematches": False, **options}
    return Snapshot(people, system=system, options=chosen)


def paired(snapshot: Snapshot, *results: str | None) -> Snapshot:
    """The next round with these results in the order of the tables; None: still being played."""
    plan = pair(snapshot)
    given = [*results, *[None] * (len(plan.matches) - len(results))]
    matches = tuple(Match(m.table, m.seats, r) for m, r in zip(plan.matches, given, strict=True))
    status = RoundStatus.IN_PROGRESS if None in given else RoundStatus.COMPLETED
    byes = tuple(Bye(b.player, b.kind) for b in plan.byes)
    return replace(snapshot, rounds=(*snapshot.rounds, Round(plan.number, status, matches, byes)))


def expected(snapshot: Snapshot, one: int, other: int) -> Fraction:
    """The share of the first: 40 points less each number, or even."""
    rated = snapshot.entrants[0].rating is not None
    return Fraction(1 / (1 + 10 ** (40 * (one - other) / 400))) if rated else Fraction(1, 2)


def endings(snapshot: Snapshot) -> Iterator[Ending]:
    """Every ending with its probability: the open tables, then round after round until nothing can be paired."""

    def go(now: Snapshot, likely: Fraction) -> Iterator[Ending]:
        if now.rounds and now.rounds[-1].status is not RoundStatus.COMPLETED:
            last = now.rounds[-1]
        else:
            try:
                now = paired(now)
            except PairingError:
                yield likely, now
                return
            last = now.rounds[-1]
        tables = [m for m in last.matches if m.result is None]
        for results in product(("1-0", "0-1"), repeat=len(tables)):
            given, chance = dict(zip(tables, results, strict=True)), likely
            for match, result in given.items():
                first = expected(now, *match.seats)
                chance *= first if result == "1-0" else 1 - first
            done = tuple(replace(m, result=given.get(m, m.result)) for m in last.matches)
            over = replace(last, matches=done, status=RoundStatus.COMPLETED)
            yield from go(replace(now, rounds=(*now.rounds[:-1], over)), chance)

    return go(snapshot, Fraction(1))


def wins_from_now(start: Snapshot, end: Snapshot, player: int) -> list[bool]:
    """Whether each match of a player that was still open was won, in order."""
    known = {(r.number, m.table) for r in start.rounds for m in r.matches if m.result is not None}
    return [
        m.result == ("1-0" if m.seats[0] == player else "0-1")
        for r in end.rounds
        for m in r.matches
        if player in m.seats and (r.number, m.table) not in known
    ]


def without(snapshot: Snapshot, number: int) -> Snapshot:
    people = (replace(e, left_after_round=1) if e.id == number else e for e in snapshot.entrants)
    return replace(snapshot, entrants=tuple(people))


CASES: dict[str, tuple[Snapshot, list[list[str | None]]]] = {
    "a final": (bracket(4), [["1-0", "0-1"]]),
    "a final being played": (bracket(4), [["1-0", "0-1"], [None]]),
    "eight, one semifinal on": (bracket(8), [["1-0", "0-1", "1-0"], []]),
    "six with byes": (bracket(6, rated=True), [["0-1"]]),
    "third place": (bracket(4, third_place=True, rated=True), [["1-0"]]),
    "third place to come": (bracket(8, third_place=True), [["1-0", "1-0", "0-1", "1-0"], ["0-1"]]),
    "double of four": (bracket(4, "double_elimination", rated=True), [["1-0", "0-1"]]),
    "double of four, second round on": (bracket(4, "double_elimination"), [["1-0", "1-0"], ["0-1"]]),
    "double of four, no second final": (bracket(4, "double_elimination", second_final=False), [["1-0"]]),
    "double of five": (bracket(5, "double_elimination"), [["1-0"], ["0-1"]]),
    "double, the first final lost": (bracket(3, "double_elimination"), [["1-0"], ["1-0"], ["1-0"], ["0-1"]]),
    "the winner of a game has left": (without(bracket(8, rated=True), 1), [["1-0", "1-0", "1-0", "1-0"]]),
    "the winner of the first of four games has left": (without(bracket(16, rated=True), 1), [["1-0"] * 8]),
    "a finalist has left": (without(bracket(4), 1), [["1-0"]]),
    "the seed of a double has left": (without(bracket(4, "double_elimination", rated=True), 1), [["1-0", "1-0"]]),
    "over": (bracket(4), [["1-0", "1-0"], ["1-0"]]),
}  # fmt: skip


def started(name: str) -> Snapshot:
    snapshot, rounds = CASES[name]
    for results in rounds:
        if snapshot.rounds and snapshot.rounds[-1].status is not RoundStatus.COMPLETED:
            break
        try:
            snapshot = paired(snapshot, *results)
        except PairingError:
            break
    return snapshot


@pytest.mark.parametrize("name", CASES)
def test_it_is_what_all_endings_say(name: str) -> None:
    snapshot = started(name)
    found = outlook_of(snapshot)
    assert found is not None and found.in_bracket and found.targets
    every = list(endings(snapshot))
    assert sum(likely for likely, _ in every) == pytest.approx(1)
    places = [{line.player: line.rank for line in rank(end)} for _, end in every]
    for line in found.lines:
        runs = [wins_from_now(snapshot, end, line.player) for _, end in every]
        for at, target in enumerate(found.targets):
            reached = [place[line.player] <= target.value for place in places]
            prospect = line.prospects[at]
            if len(set(reached)) == 1:
                assert prospect.state is (State.CLINCHED if reached[0] else State.OUT_OF_REACH), (
                    line,
                    target,
                )
                assert prospect.proof is Proof.BRACKET and prospect.odds is None
                worst, best = (f(place[line.player] for place in places) for f in (max, min))
                assert prospect.place is not None
                assert prospect.place <= worst if prospect.state is State.CLINCHED else prospect.place <= best
                continue
            assert prospect.state is State.STILL_POSSIBLE, (line, target)
            likely = sum(p for (p, _), hit in zip(every, reached, strict=True) if hit)
            assert prospect.odds is not None and prospect.odds.mean == pytest.approx(float(likely))
            assert prospect.odds.low == prospect.odds.high
            # So many wins in a row are enough, and one fewer is not.
            enough = [k for k in range(9) if all(hit for run, hit in zip(runs, reached, strict=True)
                                                 if run[:k] == [True] * k)]  # fmt: skip
            assert prospect.wins == enough[0], (line, target)


@pytest.mark.parametrize(
    "name", ["a final being played", "eight, one semifinal on", "double of four, second round on"]
)
def test_what_the_own_result_means_is_what_the_endings_say(name: str) -> None:
    snapshot = started(name)
    found = outlook_of(snapshot)
    assert found is not None and found.open_tables
    every = list(endings(snapshot))
    playing = [p for m in snapshot.rounds[-1].matches if m.result is None for p in m.seats]
    assert {line.player for line in found.lines if line.own} == set(playing)
    for line in found.lines:
        for outcome, prospects in line.own.items():
            hits: defaultdict[bool, Fraction] = defaultdict(Fraction)
            for target, prospect in zip(found.targets, prospects, strict=True):
                hits.clear()
                for likely, end in every:
                    if wins_from_now(snapshot, end, line.player)[0] == (outcome is Outcome.WIN):
                        place = next(one.rank for one in rank(end) if one.player == line.player)
                        hits[place <= target.value] += likely
                share = float(hits[True] / (hits[True] + hits[False]))
                state = (
                    State.CLINCHED
                    if share == 1
                    else State.OUT_OF_REACH
                    if share == 0
                    else State.STILL_POSSIBLE
                )
                assert prospect.state is state
                assert (prospect.odds is None) is (state is not State.STILL_POSSIBLE)
                assert prospect.odds is None or prospect.odds.mean == pytest.approx(share)


def test_whoever_has_left_a_final_that_is_being_played_gets_no_odds() -> None:
    found = outlook_of(without(started("a final being played"), 1))
    open_ = [(line.player, line.prospects[0].odds) for line in (found.lines if found else ()) if line.own]
    assert len(open_) == 2 and [player for player, odds in open_ if odds is None] == [1]


def test_a_large_bracket_is_played_by_chance() -> None:
    """By recursion: somebody wins a bracket of 32 by winning five matches, against whoever comes up."""
    snapshot = paired(bracket(32, rated=True), *["1-0"] * 3)
    found = outlook_of(snapshot, "seed")
    assert found is not None and found.runs == 2000
    assert found == outlook_of(snapshot, "seed")
    assert [target.value for target in found.targets] == [1, 2, 4, 8]
    halves = _champions(snapshot)
    for line in found.lines:
        prospect, share = line.prospects[0], float(halves[line.player])
        if prospect.state is State.STILL_POSSIBLE:
            assert prospect.odds is not None
            assert abs(prospect.odds.mean - share) <= 4.5 * sqrt(share * (1 - share) / 2000) + 1e-3
        else:
            assert share == 0


def _champions(snapshot: Snapshot) -> dict[int, Fraction]:
    """How likely everybody wins, by the first round's tables in the order of the chart: 1-32, 16-17, 9-24, ..."""
    line = [1]
    while len(line) < 32:
        line = [seed for one in line for seed in (one, 2 * len(line) + 1 - one)]
    known = {frozenset(m.seats): m for m in snapshot.rounds[0].matches if m.result}
    groups: list[dict[int, Fraction]] = [{seed: Fraction(1)} for seed in line]
    while len(groups) > 1:
        merged = []
        for one, other in zip(groups[::2], groups[1::2], strict=True):
            both: defaultdict[int, Fraction] = defaultdict(Fraction)
            for (a, p), (b, q) in product(one.items(), other.items()):
                match = known.get(frozenset((a, b)))
                share = expected(snapshot, a, b) if match is None else Fraction(match.seats[0] == a)
                both[a] += p * q * share
                both[b] += p * q * (1 - share)
            merged.append(dict(both))
        groups = merged
    return groups[0]


def test_in_an_event_of_phases_the_bracket_is_told_as_soon_as_it_has_begun() -> None:
    people = tuple(Entrant(i, ranking=i) for i in range(1, 9))
    phases = (Phase("monrad", rounds=1), Phase("bracket", {"avoid_rematches": False}, cut=Cut(CutBy.RANK, 4)))
    swiss = paired(Snapshot(people, system="monrad", phases=phases), *["1-0"] * 4)
    before = outlook_of(swiss)
    assert before is not None and not before.in_bracket
    found = outlook_of(paired(swiss))
    assert isinstance(found, EventOutlook) and found.in_bracket
    assert (found.rounds_left, found.open_tables, found.last) == (2, 2, 3)
    assert len(found.lines) == 4 and [t.value for t in found.targets] == [1, 2]
    assert all(line.prospects[0].wins == 2 and line.prospects[1].wins == 1 for line in found.lines)
