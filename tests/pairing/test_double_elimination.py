"""`double_elimination`: its chart by counting, and whole events played to the end."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from pairing.engine import pair
from pairing.errors import Impossible
from pairing.ranking import rank
from pairing.systems.bracket.chart import Chart, Part, Source, double
from pairing.types import Bye, ByeKind, Entrant, Match, Round, Snapshot


def event(count: int, **options: object) -> Snapshot:
    people = tuple(Entrant(i, f"P{i}", ranking=i) for i in range(1, count + 1))
    return Snapshot(people, system="double_elimination", options={"after_round": 0, **options})


def play_round(snapshot: Snapshot, rng: Random | None = None) -> Snapshot:
    """The next round, won by the better seed or at random."""
    plan = pair(snapshot)
    results = ["1-0" if rng is None else rng.choice(["1-0", "0-1"]) for _ in plan.matches]
    matches = tuple(Match(m.table, m.seats, r) for m, r in zip(plan.matches, results, strict=True))
    byes = tuple(Bye(b.player, b.kind) for b in plan.byes)
    return replace(snapshot, rounds=(*snapshot.rounds, Round(plan.number, matches=matches, byes=byes)))


def play_out(snapshot: Snapshot, rng: Random | None = None) -> Snapshot:
    while True:
        try:
            snapshot = play_round(snapshot, rng)
        except Impossible:
            return snapshot


def losses(snapshot: Snapshot) -> Counter[int]:
    return Counter(m.seats[m.result == "1-0"] for r in snapshot.rounds for m in r.matches)


@pytest.mark.parametrize("players", range(2, 70))
def test_everybody_but_the_winner_can_lose_twice(players: int) -> None:
    """Two losses for all but the winner, who may have one: 2n - 2 games, and the second final."""
    chart = double(players)
    assert len(chart.games) == 2 * players - 1
    assert len(double(players, second_final=False).games) == 2 * players - 2
    used = Counter(s for g in chart.games for s in (g.upper, g.lower))
    assert set(used.values()) == {1}
    assert {s.number for s in used if s.kind == "seed"} == set(range(1, players + 1))
    for at, game in enumerate(chart.games):
        for source in (game.upper, game.lower):
            assert source.kind == "seed" or chart.games[source.number].stage < game.stage, at
    unbeaten = [g for at, g in enumerate(chart.games) if Source("loser", at) in used]
    assert all(g.part in (Part.MAIN, Part.FINAL) for g in unbeaten)
    assert len(unbeaten) == players - 1 + 1  # everybody's first loss, and that of the final


@pytest.mark.parametrize("seed", range(40))
def test_two_losses_and_out(seed: int) -> None:
    rng = Random(seed)
    count = rng.randint(2, 40)
    snapshot = play_out(event(count, second_final=rng.random() < 0.5), rng)
    lost = losses(snapshot)
    champion = rank(snapshot)[0].player
    single_final = snapshot.options["second_final"] is False
    assert [p for p in range(1, count + 1) if lost[p] < 2 and p != champion] == [] or single_final
    assert lost[champion] < 2
    assert all(s.player != champion for s in rank(snapshot)[1:])
    for number in range(1, len(snapshot.rounds) + 1):
        before = losses(replace(snapshot, rounds=snapshot.rounds[: number - 1]))
        seen = snapshot.rounds[number - 1]
        alive = {p for p in range(1, count + 1) if before[p] < 2}
        assert {p for m in seen.matches for p in m.seats} | {b.player for b in seen.byes} == alive
        if len(seen.matches) > 1:
            assert all(before[m.seats[0]] == before[m.seats[1]] for m in seen.matches)


def test_the_later_somebody_is_out_the_better_the_place() -> None:
    standings = rank(play_out(event(8)))
    assert [s.player for s in standings][:4] == [1, 2, 3, 4]
    assert [s.group for s in standings] == [0, 1, 2, 3, 4, 4, 5, 5]
    assert {s.player for s in standings[4:6]} == {5, 6}


def test_waiting_is_no_win() -> None:
    snapshot = play_out(event(8))
    byes = [(r.number, b.player, b.kind) for r in snapshot.rounds for b in r.byes]
    assert byes == [(3, 1, ByeKind.ZERO), (3, 2, ByeKind.ZERO), (5, 1, ByeKind.ZERO)]


def test_who_has_left_gives_walkovers_in_both_parts() -> None:
    snapshot = play_round(play_round(event(8)))
    left = tuple(replace(e, left_after_round=2) if e.id in (2, 5) else e for e in snapshot.entrants)
    snapshot = replace(snapshot, entrants=left)
    plan = pair(snapshot)  # 3-5 and 4-6 were to come; 1 and 2 wait
    assert [m.seats for m in plan.matches] == [(4, 6)]
    assert [(b.player, b.kind) for b in plan.byes] == [(3, ByeKind.FULL), (1, ByeKind.ZERO)]
    snapshot = play_round(snapshot)
    plan = pair(snapshot)  # 2 misses the final of the winners' bracket, and the losers' final after it
    assert [m.seats for m in plan.matches] == [(3, 4)]
    snapshot = play_round(snapshot)
    assert [m.seats for m in pair(snapshot).matches] == [(1, 3)]


@cache
def ways(chart: Chart, source: Source) -> dict[int, tuple[frozenset[Source], ...]]:
    """By seed: every way to a place in the chart, as the results (game won or lost) on it."""
    if source.kind == "seed":
        return {source.number: (frozenset(),)}
    game = chart.games[source.number]
    found: dict[int, tuple[frozenset[Source], ...]] = {}
    for side in (game.upper, game.lower):
        for seed, known in ways(chart, side).items():
            found[seed] = (*found.get(seed, ()), *(way | {source} for way in known))
    return found


def can_have_met(chart: Chart, one: frozenset[Source], other: frozenset[Source]) -> bool:
    """Whether two ways fit together and have a game in common: one has won it, the other lost it."""
    games = {s.number for s in one} & {s.number for s in other}
    return bool(games) and not one & other


def first_possible_rematch(chart: Chart) -> int:
    """The first stage of the losers' bracket in which two can meet again."""
    for game in sorted((g for g in chart.games if g.part is Part.LOSERS), key=lambda g: g.stage):
        ones, others = ways(chart, game.upper), ways(chart, game.lower)
        for way in (w for known in ones.values() for w in known):
            if any(can_have_met(chart, way, w) for known in others.values() for w in known):
                return game.stage
    raise AssertionError


@pytest.mark.parametrize(("players", "stage"), [(4, 2), (8, 3), (16, 4), (32, 5)])
def test_nobody_meets_again_before_there_is_no_other_way(players: int, stage: int) -> None:
    """The latest stages there are: all ways of crossing halves, quarters, ... were tried for these fields."""
    assert first_possible_rematch(double(players)) == stage
