"""What players do themselves over the API by their keys: report, check in, ask, call; and what the staff answer."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings

from accounts.models import User
from tests.api.conftest import Api
from tests.factories import make_event, make_table_event, make_user, play_round, publish
from tournaments.models import JudgeCall, Player, ScoreClaim, Seat, Tournament

pytestmark = pytest.mark.django_db
TABLE = "events/spring/rounds/1/matches/1/"


@pytest.fixture
def spring(owner: User) -> Tournament:
    event = make_event(owner=owner, field=6, slug="spring")
    publish(event)
    return event


def page(event: Tournament, position: int, table: int = 1) -> str:
    """The address of the player on a seat: 0 moves first."""
    where = {"round__tournament": event, "match__table": table, "position": position}
    return f"events/{event.slug}/me/{Seat.objects.filter(**where).latest('pk').player.key}/"


def own(player: Player) -> str:
    return f"events/{player.tournament.slug}/me/{player.key}/"


def say(api: Api, event: Tournament, position: int, outcome: str, status: int = 200, **more: Any) -> Any:
    return api.post(f"{page(event, position)}report/", {"round": 1, "outcome": outcome, **more}, status)


def mine(api: Api, event: Tournament, position: int) -> dict[str, Any]:
    (found,) = api.get(page(event, position))["matches"]
    return dict(found)


def test_both_players_report_the_same_and_it_counts(anybody: Api, spring: Tournament) -> None:
    before = mine(anybody, spring, 0)
    assert (before["round"], before["table"], before["state"], before["moves_first"]) == (1, 1, "none", True)
    claim = say(anybody, spring, 0, "win")
    assert (claim["state"], claim["result"], claim["scores"]) == ("waiting", "1-0", [])
    assert say(anybody, spring, 0, "win")["id"] == claim["id"]
    assert mine(anybody, spring, 0)["state"] == "mine"
    seen = mine(anybody, spring, 1)
    assert (seen["state"], seen["moves_first"]) == ("theirs", False)
    assert seen["theirs"] == {"claim": claim["id"], "outcome": "loss", "games": None}
    assert anybody.get(TABLE)["result"] is None
    assert say(anybody, spring, 1, "loss")["state"] == "confirmed"
    assert anybody.get(TABLE)["result"] == "1-0"
    done = mine(anybody, spring, 1)
    assert (done["state"], done["result"], done["outcome"]) == ("counted", "1-0", "loss")
    assert say(anybody, spring, 0, "draw", 409)["code"] == "already_entered"


def test_a_dispute_is_settled_by_the_players_or_the_desk(api: Api, anybody: Api, spring: Tournament) -> None:
    claim = say(anybody, spring, 1, "draw")
    disputed = anybody.post(f"{page(spring, 0)}claims/{claim['id']}/dispute/", {"note": "I won"})
    assert (disputed["state"], disputed["note"]) == ("disputed", "I won")
    assert mine(anybody, spring, 1)["state"] == "disputed"
    again = say(anybody, spring, 1, "loss")
    assert anybody.post(f"{page(spring, 0)}claims/{again['id']}/confirm/")["state"] == "confirmed"
    one = {"round": 1, "outcome": "win"}
    anybody.post(f"{page(spring, 0, 2)}report/", {**one, "games": [2, 1]})
    theirs = anybody.post(f"{page(spring, 1, 2)}report/", one)
    rows = api.get("events/spring/claims/")
    assert [(row["table"], row["state"], row["result"], row["games"]) for row in rows] == [
        (2, "disputed", "1-0", [2, 1]),
        (2, "disputed", "0-1", None),
    ]
    api.post(f"events/spring/claims/{theirs['id']}/accept/")
    assert api.get("events/spring/claims/") == []
    assert [m["result"] for m in anybody.get("events/spring/rounds/1/")["matches"]] == ["1-0", "0-1", None]


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({"round": 1, "outcome": "forfeit"}, 400, "invalid_choice", "outcome"),
        ({"round": 1}, 400, "required", "outcome"),
        ({"round": 1, "outcome": "win", "games": [1, 2]}, 400, "bad_games", "games"),
        ({"round": 1, "outcome": "win", "games": [1]}, 400, "min_length", "games"),
        ({"round": 1, "outcome": "win", "result": "1-0"}, 400, "unknown_field", "result"),
        ({"round": 2, "outcome": "win"}, 409, "other_table", "round"),
    ],
)
def test_a_report_that_cannot_be_right_is_refused(
    anybody: Api, spring: Tournament, body: Any, status: int, code: str, field: str
) -> None:
    problem = anybody.post(f"{page(spring, 0)}report/", body, status)
    assert (problem["code"], problem["field"]) == (code, field)
    assert not ScoreClaim.objects.exists()


def test_there_is_no_report_where_the_desk_or_the_scores_decide(
    api: Api, anybody: Api, owner: User, spring: Tournament
) -> None:
    api.patch("events/spring/", {"players_report": False})
    assert say(anybody, spring, 0, "win", 409)["code"] == "reports_off"
    event = make_table_event(owner=owner, slug="riichi")
    publish(event)
    assert say(anybody, event, 0, "win", 400)["code"] == "wrong_seats"
    assert anybody.get(page(event, 0))["matches"] == []


# --- check-in ---


def test_a_player_checks_in_and_out_until_the_round_is_paired(api: Api, anybody: Api, owner: User) -> None:
    event = make_event(owner=owner, field=4, slug="spring", require_check_in=True)
    one, other, third = (own(player) for player in event.players.filter(number__lte=3))
    assert anybody.get(one)["check_in"] == {"round": 1, "checked_in": False, "may_undo": False}
    for _ in range(2):
        assert anybody.put(f"{one}check-in/") == {"round": 1, "checked_in": True, "may_undo": True}
    anybody.put(f"{other}check-in/")
    assert anybody.delete(f"{other}check-in/", 200)["checked_in"] is False
    anybody.put(f"{other}check-in/")
    play_round(event)
    assert anybody.delete(f"{one}check-in/", 409)["code"] == "check_in_closed"
    assert anybody.put(f"{third}check-in/")["round"] == 2
    assert event.players.get(number=1).checked_in
    for closed in ({"players_check_in": False}, {"players_check_in": True, "require_check_in": False}):
        api.patch("events/spring/", closed)
        assert anybody.get(third)["check_in"] is None
        assert anybody.put(f"{third}check-in/", status=409)["code"] == "check_in_closed"


# --- requests ---


def test_a_request_waits_is_granted_and_the_player_reads_the_answer(
    api: Api, anybody: Api, spring: Tournament
) -> None:
    player = spring.players.get(number=1)
    assert anybody.get(own(player))["may_ask"] == ["skip", "withdraw"]
    asked = anybody.post(f"{own(player)}requests/", {"kind": "withdraw", "note": "my train"})
    assert (asked["state"], asked["player"], asked["note"]) == ("waiting", 1, "my train")
    assert anybody.post(f"{own(player)}requests/", {"kind": "withdraw"})["id"] == asked["id"]
    assert anybody.post(f"{own(player)}requests/", {"kind": "skip"}, 409)["code"] == "request_waiting"
    assert api.get("events/spring/players/1/")["left_after_round"] is None
    (row,) = api.get("events/spring/requests/?state=waiting")
    assert row["id"] == asked["id"]
    granted = api.post(f"events/spring/requests/{asked['id']}/grant/", {"answer": "thank you"})
    assert (granted["state"], granted["answer"]) == ("granted", "thank you")
    assert api.get("events/spring/players/1/")["left_after_round"] == 1
    seen = anybody.get(own(player))
    assert (seen["request"]["state"], seen["request"]["answer"]) == ("granted", "thank you")
    assert seen["may_ask"] == ["return"]
    assert api.get("events/spring/requests/?state=waiting") == []
    assert api.post(f"events/spring/requests/{asked['id']}/grant/", status=409)["code"] == "request_closed"


def test_a_request_is_refused_with_a_word_or_granted_as_the_bye_that_is_said(
    api: Api, anybody: Api, spring: Tournament
) -> None:
    second, third = spring.players.filter(number__in=(2, 3))
    asked = anybody.post(f"{own(second)}requests/", {"kind": "skip"})
    assert api.post(f"events/spring/requests/{asked['id']}/refuse/", {}, 400)["code"] == "required"
    api.post(f"events/spring/requests/{asked['id']}/refuse/", {"answer": "see me"})
    assert anybody.get(own(second))["request"]["answer"] == "see me"
    assert api.get("events/spring/bye-requests/") == []
    asked = anybody.post(f"{own(third)}requests/", {"kind": "skip"})
    api.post(f"events/spring/requests/{asked['id']}/grant/", {"kind": "half"})
    (bye,) = api.get("events/spring/bye-requests/")
    assert (bye["player"], bye["round_number"], bye["kind"]) == (3, 2, "half")


def test_a_request_is_taken_back_by_its_player_only(anybody: Api, spring: Tournament) -> None:
    player, other = spring.players.filter(number__lte=2)
    assert anybody.post(f"{own(player)}requests/", {"kind": "return"}, 409)["code"] == "not_withdrawn"
    assert anybody.post(f"{own(player)}requests/", {"kind": "pizza"}, 400)["code"] == "invalid_choice"
    asked = anybody.post(f"{own(player)}requests/", {"kind": "withdraw"})
    anybody.delete(f"{own(other)}requests/{asked['id']}/", 404)
    for _ in range(2):
        assert anybody.delete(f"{own(player)}requests/{asked['id']}/", 200)["state"] == "cancelled"
    assert anybody.get(own(player))["request"] is None
    Tournament.objects.filter(pk=spring.pk).update(rounds_planned=1)
    assert anybody.post(f"{own(player)}requests/", {"kind": "skip"}, 409)["code"] == "no_round_left"


# --- calls ---


def test_a_table_calls_a_judge_once_and_sees_what_becomes_of_it(
    api: Api, anybody: Api, spring: Tournament
) -> None:
    call = anybody.post(f"{page(spring, 0)}call/", {"note": "illegal move"})
    assert (call["round"], call["table"], call["state"]) == (1, 1, "open")
    assert anybody.post(f"{page(spring, 1)}call/")["id"] == call["id"]
    (row,) = api.get("events/spring/calls/")
    assert (row["table"], row["note"], len(row["names"]), row["taken_by"]) == (1, "illegal move", 2, "")
    assert api.post(f"events/spring/calls/{call['id']}/take/")["state"] == "taken"
    assert anybody.get(page(spring, 1))["calls"][0]["state"] == "taken"
    assert api.post(f"events/spring/calls/{call['id']}/done/")["state"] == "done"
    assert anybody.get(page(spring, 1))["calls"] == [] == api.get("events/spring/calls/")
    anybody.delete(f"{page(spring, 0)}call/", 404)
    again = anybody.post(f"{page(spring, 0)}call/")
    assert again["id"] != call["id"]
    assert anybody.delete(f"{page(spring, 1)}call/", 200)["state"] == "cancelled"
    assert api.post(f"events/spring/calls/{again['id']}/take/", status=409)["code"] == "call_closed"


def test_a_table_calls_only_so_often_and_who_has_a_bye_sits_at_none(anybody: Api, owner: User) -> None:
    event = make_event(owner=owner, field=5, slug="spring")
    publish(event)
    for _ in range(settings.LIMITS["calls"][0]):
        anybody.post(f"{page(event, 0)}call/")
    assert anybody.post(f"{page(event, 1)}call/", {}, 429)["code"] == "too_many"
    assert JudgeCall.objects.count() == 1
    anybody.post(f"{page(event, 0, table=2)}call/")
    resting = event.rounds.get().byes.get().player
    assert anybody.post(f"{own(resting)}call/", status=409)["code"] == "other_table"


# --- codes ---


def test_codes_and_own_pages_are_listed_for_the_organiser_and_renewed(
    api: Api, anybody: Api, spring: Tournament
) -> None:
    codes = "events/spring/table-codes/"
    old = api.get(codes)
    assert [row["table"] for row in old] == [1, 2, 3, 4]
    assert old[0]["address"].startswith("http://testserver/e/spring/table/1-")
    new = api.post(codes)
    assert not {row["address"] for row in old} & {row["address"] for row in new}
    assert api.get(codes) == new
    player, spot = spring.players.get(number=1), "events/spring/players/1/own-page/"
    assert api.get(spot) == {"address": f"http://testserver/e/spring/me/{player.key}/"}
    renewed = api.post(spot)["address"]
    anybody.get(own(player), 404)
    player.refresh_from_db()
    assert renewed.endswith(f"/me/{player.key}/")
    assert anybody.get(own(player))["player"]["number"] == 1


def test_no_key_and_no_code_is_in_any_answer_to_others(api: Api, anybody: Api, spring: Tournament) -> None:
    say(anybody, spring, 0, "win")
    anybody.post(f"{page(spring, 0)}call/")
    anybody.post(f"{page(spring, 0)}requests/", {"kind": "skip"})
    secrets = [*(player.key for player in spring.players.all()), spring.table_key]
    secrets += [row["address"].split("/table/")[1] for row in api.get("events/spring/table-codes/")]
    paths = ["", "players/", "players/1/", "rounds/1/", "claims/", "requests/", "calls/", "log/", "document/",
             page(spring, 1).removeprefix("events/spring/")]  # fmt: skip
    for reader in (Api(make_user()), anybody):
        for path in paths:
            content = reader.send("GET", f"events/spring/{path}").content.decode()
            assert not [secret for secret in secrets if secret in content], path
