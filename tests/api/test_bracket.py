"""The bracket over the API; the games of four players are worked out by hand: 1-4 and 2-3, then the winners."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from tests.api.conftest import Api
from tests.factories import enter_all, make_event, pair, play_round, publish
from tournaments.models import Match, Tournament

BRACKET = "events/cup/bracket/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(owner: User) -> Tournament:
    options = {"after_round": 0, "reseed_layers": False, "third_place": True}
    return make_event(owner=owner, slug="cup", field=4, system="bracket", options=options)


def better_wins(match: Match) -> str:
    one, other = (seat.player.number for seat in match.seats.order_by("position"))
    return "1-0" if one < other else "0-1"


def players(game: dict[str, Any]) -> list[int | None]:
    return [side["number"] for side in game["sides"]]


def test_a_bracket_from_its_projection_to_its_winner(api: Api, cup: Tournament) -> None:
    found = api.get(BRACKET)
    assert (found["is_projected"], found["seeds"], found["champion"]) == (True, [1, 2, 3, 4], None)
    assert [players(game) for game in found["games"]] == [[1, 4], [2, 3], [None, None], [None, None]]
    assert [(s["stage"], s["round"]) for s in found["stages"]] == [(1, 1), (2, 2)]
    assert [(g["winner_to"], g["loser_to"]) for g in found["games"]] == [
        (3, 4),
        (3, 4),
        (None, None),
        (None, None),
    ]
    assert [s["comes_from"] for s in found["games"][3]["sides"]] == [
        {"kind": "loser", "number": 1},
        {"kind": "loser", "number": 2},
    ]
    round_ = publish(cup)
    found = api.get(BRACKET)
    assert not found["is_projected"]
    assert [(g["state"], g["table"]) for g in found["games"][:2]] == [("paired", 1), ("paired", 2)]
    enter_all(round_, better_wins)
    found = api.get(BRACKET)
    assert [g["winner"] for g in found["games"]] == [1, 2, None, None]
    assert [players(game) for game in found["games"][2:]] == [[1, 2], [4, 3]]


def test_the_end_names_the_champion(api: Api, cup: Tournament) -> None:
    for _ in range(2):
        play_round(cup, better_wins)
    found = api.get(BRACKET)
    assert found["champion"] == 1
    final = found["games"][2]
    assert [(s["outcome"], s["is_winner"]) for s in final["sides"]] == [("win", True), ("loss", False)]
    assert {g["state"] for g in found["games"]} == {"played"}


def test_a_draft_is_no_part_of_it(api: Api, cup: Tournament) -> None:
    pair(cup)
    assert api.get(BRACKET)["is_projected"]


def test_other_events_have_none_and_one_player_is_too_few(api: Api, owner: User) -> None:
    make_event(owner=owner, slug="swiss", field=4)
    api.get("events/swiss/bracket/", 404)
    make_event(owner=owner, slug="cup", field=1, system="bracket")
    refusal = api.get(BRACKET, 400)
    assert refusal["code"] == "bracket_too_small" and "at least 2 players" in refusal["detail"]
