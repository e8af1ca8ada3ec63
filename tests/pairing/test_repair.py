"""Repairs of matches of two, case by case, as an organiser meets them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from pairing.errors import PairingError
from pairing.reasons import because
from pairing.registry import TWO
from pairing.repair import Repair, as_plan, repairs
from pairing.types import Bye, ByeKind, ByeRequest, Match, Phase, Round, RoundPlan, RoundStatus, Snapshot
from tests.pairing.events import event


def paired(snapshot: Snapshot, *tables: str, bye: str = "", **more: Any) -> Round:
    """The round to be repaired: "A-B" is table 1, and so on."""
    ids = {e.name: e.id for e in snapshot.entrants}
    matches = tuple(
        Match(number, tuple(ids[name] for name in table.split("-")))
        for number, table in enumerate(tables, start=1)
    )
    byes = tuple(Bye(ids[name]) for name in bye.split())
    return Round(len(snapshot.rounds) + 1, RoundStatus.PAIRED, matches, byes, **more)


def shown(repair: Repair, snapshot: Snapshot) -> str:
    """Such as `1 A-B, 2 C-D, bye E`: tables by number, players of a table in the order of the alphabet."""
    names = {e.id: e.name for e in snapshot.entrants}
    tables = [f"{m.table} {'-'.join(sorted(names[p] for p in m.seats))}" for m in repair.plan.matches]
    byes = [f"bye {names[b.player]}" for b in repair.plan.byes if b.kind is ByeKind.FULL]
    return ", ".join([*tables, *byes])


def left(snapshot: Snapshot, *names: str) -> Snapshot:
    before = len(snapshot.rounds)
    return replace(
        snapshot,
        entrants=tuple(
            replace(e, left_after_round=before) if e.name in names else e for e in snapshot.entrants
        ),
    )


def first_round(*lines: str, players: str, **more: Any) -> Snapshot:
    return event(list(lines), players=players, system="monrad", **more)


FOUR_GAMES = ("A beats E", "B beats F", "C beats G", "D beats H")


def test_a_late_entry_meets_the_player_with_the_bye_and_no_table_is_broken() -> None:
    snapshot = first_round(
        "A beats B", "C beats D", "E has a bye", players="A B C D E F", about={"F": {"joined_round": 2}}
    )
    round_ = paired(snapshot, "A-C", "E-B", bye="D")
    best = repairs(snapshot, round_)[0]
    assert shown(best, snapshot) == "1 A-C, 2 B-E, 3 D-F"
    assert (best.broken, best.new, best.byes_changed) == ((), (3,), (4,))
    assert (best.distance, best.round_distance) == (0, 100)


def test_a_late_entry_to_an_even_round_gets_the_bye() -> None:
    snapshot = first_round(*FOUR_GAMES, players="A B C D E F G H J", about={"J": {"joined_round": 2}})
    round_ = paired(snapshot, "A-B", "C-D", "E-F", "G-H")
    best = repairs(snapshot, round_)[0]
    assert shown(best, snapshot) == "1 A-B, 2 C-D, 3 E-F, 4 G-H, bye J"
    assert (best.broken, best.new, best.byes_changed, best.distance) == ((), (), (9,), 0)


def test_the_opponent_of_somebody_who_is_gone_meets_the_player_with_the_bye() -> None:
    snapshot = left(
        first_round("A beats B", "C beats D", "E beats F", "G has a bye", players="A B C D E F G"), "F"
    )
    round_ = paired(snapshot, "A-C", "E-G", "B-F", bye="D")
    best = repairs(snapshot, round_)[0]
    assert shown(best, snapshot) == "1 A-C, 2 E-G, 3 B-D"
    assert (best.broken, best.new, best.byes_changed) == ((3,), (3,), (4,))


def test_two_left_over_who_have_met_need_one_more_table_broken() -> None:
    """A and E, whose opponents have gone, have met: some third table has to give way."""
    snapshot = left(first_round(*FOUR_GAMES, players="A B C D E F G H"), "B", "F")
    round_ = paired(snapshot, "A-B", "C-D", "E-F", "G-H")
    found = repairs(snapshot, round_, most=5)
    best = found[0]
    assert {r.relaxed for r in found[:4]} == {()}
    assert len(best.broken) == 3 and {1, 3} < set(best.broken)
    # C or D to A (same score), the other one down to E; or E with G or H, the other one up to A.
    assert best.distance == 100
    assert [len(r.broken) for r in found[:4]] == [3] * 4


def test_two_left_over_who_have_not_met_meet() -> None:
    snapshot = left(first_round(*FOUR_GAMES, players="A B C D E F G H"), "B", "D")
    round_ = paired(snapshot, "A-B", "C-D", "E-F", "G-H")
    best = repairs(snapshot, round_)[0]
    assert shown(best, snapshot) == "1 A-C, 3 E-F, 4 G-H"
    assert (best.broken, best.new) == ((1, 2), (1,))


def test_where_both_of_a_table_are_gone_nobody_else_has_to_move() -> None:
    snapshot = left(first_round(*FOUR_GAMES, players="A B C D E F G H"), "A", "B")
    round_ = paired(snapshot, "A-B", "C-D", "E-F", "G-H")
    (only,) = repairs(snapshot, round_)
    assert only.moves_nobody and not only.keeps_everything
    assert (only.broken, only.new, shown(only, snapshot)) == ((1,), (), "2 C-D, 3 E-F, 4 G-H")


def test_a_corrected_result_offers_to_keep_everything_and_to_bring_scores_together() -> None:
    """A beat E, it was said, so A met B; in truth E had won. Now A-B and C-D and so on may stay, or E and A change."""
    wrong = first_round(*FOUR_GAMES, players="A B C D E F G H")
    round_ = paired(wrong, "A-B", "C-D", "E-F", "G-H")
    truth = first_round("E beats A", *FOUR_GAMES[1:], players="A B C D E F G H")
    keep, nearest = repairs(truth, round_)
    assert keep.keeps_everything and keep.distance == 0 and keep.round_distance == 200
    assert shown(nearest, truth) == "1 B-E, 2 C-D, 3 A-F, 4 G-H"
    assert (nearest.broken, nearest.new) == ((1, 3), (1, 3))
    assert (nearest.distance, nearest.round_distance) == (0, 0)


def test_a_round_as_it_should_be_has_one_repair_to_keep_it() -> None:
    snapshot = first_round(*FOUR_GAMES, players="A B C D E F G H")
    (only,) = repairs(snapshot, paired(snapshot, "A-B", "C-D", "E-F", "G-H"))
    assert only.keeps_everything and only.objective == (0, 0)


def test_a_forbidden_pair_is_parted() -> None:
    snapshot = first_round(*FOUR_GAMES, players="A B C D E F G H", forbidden=["A B"])
    best = repairs(snapshot, paired(snapshot, "A-B", "C-D", "E-F", "G-H"))[0]
    assert (best.broken, best.distance, best.relaxed) == ((1, 2), 0, ())


def test_tables_being_played_stay_whatever_the_rules_say() -> None:
    """B is gone and A and B are forbidden to meet by now; but their table is being played."""
    snapshot = left(first_round(*FOUR_GAMES, players="A B C D E F G H", forbidden=["A B"]), "B")
    round_ = paired(snapshot, "A-B", "C-D", "E-F", "G-H")
    (best,) = repairs(snapshot, round_, frozen=frozenset({1}), most=1)
    assert best.keeps_everything
    assert [(r.rule, r.players) for r in best.relaxed] == [("forbidden", (1, 2))]
    assert [n.text() for n in best.plan.notes] == [
        "2 should not be in this round any more, but is playing at table 1"
    ]


def test_a_bye_asked_for_too_late_does_not_end_a_game() -> None:
    snapshot = first_round(*FOUR_GAMES, players="A B C D E F G H")
    asked = replace(snapshot, bye_requests=(ByeRequest(1, 2, ByeKind.HALF),))
    round_ = paired(snapshot, "A-B", "C-D", "E-F", "G-H")
    assert repairs(asked, round_, frozen=frozenset({1}))[0].keeps_everything
    best = repairs(asked, round_)[0]
    assert {(b.player, b.kind) for b in best.plan.byes} == {(1, ByeKind.HALF), (2, ByeKind.FULL)}
    assert best.broken == (1,)


def test_nothing_is_given_up_while_there_is_another_way() -> None:
    """Four players who have all met but two pairs: only after the legal ways come those with a rematch."""
    snapshot = event(
        ["A beats B", "C beats D"], ["A beats C", "B beats D"], players="A B C D", system="monrad"
    )
    found = repairs(snapshot, paired(snapshot, "A-B", "C-D"))
    assert [[r.rule for r in repair.relaxed] for repair in found] == [[], ["rematch"] * 2, ["rematch"] * 2]
    assert shown(found[0], snapshot) == "1 A-D, 2 B-C"
    assert shown(found[1], snapshot) == "1 A-B, 2 C-D"


def test_a_forbidden_pair_is_worse_than_any_rematch() -> None:
    snapshot = event(
        ["A beats B", "C beats D"],
        ["A beats C", "B beats D"],
        players="A B C D",
        system="monrad",
        forbidden=["A D"],
    )
    found = repairs(snapshot, paired(snapshot, "A-D", "B-C"))
    assert [len(r.relaxed) for r in found] == [2, 2, 1]
    assert [r.rule for r in found[2].relaxed] == ["forbidden"]


def test_kept_tables_keep_their_reasons_and_new_ones_say_why() -> None:
    snapshot = left(
        first_round("A beats B", "C beats D", "E beats F", "G has a bye", players="A B C D E F G"), "F"
    )
    round_ = paired(snapshot, "A-C", "E-G", "B-F", bye="D")
    why = (because("same_score", score=100),)
    plan = as_plan(round_)
    before = replace(plan, matches=tuple(replace(m, why=why) for m in plan.matches))
    best = repairs(snapshot, round_, before=before)[0]
    assert [m.why for m in best.plan.matches[:2]] == [why, why]
    assert [r.text() for r in best.plan.matches[2].why] == [
        "paired anew, to repair the round",
        "same score 0",
    ]


def test_a_bye_that_stays_keeps_its_reasons() -> None:
    snapshot = left(first_round(*FOUR_GAMES, "J has a bye", players="A B C D E F G H J"), "A", "B")
    round_ = paired(snapshot, "A-B", "C-D", "J-F", "G-H", bye="E")
    plan = as_plan(round_)
    why = (because("bye_asked"),)
    before = replace(plan, byes=(replace(plan.byes[0], why=why),))
    best = repairs(snapshot, round_, before=before)[0]
    assert best.moves_nobody and [(b.player, b.why) for b in best.plan.byes] == [(5, why)]


def test_a_table_being_played_says_every_rule_it_breaks() -> None:
    snapshot = first_round(*FOUR_GAMES, players="A B C D E F G H", forbidden=["A E"])
    best = repairs(snapshot, paired(snapshot, "A-E", "B-C", "F-G", "D-H"), frozen=frozenset({1}))[0]
    assert sorted(r.rule for r in best.relaxed) == ["forbidden", "rematch"]
    assert 1 not in best.broken and 4 in best.broken


def test_a_fixed_table_is_given_if_it_is_free_and_named_if_it_is_not() -> None:
    about = {"F": {"joined_round": 2, "fixed_table": 7}}
    snapshot = first_round("A beats B", "C beats D", "E has a bye", players="A B C D E F", about=about)
    round_ = paired(snapshot, "A-C", "E-B", bye="D")
    assert shown(repairs(snapshot, round_)[0], snapshot) == "1 A-C, 2 B-E, 7 D-F"
    snapshot = first_round(
        "A beats B",
        "C beats D",
        "E has a bye",
        players="A B C D E F",
        about={"F": {"joined_round": 2, "fixed_table": 1}},
    )
    best = repairs(snapshot, round_)[0]
    assert shown(best, snapshot) == "1 A-C, 2 B-E, 3 D-F"
    assert [n.text() for n in best.plan.notes] == ["6 has the fixed table 1, which is taken"]


def test_players_of_the_tables_of_before_keep_a_number_they_know() -> None:
    snapshot = left(first_round(*FOUR_GAMES, players="A B C D E F G H"), "B", "D")
    round_ = replace(
        paired(snapshot, "A-B", "C-D", "E-F", "G-H"),
        matches=(Match(4, (1, 2)), Match(9, (3, 4)), Match(11, (5, 6)), Match(12, (7, 8))),
    )
    assert shown(repairs(snapshot, round_)[0], snapshot) == "4 A-C, 11 E-F, 12 G-H"


def test_a_player_out_by_losses_is_not_seated() -> None:
    """With two losses one is out: the corrected result of round 2 puts H out, and his opponent is free."""
    rounds = (
        ["A beats E", "B beats F", "C beats G", "D beats H"],
        ["A beats B", "C beats D", "E beats F", "G beats H"],
    )
    snapshot = event(*rounds, players="A B C D E F G H", system="monrad", options={"elimination": 2})
    best = repairs(snapshot, paired(snapshot, "A-C", "B-D", "E-H", "G-F"))[0]
    assert {p for m in best.plan.matches for p in m.seats} == {1, 2, 3, 4, 5, 7}
    assert (best.broken, shown(best, snapshot)) == ((3, 4), "1 A-C, 2 B-D, 3 E-G")


def test_the_round_of_a_phase_is_repaired_by_the_system_of_the_phase() -> None:
    phases = (Phase("monrad", rounds=1), Phase("random_swiss"))
    snapshot = left(replace(first_round(*FOUR_GAMES, players="A B C D E F G H"), phases=phases), "B", "D")
    best = repairs(snapshot, paired(snapshot, "A-B", "C-D", "E-F", "G-H"))[0]
    assert shown(best, snapshot) == "1 A-C, 3 E-F, 4 G-H"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"frozen": frozenset({9})}, "frozen: the round has no table 9"),
        ({"most": 0}, "most: 0 is not allowed; a whole number from 1 to 20"),
        ({"most": 21}, "most: 21 is not allowed; a whole number from 1 to 20"),
        ({"overrides": {"colour": 1}}, "option colour is not known"),
    ],
)
def test_what_is_wrong_with_a_call_is_said(change: Mapping[str, Any], said: str) -> None:
    snapshot = first_round(*FOUR_GAMES, players="A B C D E F G H")
    with pytest.raises(PairingError, match=said):
        repairs(snapshot, paired(snapshot, "A-B", "C-D", "E-F", "G-H"), **change)


def test_only_the_last_round_can_be_repaired() -> None:
    snapshot = first_round(*FOUR_GAMES, players="A B C D E F G H")
    with pytest.raises(
        PairingError, match="only the last round can be repaired; 1 was given, the last one is 2"
    ):
        repairs(snapshot, replace(paired(snapshot, "A-B"), number=1))


def test_a_player_nobody_knows_is_refused() -> None:
    snapshot = first_round(*FOUR_GAMES, players="A B C D E F G H")
    round_ = replace(paired(snapshot, "A-B"), matches=(Match(1, (1, 99)),))
    with pytest.raises(PairingError, match="round: 99 is not in the event"):
        repairs(snapshot, round_)


def everybody(plan: RoundPlan) -> Iterable[int]:
    return sorted([*(p for m in plan.matches for p in m.seats), *(b.player for b in plan.byes)])


def test_everybody_can_be_away_but_one() -> None:
    snapshot = left(event(players="A B", system="monrad"), "A")
    round_ = paired(snapshot, "A-B")
    (only,) = repairs(snapshot, round_)
    assert everybody(only.plan) == [2] and only.broken == (1,)
    empty = left(event(players="A B", system="monrad"), "A", "B")
    (nobody,) = repairs(empty, round_)
    assert nobody.plan.matches == () and nobody.plan.byes == () and nobody.broken == (1,)


def test_seats_follow_the_rule_of_the_event() -> None:
    """Whoever moved first less often moves first: A and C have both moved first; E moved second."""
    snapshot = left(first_round(*FOUR_GAMES, players="A B C D E F G H"), "B", "F")
    round_ = paired(snapshot, "A-B", "G-F", "C-D", "E-H")
    best = repairs(snapshot, round_)[0]
    new = next(m for m in best.plan.matches if m.table in best.new)
    assert len(new.seats) == TWO and new.seats == (7, 1)
