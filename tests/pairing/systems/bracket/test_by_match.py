"""A bracket match by match has the matches of the same bracket round by round, in whatever order results come in."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest

from pairing import engine
from pairing.engine.brackets import bracket_view
from pairing.engine.standings import rank
from pairing.model.errors import Impossible
from pairing.model.types import Bye, Entrant, Match, Round, RoundPlan, RoundStatus, Snapshot

SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 16, 21)
SYSTEMS = ("bracket", "double_elimination")


def field_of(size: int, system: str, **options: object) -> Snapshot:
    """An event before its first round; the strongest has the highest rating."""
    entrants = tuple(Entrant(n, f"P{n}", rating=2500 - 10 * n) for n in range(1, size + 1))
    return Snapshot(entrants, system=system, options=options)


def result_of(match: Match, chance: Mapping[frozenset[int], int]) -> str:
    """The same two always have the same winner."""
    return "1-0" if chance[frozenset(match.seats)] == match.seats[0] else "0-1"


class Winners(dict[frozenset[int], int]):
    """Who of two wins, drawn when they first meet from a seed and the two alone."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.seed = seed

    def __missing__(self, pair: frozenset[int]) -> int:
        draw = random.Random(f"{self.seed}-{sorted(pair)}")
        self[pair] = draw.choice(sorted(pair))
        return self[pair]


def round_of(plan: RoundPlan) -> Round:
    matches = tuple(Match(m.table, m.seats) for m in plan.matches)
    byes = tuple(Bye(b.player, b.kind) for b in plan.byes)
    return Round(plan.number, RoundStatus.IN_PROGRESS, matches, byes)


def round_by_round(snapshot: Snapshot, winners: Winners) -> Snapshot:
    while True:
        try:
            played = round_of(engine.pair(snapshot))
        except Impossible:
            return snapshot
        matches = tuple(replace(m, result=result_of(m, winners)) for m in played.matches)
        played = replace(played, matches=matches, status=RoundStatus.COMPLETED)
        snapshot = replace(snapshot, rounds=(*snapshot.rounds, played))


def advanced(snapshot: Snapshot) -> Snapshot:
    """With every match that is known by now; what has been there keeps its result."""
    results = {(r.number, m.table): m.result for r in snapshot.rounds for m in r.matches}
    plans = engine.open_rounds(snapshot)
    before = snapshot.rounds[: plans[0].number - 1]
    rounds = []
    for plan in plans:
        round_ = round_of(plan)
        matches = tuple(replace(m, result=results.get((plan.number, m.table))) for m in round_.matches)
        is_over = plan.is_whole and all(m.result for m in matches)
        status = RoundStatus.COMPLETED if is_over else RoundStatus.IN_PROGRESS
        rounds.append(replace(round_, matches=matches, status=status))
    return replace(snapshot, rounds=(*before, *rounds))


def match_by_match(snapshot: Snapshot, winners: Winners, order: random.Random) -> Iterator[Snapshot]:
    """One result after the other, in any order; every state on the way."""
    begun = replace(snapshot, rounds=(*snapshot.rounds, round_of(engine.pair(snapshot))))
    state = advanced(begun)
    while True:
        yield state
        waiting = [(r.number, m) for r in state.rounds for m in r.matches if m.result is None]
        if not waiting:
            return
        number, match = order.choice(waiting)
        state = advanced(with_result(state, number, match.table, result_of(match, winners)))


def with_result(snapshot: Snapshot, number: int, table: int, result: str | None) -> Snapshot:
    rounds = tuple(
        replace(
            r,
            matches=tuple(
                replace(m, result=result) if (r.number, m.table) == (number, table) else m for m in r.matches
            ),
        )
        for r in snapshot.rounds
    )
    return replace(snapshot, rounds=rounds)


def pairs_of(snapshot: Snapshot) -> list[set[frozenset[int]]]:
    """Who meets whom, round by round, without rounds in which nobody does."""
    return [{frozenset(m.seats) for m in r.matches} for r in snapshot.rounds if r.matches]


@pytest.mark.parametrize("system", SYSTEMS)
@pytest.mark.parametrize("size", SIZES)
def test_the_matches_are_those_of_the_bracket_round_by_round(system: str, size: int) -> None:
    for seed in range(6):
        winners = Winners(seed)
        closed = round_by_round(field_of(size, system), winners)
        states = list(match_by_match(field_of(size, system, advance="match"), winners, random.Random(seed)))
        assert pairs_of(states[-1]) == pairs_of(closed)
        assert all(r.status is RoundStatus.COMPLETED for r in states[-1].rounds)
        assert [s.player for s in rank(states[-1])] == [s.player for s in rank(closed)]


@pytest.mark.parametrize("system", SYSTEMS)
def test_rematches_of_the_swiss_before_are_avoided_as_round_by_round(system: str) -> None:
    for seed in range(25):
        draw = random.Random(seed)
        players = draw.choice((6, 8, 11, 16))
        swiss = field_of(players, "monrad")
        winners = Winners(seed)
        for _round in range(3):
            played = round_of(engine.pair(swiss))
            matches = tuple(replace(m, result=result_of(m, winners)) for m in played.matches)
            played = replace(played, matches=matches, status=RoundStatus.COMPLETED)
            swiss = replace(swiss, rounds=(*swiss.rounds, played))
        begins = {"after_round": 3, "size": draw.choice((None, 4, 6))}
        closed = round_by_round(replace(swiss, system=system, options=begins), winners)
        opened = replace(swiss, system=system, options={**begins, "advance": "match"})
        *_, last = match_by_match(opened, winners, draw)
        assert pairs_of(last) == pairs_of(closed), seed


@pytest.mark.parametrize("size", [8, 13, 16])
def test_where_nobody_has_met_a_match_waits_for_its_own_two_players_only(size: int) -> None:
    opened = field_of(size, "bracket", advance="match")
    for state in match_by_match(opened, Winners(3), random.Random(3)):
        there = {frozenset(m.seats) for r in state.rounds for m in r.matches}
        view = bracket_view(state)
        known = [{side.player for side in game.sides} for game in view.games]
        assert [both for both in known if None not in both and both not in there] == []


def test_a_match_is_there_before_its_round_begins() -> None:
    state = advanced(first_round(field_of(8, "bracket", advance="match")))
    assert [len(r.matches) for r in state.rounds] == [4]
    state = advanced(with_result(state, 1, 1, "1-0"))
    assert [len(r.matches) for r in state.rounds] == [4]  # the other one of its half is not over
    partner = next(n for n in (2, 3, 4) if len(advanced(with_result(state, 1, n, "1-0")).rounds) == 2)
    state = advanced(with_result(state, 1, partner, "1-0"))
    assert [len(r.matches) for r in state.rounds] == [4, 1]
    assert state.rounds[1].status is RoundStatus.IN_PROGRESS


def first_round(snapshot: Snapshot) -> Snapshot:
    return replace(snapshot, rounds=(round_of(engine.pair(snapshot)),))


def test_nobody_goes_on_after_a_draw_until_it_is_corrected() -> None:
    state = first_round(field_of(4, "bracket", advance="match"))
    state = advanced(with_result(state, 1, 1, "1/2-1/2"))
    state = advanced(with_result(state, 1, 2, "1-0"))
    assert len(state.rounds) == 1
    state = advanced(with_result(state, 1, 1, "0-1"))
    assert [m.seats for m in state.rounds[1].matches] == [(2, 4)]


def test_who_has_left_gives_the_opponent_a_walkover() -> None:
    state = first_round(field_of(4, "bracket", advance="match"))
    state = advanced(with_result(state, 1, 1, "1-0"))
    gone = tuple(replace(e, left_after_round=1) if e.id == 1 else e for e in state.entrants)
    state = advanced(with_result(replace(state, entrants=gone), 1, 2, "1-0"))
    assert state.rounds[1].matches == ()
    assert [b.player for b in state.rounds[1].byes] == [2]
    assert rank(state)[0].player == 2


def test_a_match_that_has_not_begun_goes_with_the_result_it_came_from() -> None:
    state = first_round(field_of(4, "bracket", advance="match"))
    for table in (1, 2):
        state = advanced(with_result(state, 1, table, "1-0"))
    assert [m.seats for m in state.rounds[1].matches] == [(1, 2)]
    corrected = with_result(state, 1, 1, "0-1")
    [_first, final] = engine.open_rounds(corrected, loose={(2, 1)})
    assert [m.seats for m in final.matches] == [(2, 4)]
    [_first, played] = engine.open_rounds(corrected)
    assert [m.seats for m in played.matches] == [(1, 2)]
    assert [note.code for note in played.notes] == ["bracket_went_on"]
    [only] = engine.open_rounds(with_result(state, 1, 1, None), loose={(2, 1)})
    assert only.number == 1
