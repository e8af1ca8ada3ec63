"""Schedules for four at a table with the people who are really there: numbers, leavers, late joiners."""

from dataclasses import replace
from itertools import combinations

import pytest

from pairing.engine import outlook, pair
from pairing.model.errors import Impossible, PairingError
from pairing.model.lots import lot
from pairing.model.types import ByeKind, ByeRequest, Entrant, Snapshot
from pairing.systems.mahjong import draw_numbers, schedule_of
from tests.pairing.mahjong_events import (
    EIGHT,
    FOUR_ROUNDS,
    changed,
    everybody,
    from_start,
    ids,
    mahjong,
    name_of,
    notes,
    people,
    planned,
    play_on,
    tables_of,
    why,
    winds_of,
    with_entrant,
)


def test_rounds_come_as_they_are_planned() -> None:
    snapshot = planned()
    for number, tables in enumerate(FOUR_ROUNDS, start=1):
        plan = pair(snapshot)
        assert [match.seats for match in plan.matches] == list(tables)
        assert why(plan, snapshot, 1)[0] == f"Round {number} of the schedule of this event."
        snapshot = play_on(snapshot, 1)
    with pytest.raises(PairingError, match="Round 5 cannot be paired: the schedule has 4 rounds"):
        pair(snapshot)


def one_round(*late: str, players: str = EIGHT, **gone: int) -> Snapshot:
    """After round 1: `late` come in round 2, `gone` have left, as in B=1."""
    snapshot = play_on(planned(players=players), 1)
    for name, after in gone.items():
        snapshot = changed(snapshot, name, left_after_round=after)
    for name in late:
        snapshot = with_entrant(snapshot, name, joined_round=2)
    return snapshot


def asking(snapshot: Snapshot, name: str) -> Snapshot:
    """The event in which somebody has asked for a bye in the round to come."""
    [player] = ids(snapshot, name)
    request = ByeRequest(player, len(snapshot.rounds) + 1, ByeKind.ABSENT)
    return replace(snapshot, bye_requests=(request,))


# The event, the tables in the order of the winds (of this round, and of the next one if it matters), the byes, and what
# is said at which table.
ROUNDS: dict[str, tuple[Snapshot, list[list[str]], list[str], dict[int, str]]] = {
    "who meets again is said": (
        one_round(), [["E A F B", "C G D H"]], [],
        {1: "Round 2 of the schedule of this event., E and F have already met, in round 1., "
            "A and B have already met, in round 1."},
    ),
    "a house player sits for who left from the next round on": (
        one_round(B=1), [["E A F House", "C G D H"], ["H E House 9 C", "F D A G"]], [],
        {1: "House replaces B, who withdrew after round 1."},
    ),
    "a seat is kept for who asked for a bye": (
        planned(absent=["C"]), [["A B House D", "E F G H"], ["E A F B", "C G D H"]], ["C"],
        {1: "House replaces C, who does not play in this round."},
    ),
    # Round 2 has House1 at table 2 South and House2 at table 2 North; round 3 has House2 before House1: everybody keeps
    # the seat all the same.
    "late joiners take seats of house players in the order they came and keep them": (
        one_round("Y", "Z", players="A B C D E F House1 House2"),
        [["E A F B", "C Y D Z"], ["Z E B C", "F D A Y"]], [],
        {2: "Y, who joined in round 2, has the seat of a house player."},
    ),
    "who finds no seat has a bye and is told": (one_round("Z"), [["E A F B", "C G D H"]], ["Z"], {}),
    "a late joiner takes the seat of who left": (
        one_round("Z", B=1), [["E A F Z", "C G D H"]], [],
        {1: "Z, who joined in round 2, has the seat of B, who withdrew after round 1."},
    ),
    "who has no seat sits for who is absent for one round only": (
        asking(one_round("Z"), "C"), [["E A F B", "Z G D H"], ["H E B C", "F D A G"]], ["C"],
        {2: "Z, who would have a bye, takes the seat of C in this round."},
    ),
    "who comes back has the own seat again": (
        changed(play_on(one_round("Z", B=1), 1), "B", left_after_round=None), [["H E B C", "F D A G"]], ["Z"], {},
    ),
    # Z sits for Y in round 3.
    "a late joiner's seat is kept through a bye": (
        asking(with_entrant(play_on(one_round("Y", players="A B C D E F G House1"), 1), "Z", joined_round=3), "Y"),
        [["Z E B C", "F D A G"], ["G Y A B", "D C E F"]], ["Y"], {},
    ),
    # House1 is first in round 2, at C's table; House2 sits there too, so Z has a bye; in round 3 House1 is free.
    "a late joiner is never put beside a forbidden opponent": (
        replace(one_round("Z", players="A B C D E F House1 House2"), forbidden_pairs=((3, 9),)),
        [["E A F B", "C House1 D House2"], ["House2 E B C", "F D A Z"]], ["Z"], {},
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", ROUNDS)
def test_a_round_with_the_people_who_are_there(case: str) -> None:
    snapshot, rounds, byes, said = ROUNDS[case]
    plan = pair(snapshot)
    assert [name_of(snapshot, bye.player) for bye in plan.byes] == byes
    for table, words in said.items():
        assert words in ", ".join(why(plan, snapshot, table))
    for expected in rounds:
        assert winds_of(pair(snapshot), snapshot) == expected
        snapshot = play_on(snapshot, 1)


def test_byes_and_house_players_are_those_of_the_round() -> None:
    gone = one_round(B=1)
    assert pair(gone).house == (9,)
    assert pair(play_on(gone, 1)).house == (), "the same house player again"
    [absent] = pair(planned(absent=["C"])).byes
    [late] = pair(one_round("Z")).byes
    assert (absent.kind, late.kind) == (ByeKind.ABSENT, ByeKind.FULL)
    assert "no house player has a seat to give" in late.why[0].text()
    assert [bye.player for bye in pair(play_on(asking(one_round("Z"), "C"), 1)).byes] == [9]


def test_a_pair_forbidden_after_the_schedule_was_made_is_refused_and_named() -> None:
    with pytest.raises(
        Impossible, match="Round 1 of the schedule seats players together who are kept apart"
    ) as caught:
        pair(planned(forbidden=["A D"]))
    assert set(caught.value.players) == {1, 4}


def test_a_table_of_house_players_alone_is_not_played_and_the_others_keep_their_numbers() -> None:
    snapshot = play_on(planned(), 3)
    for name in "GHAB":
        snapshot = changed(snapshot, name, left_after_round=3)
    plan = pair(snapshot)
    assert winds_of(plan, snapshot) == ["D C E F"]
    assert plan.matches[0].table == 2
    assert notes(plan, snapshot) == ["Tables of the schedule with house players only are not played: 1."]


def test_many_house_players_are_told_to_the_director() -> None:
    snapshot = play_on(planned(), 1)
    for name in "AECG":
        snapshot = changed(snapshot, name, left_after_round=1)
    snapshot = with_entrant(snapshot, "Unused", house=True)
    plan = pair(snapshot)
    assert len(list(everybody(plan))) == 8
    assert notes(plan, snapshot) == [
        "House players have 4 seats of this round; a new schedule for the rest would need 0."
    ]


def test_numbers_are_drawn_by_lot() -> None:
    """`number|id` under the draw seed; the lowest lot is number 1."""
    snapshot = from_start(12)
    order = sorted(range(1, 13), key=lambda id: lot("sheets", "number", id))
    assert draw_numbers(snapshot) == {id: number for number, id in enumerate(order, start=1)}


def test_typed_numbers_count_and_the_others_are_drawn_from_the_rest() -> None:
    numbers = draw_numbers(from_start(8, about={"P3": {"draw_number": 1}, "P7": {"draw_number": 5}}))
    assert (numbers[3], numbers[7]) == (1, 5)
    assert sorted(numbers.values()) == list(range(1, 9))
    rest = sorted((id for id in range(1, 9) if id not in (3, 7)), key=lambda id: lot("sheets", "number", id))
    assert [numbers[id] for id in rest] == [2, 3, 4, 6, 7, 8]


def test_of_numbers_beyond_the_players_the_order_counts() -> None:
    """Tokens 1 to 30 in a bag: P1 has 30, P2 has 12; the six others take 1 to 6."""
    snapshot = from_start(8, about={"P1": {"draw_number": 30}, "P2": {"draw_number": 12}})
    assert (draw_numbers(snapshot)[2], draw_numbers(snapshot)[1]) == (7, 8)


def test_the_whole_schedule_can_be_told_before_the_first_round() -> None:
    snapshot = from_start(24)
    schedule = schedule_of(snapshot)
    assert [sorted(id for table in tables for id in table) for tables in schedule] == [list(range(1, 25))] * 5
    pairs = [frozenset(p) for tables in schedule for table in tables for p in combinations(table, 2)]
    assert len(pairs) == len(set(pairs)), "24 players, 5 rounds: nobody meets twice"
    assert [tuple(m.seats for m in plan.matches) for plan in outlook(snapshot)] == list(schedule)
    stored = replace(snapshot, schedule=schedule)
    assert schedule_of(stored) == schedule
    assert [m.seats for m in pair(stored).matches] == [m.seats for m in pair(snapshot).matches]


def test_a_document_without_a_schedule_goes_on_with_the_one_from_the_start() -> None:
    snapshot = from_start(22)
    schedule = schedule_of(snapshot)
    assert {id for table in schedule[0] for id in table} == set(range(1, 25)), "23 and 24 are house players"
    for tables in schedule:
        plan = pair(snapshot)
        assert tuple(match.seats for match in plan.matches) == tables
        assert why(plan, snapshot, 1)[0].endswith("of the schedule drawn at the start.")
        snapshot = play_on(snapshot, 1)
        assert schedule_of(snapshot) == schedule


def test_somebody_who_comes_late_or_leaves_does_not_change_the_schedule_from_the_start() -> None:
    snapshot = play_on(from_start(23), 1)
    schedule = schedule_of(snapshot)
    late = with_entrant(changed(snapshot, "P5", left_after_round=1), "Late", joined_round=2)
    assert schedule_of(late) == schedule


def test_house_players_of_the_schedule_share_no_table_where_possible() -> None:
    for count in (22, 29):
        for tables in schedule_of(from_start(count)):
            assert max(sum(id > count for id in table) for table in tables) == 1


def test_the_rounds_to_come_know_who_has_left_and_who_has_come() -> None:
    snapshot = play_on(planned(players="A B C D E F G House1"), 1)
    snapshot = with_entrant(changed(snapshot, "A", left_after_round=2), "Z", joined_round=2)
    coming = outlook(snapshot)
    assert [winds_of(plan, snapshot) for plan in coming] == [
        ["E A F B", "C G D Z"],
        ["Z E B C", "F D House1 G"],
        ["G Z House1 B", "D C E F"],
    ]


def test_rounds_follow_from_the_plan_or_are_six() -> None:
    assert len(schedule_of(from_start(24))) == 5
    assert len(schedule_of(from_start(24, rounds_planned=None))) == 6
    assert schedule_of(mahjong(players=people(8), system="mahjong_swiss")) == ()


def test_the_same_event_has_the_same_schedule_and_another_seed_another() -> None:
    assert schedule_of(from_start(20)) == schedule_of(from_start(20))
    assert schedule_of(from_start(20)) != schedule_of(from_start(20, draw_seed="another"))
    renamed = replace(from_start(20), name="x", entrants=tuple(Entrant(i, f"王{i}") for i in range(1, 21)))
    assert schedule_of(renamed) == schedule_of(from_start(20))
    assert tables_of(pair(from_start(20)), from_start(20))
