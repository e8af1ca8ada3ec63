"""Does the checker see wrong table numbers? Halls and answers written by hand, and documents that must be refused."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from pairing import document as core
from pairing.schema import DocumentError
from tests.checker.check import check
from tests.checker.facts import Json
from tests.checker.hall import numbers, wrong_key
from tests.checker.test_checker import SOUND, document
from tests.checker.test_fours import answer as answer_of_four
from tests.checker.test_fours import document as document_of_four

# The words of docs/event-format.md: ranges in order, numbers to skip left out, on after the last.
HALL = {"ranges": [[1, 40], [101, 140]], "skip": [13]}


def at(*tables: int) -> Json:
    """The sound answer of test_checker (three matches) at these tables."""
    matches = [match | {"table": table} for match, table in zip(SOUND["matches"], tables, strict=True)]
    return SOUND | {"matches": matches}


def with_fixed(*tables: tuple[int, int], **changes: Any) -> Json:
    """The document of test_checker, with fixed tables of players."""
    base, wishes = document(**changes), dict(tables)
    players = [p | {"fixed_table": wishes[p["id"]]} if p["id"] in wishes else p for p in base["players"]]
    return base | {"players": players}


@pytest.mark.parametrize(
    ("hall", "first"),
    [
        (None, [1, 2, 3, 4, 5]),
        ({"ranges": []}, [1, 2, 3, 4, 5]),
        ({"ranges": [[7, 8], [20, 21]]}, [7, 8, 20, 21, 22]),
        ({"ranges": [[1, 2], [5, 6]], "skip": [2, 5]}, [1, 6, 7, 8, 9]),
        ({"ranges": [[3, 4]], "skip": [6]}, [3, 4, 5, 7, 8]),
    ],
)
def test_numbers_in_order(hall: Json | None, first: list[int]) -> None:
    given = {"tables": hall} if hall else {}
    assert list(islice(numbers({"players": [], **given}), 5)) == first


@pytest.mark.parametrize(
    ("hall", "right"),
    [
        (HALL, (1, 2, 3)),
        ({"ranges": [[12, 20]], "skip": [13]}, (12, 14, 15)),
        ({"ranges": [[40, 40], [101, 140]]}, (40, 101, 102)),
        ({"ranges": [[7, 8]]}, (7, 8, 9)),
    ],
)
def test_the_next_numbers_are_right_and_others_are_seen(hall: Json, right: tuple[int, int, int]) -> None:
    assert check(document(tables=hall), at(*right)) == []
    for wrong in ((right[0], right[1], right[2] + 1), (right[0] + 50, *right[1:]), (200, 201, 202)):
        assert any("are next" in found for found in check(document(tables=hall), at(*wrong))), wrong


def test_a_table_that_is_not_there_is_seen() -> None:
    hall = {"ranges": [[1, 40]], "skip": [2]}
    assert check(document(tables=hall), at(1, 3, 4)) == []
    assert check(document(tables=hall), at(1, 2, 3)) == ["tables [1, 2, 3] where [1, 3, 4] are next"]
    assert check(document(), at(1, 3, 4)) == ["tables [1, 3, 4] where [1, 2, 3] are next"]


def test_a_fixed_table_is_kept_and_the_others_have_the_next_numbers() -> None:
    """Player 5 (of the second match) always sits at table 102."""
    given = with_fixed((5, 102), tables=HALL)
    assert check(given, at(1, 102, 2)) == []
    assert check(given, at(1, 102, 3)) == ["tables [1, 3] where [1, 2] are next"]
    assert "player 5 is not at fixed table 102" in check(given, at(1, 2, 3))


def test_a_fixed_table_in_the_row_is_passed_over() -> None:
    given = with_fixed((2, 1), tables={"ranges": [[1, 2], [9, 9]]})
    assert check(given, at(2, 9, 1)) == []
    assert check(given, at(2, 3, 1)) == ["tables [2, 3] where [2, 9] are next"]


def test_tables_of_four_are_numbered_with_them_too() -> None:
    given = document_of_four("mahjong_swiss", 2) | {"tables": {"ranges": [[5, 5], [8, 9]]}}
    paired = answer_of_four([1, 5, 2, 6], [7, 3, 8, 4])

    def found(*tables: int) -> list[str]:
        matches = [m | {"table": table} for m, table in zip(paired["matches"], tables, strict=True)]
        return [line for line in check(given, paired | {"matches": matches}) if "are next" in line]

    assert found(5, 8) == []
    assert found(1, 2) == ["tables [1, 2] where [5, 8] are next"]
    assert found(8, 9) == ["tables [8, 9] where [5, 8] are next"]


# What is wrong with a document itself, and the field pairwright names when it refuses it.
WRONG: dict[str, tuple[Json, str]] = {
    "down": ({"tables": {"ranges": [[40, 1]]}}, "tables.ranges[0]"),
    "not after the one before": ({"tables": {"ranges": [[101, 140], [1, 40]]}}, "tables.ranges[1]"),
    "over each other": ({"tables": {"ranges": [[1, 40], [40, 50]]}}, "tables.ranges[1]"),
    "a fixed table elsewhere": ({"fixed": 50, "tables": {"ranges": [[1, 40]]}}, "players[1].fixed_table"),
    "a fixed table skipped": ({"fixed": 13, "tables": HALL}, "players[1].fixed_table"),
}


def broken(change: Json) -> Json:
    fixed = [(2, change["fixed"])] if "fixed" in change else []
    return with_fixed(*fixed, tables=change["tables"])


@pytest.mark.parametrize("fault", WRONG)
def test_a_wrong_document_is_seen_and_refused(fault: str) -> None:
    change, field = WRONG[fault]
    assert len(list(wrong_key(broken(change)))) == 1
    with pytest.raises(DocumentError) as refused:
        core.load(broken(change))
    assert refused.value.params["where"] == field


def test_pairwright_refuses_exactly_the_documents_that_are_wrong() -> None:
    """Halls of small numbers, so that every kind of fault comes often."""
    rng, seen = Random(1), {True: 0, False: 0}
    for _ in range(400):
        ranges = [[rng.randint(1, 9), rng.randint(1, 9)] for _ in range(rng.randint(1, 3))]
        ranges = ranges if rng.random() < 0.3 else sorted(map(sorted, ranges))
        skip = rng.sample(range(1, 10), rng.randint(0, 1)) if ranges[0][0] != ranges[-1][1] else []
        given = with_fixed((3, rng.randint(1, 9)), tables={"ranges": ranges, "skip": skip})
        wrong = bool(list(wrong_key(given)))
        seen[wrong] += 1
        try:
            core.load(given)
        except DocumentError:
            assert wrong, given["tables"]
        else:
            assert not wrong, given["tables"]
    assert min(seen.values()) > 40
