"""Repairs of matches of two, case by case, as an organiser meets them."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from pairing.model.errors import PairingError
from pairing.model.reasons import because
from pairing.model.types import TWO, Bye, ByeKind, ByeRequest, Match, Phase, Round, RoundStatus, Snapshot
from pairing.repair import Repair, as_plan, repairs
from tests.pairing.events import event
from tests.pairing.playing import left


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


def first_round(*lines: str, players: str, **more: Any) -> Snapshot:
    return event(list(lines), players=players, system="monrad", **more)


FOUR_GAMES = ("A beats E", "B beats F", "C beats G", "D beats H")


EIGHT = first_round(*FOUR_GAMES, players="A B C D E F G H")
AS_PAIRED = ("A-B", "C-D", "E-F", "G-H")
SIX = ("A beats B", "C beats D", "E has a bye")
SEVEN = first_round("A beats B", "C beats D", "E beats F", "G has a bye", players="A B C D E F G")


def six(**late: Any) -> Snapshot:
    """Five have played, and F comes in round 2."""
    return first_round(*SIX, players="A B C D E F", about={"F": {"joined_round": 2, **late}})


def best_of(snapshot: Snapshot, *tables: str, bye: str = "", **how: Any) -> Repair:
    return repairs(snapshot, paired(snapshot, *tables, bye=bye), **how)[0]


BEST: dict[str, tuple[Snapshot, tuple[str, ...], str, str, dict[str, Any]]] = {
    "a late entry meets the player with the bye and no table is broken": (
        six(), ("A-C", "E-B"), "D", "1 A-C, 2 B-E, 3 D-F",
        {"broken": (), "new": (3,), "byes_changed": (4,), "distance": 0, "round_distance": 100},
    ),
    "a late entry to an even round gets the bye": (
        first_round(*FOUR_GAMES, players="A B C D E F G H J", about={"J": {"joined_round": 2}}), AS_PAIRED, "",
        "1 A-B, 2 C-D, 3 E-F, 4 G-H, bye J", {"broken": (), "new": (), "byes_changed": (9,), "distance": 0},
    ),
    "the opponent of somebody who is gone meets the player with the bye": (
        left(SEVEN, "F"), ("A-C", "E-G", "B-F"), "D", "1 A-C, 2 E-G, 3 B-D",
        {"broken": (3,), "new": (3,), "byes_changed": (4,)},
    ),
    "two left over who have not met meet": (
        left(EIGHT, "B", "D"), AS_PAIRED, "", "1 A-C, 3 E-F, 4 G-H", {"broken": (1, 2), "new": (1,)},
    ),
    "a winner has no bye while two tables can give it to the lowest score": (
        left(EIGHT, "B"), AS_PAIRED, "", "1 A-G, 2 C-D, 3 E-F, bye H",
        {"broken": (1, 4), "new": (1,), "distance": 100, "bye_above": 0},
    ),
    "a bye that only somebody above the lowest score can have is told apart from the tables": (
        left(event(["A beats B", "C beats D"], players="A B C D", system="monrad", forbidden=["A C"]), "D"),
        ("A-C", "B-D"), "", "1 B-C, bye A", {"new": (1,), "distance": 100, "bye_above": 100},
    ),
    "where both of a table are gone nobody else has to move": (
        left(EIGHT, "A", "B"), AS_PAIRED, "", "2 C-D, 3 E-F, 4 G-H",
        {"broken": (1,), "new": (), "moves_nobody": True, "keeps_everything": False},
    ),
    "a round as it should be is kept": (
        EIGHT, AS_PAIRED, "", "1 A-B, 2 C-D, 3 E-F, 4 G-H", {"keeps_everything": True, "objective": (0, 0)},
    ),
    "a fixed table is given if it is free": (six(fixed_table=7), ("A-C", "E-B"), "D", "1 A-C, 2 B-E, 7 D-F", {}),
    "the round of a phase is repaired by the system of the phase": (
        left(replace(EIGHT, phases=(Phase("monrad", rounds=1), Phase("random_swiss"))), "B", "D"), AS_PAIRED, "",
        "1 A-C, 3 E-F, 4 G-H", {},
    ),
    "a player out by losses, as corrected, is not seated, and his opponent is free": (
        event(
            list(FOUR_GAMES), ["A beats B", "C beats D", "E beats F", "G beats H"],
            players="A B C D E F G H", system="monrad", options={"elimination": 2},
        ),
        ("A-C", "B-D", "E-H", "G-F"), "", "1 A-C, 2 B-D, 3 E-G", {"broken": (3, 4)},
    ),
    "everybody can be away but one": (
        left(event(players="A B", system="monrad"), "A"), ("A-B",), "", "bye B", {"broken": (1,)},
    ),
    "everybody can be away": (
        left(event(players="A B", system="monrad"), "A", "B"), ("A-B",), "", "", {"broken": (1,)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", BEST)
def test_the_best_repair(case: str) -> None:
    snapshot, tables, bye, expected, facts = BEST[case]
    best = best_of(snapshot, *tables, bye=bye)
    assert shown(best, snapshot) == expected
    assert {name: getattr(best, name) for name in facts} == facts


@pytest.mark.parametrize(
    "snapshot", [EIGHT, left(EIGHT, "A", "B"), left(event(players="A B", system="monrad"), "A")]
)
def test_where_nobody_has_to_move_there_is_no_other_repair(snapshot: Snapshot) -> None:
    assert len(repairs(snapshot, paired(snapshot, *AS_PAIRED[: len(snapshot.entrants) // 2]))) == 1


def test_tables_being_played_stay_whatever_the_rules_say() -> None:
    """B is gone and A and B are forbidden to meet by now; but their table is being played."""
    snapshot = left(first_round(*FOUR_GAMES, players="A B C D E F G H", forbidden=["A B"]), "B")
    (best,) = repairs(snapshot, paired(snapshot, *AS_PAIRED), frozen=frozenset({1}), most=1)
    assert best.keeps_everything
    assert [(r.rule, r.players) for r in best.relaxed] == [("forbidden", (1, 2))]
    assert [n.text() for n in best.plan.notes] == [
        "2 should no longer be in this round, but is playing at table 1."
    ]


def test_a_bye_asked_for_too_late_does_not_end_a_game() -> None:
    asked = replace(EIGHT, bye_requests=(ByeRequest(1, 2, ByeKind.HALF),))
    round_ = paired(EIGHT, *AS_PAIRED)
    assert repairs(asked, round_, frozen=frozenset({1}))[0].keeps_everything
    best = repairs(asked, round_)[0]
    assert {(b.player, b.kind) for b in best.plan.byes} == {(1, ByeKind.HALF), (8, ByeKind.FULL)}
    assert best.broken == (1, 4)


def test_kept_tables_keep_their_reasons_and_new_ones_say_why() -> None:
    snapshot = left(SEVEN, "F")
    round_ = paired(snapshot, "A-C", "E-G", "B-F", bye="D")
    why = (because("same_score", score=100),)
    plan = as_plan(round_)
    before = replace(plan, matches=tuple(replace(m, why=why) for m in plan.matches))
    best = repairs(snapshot, round_, before=before)[0]
    assert [m.why for m in best.plan.matches[:2]] == [why, why]
    assert [r.text() for r in best.plan.matches[2].why] == [
        "Paired again to repair the round.",
        "Both are on 0.",
    ]


def test_a_bye_that_stays_keeps_its_reasons() -> None:
    snapshot = left(first_round(*FOUR_GAMES, "J has a bye", players="A B C D E F G H J"), "A", "B")
    round_ = paired(snapshot, "A-B", "C-D", "J-F", "G-H", bye="E")
    plan = as_plan(round_)
    why = (because("bye_asked"),)
    best = repairs(snapshot, round_, before=replace(plan, byes=(replace(plan.byes[0], why=why),)))[0]
    assert best.moves_nobody and [(b.player, b.why) for b in best.plan.byes] == [(5, why)]


def test_a_table_being_played_says_every_rule_it_breaks() -> None:
    snapshot = first_round(*FOUR_GAMES, players="A B C D E F G H", forbidden=["A E"])
    best = repairs(snapshot, paired(snapshot, "A-E", "B-C", "F-G", "D-H"), frozen=frozenset({1}))[0]
    assert sorted(r.rule for r in best.relaxed) == ["forbidden", "rematch"]
    assert 1 not in best.broken and 4 in best.broken


def test_a_fixed_table_that_is_taken_is_named() -> None:
    best = best_of(six(fixed_table=1), "A-C", "E-B", bye="D")
    assert shown(best, six()) == "1 A-C, 2 B-E, 3 D-F"
    assert [n.text() for n in best.plan.notes] == ["6 has the fixed table 1, which is taken."]


def test_players_of_the_tables_of_before_keep_a_number_they_know() -> None:
    snapshot = left(EIGHT, "B", "D")
    numbers = (Match(4, (1, 2)), Match(9, (3, 4)), Match(11, (5, 6)), Match(12, (7, 8)))
    round_ = replace(paired(snapshot, *AS_PAIRED), matches=numbers)
    assert shown(repairs(snapshot, round_)[0], snapshot) == "4 A-C, 11 E-F, 12 G-H"


@pytest.mark.parametrize(
    ("round_", "how", "said"),
    [
        ({}, {"frozen": frozenset({9})}, "frozen: the round has no table 9."),
        ({}, {"most": 0}, "Tables to change: 0 is not possible; choose a whole number from 1 to 20."),
        ({}, {"most": 21}, "Tables to change: 21 is not possible; choose a whole number from 1 to 20."),
        ({}, {"overrides": {"colour": 1}}, "Option “colour” is not possible here"),
        ({"number": 1}, {}, "Round 1 cannot be repaired: only the last round can, and that is round 2."),
        ({"matches": (Match(1, (1, 99)),)}, {}, "round: 99 is not in the event"),
    ],
)
def test_what_is_wrong_with_a_call_is_said(round_: dict[str, Any], how: Mapping[str, Any], said: str) -> None:
    with pytest.raises(PairingError, match=said):
        repairs(EIGHT, replace(paired(EIGHT, *AS_PAIRED), **round_), **how)


def test_seats_follow_the_rule_of_the_event() -> None:
    """Whoever moved first less often moves first: A and C have both moved first; E moved second."""
    snapshot = left(EIGHT, "B", "F")
    best = repairs(snapshot, paired(snapshot, "A-B", "G-F", "C-D", "E-H"))[0]
    new = next(m for m in best.plan.matches if m.table in best.new)
    assert len(new.seats) == TWO and new.seats == (7, 1)
