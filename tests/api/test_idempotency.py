"""`Idempotency-Key`: the same request sent twice, or eight times at once, does its work once."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.api.conftest import Api, at_once
from tests.factories import make_event, make_user
from tournaments.api.idempotency import ABANDONED, KEPT
from tournaments.models import IdempotencyKey, LogEntry, Player, Round, Tournament

PLAYERS = "events/club/players/"
PAIR = "events/club/rounds/pair/"
ANN = {"name": "Ann"}


def send(api: Api, key: str, data: Any, path: str = PLAYERS) -> Any:
    return api.send("POST", path, data, **{"Idempotency-Key": key})


def test_a_repeated_request_gets_the_first_answer(api: Api, event: Tournament) -> None:
    first, second = (send(api, "k1", ANN) for _ in range(2))
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert first.headers["Location"] == second.headers["Location"]
    assert "Idempotency-Replayed" not in first.headers and second.headers["Idempotency-Replayed"] == "true"
    assert Player.objects.filter(tournament=event, name="Ann").count() == 1
    api.post(PLAYERS, {**ANN, "allow_duplicate": True}, 201)  # without a key every request is a new one
    assert Player.objects.filter(tournament=event, name="Ann").count() == 2


def test_another_request_with_the_same_key_is_refused_but_not_of_another_person(
    api: Api, event: Tournament
) -> None:
    mine = make_event(owner=make_user("other"), slug="mine", system="random_swiss")
    send(api, "k1", ANN)
    for path, data in (
        (PLAYERS, {"name": "Ben"}),
        ("events/club/forbidden-pairs/", {"first": 1, "second": 2}),
    ):
        answer = send(api, "k1", data, path)
        assert (answer.status_code, answer.json()["code"]) == (422, "key_reused")
    assert not Player.objects.filter(name="Ben").exists()
    assert send(Api(mine.owner), "k1", ANN, "events/mine/players/").status_code == 201


def test_a_repeated_request_never_gets_the_answer_of_somebody_else(api: Api, event: Tournament) -> None:
    cup, other = {"name": "Cup", "system": "monrad", "rounds_planned": 3}, Api(make_user("other"))
    first, second = (send(who, "k1", cup, "events/") for who in (api, other))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.json()["slug"] != second.json()["slug"]
    assert send(other, "k1", cup, "events/").json()["slug"] == second.json()["slug"]


def test_a_refused_request_leaves_the_key_free(api: Api, event: Tournament) -> None:
    assert send(api, "k1", {"name": "Player 1"}).status_code == 409
    assert not IdempotencyKey.objects.exists()
    assert send(api, "k1", {"name": "Player 1", "allow_duplicate": True}).status_code == 201


@pytest.mark.parametrize("key", ["", "x" * 201, "å", "a\tb"])
def test_a_key_that_cannot_be_stored_is_refused(api: Api, event: Tournament, key: str) -> None:
    answer = send(api, key, ANN)
    assert (answer.status_code, answer.json()["field"]) == (400, "Idempotency-Key")


def test_old_keys_are_forgotten(api: Api, event: Tournament) -> None:
    send(api, "k1", ANN)
    IdempotencyKey.objects.update(created_at=timezone.now() - KEPT - timedelta(minutes=1))
    assert send(api, "k1", {"name": "Ben"}).status_code == 201
    assert IdempotencyKey.objects.count() == 1


def test_a_pairing_whose_process_died_is_taken_over(api: Api, event: Tournament) -> None:
    assert send(api, "k1", {}, PAIR).status_code == 201
    IdempotencyKey.objects.update(status=None, response=None)
    waiting = send(api, "k1", {}, PAIR)
    assert (waiting.status_code, waiting.json()["code"]) == (409, "in_progress")
    assert waiting.headers["Retry-After"]
    IdempotencyKey.objects.update(created_at=timezone.now() - ABANDONED - timedelta(seconds=1))
    assert send(api, "k1", {}, PAIR).json()["code"] == "round_exists"


@pytest.fixture
def eight(transactional_db: None) -> list[Api]:
    """Clients of one person, whose event other threads can see."""
    user = make_user("owner")
    make_event(owner=user, field=8, slug="club", system="random_swiss")
    return [Api(user) for _ in range(8)]


@pytest.mark.parametrize("keyed", [True, False])
def test_eight_at_once_register_one_player(eight: list[Api], keyed: bool) -> None:
    """With keys of their own it is the name that they cannot have twice."""
    answers = at_once(8, lambda i: send(eight[i], "same" if keyed else f"key {i}", ANN))
    statuses = sorted(answer.status_code for answer in answers)
    assert statuses == ([201] * 8 if keyed else [201] + [409] * 7)
    made = [answer for answer in answers if answer.status_code == 201]
    assert all(answer.json() == made[0].json() for answer in made)
    assert sum("Idempotency-Replayed" not in answer.headers for answer in made) == 1
    assert Player.objects.filter(name="Ann").count() == 1
    assert LogEntry.objects.filter(action="player_added").count() == 1


@pytest.mark.parametrize("keyed", [True, False])
def test_eight_at_once_pair_one_round(eight: list[Api], keyed: bool) -> None:
    answers = at_once(8, lambda i: send(eight[i], "same" if keyed else f"key {i}", {}, PAIR))
    statuses = [answer.status_code for answer in answers]
    refused = {answer.json()["code"] for answer in answers if answer.status_code == 409}
    assert set(statuses) <= {201, 409} and 201 in statuses
    assert refused <= ({"in_progress"} if keyed else {"round_exists", "event_changed"})
    assert keyed or statuses.count(201) == 1
    assert Round.objects.count() == 1
    assert LogEntry.objects.filter(action="round_paired").count() == 1
