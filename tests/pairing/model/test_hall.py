"""Rounds at the tables a hall really has: numbered in order, fixed tables kept, the rest of the core undisturbed."""

from dataclasses import replace
from typing import Any

import pytest

from pairing.engine import outlook, pair
from pairing.engine.recheck import recheck
from pairing.formats import document
from pairing.model.hall import HallTables, misplaced
from pairing.model.schema import DocumentError
from pairing.model.types import FOUR, Entrant, Phase, RoundPlan, Snapshot
from pairing.repair import repairs
from tests.pairing.playing import as_round, played

HALL = HallTables(((1, 4), (101, 140)), (3,))


def event(players: int, **facts: Any) -> Snapshot:
    entrants = tuple(Entrant(n, f"P{n:02}", rating=3000 - n) for n in range(1, players + 1))
    return Snapshot(entrants, **{"system": "monrad", "rounds_planned": 9, "draw_seed": "hall", **facts})


def tables(plan: RoundPlan) -> list[int]:
    return [match.table for match in plan.matches]


def test_the_numbers_of_a_hall_are_those_of_its_ranges_and_go_on_after_the_last() -> None:
    numbers = HallTables(((1, 2), (5, 7)), (6, 9)).numbers()
    assert [next(numbers) for _ in range(7)] == [1, 2, 5, 7, 8, 10, 11]
    everything = HallTables().numbers()
    assert [next(everything) for _ in range(3)] == [1, 2, 3]
    assert HALL.after(2, 3) == [4, 101, 102]
    assert HALL.after(139, 3) == [140, 141, 142]
    assert HallTables().after(7, 2) == [8, 9]


def test_a_hall_has_the_tables_of_its_ranges_but_those_left_out() -> None:
    assert [n for n in range(1, 150) if HALL.has(n)] == [1, 2, 4, *range(101, 141)]
    assert HallTables().has(77)


@pytest.mark.parametrize(
    ("ranges", "wrong"),
    [
        ((), None),
        (((1, 40), (101, 140)), None),
        (((5, 4),), 0),
        (((1, 40), (40, 50)), 1),
        (((101, 140), (1, 40)), 1),
        (((0, 3),), 0),
    ],
)
def test_ranges_ascend_and_do_not_overlap(ranges: Any, wrong: int | None) -> None:
    assert misplaced(ranges) == wrong


@pytest.mark.parametrize(
    ("system", "field"),
    [
        *((system, 11) for system in ("monrad", "random_swiss", "round_robin", "tiered", "wcsc")),
        ("bracket", 8),
        ("double_elimination", 8),
    ],
)
def test_the_pairs_are_the_same_and_only_the_numbers_differ(system: str, field: int) -> None:
    planned = 9 if field == 11 else None  # how many rounds a bracket takes shows when it is played
    plain = played(event(field, system=system, rounds_planned=planned), rounds=3)
    hall = played(event(field, system=system, rounds_planned=planned, tables=HALL), rounds=3)
    order = [1, 2, 4, 101, 102, 103]
    for one, other in zip(plain.rounds, hall.rounds, strict=True):
        assert [m.seats for m in one.matches] == [m.seats for m in other.matches]
        assert [order[m.table - 1] for m in one.matches] == [m.table for m in other.matches]
        assert one.byes == other.byes


def test_tables_of_four_are_numbered_too_and_the_rounds_to_come_with_them() -> None:
    snapshot = event(12, system="mahjong_schedule", seats=FOUR, rounds_planned=3, tables=HALL)
    assert tables(pair(snapshot)) == [1, 2, 4]
    assert [tables(plan) for plan in outlook(snapshot)] == [[1, 2, 4]] * 3
    plain = outlook(replace(snapshot, tables=HallTables()))
    assert [[m.seats for m in p.matches] for p in outlook(snapshot)] == [
        [m.seats for m in p.matches] for p in plain
    ]


def test_rechecking_finds_every_round_as_it_was() -> None:
    assert all(check.same for check in recheck(played(event(11, tables=HALL), rounds=4)))


def test_a_round_of_another_hall_is_compared_by_the_order_of_its_tables() -> None:
    later = replace(played(event(10, tables=HALL), rounds=1), tables=HallTables(((20, 60),)))
    second = played(later, rounds=1)
    assert tables(pair(later)) == [20, 21, 22, 23, 24]
    assert all(check.same for check in recheck(second))
    assert all(check.same for check in recheck(replace(second, tables=HallTables())))


def test_a_match_that_was_moved_by_hand_is_still_found() -> None:
    first = played(event(10, tables=HALL), rounds=1)
    matches = first.rounds[0].matches
    moved = (*matches[1:], replace(matches[0], table=140))
    check = recheck(replace(first, rounds=(replace(first.rounds[0], matches=moved),)))[0]
    assert check.moved == (matches[0].seats,)


def test_phases_use_the_tables_of_the_hall() -> None:
    phases = (Phase("monrad", rounds=1), Phase("bracket"))
    snapshot = event(8, phases=phases, rounds_planned=None, tables=HALL)
    assert [[m.table for m in r.matches] for r in played(snapshot, rounds=2).rounds] == [[1, 2, 4, 101]] * 2


DOCUMENT = {
    "format": "pairwright-event/1",
    "players": [{"id": 1}, {"id": 2, "fixed_table": 102}],
    "tables": {"ranges": [[1, 4], [101, 140]], "skip": [3]},
}


def test_the_document_carries_the_tables_both_ways() -> None:
    snapshot = document.load(DOCUMENT)
    assert snapshot.tables == HALL
    assert document.dump(snapshot)["tables"] == DOCUMENT["tables"]
    assert document.load(document.dump(snapshot)) == snapshot


def test_a_document_without_them_is_written_as_before() -> None:
    assert "tables" not in document.dump(
        document.load({"format": "pairwright-event/1", "players": [{"id": 1}]})
    )


@pytest.mark.parametrize(
    ("tables", "where"),
    [
        ({"ranges": [[1, 4], [4, 9]]}, "tables.ranges[1]"),
        ({"ranges": [[4, 1]]}, "tables.ranges[0]"),
        ({"ranges": [[0, 1]]}, "tables.ranges[0][0]"),
        ({"ranges": [[1]]}, "tables.ranges[0]"),
        ({"ranges": [[1, 2]], "skip": [1, 2]}, "tables.skip"),
        ({"skip": [1]}, "tables.skip"),
        ({"ranges": [[1, 90]]}, "players[1].fixed_table"),
        ({"range": [[1, 90]]}, "tables"),
        ([[1, 90]], "tables"),
    ],
)
def test_bad_tables_are_refused_and_the_place_is_named(tables: Any, where: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        document.load({**DOCUMENT, "tables": tables})
    assert str(refusal.value).startswith(where)


def test_a_repair_that_needs_one_table_more_takes_the_next_of_the_hall() -> None:
    snapshot = played(event(5, tables=HALL))
    late = Entrant(6, "P06", joined_round=2)
    best = repairs(replace(snapshot, entrants=(*snapshot.entrants, late)), as_round(pair(snapshot)))[0]
    assert [m.table for m in best.plan.matches] == [1, 2, 4]
