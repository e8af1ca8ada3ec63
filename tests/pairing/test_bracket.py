"""`bracket` by the sentences of rules/tiered-league.md; expected matches are worked out by hand from them."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairing.engine import pair
from pairing.errors import Impossible, PairingError
from pairing.ranking import rank
from pairing.systems.bracket.avoid import without_rematches
from pairing.systems.bracket.chart import single
from pairing.systems.bracket.shape import entries
from pairing.types import (
    Bye,
    ByeKind,
    ByeRequest,
    Entrant,
    Match,
    Round,
    RoundPlan,
    RoundStatus,
    Snapshot,
)

PAIRS = [("1", "A"), ("2", "B"), ("3", "C"), ("4", "D")]


def swiss(count: int, **options: object) -> Snapshot:
    """Players ranked as they are numbered; nothing played yet, so they stand in that order."""
    people = tuple(Entrant(i, f"P{i}", ranking=i) for i in range(1, count + 1))
    return Snapshot(people, system="bracket", options={"after_round": 0, "reseed_layers": False, **options})


def played(snapshot: Snapshot, plan: RoundPlan, upsets: tuple[int, ...] = ()) -> Snapshot:
    """The better seed (first seat) wins everywhere but where somebody of `upsets` plays."""
    results = ["0-1" if m.seats[1] in upsets else "1-0" for m in plan.matches]
    matches = tuple(Match(m.table, m.seats, r) for m, r in zip(plan.matches, results, strict=True))
    byes = tuple(Bye(b.player, b.kind) for b in plan.byes)
    return replace(snapshot, rounds=(*snapshot.rounds, Round(plan.number, matches=matches, byes=byes)))


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


def test_ten_players_play_in_for_two_places_beside_the_top_six() -> None:
    event = swiss(10)
    first = pair(event)
    assert seats(first) == [(7, 10), (8, 9)]
    assert [b.player for b in first.byes] == [1, 2, 3, 4, 5, 6]
    event = played(event, first, upsets=(9,))
    second = pair(event)
    assert seats(second) == [(1, 9), (2, 7), (3, 6), (4, 5)]
    event = played(event, second)
    third = pair(event)
    assert seats(third) == [(1, 4), (2, 3)]
    event = played(event, third, upsets=(3,))
    assert seats(pair(event)) == [(1, 3)]
    event = played(event, pair(event))
    with pytest.raises(PairingError, match="1 has won it"):
        pair(event)
    standings = rank(event)
    assert [s.player for s in standings][:2] == [1, 3]
    assert {s.player for s in standings[2:4]} == {2, 4}
    assert {s.player for s in standings[8:]} == {8, 10}


def test_the_semifinal_losers_play_for_third_place() -> None:
    event = swiss(4, third_place=True)
    event = played(event, pair(event))
    final = pair(event)
    assert seats(final) == [(1, 2), (3, 4)]
    event = played(event, final, upsets=(4,))
    assert [s.player for s in rank(event)] == [1, 2, 4, 3]


def test_a_layer_is_seeded_like_a_tier() -> None:
    """The worked example of the source as a layer of four: dok meets awesomeunleashed, Xorlof meets Kinseth."""
    ranking = {1: 1, 2: 4, 3: 3, 4: 2}  # dok, Xorlof, awesomeunleashed, Kinseth by strength of schedule
    people = [Entrant(i, f"P{i}", ranking=ranking[i]) for i in range(1, 5)]
    people += [Entrant(4 + i, f"L{i}", ranking=4 + i, mu=40.0 - 5 * i) for i in range(1, 5)]
    before = Round(1, matches=tuple(Match(i, (i, 4 + i), "1-0") for i in range(1, 5)))
    event = Snapshot(tuple(people), (before,), system="bracket", options={"size": 4})
    assert seats(pair(event)) == [(1, 3), (2, 4)]


def withdrawn(event: Snapshot, *players: int) -> Snapshot:
    """The same event with players who have left after its last round."""
    last = len(event.rounds)
    return replace(
        event,
        entrants=tuple(replace(e, left_after_round=last) if e.id in players else e for e in event.entrants),
    )


def test_a_withdrawn_player_gives_the_opponent_a_walkover() -> None:
    event = swiss(8)
    event = withdrawn(played(event, pair(event)), 4)
    plan = pair(event)
    assert seats(plan) == [(2, 3)] and [b.player for b in plan.byes] == [1]
    event = played(event, plan)
    assert seats(pair(event)) == [(1, 2)]
    assert {s.player for s in rank(event)[:2]} == {1, 2}


def test_a_final_that_misses_somebody_decides_the_bracket() -> None:
    event = swiss(4)
    event = withdrawn(played(event, pair(event)), 1)
    with pytest.raises(Impossible, match="decided: 2 has won it"):
        pair(event)
    assert [s.player for s in rank(event)][:2] == [2, 1]


def test_a_stage_in_which_nobody_meets_takes_no_round() -> None:
    event = swiss(8)
    event = withdrawn(played(event, pair(event)), 3, 4)  # 1-4 and 2-3 both miss somebody
    assert seats(pair(event)) == [(1, 2)]


def test_whoever_asks_for_a_bye_gives_a_walkover_too() -> None:
    event = swiss(8)
    event = replace(played(event, pair(event)), bye_requests=(ByeRequest(2, 2, ByeKind.ABSENT),))
    plan = pair(event)
    assert seats(plan) == [(1, 4)]
    assert [(b.player, b.kind) for b in plan.byes] == [(3, ByeKind.FULL), (2, ByeKind.ABSENT)]
    forgotten = replace(played(event, plan), bye_requests=())  # the round itself says who was absent
    assert seats(pair(forgotten)) == [(1, 3)]


def test_two_losers_leave_the_place_in_the_next_round_empty() -> None:
    event = swiss(8)
    first = played(event, pair(event))
    matches = tuple(replace(m, result="0-0") if 1 in m.seats else m for m in first.rounds[0].matches)
    event = replace(first, rounds=(replace(first.rounds[0], matches=matches),))
    plan = pair(event)
    assert seats(plan) == [(2, 3)] and [b.player for b in plan.byes] == [4]
    assert {s.player for s in rank(event)[:3]} == {2, 3, 4}


def test_an_open_match_leaves_its_players_in_the_running() -> None:
    event = swiss(4)
    first = played(event, pair(event)).rounds[0]
    opened = replace(
        first,
        status=RoundStatus.IN_PROGRESS,
        matches=(first.matches[0], replace(first.matches[1], result=None)),
    )
    standings = rank(replace(event, rounds=(opened,)))
    assert [s.player for s in standings if s.group == 0] == [1, 2, 3]
    assert standings[-1].player == 4


def test_second_byes_that_do_not_fit_are_refused_with_those_that_do() -> None:
    """f first-round matches, e entering later, s with two byes: 2f + e + s = 10 and s + (f + e)/2 a power of two."""
    with pytest.raises(
        PairingError, match="second_byes: 3 does not fit a bracket of 10 players; allowed are 0, 1, 2, 7"
    ):
        pair(swiss(10, second_byes=3))


def test_a_bracket_waits_for_the_rounds_before_it() -> None:
    with pytest.raises(
        PairingError, match="begins after round 2; round 1 has to be paired by another system"
    ):
        pair(swiss(8, after_round=2))


def test_one_player_is_no_bracket() -> None:
    with pytest.raises(PairingError, match="at least 2 players; 1 have qualified after round 0"):
        pair(withdrawn(swiss(2), 2))


def test_a_draw_is_refused_with_its_table() -> None:
    event = swiss(4)
    drawn = Round(1, matches=(Match(1, (1, 4), "1/2-1/2"), Match(2, (2, 3), "1-0")))
    with pytest.raises(PairingError, match="table 1"):
        pair(replace(event, rounds=(drawn,)))


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
    second = pair(played(event, first))
    assert len(second.matches) == 2
    with pytest.raises(PairingError, match="has won it"):
        pair(played(played(played(event, first), second), pair(played(played(event, first), second))))
