"""What people see of a schedule, and why they may call it the best there is."""

from fractions import Fraction
from typing import Any

import pytest

from pairing.seating import Quality, explained, measure, picture, plan
from tests.pairing.verify_seating import recount

# Two rounds of nine ids: 9 is a house player, 40 sits out first, 20 later.
ROUNDS = [[(10, 20, 30, 9), (50, 60, 70, 80)], [(80, 10, 40, 30), (9, 50, 60, 70)]]


def test_a_small_schedule_is_counted_as_by_hand() -> None:
    seen = picture(ROUNDS, house=[9])
    assert seen.ids == (10, 20, 30, 40, 50, 60, 70, 80, 9)
    assert seen.house == (9,)

    def of(player: int) -> int:
        return seen.ids.index(player)

    assert seen.meetings[of(10)][of(30)] == 2
    assert seen.meetings[of(10)][of(9)] == 1
    assert seen.meetings[of(20)][of(40)] == 0
    assert seen.winds[of(10)] == (1, 1, 0, 0)
    assert seen.winds[of(40)] == (0, 0, 1, 0)
    assert seen.tables[of(10)] == (1, 1)
    assert seen.tables[of(40)] == (None, 1)
    assert seen.met[of(10)] == ((20, 30, 9), (80, 40, 30))
    assert seen.met[of(20)] == ((10, 30, 9), ())
    assert seen.opponents[of(10)] == 5
    assert [seen.byes[of(player)] for player in (10, 20, 40, 9)] == [0, 1, 1, 0]
    # Of 36 pairs: 10-30, 50-60, 50-70, 60-70 twice; two rounds of two tables are 24 meetings, so 16 once.
    assert seen.pairs_by_meetings == {0: 16, 1: 16, 2: 4}


def test_only_some_can_be_shown_in_any_order() -> None:
    seen = picture(ROUNDS, ids=[70, 9, 60, 99], house=[9])
    assert seen.ids == (70, 60, 99, 9)
    assert seen.meetings == ((0, 2, 0, 1), (2, 0, 0, 1), (0, 0, 0, 0), (1, 1, 0, 0))
    assert seen.winds[2] == (0, 0, 0, 0) and seen.tables[2] == (None, None) and seen.byes[2] == 2


def test_measuring_works_with_any_ids_byes_and_house_players() -> None:
    assert measure(ROUNDS, 2).figures() == pytest.approx(recount(ROUNDS, 2))
    people = [10, 20, 30, 40, 50, 60, 70, 80]
    assert measure(ROUNDS, 2, house=[9]).figures() == pytest.approx(recount(ROUNDS, 2, people))
    assert measure(ROUNDS, 1, ids=[40, 20]) == Quality(1, 0, 3, 2, 1, Fraction(3), 0, 0)


def why(players: int, rounds: int, **how: object) -> dict[str, str | None]:
    schedule = plan(players, rounds, steps=500, **how).rounds  # type: ignore[arg-type]
    figures = explained(schedule, forbidden=how.get("forbidden", ()))  # type: ignore[arg-type]
    return {figure.name: figure.reason.text() if figure.reason else None for figure in figures}


def test_every_proven_figure_says_why() -> None:
    for players, rounds, per_day in [
        (8, 4, 2),
        (12, 6, 3),
        (20, 6, 3),
    ]:
        seating = plan(players, rounds, per_day)
        figures = explained(seating.rounds, per_day)
        assert tuple(figure.name for figure in figures if figure.reason) == seating.proven_optimal
        assert [figure.value for figure in figures] == [
            getattr(seating.quality, figure.name) for figure in figures
        ]


# Players, rounds and how they are planned; what is said of some figures, or how it begins.
REASONS: list[Any] = [
    (
        24, 6, {},
        {
            "max_meetings": "Everyone who plays meets others, so once for a pair is the least.",
            "opponent_spread": "There is no difference at all.",
            "most_opponents": "No two players meet twice: no more are possible.",
            "max_same_wind": "6 games on four winds: one of the winds at least 2 times.",
            "same_table_2_in_a_row": "No player has this: no schedule has fewer.",
        },
    ),
    (
        20, 6, {},
        {"max_meetings": "20 players are known to be too few for 6 rounds in which no two meet twice."},
    ),
    pytest.param(
        12, 7, {}, {"max_meetings": "With so few tables any two rounds repeat pairs"}, marks=pytest.mark.sweep
    ),
    (12, 5, {}, {"most_opponents": "By counting: no schedule gives all players more"}),
    pytest.param(
        16, 6, {}, {"most_opponents": "All players meet all 15 others they can meet."}, marks=pytest.mark.sweep
    ),
    (
        16, 5, {"forbidden": [(1, 2)]},
        {"max_meetings": "15 meetings with 14 others: at least one is met 2 times."},
    ),
    (
        30, 8, {"uneven": "byes"},
        {
            "opponent_spread": "No two players meet twice, and some play a game less: that is three opponents fewer.",
        },
    ),
]  # fmt: skip


@pytest.mark.parametrize(("players", "rounds", "how", "said"), REASONS)
def test_the_reasons_are_those_of_the_bounds(
    players: int, rounds: int, how: dict[str, object], said: dict[str, str]
) -> None:
    found = why(players, rounds, **how)
    assert {name: str(found[name])[: len(text)] for name, text in said.items()} == said


def test_a_figure_that_may_be_beaten_has_no_reason() -> None:
    assert why(8, 6)["same_table_2_in_a_row"] is None
    # After it, none of the same group can be the best either.
    reasons = [figure.reason for figure in explained([[(1, 2, 3, 4), (5, 6, 7, 8)]] * 4)]
    assert reasons[:3] == [None, None, None]


def test_where_players_come_and_go_only_what_is_certain_is_claimed() -> None:
    gone = [*plan(8, 1).rounds, *([[(1, 2, 3, 4), (5, 6, 9, 10)]] * 3)]
    proven = {figure.name for figure in explained(gone, ids=[1, 2, 3, 4, 5, 6]) if figure.reason}
    assert not proven & {"max_meetings", "latest_average_wind"}
