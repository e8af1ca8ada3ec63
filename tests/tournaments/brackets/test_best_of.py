"""How long the matches of a bracket are: declared for each round, and every result with games fits."""

from typing import Any

import pytest

from tests.factories import make_event, play_round, publish, refused, table
from tournaments.brackets.selectors.lengths import best_of
from tournaments.corrections.services import edits
from tournaments.forms.result_choices import choices
from tournaments.models import Result, Round, Tournament
from tournaments.phones.services import reports
from tournaments.results.services import results
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db


def cup(best: str = "3 5", **options: object) -> Tournament:
    chosen = {"after_round": 0, "best_of": best, **options}
    return make_event(field=4, slug="cup", system="bracket", options=chosen, rounds_planned=2)


def enter(event: Tournament, round_: Round, result: str, games: list[int]) -> None:
    match = table(round_)
    results.enter_result(tournament=event, actor=event.owner, match=match, result=result, games=games)


def test_the_length_of_each_round_is_the_one_declared_and_the_last_counts_for_the_rest() -> None:
    event = cup()
    assert [best_of(event, number) for number in (1, 2, 3)] == [3, 5, 0]


def test_nothing_is_declared_in_an_event_that_says_nothing() -> None:
    assert best_of(cup(best=""), 1) == 0


# A match of three is over with the second win; nobody plays on, and nobody wins with fewer.
@pytest.mark.parametrize(
    ("result", "games", "fits"),
    [
        ("1-0", [2, 0], True),
        ("1-0", [2, 1], True),
        ("0-1", [1, 2], True),
        ("1-0", [2, 1, 1], True),
        ("1-0", [1, 0], False),
        ("1-0", [3, 0], False),
        ("1/2-1/2", [1, 1], False),
        ("1/2-1/2", [2, 2], False),
    ],
)
def test_games_fit_the_length(result: str, games: list[int], fits: bool) -> None:
    event = cup()
    round_ = publish(event)
    if fits:
        enter(event, round_, result, games)
        assert table(round_).games == games
    else:
        with refused("bad_length", field="games"):
            enter(event, round_, result, games)


def test_a_result_without_games_and_a_forfeit_are_taken() -> None:
    event = cup()
    round_ = publish(event)
    by_forfeit = Result.FIRST_BY_FORFEIT.value
    results.enter_results(
        tournament=event, actor=event.owner, round_=round_, results={1: "1-0", 2: by_forfeit}
    )
    assert [table(round_, at).games for at in (1, 2)] == [None, None]


def test_games_entered_together_corrected_and_reported_fit_too() -> None:
    event = cup()
    round_ = publish(event)
    given: dict[str, Any] = {"tournament": event, "actor": event.owner}
    with refused("bad_length"):
        results.enter_results(**given, round_=round_, results={1: "1-0"}, games={1: [3, 1]})
    first = table(round_).seats.get(position=0).player
    with refused("bad_length"):
        reports.report_result(
            tournament=event, player=first, match=table(round_), outcome="win", games=[3, 2]
        )
    results.enter_results(**given, round_=round_, results={1: "1-0", 2: "1-0"})
    rounds.complete(**given, round_=round_)
    with refused("bad_length"):
        results.correct_result(**given, match=table(round_), result="0-1", games=[0, 1])
    asked = {"round": 1, "table": 1, "result": "0-1", "games": [1, 3]}
    with refused("bad_length"):
        edits.read(event, "result", asked)


def test_the_buttons_and_keys_of_a_round_are_the_games_its_matches_can_end_with() -> None:
    event = cup()
    play_round(event)
    short = [choice.short for choice in choices(event, 1) if choice.is_common]
    assert short == ["2–0", "2–1", "1–2", "0–2"]
    publish(event)
    assert [choice.keys for choice in choices(event, 2) if choice.is_common] == [
        ("3 0",), ("3 1",), ("3 2",), ("2 3",), ("1 3",), ("0 3",)
    ]  # fmt: skip
