"""Events of several phases played here, from the first pairing to the end; expected values by the rules, by hand.

In all of them the lower number wins, and lists are in the order of registration, so that a result can be told.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from pairing import document
from pairing.recheck import recheck
from tests.factories import (
    enter_all,
    make_event,
    pair,
    play_round,
    play_rounds,
)
from tests.tournaments.test_phases import BRACKET, SWISS, give
from tournaments.models import Match, Player, Round, Tournament
from tournaments.selectors import phases as selector
from tournaments.selectors.public import Whereabouts, places
from tournaments.selectors.standings import standings
from tournaments.services import documents, rounds
from tournaments.views.desk.steps import attendance as desk_attendance
from tournaments.views.desk.steps import lineup, next_step

pytestmark = pytest.mark.django_db


def lower_wins(match: Match) -> str:
    first, second = match.seats.order_by("position").values_list("player__number", flat=True)
    return "1-0" if first < second else "0-1"


def phased(*parts: Any, field: int = 8, rounds_done: int = 0, **more: Any) -> Tournament:
    event = make_event(field=field, **more)
    give(event, *parts)
    for _ in range(rounds_done):
        play_round(event, lower_wins)
    event.refresh_from_db()
    return event


def there(round_: Round) -> set[int]:
    """Who has a seat or a bye."""
    seats = Player.objects.filter(seats__round=round_).values_list("number", flat=True)
    return {*seats, *round_.byes.exclude(kind="absent").values_list("player__number", flat=True)}


def step(event: Tournament) -> Any:
    event.refresh_from_db()
    return next_step(event, list(event.rounds.order_by("number")), desk_attendance(event))


def same_again(event: Tournament) -> bool:
    """Whether every round of the exported event is found again."""
    snapshot = document.load(json.loads(json.dumps(documents.export_event(event))))
    return all(check.same for check in recheck(snapshot))


def test_a_finished_bracket_says_so_whatever_was_planned(client: Client) -> None:
    event = make_event(field=4, system="bracket", rounds_planned=5, slug="club")
    play_rounds(event, 2)
    assert (step(event).code, lineup(event, 3).playing) == ("finish", 0)
    client.force_login(event.owner)
    for address in ("/desk/club/", "/e/club/", "/e/club/standings/"):
        assert client.get(address).status_code == 200
    won = standings(event).lines[0].number
    out = {n for n, place in places(event).by_number.items() if place.is_out}
    assert out == {1, 2, 3, 4} - {won}


def test_the_desk_goes_from_phase_to_phase() -> None:
    """Monrad: 1-2 3-4 5-6 7-8, then 1-3 5-7 2-4 6-8, then 1-5 with two wins each, 2-3 and 6-7 with one, 4-8.

    1 has three wins; 5, 2 and 6 two; all others fewer. These four go on, whatever the chain.
    """
    event = phased(SWISS, BRACKET, rounds_done=3)
    assert (step(event).code, lineup(event, 4).playing, lineup(event, 4).out) == ("pair", 4, 4)
    round_ = pair(event)
    assert there(round_) == {1, 2, 5, 6}
    assert (round_.system, round_.options["after_round"], round_.number) == ("bracket", 3, 4)
    rounds.publish(tournament=event, actor=event.owner, round_=round_)
    found = places(event).by_number
    assert {n for n, place in found.items() if place.kind is Whereabouts.ELIMINATED} == {3, 4, 7, 8}
    enter_all(round_, lower_wins)
    rounds.complete(tournament=event, actor=event.owner, round_=round_)
    assert there(play_round(event, lower_wins)) <= {1, 2, 5, 6}
    decided = step(event)
    assert decided.code == "finish" and "Player 1" in decided.sentence
    assert [p.state for p in selector.phases(event)] == ["over", "over"]
    table = standings(event)
    assert [line.number for line in table.lines][:1] == [1]
    assert {line.number for line in table.lines if line.group >= 3} == {3, 4, 7, 8}
    assert event.rounds.get(number=3).system == "monrad"
    assert same_again(event)
