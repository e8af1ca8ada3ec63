"""`bracket` by the sentences of rules/tiered-league.md, worked out by hand; `double_elimination` by counting."""

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, strategies as st

from pairing.engine import pair
from pairing.engine.standings import rank
from pairing.model.errors import Impossible, PairingError
from pairing.model.types import ByeKind, ByeRequest, Entrant, Match, Round, RoundPlan, RoundStatus, Snapshot
from pairing.systems.bracket.avoid import without_rematches
from pairing.systems.bracket.chart import Chart, Part, Source, double, single
from pairing.systems.bracket.shape import entries
from tests.pairing.playing import How, corrected, first_wins, left, played
from tests.sweep import sweep_too

PAIRS = [("1", "A"), ("2", "B"), ("3", "C"), ("4", "D")]


def swiss(count: int, **options: object) -> Snapshot:
    """Players ranked as they are numbered; nothing played yet, so they stand in that order."""
    people = tuple(Entrant(i, f"P{i}", ranking=i) for i in range(1, count + 1))
    return Snapshot(people, system="bracket", options={"after_round": 0, "reseed_layers": False, **options})


def upset_by(*players: int) -> How:
    """The better seed (first seat) wins everywhere but where one of these plays."""
    return lambda match: "0-1" if match.seats[1] in players else "1-0"


def seats(plan: RoundPlan) -> list[tuple[int, ...]]:
    return [m.seats for m in plan.matches]


@pytest.mark.parametrize("players", range(2, 130))
def test_the_top_have_a_bye_so_that_the_next_round_is_a_power_of_two(players: int) -> None:
    """ "With n players the top 2^ceil(log2 n) - n get a bye in the first bracket round"."""
    power = 1
    while power < players:
        power *= 2
    byes = power - players
    assert entries(players) == ([players - byes, byes] if byes else [players])


@given(st.integers(2, 400), st.integers(0, 40))
def test_every_shape_plays_down_to_one_winner(players: int, second: int) -> None:
    entering = entries(players, second)
    if entering is None:
        return
    chart = single(tuple(entering))
    assert sum(entering) == players
    assert len(chart.games) == players - 1  # everybody but one loses once
    seeds = [s.number for g in chart.games for s in (g.upper, g.lower) if s.kind == "seed"]
    assert sorted(seeds) == list(range(1, players + 1))


def test_the_semifinal_losers_play_for_third_place() -> None:
    event = swiss(4, third_place=True)
    event = played(event)
    assert seats(pair(event)) == [(1, 2), (3, 4)]
    event = played(event, upset_by(4))
    assert [s.player for s in rank(event)] == [1, 2, 4, 3]


FIRST_OF_EIGHT = played(swiss(8))  # 1 against 4, 2 against 3 in the next round
ABSENT = replace(FIRST_OF_EIGHT, bye_requests=(ByeRequest(2, 2, ByeKind.ABSENT),))
# The event, who meets now, who has which bye, who meets in the round after it (none: it is not looked at).
WALKOVERS: dict[str, tuple[Snapshot, list[tuple[int, int]], dict[int, str], list[tuple[int, int]]]] = {
    "a withdrawn player gives the opponent a walkover": (left(FIRST_OF_EIGHT, 4), [(2, 3)], {1: "full"}, [(1, 2)]),
    "a stage in which nobody meets takes no round": (left(FIRST_OF_EIGHT, 3, 4), [(1, 2)], {}, []),
    "whoever asks for a bye gives a walkover too": (ABSENT, [(1, 4)], {3: "full", 2: "absent"}, [(1, 3)]),
    "two losers leave the place in the next round empty": (
        corrected(FIRST_OF_EIGHT, 1, 1, "0-0"), [(2, 3)], {4: "full"}, [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WALKOVERS)
def test_who_has_nobody_to_meet_goes_on(case: str) -> None:
    snapshot, now, byes, then = WALKOVERS[case]
    plan = pair(snapshot)
    assert seats(plan) == now
    assert {b.player: str(b.kind) for b in plan.byes} == byes
    if then:  # whatever was asked for is forgotten: the round itself says who was absent
        assert seats(pair(replace(played(snapshot), bye_requests=()))) == then


def test_who_is_left_stands_in_front() -> None:
    assert {s.player for s in rank(played(left(FIRST_OF_EIGHT, 4)))[:2]} == {1, 2}
    assert {s.player for s in rank(corrected(FIRST_OF_EIGHT, 1, 1, "0-0"))[:3]} == {2, 3, 4}


def test_a_final_that_misses_somebody_decides_the_bracket() -> None:
    event = left(played(swiss(4)), 1)
    with pytest.raises(Impossible, match="decided: 2 has won it"):
        pair(event)
    assert [s.player for s in rank(event)][:2] == [2, 1]


def test_an_open_match_leaves_its_players_in_the_running() -> None:
    event = swiss(4)
    first = played(event).rounds[0]
    opened = replace(
        first,
        status=RoundStatus.IN_PROGRESS,
        matches=(first.matches[0], replace(first.matches[1], result=None)),
    )
    standings = rank(replace(event, rounds=(opened,)))
    assert [s.player for s in standings if s.group == 0] == [1, 2, 3]
    assert standings[-1].player == 4


DRAWN = Round(1, matches=(Match(1, (1, 4), "1/2-1/2"), Match(2, (2, 3), "1-0")))
REFUSED: dict[str, tuple[Snapshot, str]] = {
    # f first-round matches, e entering later, s with two byes: 2f + e + s = 10 and s + (f + e)/2 a power of two.
    "second byes that do not fit": (
        swiss(10, second_byes=3),
        "second_byes: 3 does not fit a bracket of 10 players; choose from 0, 1, 2, 7",
    ),
    "rounds before it": (
        swiss(8, after_round=2),
        "starts after round 2. Choose another system for round 1",
    ),
    "one player": (left(swiss(2), 2), "at least 2 players; 1 have qualified after round 0"),
    "a draw": (replace(swiss(4), rounds=(DRAWN,)), "table 1"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_bracket_is_refused(case: str) -> None:
    snapshot, said = REFUSED[case]
    with pytest.raises(PairingError, match=said):
        pair(snapshot)


@pytest.mark.parametrize(
    ("met", "expected"),
    [
        ([("3", "C")], {("1", "A"), ("2", "B"), ("3", "D"), ("4", "C")}),
        ([("3", "C"), ("3", "D")], {("1", "A"), ("2", "C"), ("3", "B"), ("4", "D")}),
        ([("3", "C"), ("4", "C")], {("1", "A"), ("2", "C"), ("3", "B"), ("4", "D")}),
        ([("3", "C"), ("4", "C"), ("2", "C")], {("1", "C"), ("2", "B"), ("3", "A"), ("4", "D")}),
    ],
)
def test_lower_seeds_swap_down_then_up(met: list[tuple[str, str]], expected: set[tuple[str, str]]) -> None:
    """Bracket, 4: "1A 2B 3C 4D with 3-C a rematch: try 3-D and 4-C; if one of these is a rematch, 3-B and 2-C"."""
    index = {name: at for at, name in enumerate("1234ABCD")}
    barred = {frozenset((index[a], index[b])) for a, b in met}
    pairs = [(index[a], index[b]) for a, b in PAIRS]
    now, _swaps, left = without_rematches(pairs, lambda a, b: frozenset((a, b)) in barred)
    assert {("1234ABCD"[a], "1234ABCD"[b]) for a, b in now} == expected
    assert left == []


def test_when_nothing_works_the_rematch_stands_and_is_said() -> None:
    met = {frozenset(pair_) for pair_ in combinations(range(4), 2)}
    now, swaps, left = without_rematches([(0, 3), (1, 2)], lambda a, b: frozenset((a, b)) in met)
    assert now == [(0, 3), (1, 2)] and swaps == [] and left == now


def test_a_bracket_recognises_its_own_rounds() -> None:
    """Without `after_round`, the Swiss rounds before it are told from its own."""
    event = swiss(8)
    swiss_rounds = (
        Round(1, matches=tuple(Match(i, (i, i + 4), "1-0") for i in range(1, 5))),
        Round(
            2,
            matches=(
                Match(1, (1, 2), "1-0"),
                Match(2, (3, 4), "1-0"),
                Match(3, (5, 6), "1-0"),
                Match(4, (7, 8), "1-0"),
            ),
        ),
    )
    event = replace(event, rounds=swiss_rounds, options={})
    first = pair(event)
    assert len(first.matches) == 4 and not first.byes
    assert len(pair(played(event)).matches) == 2
    with pytest.raises(PairingError, match="has won it"):
        pair(played(event, rounds=3))


# --- `double_elimination`: its chart by counting, and whole events played to the end
def double_event(count: int, **options: object) -> Snapshot:
    people = tuple(Entrant(i, f"P{i}", ranking=i) for i in range(1, count + 1))
    return Snapshot(people, system="double_elimination", options={"after_round": 0, **options})


def play_out(snapshot: Snapshot) -> Snapshot:
    while True:
        try:
            snapshot = played(snapshot, first_wins)
        except Impossible:
            return snapshot


@pytest.mark.parametrize("players", [*range(2, 20), *sweep_too(*range(20, 70))])
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


def test_the_later_somebody_is_out_the_better_the_place() -> None:
    standings = rank(play_out(double_event(8)))
    assert [s.player for s in standings][:4] == [1, 2, 3, 4]
    assert [s.group for s in standings] == [0, 1, 2, 3, 4, 4, 5, 5]
    assert {s.player for s in standings[4:6]} == {5, 6}


def test_waiting_is_no_win() -> None:
    byes = [(r.number, b.player, b.kind) for r in play_out(double_event(8)).rounds for b in r.byes]
    assert byes == [(3, 1, ByeKind.ZERO), (3, 2, ByeKind.ZERO), (5, 1, ByeKind.ZERO)]


def test_who_has_left_gives_walkovers_in_both_parts() -> None:
    snapshot = left(played(double_event(8), rounds=2), 2, 5)
    plan = pair(snapshot)  # 3-5 and 4-6 were to come; 1 and 2 wait
    assert [m.seats for m in plan.matches] == [(4, 6)]
    assert [(b.player, b.kind) for b in plan.byes] == [(3, ByeKind.FULL), (1, ByeKind.ZERO)]
    snapshot = played(snapshot)
    plan = pair(snapshot)  # 2 misses the final of the winners' bracket, and the losers' final after it
    assert [m.seats for m in plan.matches] == [(3, 4)]
    snapshot = played(snapshot)
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
    return bool({s.number for s in one} & {s.number for s in other}) and not one & other


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
