"""What is remembered has a bound in size, whatever a stranger sends."""

from pairing.model.remember import remember
from pairing.systems.bracket import chart
from pairing.systems.mahjong import planning


def test_the_latest_results_are_there_as_long_as_they_are_not_too_heavy_together() -> None:
    asked: list[int] = []

    @remember(10, lambda result, count: len(result))
    def letters(count: int) -> str:
        asked.append(count)
        return "x" * count

    assert [len(letters(count)) for count in (4, 5, 4, 3, 4, 5)] == [4, 5, 4, 3, 4, 5]
    assert asked == [4, 5, 3, 5] and letters.weight == 9, "5 went first: 4 had been asked for since"
    assert len(letters(11)) == 11 and letters.weight == 9, "it would have pushed out everything"


def test_brackets_of_thousands_do_not_pile_up() -> None:
    for players in range(3000, 3010):
        chart.double(players)
    assert 0 < chart.double.weight <= chart.MOST_GAMES
    chart.double(8)
    assert chart.double(8) is chart.double(8)


def test_a_schedule_is_planned_once() -> None:
    before = planning._plan.weight
    asked = (8, 3, None, 20261124, ((1, 2),), "house", 0, 0)
    assert planning._plan(*asked) is planning._plan(*asked)
    assert planning._plan.weight - before == 3 * 8 + 2 + 7  # seats, the pair kept apart, the other arguments
