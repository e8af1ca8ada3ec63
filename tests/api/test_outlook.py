"""The bracket and the race over the API, worked out by hand; of four players: 1-4 and 2-3, then the winners."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from tests.api.conftest import Api
from tests.factories import make_event, pair, publish
from tests.public.pages import hand_made
from tests.races import worked_out
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


def test_a_bracket_is_a_projection_until_its_first_round(api: Api, cup: Tournament) -> None:
    found = api.get(BRACKET)
    assert (found["is_projected"], found["seeds"], found["champion"]) == (True, [1, 2, 3, 4], None)
    assert [players(game) for game in found["games"]] == [[1, 4], [2, 3], [None, None], [None, None]]
    assert [(s["stage"], s["round"]) for s in found["stages"]] == [(1, 1), (2, 2)]
    after = [(g["winner_to"], g["loser_to"]) for g in found["games"]]
    assert after == [(3, 4), (3, 4), (None, None), (None, None)]
    come_from = [{"kind": "loser", "number": number} for number in (1, 2)]
    assert [s["comes_from"] for s in found["games"][3]["sides"]] == come_from
    pair(cup)
    assert api.get(BRACKET)["is_projected"]
    api.post("events/cup/rounds/1/publish/")
    found = api.get(BRACKET)
    assert not found["is_projected"]
    assert [(g["state"], g["table"]) for g in found["games"][:2]] == [("paired", 1), ("paired", 2)]


def test_other_events_have_none_and_one_player_is_too_few(api: Api, owner: User) -> None:
    make_event(owner=owner, slug="swiss", field=4)
    api.get("events/swiss/bracket/", 404)
    make_event(owner=owner, slug="cup", field=1, system="bracket")
    refusal = api.get(BRACKET, 400)
    assert refusal["code"] == "bracket_too_small" and "at least 2 players" in refusal["detail"]


def test_everybody_with_what_is_proven_and_what_is_likely(anybody: Api) -> None:
    """Ann 2, Dee 1.5, Cy 0.5, Bo 0; the last round is Ann-Dee and Cy-Bo."""
    event = hand_made()
    race = f"events/{event.slug}/race/"
    assert anybody.get(race, status=409)["code"] == "being_worked_out"
    worked_out(event)
    assert anybody.get(race)["rounds_left"] == 1  # two rounds are played: the third is left
    anybody.get("events/nothing/race/", status=404)
    publish(event)
    last = anybody.get(race)
    assert (last["is_current"], last["as_of_round"], last["rounds_left"]) == (False, 2, 1)
    worked_out(event)
    found = anybody.get(race)
    assert (found["is_current"], found["as_of_round"]) == (True, 3)
    where = [found[name] for name in ("after_round", "phase", "rounds_left", "open_tables")]
    assert where == [3, None, 1, 2]
    assert [(t["by"], t["value"], t["is_cut"], t["title"]) for t in found["targets"]] == [
        ("rank", 1, False, "First place"),
        ("rank", 3, False, "Place 3 or better"),
    ]
    ann, dee, *_ = found["lines"]
    assert (ann["number"], ann["points"], ann["fewest"], ann["most"]) == (1, 2, 2, 3)
    first, third = ann["prospects"]
    assert (first["state"], first["proof"]) == ("open", None)
    assert 0 < first["odds"]["low"] < first["odds"]["mean"] < first["odds"]["high"] < 1
    assert (third["state"], third["odds"]) == ("in", None)
    assert _states(ann) == {"win": "in", "draw": "in", "loss": "out"}
    assert _states(dee) == {"win": "in", "draw": "out", "loss": "out"}


def _states(line: dict[str, Any]) -> dict[str, str]:
    return {own["outcome"]: own["prospects"][0]["state"] for own in line["own"]}
