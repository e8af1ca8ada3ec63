"""The checker of whole rounds finds every kind of fault."""

from __future__ import annotations

import pytest

from tests.pairing.systems.dutch.legality import faults
from tests.pairing.systems.dutch.notation import read, read_answer
from tests.pairing.systems.dutch.worked_examples import EXAMPLES

# Of example E16: 3-2 5-4 and the bye for 1 are right; 1 met 3 and 2, 2 met 4; 3 and 5 had the bye, 4 won by forfeit.
ANSWERS = {
    "3-2 5-4 1-bye": [],
    "3-2 5-4": ["1 has 0 places"],
    "3-2 5-4 2-bye": ["1 has 0 places", "2 has 2 places"],
    "3-2 5-4 1-7": ["7 is not in this round"],
    "1-3 2-5 4-bye": ["4 may not have the bye", "1 and 3 may not meet"],
    "2-3 5-4 1-bye": ["2-3 have their colours the wrong way round"],
}


@pytest.mark.parametrize("answer", ANSWERS)
def test_faults(answer: str) -> None:
    _, position, _ = read(EXAMPLES["E16"])
    expected = read_answer(answer)
    assert expected is not None
    found = faults(position, expected)
    assert all(fault in found for fault in ANSWERS[answer]) and bool(found) == bool(ANSWERS[answer])


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_worked_examples_are_legal(name: str) -> None:
    _, position, answer = read(EXAMPLES[name])
    assert answer is not None and faults(position, answer) == []


def test_the_same_absolute_preference_needs_a_topscorer() -> None:
    """Example E14 pairs 4 and 3, both absolutely for White, in the last round."""
    _, position, answer = read(EXAMPLES["E14"].replace("R=5", "R=6"))
    assert answer is not None
    assert "4 and 3 may not meet" in faults(position, answer)
