"""Repairs in systems that leave no choice, and in those that count other things than points."""

from dataclasses import replace
from typing import Any

import pytest

from pairing.engine import pair
from pairing.model.errors import Impossible, PairingError
from pairing.model.types import ByeKind, EarlierMeeting, Match, Round, RoundStatus, Snapshot
from pairing.repair import Repair, judge, repairs, swapped
from pairing.repair.rules import rules_of
from pairing.repair.types import task_of
from tests.pairing.events import event
from tests.pairing.playing import as_round, corrected, left, played


def sets(repair: Repair) -> dict[int, frozenset[int]]:
    return {m.table: frozenset(m.seats) for m in repair.plan.matches}


def bracket(players: int, rounds: int, system: str = "bracket", **options: Any) -> Snapshot:
    return played(
        event(players=" ".join("ABCDEFGHIJKLMNOP"[:players]), system=system, options=options), rounds=rounds
    )


# --- brackets ---------------------------------------------------------------------------------------------------------


EIGHT = bracket(8, 1)  # 1-8, 4-5, 2-7, 3-6, all won by the better seed: then 1-4 and 2-3
IN_TRUTH_8 = corrected(EIGHT, 1, 1, "0-1")
# The event as it is now, the tables being played; the tables and the byes of the only repair, and what it breaks.
ONLY: dict[str, tuple[Snapshot, set[int], dict[int, set[int]], list[int], tuple[int, ...]]] = {
    "the winner of a corrected match takes the place of the loser": (
        IN_TRUTH_8, set(), {1: {8, 4}, 2: {2, 3}}, [], (1,),
    ),
    "also while another match is being played": (IN_TRUTH_8, {2}, {1: {8, 4}, 2: {2, 3}}, [], (1,)),
    "nothing changes for who is in it": (corrected(EIGHT, 1, 1, "+--"), set(), {1: {1, 4}, 2: {2, 3}}, [], ()),
    "who has nobody to meet goes on": (left(EIGHT, 4), set(), {2: {2, 3}}, [1], (1,)),
}  # fmt: skip


@pytest.mark.parametrize("case", ONLY)
def test_a_bracket_has_one_repair(case: str) -> None:
    snapshot, frozen, tables, byes, broken = ONLY[case]
    (only,) = repairs(snapshot, as_round(pair(EIGHT)), frozen=frozenset(frozen))
    assert sets(only) == tables
    assert [b.player for b in only.plan.byes] == byes
    assert (only.broken, only.byes_changed) == (broken, tuple(byes))
    assert only.keeps_everything == (not broken)


def test_a_match_of_a_bracket_that_is_being_played_is_in_the_way() -> None:
    with pytest.raises(Impossible, match="would change table 1, which is being played"):
        repairs(IN_TRUTH_8, as_round(pair(EIGHT)), frozen=frozenset({1}))


def test_in_double_elimination_winner_and_loser_of_the_corrected_match_change_places() -> None:
    snapshot = bracket(8, 1, system="double_elimination", avoid_rematches=False)
    round_ = as_round(pair(snapshot))
    winner, loser = snapshot.rounds[0].matches[0].seats
    (only,) = repairs(corrected(snapshot, 1, 1, "0-1"), round_)
    other = {winner: loser, loser: winner}
    expected = {frozenset(other.get(p, p) for p in m.seats) for m in round_.matches}
    assert set(sets(only).values()) == expected
    assert len(only.broken) == 2


def test_a_bracket_that_is_over_has_no_repair() -> None:
    snapshot = bracket(4, 2)
    round_ = Round(3, RoundStatus.PAIRED, (Match(1, (1, 2)),))
    with pytest.raises(PairingError, match="The bracket is decided"):
        repairs(snapshot, round_)


def test_a_match_the_bracket_does_not_give_is_named() -> None:
    snapshot = bracket(8, 1)
    plan = pair(snapshot)
    assert judge(snapshot, as_round(plan), plan) == ()
    found = judge(snapshot, as_round(plan), swapped(plan, 4, 3))
    assert [(w.rule, w.table) for w in found] == [("structure", 1), ("structure", 2)]


# --- round robin ------------------------------------------------------------------------------------------------------
def test_the_opponent_of_who_is_gone_from_a_round_robin_has_a_bye() -> None:
    snapshot = played(event(players="A B C D E F", system="round_robin"))
    round_ = as_round(pair(snapshot))
    a, b = round_.matches[0].seats
    gone = left(snapshot, a)
    (only,) = repairs(gone, round_)
    assert (only.broken, only.new) == ((1,), ())
    assert {(x.player, x.kind) for x in only.plan.byes} == {(b, ByeKind.FULL)}
    (stays,) = repairs(gone, round_, frozen=frozenset({1}))
    assert stays.keeps_everything and len(stays.plan.notes) == 1


def test_a_round_robin_without_a_free_place_takes_nobody_in() -> None:
    snapshot = played(event(players="A B C D", system="round_robin"))
    round_ = as_round(pair(snapshot))
    new = replace(snapshot.entrants[0], id=5, joined_round=2)
    with pytest.raises(PairingError, match="No one can join in round 2"):
        repairs(replace(snapshot, entrants=(*snapshot.entrants, new)), round_)


# --- other systems of two ---------------------------------------------------------------------------------------------
def test_a_league_counts_losses() -> None:
    """C beat D, it was said; in truth D won. So A-C, B-E and F-D are a loss apart; with A-B and C-E only F-D is."""
    games = ["A beats E", "B beats F", "C beats D"]
    snapshot = event(games, players="A B C D E F", system="tiered")
    round_ = Round(2, RoundStatus.PAIRED, (Match(1, (1, 3)), Match(2, (2, 5)), Match(3, (6, 4))))
    keep, nearest = repairs(corrected(snapshot, 1, 3, "0-1"), round_, most=2)
    assert keep.keeps_everything and keep.round_distance == 300
    assert nearest.round_distance == 100 and len(nearest.broken) == 2


def test_a_league_gives_up_meetings_of_earlier_seasons_before_those_of_this_one() -> None:
    games = ["A beats B", "C beats D"]
    snapshot = event(games, players="A B C D", system="tiered", season=3)
    snapshot = replace(snapshot, earlier_meetings=(EarlierMeeting(2, (1, 3)), EarlierMeeting(2, (2, 4))))
    found = repairs(snapshot, Round(2, RoundStatus.PAIRED, (Match(1, (1, 2)), Match(2, (3, 4)))))
    assert [[r.rule for r in repair.relaxed] for repair in found] == [
        [],
        ["season_rematch", "season_rematch"],
        ["rematch", "rematch"],
    ]


def test_any_player_of_a_league_may_have_the_bye() -> None:
    gone = left(event(["A beats B", "C beats D"], players="A B C D", system="tiered"), 3)
    best = repairs(gone, Round(2, RoundStatus.PAIRED, (Match(1, (1, 3)), Match(2, (2, 4)))))[0]
    assert [b.player for b in best.plan.byes] == [1]
    assert (best.broken, best.distance, best.objective[0]) == ((1,), 0, 0)


def test_modified_swiss_counts_assumed_results() -> None:
    """Round 2 of four is paired on assumed results of round 1: the higher placed has won, whatever was played."""
    snapshot = event(
        ["A loses to B", "C loses to D"],
        players="A B C D",
        system="wcsc",
        options={"mode": "MS"},
        rounds_planned=4,
    )
    round_ = Round(2, RoundStatus.PAIRED, (Match(1, (1, 3)), Match(2, (2, 4))))
    (only,) = repairs(snapshot, round_)
    assert only.keeps_everything and only.round_distance == 0
    task = task_of(snapshot, round_, frozenset(), None, None)
    rules = rules_of("wcsc", task.field, task.options, task.playing, task.lots)
    assert [rules.score[p] for p in (1, 2, 3, 4)] == [100, 0, 100, 0]
