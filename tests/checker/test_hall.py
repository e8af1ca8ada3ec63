"""Does the checker see wrong table numbers? Halls and answers written by hand, and documents that must be refused."""

from itertools import islice
from typing import Any

import pytest

from pairing.formats import document as core
from pairing.model.schema import DocumentError
from tests.checker.check import check
from tests.checker.facts import Json
from tests.checker.hall import numbers, wrong_key
from tests.checker.test_checker import SOUND, document
from tests.checker.test_fours import SWISS, document as document_of_four

# The words of docs/event-format.md: ranges in order, numbers to skip left out, on after the last.
HALL = {"ranges": [[1, 40], [101, 140]], "skip": [13]}


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


WITHOUT_2 = document(tables={"ranges": [[1, 40]], "skip": [2]})
ON_AFTER = document(tables={"ranges": [[12, 20]], "skip": [13]})
NEXT_RANGE = document(tables={"ranges": [[40, 40], [101, 140]]})
AT_102 = with_fixed((5, 102), tables=HALL)  # player 5, of the second match
IN_THE_ROW = with_fixed((2, 1), tables={"ranges": [[1, 2], [9, 9]]})
OF_FOUR = document_of_four("mahjong_swiss", 2) | {"tables": {"ranges": [[5, 5], [8, 9]]}}
# The event, the tables of its matches, and what the checker says.
NUMBERED: list[tuple[Json, tuple[int, ...], list[str]]] = [
    (document(), (1, 3, 4), ["tables [1, 3, 4] where [1, 2, 3] are next"]),
    (document(tables=HALL), (1, 2, 3), []),
    (document(tables=HALL), (1, 2, 4), ["tables [1, 2, 4] where [1, 2, 3] are next"]),
    (document(tables=HALL), (51, 2, 3), ["tables [2, 3, 51] where [1, 2, 3] are next"]),
    (WITHOUT_2, (1, 3, 4), []),
    (WITHOUT_2, (1, 2, 3), ["tables [1, 2, 3] where [1, 3, 4] are next"]),
    (ON_AFTER, (12, 14, 15), []),
    (ON_AFTER, (12, 13, 14), ["tables [12, 13, 14] where [12, 14, 15] are next"]),
    (NEXT_RANGE, (40, 101, 102), []),
    (NEXT_RANGE, (200, 201, 202), ["tables [200, 201, 202] where [40, 101, 102] are next"]),
    (document(tables={"ranges": [[7, 8]]}), (7, 8, 9), []),
    (AT_102, (1, 102, 2), []),
    (AT_102, (1, 102, 3), ["tables [1, 3] where [1, 2] are next"]),
    (AT_102, (1, 2, 3), ["player 5 is not at fixed table 102"]),
    (IN_THE_ROW, (2, 9, 1), []),
    (IN_THE_ROW, (2, 3, 1), ["tables [2, 3] where [2, 9] are next"]),
    (OF_FOUR, (5, 8), []),
    (OF_FOUR, (1, 2), ["tables [1, 2] where [5, 8] are next"]),
    (OF_FOUR, (8, 9), ["tables [8, 9] where [5, 8] are next"]),
]


@pytest.mark.parametrize(("event", "tables", "said"), NUMBERED)
def test_the_next_numbers_are_right_and_others_are_seen(
    event: Json, tables: tuple[int, ...], said: list[str]
) -> None:
    sound = SWISS if event is OF_FOUR else SOUND
    matches = [match | {"table": table} for match, table in zip(sound["matches"], tables, strict=True)]
    assert check(event, sound | {"matches": matches}) == said


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
