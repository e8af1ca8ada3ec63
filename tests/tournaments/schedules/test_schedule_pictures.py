"""The pictures of a schedule, held against small schedules counted by hand."""

import re

from django.utils import translation

from tournaments.schedules.selectors.pictures import pictures_of
from tournaments.schedules.selectors.schedules import (
    Person,
    RoundOfPlan,
    Schedule,
    TablePlan,
    by_name,
    my_rounds,
    whom,
)
from tournaments.templatetags.schedules import figure, seated

PEOPLE = {number: Person(number, f"P{number}") for number in range(1, 8)} | {8: Person(8, "", is_house=True)}
ROUNDS = (
    ((1, 2, 3, 4), (5, 6, 7, 8)),
    ((2, 1, 5, 3), (6, 4, 8, 7)),
    ((1, 6, 2, 8), (3, 4, 5, 7)),
)


def schedule(rounds_per_day: int | None = None) -> Schedule:
    return Schedule(
        tuple(
            RoundOfPlan(
                number,
                1 + (number - 1) // rounds_per_day if rounds_per_day else 1,
                False,
                tuple(TablePlan(at, seats) for at, seats in enumerate(tables, 1)),
            )
            for number, tables in enumerate(ROUNDS, 1)
        ),
        PEOPLE,
        rounds_per_day,
    )


def points(path: str) -> set[tuple[int, int]]:
    """(row, column) of every point of a path of relative moves."""
    row = column = 0
    found = set()
    for x, y in re.findall(r"m(-?\d+) (-?\d+)h0", path):
        column, row = column + int(x), row + int(y)
        found.add((row, column))
    return found


def test_every_two_who_meet_have_a_square_which_the_page_mirrors() -> None:
    picture = pictures_of(schedule())
    squares = {level.count: points(level.path) for level in picture.matrix.levels}
    # Numbers less one. Three times: 1-2 and 6-8. Twice: 1-3, 2-3, 3-4, 3-5, 4-7, 5-7, 6-7 and 7-8.
    thrice = {(0, 1), (5, 7)}
    twice = {(0, 2), (1, 2), (2, 3), (2, 4), (3, 6), (4, 6), (5, 6), (6, 7)}
    assert (squares[3], squares[2]) == (thrice, twice)
    # 3 rounds of 2 tables with 6 pairs each make 36 meetings.
    assert sum(count * len(found) for count, found in squares.items()) == 36
    digits = {((y - 5) // 10, (x - 5) // 10) for x, y in picture.matrix.levels[2].digits}
    assert digits == thrice | {(b, a) for a, b in thrice}
    assert points(picture.matrix.diagonal) == {(at, at) for at in range(8)}
    assert [text for text, _at in picture.matrix.labels] == ["1", "2", "3", "4", "5", "6", "7", "H"]
    assert [(bar.value, bar.count) for bar in picture.pairs] == [(0, 4), (1, 14), (2, 8), (3, 2)]


def test_winds_are_counted_for_everybody_but_the_house() -> None:
    picture = pictures_of(schedule())
    counts = {person.number: drawing.counts for person, drawing in picture.winds.rows}
    assert counts == {
        1: (2, 1, 0, 0),
        2: (1, 1, 1, 0),
        3: (1, 0, 1, 1),
        4: (0, 2, 0, 1),
        5: (1, 0, 2, 0),
        6: (1, 2, 0, 0),
        7: (0, 0, 1, 2),
    }
    assert picture.about_winds == "7 players never have one of the winds; no one has one more than 2 times."
    assert (
        next(drawing.said for person, drawing in picture.winds.rows if person.number == 1)
        == "東 2 南 1 西 0 北 0"
    )


def test_rounds_in_a_row_at_a_table_are_framed_and_a_night_ends_them() -> None:
    picture = pictures_of(schedule())
    rows = {row.strip.person.number: row for row in picture.tables.rows}
    assert [table for _x, table, _stays in rows[1].cells] == [1, 1, 1]
    assert (rows[1].strip.longest, len(rows[1].frames)) == (3, 1)
    assert [stays for _x, _table, stays in rows[3].cells] == [True, True, False]
    assert rows[5].frames == ()
    # 1, 2 and 7 stay for three rounds, 3, 4 and 6 for two.
    assert picture.about_tables == (
        "6 players stay at a table for two rounds in a row, 3 of them even for three."
    )
    night = pictures_of(schedule(rounds_per_day=2))
    assert night.about_tables == "5 players stay at a table for two rounds in a row; no one for three."


def test_whom_one_meets_leaves_the_house_out() -> None:
    mine = my_rounds(schedule(), 6)
    assert [(row.table, row.position) for row in mine] == [(2, 1), (2, 0), (1, 1)]
    assert [(person.number, rounds) for person, rounds in whom(mine)] == [
        (1, [3]),
        (2, [3]),
        (4, [2]),
        (5, [1]),
        (7, [1, 2]),
    ]
    assert [person.number for person, _rounds in by_name(schedule())] == list(range(1, 8))


def test_large_fields_have_fewer_labels_and_no_digits() -> None:
    people = {number: Person(number, f"P{number}") for number in range(1, 41)}
    tables = tuple(TablePlan(at // 4 + 1, tuple(range(at + 1, at + 5))) for at in range(0, 40, 4))
    rounds = tuple(RoundOfPlan(number, 1, False, tables) for number in (1, 2))
    picture = pictures_of(Schedule(rounds, people))
    assert [text for text, _at in picture.matrix.labels] == ["1", "10", "20", "30", "40"]
    assert [level.digits for level in picture.matrix.levels] == [()]
    assert picture.about_different == "All players have the same number of different opponents: 3."
    assert picture.about_meetings.startswith("No two players meet more than 2 times; 60 pairs")


def test_figures_are_short_and_in_the_readers_language() -> None:
    assert [figure(value) for value in (None, 2, 2.0, 2.5, 2.714285)] == ["–", "2", "2", "2.5", "2.714"]
    with translation.override("da"):
        assert figure(2.5) == "2,5"
    assert seated({}, PEOPLE[1]) == '<bdi class="">P1</bdi>'
    assert "house player" in seated({}, PEOPLE[8])
