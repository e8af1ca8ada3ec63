"""`manage.py study queue`: the table of rules/queue.md A8 with our own draws."""

from math import hypot

import pytest

from research import hall
from tests.pairing.calls import answer

# Minutes of the row A3 in A8, means of 100 events, without standard errors: they are about as large as ours.
PRINTED = {
    "knock-out 32, 6 tables": 155.2,
    "double elim. 16, 4 tables": 211.5,
    "round robin 10, 3 tables": 311.2,
    "round robin 8, 3 tables": 200.7,
    "Swiss 24, 8 tables, 5 rounds": 211.7,
}
RULE = "A3: chain, wait; schedules ahead 1"


def test_beginning_early_saves_time_and_the_same_seeds_give_the_same_table() -> None:
    cells = hall.simulated(3)
    minutes = {(cell.order, cell.column): cell.minutes for cell in cells}
    for column in list(PRINTED)[:4]:
        assert minutes[RULE, column] < minutes["round by round, order of play", column]
    assert hall.simulated(3) == cells
    assert "Swiss 24, 8 tables, 5 rounds" in hall.as_text(cells, 3)


@pytest.mark.sweep
def test_the_printed_minutes_come_out_within_three_standard_errors() -> None:
    cells = {cell.column: cell for cell in hall.simulated() if cell.order == RULE}
    for column, printed in PRINTED.items():
        cell = cells[column]
        assert abs(cell.minutes - printed) < 3 * hypot(cell.error, cell.error), cell


def test_the_command_prints_the_table() -> None:
    data = answer("study", "queue", "--quick", "--json")
    assert {cell["column"] for cell in data} == set(PRINTED)
