"""Numbers, reasons and marks as text, in the reader's language."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import count

import pytest
from django.template import Context, Template
from django.utils import translation

import pairing.systems  # noqa: F401  (registers the sentences of every system)
from pairing.model.field import Sheet
from pairing.model.reasons import because
from pairing.model.types import ByeKind, Outcome
from tournaments.models import RoundState, Status, Tournament
from tournaments.templatetags import pairwright as tags

# Points are exact; those of a table of four have a sign and a decimal; raw points are grouped: as the reader does it.
WRITTEN: dict[Callable[..., str], list[tuple[int | None, str, str]]] = {
    tags.points: [
        (250, "2½", "2½"), (300, "3", "3"), (0, "0", "0"), (25, "0.25", "0,25"), (-50, "-½", "-½"),
        (None, "–", "–"),
    ],
    tags.score: [
        (2730, "+27.3", "+27,3"), (-700, "−7.0", "−7,0"), (0, "0.0", "0,0"), (333, "+3.33", "+3,33"),
        (-5, "−0.05", "−0,05"), (None, "–", "–"),
    ],
    tags.raw_points: [(42300, "42,300", "42.300"), (-1200, "−1,200", "−1.200"), (0, "0", "0"), (None, "–", "–")],
}  # fmt: skip


@pytest.mark.parametrize("write", WRITTEN)
def test_numbers_are_in_the_readers_notation(write: Callable[..., str]) -> None:
    for value, english, danish in WRITTEN[write]:
        with translation.override("en"):
            assert write(value) == english
        with translation.override("da"):
            assert write(value) == danish


@pytest.mark.parametrize(
    ("value", "unit", "shown"),
    [
        (Fraction(11, 18), "ratio", "61.11%"),
        (Fraction(1, 3), "ratio", "33.33%"),
        (Fraction(1, 2), "ratio", "50.00%"),
        (Fraction(20000, 3), "points", "66.67"),
        (1550, "points", "15½"),
        (-3, "count", "-3"),
        (-7, "order", "7"),
        (1987, "rating", "1987"),
        (None, "rating", "–"),
        (Fraction(-1, 800), "count", "0.00"),
    ],
)
def test_tie_break_values_are_short(value: int | Fraction | None, unit: str, shown: str) -> None:
    @dataclass
    class Cell:
        value: int | Fraction | None
        unit: str

    assert tags.tiebreak(Cell(value, unit)) == shown


def test_a_reason_names_players_and_keeps_their_writing_direction_to_themselves() -> None:
    """Points in a sentence are as players write them."""
    reason = because("floats_down", player=2, score=150, met_score=-1365, detail="x")
    text = tags.reason(reason.to_json(), {2: "محمد"})
    assert text.startswith("\u2068محمد\u2069 floats down from 1½ to ")
    assert "-13.65" in text
    with translation.override("da"):
        assert "-13,65" in tags.reason(reason, {2: "محمد"})


def test_a_reason_without_a_known_name_shows_the_number() -> None:
    reason = because("floats_down", player=2, score=150, met_score=50, detail="x")
    assert tags.reason(reason).startswith("#2")


def test_a_reason_of_a_system_that_is_gone_is_shown_as_it_is() -> None:
    assert tags.reason({"code": "from_another_age"}) == "from_another_age"


@pytest.mark.parametrize(
    ("result", "marks"),
    [
        ("1-0", ("1", "0")), ("0-1", ("0", "1")), ("1/2-1/2", ("½", "½")), ("0-0", ("0", "0")),
        ("+--", ("+", "−")), ("--+", ("−", "+")), ("---", ("−", "−")), (None, ("", "")),
    ],
)  # fmt: skip
def test_each_seat_reads_its_own_result(result: str | None, marks: tuple[str, str]) -> None:
    assert (tags.seat_result(result, 0), tags.seat_result(result, 1)) == marks


def test_a_table_for_four_shows_points_and_winds() -> None:
    assert tags.seat_result(None, 2, 4550) == "45.5"
    assert [tags.seat_name({}, seat, 4) for seat in range(4)] == ["East", "South", "West", "North"]


@pytest.mark.parametrize(
    ("system", "names"), [("monrad", ["moves first", "moves second"]), ("dutch", ["White", "Black"])]
)
def test_the_seats_of_a_match_are_colours_where_the_rules_call_them_so(system: str, names: list[str]) -> None:
    """C.04.3, article 5: White and Black."""
    event = Tournament(system=system)
    assert [tags.seat_name({"event": event}, seat) for seat in range(2)] == names


def test_a_wind_is_its_sign_and_its_name_but_says_the_same_only_once() -> None:
    with translation.override("en"):
        assert "西" in tags.wind(2) and "West" in tags.wind(2)
    with translation.override("ja"):
        assert tags.wind(2).count("西") == 1


def test_every_outcome_and_state_has_its_badge() -> None:
    assert all("badge" in tags.outcome(value) for value in Outcome)
    assert tags.outcome("") == ""
    assert all("badge" in tags.round_state(state) for state in RoundState)
    assert all("badge" in tags.event_status(status) for status in Status)


def test_a_cell_of_the_cross_table_tells_result_line_and_seat() -> None:
    won = Sheet(round=1, points=100, opponent=7, seat=0, outcome=Outcome.WIN)
    assert tags.cross_cell(won, {7: 12}) == "<b>1</b> 12 ▸"
    still_open = Sheet(round=1, points=0, opponent=7, seat=1)
    assert tags.cross_cell(still_open, {7: 12}) == "<b>·</b> 12"
    bye = Sheet(round=1, points=50, bye=ByeKind.HALF)
    assert tags.cross_cell(bye, {}) == '<span title="Half-point bye">½</span>'
    assert tags.cross_cell(None, {}) == ""


def test_an_icon_is_decoration_unless_it_is_named() -> None:
    assert 'aria-hidden="true"' in tags.icon("search")
    assert 'role="img" aria-label="Find"' in tags.icon("search", "Find")


def test_what_rows_say_alike_is_rendered_once_for_each_key() -> None:
    part = "{% alike row.key %}{{ row.key }}{{ row.count }}{% endalike %}"
    page = Template(f"{{% load rows %}}{{% for row in rows %}}{part} {{% endfor %}}")
    rows = [{"key": key, "count": rendered.__next__} for rendered in [count()] for key in "abab"]
    # Nothing is kept for the next page.
    assert [page.render(Context({"rows": rows})) for _ in "12"] == ["a0 b1 a0 b1 ", "a2 b3 a2 b3 "]


def test_an_address_is_that_of_its_name_and_arguments_however_often_it_is_asked_for() -> None:
    page = Template("{% url 'desk:round' slug number %}{% url 'desk:round' slug number as it %} {{ it }}")
    for slug, number in (("open", 1), ("open", 2), ("club", 1), ("open", 1)):
        address = f"/desk/{slug}/rounds/{number}/"
        assert page.render(Context({"slug": slug, "number": number})) == f"{address} {address}"
