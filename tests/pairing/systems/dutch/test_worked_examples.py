"""The literal program gives the worked examples and rare positions: pairs, colours and the bye."""

import pytest

from tests.pairing.systems.dutch.literal import pair_literally
from tests.pairing.systems.dutch.literal_until_2026 import pair_literally_until_2026
from tests.pairing.systems.dutch.notation import read, read_answer, write
from tests.pairing.systems.dutch.rare_positions import RARE
from tests.pairing.systems.dutch.worked_examples import ANSWERS_UNTIL_2026, EXAMPLES


@pytest.mark.parametrize("line", [*EXAMPLES.values(), *RARE.values()], ids=[*EXAMPLES, *RARE])
def test_since_2026(line: str) -> None:
    _, position, expected = read(line)
    assert pair_literally(position) == expected


@pytest.mark.parametrize("name", ANSWERS_UNTIL_2026)
def test_until_2026(name: str) -> None:
    _, position, _ = read(EXAMPLES[name])
    assert pair_literally_until_2026(position) == read_answer(ANSWERS_UNTIL_2026[name])


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_position_is_written_as_it_was_read(name: str) -> None:
    _, position, expected = read(EXAMPLES[name])
    assert read(write(position, expected, name=name)) == (name, position, expected)
