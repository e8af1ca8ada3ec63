"""Single functions of the core whose mistakes hardly any event shows."""

from __future__ import annotations

from pairing.systems.mahjong.phases import _groups_of
from pairing.systems.wcsc.graph import Graph
from pairing.types import Match, Round
from pairing.work import Work


def test_an_odd_number_of_players_cannot_be_paired_off_whoever_may_meet() -> None:
    graph = Graph(range(1, 8), {p: frozenset() for p in range(1, 8)}, Work())
    assert [graph.pairable((1 << count) - 1) for count in range(8)] == [True, False] * 4


def test_the_first_table_of_the_last_round_is_the_one_with_the_higher_mean() -> None:
    """Three strong players and a house player (90), who sits for somebody who left, add up to less than four others."""
    last = Round(8, matches=(Match(1, (1, 2, 3, 4)), Match(2, (5, 6, 7, 90))))
    points = dict.fromkeys((1, 2, 3, 4), 8000) | dict.fromkeys((5, 6, 7), 10000)
    groups = _groups_of(last, [1, 2, 3, 4, 5, 6, 7], points)
    assert groups == {5: 0, 6: 0, 7: 0, 1: 1, 2: 1, 3: 1, 4: 1}
