"""Changes of a round by hand, what is said about them, and what the engine would have done."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from pairing.engine import pair
from pairing.model.errors import Impossible, PairingError
from pairing.model.reasons import because
from pairing.model.types import (
    Bye,
    ByeKind,
    ByeRequest,
    EarlierMeeting,
    Match,
    PlannedBye,
    PlannedMatch,
    Relaxation,
    Round,
    RoundPlan,
    RoundStatus,
    Snapshot,
)
from pairing.repair import (
    as_plan,
    compared,
    group_repaired,
    judge,
    moved,
    paired_by_hand,
    paired_now,
    swapped,
)
from tests.pairing.events import event
from tests.pairing.playing import as_round

WHY = (because("same_score", score=100),)
PLAN = RoundPlan(
    2,
    tuple(PlannedMatch(table, seats, WHY) for table, seats in ((1, (1, 2)), (2, (3, 4)), (3, (5, 6)), (4, (7, 8)))),
    (PlannedBye(9, why=WHY), PlannedBye(10, ByeKind.HALF, WHY)),
)  # fmt: skip
FOUR_GAMES = ["A beats E", "B beats F", "C beats G", "D beats H"]


def seats(plan: RoundPlan) -> dict[int, tuple[int, ...]]:
    return {m.table: m.seats for m in plan.matches}


def said(plan: RoundPlan, table: int) -> list[str]:
    return [r.text() for m in plan.matches if m.table == table for r in m.why]


def byes(plan: RoundPlan) -> dict[int, str]:
    return {b.player: str(b.kind) for b in plan.byes}


# --- changes ---------------------------------------------------------------------------------------------------------
# The change, the tables and byes that are others than before, and what is said of a table.
CHANGES: dict[str, tuple[Callable[[], RoundPlan], dict[int, tuple[int, ...]], dict[int, str], dict[int, list[str]]]] = {
    "two players change seats and their tables say so": (
        lambda: swapped(PLAN, 1, 4), {1: (4, 2), 2: (3, 1)}, {},
        {1: ["Paired by hand."], 2: ["Paired by hand."], 3: ["Both are on 1."]},
    ),
    "a player changes places with the one who has the bye": (
        lambda: swapped(PLAN, 9, 2), {1: (1, 9)}, {2: "full", 10: "half"}, {},
    ),
    "two at one table change seats and keep the reasons": (
        lambda: swapped(PLAN, 1, 2), {1: (2, 1)}, {}, {1: ["Both are on 1.", "Paired by hand."]},
    ),
    "two are paired and their opponents meet": (
        lambda: paired_by_hand(PLAN, 3, 8), {2: (3, 8), 4: (4, 7)}, {},
        {2: ["Paired by hand."], 4: ["Paired by hand."]},
    ),
    "somebody paired with the bye leaves the bye to the opponent": (
        lambda: paired_by_hand(PLAN, 9, 3), {2: (9, 3)}, {4: "full", 10: "half"}, {},
    ),
    "two who had byes get the next table": (lambda: paired_by_hand(PLAN, 9, 10), {5: (9, 10)}, {0: ""}, {}),
    "a table changes places with another": (
        lambda: moved(PLAN, 1, 3), {1: (5, 6), 3: (1, 2)}, {},
        {3: ["Both are on 1.", "Moved by hand from table 1 to table 3."]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CHANGES)
def test_a_change_by_hand(case: str) -> None:
    change, tables, given, why = CHANGES[case]
    plan = change()
    assert seats(plan) == seats(PLAN) | tables
    assert byes(plan) == ({p: kind for p, kind in given.items() if p} if given else byes(PLAN))
    assert {table: said(plan, table) for table in why} == why


def test_changes_that_change_nothing_or_go_to_a_free_number() -> None:
    assert paired_by_hand(PLAN, 2, 1) is PLAN
    assert moved(PLAN, 2, 2) is PLAN
    assert seats(moved(PLAN, 2, 40))[40] == (3, 4)
    plan = swapped(PLAN, 1, 2)
    assert swapped(plan, 1, 2).matches[0].why == plan.matches[0].why
    assert [r.text() for r in swapped(PLAN, 9, 2).byes[0].why] == ["Bye given by hand."]


def test_what_was_given_up_goes_with_the_players_it_was_about() -> None:
    again = Relaxation("rematch", (1, 2), because("repair_met", player=1, other_player=2))
    plan = replace(PLAN, relaxed=(again,))
    assert swapped(plan, 5, 7).relaxed == (again,)
    assert moved(plan, 1, 2).relaxed == (again,)
    assert swapped(plan, 1, 5).relaxed == ()


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda: swapped(PLAN, 1, 1), "1 is named twice. Choose two different players."),
        (lambda: swapped(PLAN, 1, 77), "players: 77 is not in the event or not in the round."),
        (lambda: paired_by_hand(PLAN, 77, 1), "players: 77 is not in the event or not in the round."),
        (lambda: paired_by_hand(PLAN, 2, 2), "2 is named twice. Choose two different players."),
        (lambda: moved(PLAN, 9, 1), "table: the round has no table 9."),
        (lambda: moved(PLAN, 1, 0), "“0” is not a table number. Choose a table of the hall."),
        (
            lambda: paired_by_hand(RoundPlan(1, (PlannedMatch(1, (1, 2, 3, 4)),)), 1, 2),
            "Two players can only be paired at tables of two; this event has 4 at a table.",
        ),
    ],
)
def test_a_change_that_makes_no_sense_is_refused(change: Callable[[], RoundPlan], text: str) -> None:
    with pytest.raises(PairingError) as refused:
        change()
    assert str(refused.value) == text


# --- what is said about them ------------------------------------------------------------------------------------------
def played(*more: str, players: str = "A B C D E F G H", **fields: object) -> Snapshot:
    return event([*FOUR_GAMES, *more], players=players, system="monrad", **fields)  # type: ignore[arg-type]


def round_two(*tables: tuple[int, int], bye: int = 0) -> Round:
    matches = tuple(Match(number, both) for number, both in enumerate(tables, start=1))
    return Round(2, RoundStatus.PAIRED, matches, (Bye(bye),) if bye else ())


GOOD = ((2, 1), (4, 3), (6, 5), (8, 7))


def rules(
    snapshot: Snapshot, before: Round, plan: RoundPlan
) -> list[tuple[str, tuple[int, ...], int | None]]:
    return [(w.rule, w.players, w.table) for w in judge(snapshot, before, plan)]


def test_a_round_by_the_rules_is_not_talked_about() -> None:
    snapshot = played()
    assert judge(snapshot, round_two(*GOOD), pair(snapshot)) == ()
    assert judge(snapshot, round_two(*GOOD), as_plan(round_two(*GOOD))) == ()


def test_scores_apart_and_rematches_are_named_with_their_table() -> None:
    snapshot, before = played(), round_two(*GOOD)
    plan = swapped(as_plan(before), 2, 5)  # A meets E again, and B meets F again
    found = judge(snapshot, before, plan)
    assert {(w.rule, w.players, w.table) for w in found} >= {
        ("rematch", (5, 1), 1), ("rematch", (6, 2), 3), ("score", (1, 5), 1), ("score", (2, 6), 3),
    }  # fmt: skip
    texts = [w.reason.text() for w in found]
    assert "5 and 1 have already met in this event." in texts
    assert "1 (1) meets 5 (0): 1 apart." in texts


def planned(*tables: tuple[int, ...], byes: tuple[PlannedBye, ...] = ()) -> RoundPlan:
    return RoundPlan(
        2, tuple(PlannedMatch(number, both) for number, both in enumerate(tables, start=1)), byes
    )


AS_BEFORE = as_plan(round_two(*GOOD))
NINE = played("J has a bye", players="A B C D E F G H J")
WITH_BYE = round_two((1, 2), (3, 4), (9, 5), (6, 7), bye=8)
HALF_FOR_A = replace(played(), bye_requests=(ByeRequest(1, 2, ByeKind.HALF),))
A_AT_FOUR = played(about={"A": {"fixed_table": 4}})
IN_A_LEAGUE = replace(
    event(players="A B C D", system="tiered", season=13), earlier_meetings=(EarlierMeeting(12, (1, 2)),)
)
FIRST = Round(1, RoundStatus.PAIRED, (Match(1, (1, 2)), Match(2, (3, 4))))
Warned = tuple[str, tuple[int, ...], int | None]
# The event, the round as it was paired, the plan that is judged, all that has to be said by these and further rules.
JUDGED: dict[str, tuple[Snapshot, Round, RoundPlan, list[Warned], list[str]]] = {
    "a forbidden pair, wherever it sits": (
        played(forbidden=["A B"]), round_two(*GOOD), AS_BEFORE, [("forbidden", (2, 1), 1)], [],
    ),
    "everybody has to be in the round once": (
        played(), round_two(*GOOD),
        replace(AS_BEFORE, matches=tuple(
            PlannedMatch(table, both) for table, both in ((1, (2, 1)), (1, (4, 3)), (3, (6, 1)), (4, (8, 7)))
        )),
        [("not_seated", (5,), None), ("twice", (1,), None), ("table_twice", (), 1)], [],
    ),
    "a table of three is no table": (
        played(), round_two(*GOOD), planned((2, 1, 4)), [("seats", (2, 1, 4), 1)], [],
    ),
    "somebody who has left is a stranger": (
        played(about={"H": {"left_after_round": 1}}), round_two(*GOOD), AS_BEFORE, [("stranger", (8,), None)], [],
    ),
    "a bye as the rules give it": (NINE, WITH_BYE, as_plan(WITH_BYE), [], ["bye"]),
    "a bye too high": (NINE, WITH_BYE, swapped(as_plan(WITH_BYE), 8, 1), [("bye", (1,), None)], []),
    "a second bye": (NINE, WITH_BYE, swapped(as_plan(WITH_BYE), 8, 9), [("second_bye", (9,), None)], []),
    "too many byes": (
        NINE, WITH_BYE, planned((1, 2), (3, 4), (9, 5), byes=(PlannedBye(8), PlannedBye(6), PlannedBye(7))),
        [("byes", (6, 7, 8), None)], [],
    ),
    "a bye that was asked for and not given": (
        HALF_FOR_A, round_two(*GOOD), AS_BEFORE, [("asked_bye", (1,), None)], [],
    ),
    "a half bye that nobody asked for": (
        HALF_FOR_A, round_two(*GOOD),
        replace(
            AS_BEFORE, matches=AS_BEFORE.matches[1:],
            byes=(PlannedBye(1, ByeKind.HALF), PlannedBye(2, ByeKind.HALF)),
        ),
        [("no_bye_asked", (2,), None)], [],
    ),
    # A and B have moved first, G and H second: by the rules G and H move first.
    "the first mover and the fixed table of new tables": (
        A_AT_FOUR, round_two(*GOOD), paired_by_hand(AS_BEFORE, 1, 7),
        [("first_mover", (1, 7), 1), ("first_mover", (2, 8), 4), ("fixed_table", (1,), 1)], [],
    ),
    "a fixed table that is kept": (
        A_AT_FOUR, round_two(*GOOD), moved(paired_by_hand(AS_BEFORE, 1, 7), 1, 4), [], ["fixed_table"],
    ),
    "meetings of an earlier season in a league": (
        IN_A_LEAGUE, FIRST, as_plan(FIRST), [("season_rematch", (1, 2), 1)], [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", JUDGED)
def test_what_is_said_of_a_round_changed_by_hand(case: str) -> None:
    snapshot, before, plan, expected, others = JUDGED[case]
    looked_at = {rule for rule, _, _ in expected} | set(others)
    assert {found for found in rules(snapshot, before, plan) if found[0] in looked_at} == set(expected)


# --- against the engine -----------------------------------------------------------------------------------------------
def test_a_plan_is_compared_with_what_the_engine_pairs() -> None:
    snapshot = played()
    plan = pair(snapshot)
    assert compared(plan, paired_now(snapshot)).is_same
    a, b = plan.matches[0].seats[0], plan.matches[1].seats[0]
    found = compared(moved(swapped(plan, a, b), 3, 4), paired_now(snapshot))
    assert found.different == (1, 2) and set(found.same) == {3, 4}
    assert {frozenset(s) for s in found.only_engine} == {frozenset(m.seats) for m in plan.matches[:2]}
    assert not found.is_same and found.error == ""


def test_the_seed_of_the_round_is_that_of_the_comparison() -> None:
    """Rounds drawn from different seeds differ for at least one of a few seeds; with the own seed never."""
    snapshot = played()
    seeds = [f"seed {n}" for n in range(8)]
    plans = {seed: pair(replace(snapshot, draw_seed=seed)) for seed in seeds}
    assert all(compared(plan, paired_now(snapshot, seed=seed)).is_same for seed, plan in plans.items())
    assert not all(compared(plan, paired_now(snapshot, seed=seeds[0])).is_same for plan in plans.values())


def test_an_engine_that_would_not_pair_the_round_says_why() -> None:
    snapshot = event(["A beats B"], system="monrad")
    found = compared(RoundPlan(2, (PlannedMatch(1, (1, 2)),)), paired_now(snapshot))
    assert found.different == (1,) and "cannot be paired" in found.error


# --- a group ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("named", [[1, 4, 5, 6], [1, 4]], ids=["all", "the others sit at their tables"])
def test_a_group_is_paired_anew_as_the_system_pairs_it(named: list[int]) -> None:
    before = round_two((1, 6), (2, 3), (4, 5), (7, 8))  # A and D float for no reason
    plan = group_repaired(played(), before, named)
    tables = {m.table: frozenset(m.seats) for m in plan.matches}
    assert {tables[1], tables[3]} == {frozenset((1, 4)), frozenset((5, 6))}
    assert (tables[2], tables[4]) == (frozenset((2, 3)), frozenset((7, 8)))
    assert all(said(plan, table)[0] == "Paired by hand." for table in (1, 3))
    assert said(plan, 2) == []


def test_the_bye_of_a_group_is_given_anew_among_its_players() -> None:
    snapshot = played("J has a bye", players="A B C D E F G H J")
    plan = group_repaired(snapshot, round_two((1, 2), (3, 4), (9, 6), (7, 8), bye=5), [5, 6, 9])
    assert {p for m in plan.matches for p in m.seats} | set(byes(plan)) == set(range(1, 10))
    assert set(byes(plan)) <= {5, 6}


def test_a_group_that_cannot_be_paired_or_is_playing_is_refused() -> None:
    snapshot = played()
    before = round_two((1, 5), (2, 3), (4, 6), (7, 8))
    with pytest.raises(Impossible):
        group_repaired(snapshot, before, [1, 5])
    with pytest.raises(PairingError, match=r"players: table 2 is being played"):
        group_repaired(snapshot, before, [1, 2], frozenset({2}))
    with pytest.raises(PairingError, match="players: 44 is not in the event"):
        group_repaired(snapshot, before, [44])


def test_where_the_system_decides_no_group_can_be_paired_anew() -> None:
    snapshot = event(players="A B C D", system="round_robin")
    with pytest.raises(PairingError, match="the rules decide who meets whom"):
        group_repaired(snapshot, as_round(pair(snapshot)), [1, 2])


def test_where_the_seats_are_colours_the_wrong_one_is_said_as_a_colour() -> None:
    """A and D had White, B and C Black: all get the other colour now (C.04.3, 5.2.1), so B and C have White."""
    snapshot = event(["A beats C", "D loses to B"], players="A B C D", system="dutch")
    before = Round(2, RoundStatus.PAIRED, (Match(1, (1, 4)), Match(2, (3, 2))))
    one, other = judge(snapshot, before, paired_by_hand(as_plan(before), 1, 2))
    assert [(w.rule, w.players, w.table) for w in (one, other)] == [
        ("first_mover", (1, 2), 1),
        ("first_mover", (4, 3), 2),
    ]
    assert one.reason.text(name_of=lambda player: "ABCD"[player - 1]) == "By the rules B has White."
