"""What players do themselves over the API by their keys: report, check in, ask, call; and what the staff answer."""

from typing import Any

import pytest
from django.conf import settings

from accounts.models import User
from tests.api.conftest import Api
from tests.factories import make_event, make_table_event, make_user, play_round, publish
from tournaments.models import JudgeCall, Player, ScoreClaim, Seat, Tournament
from tournaments.players.services import requests

pytestmark = pytest.mark.django_db
TABLE = "events/spring/rounds/1/matches/1/"


@pytest.fixture
def spring(owner: User) -> Tournament:
    event = make_event(owner=owner, field=6, slug="spring")
    publish(event)
    return event


def page(event: Tournament, position: int, table: int = 1) -> str:
    """The address of the player on a seat: 0 moves first, or is East."""
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
    report = say(anybody, spring, 0, "win")
    assert (report["state"], report["result"], report["scores"]) == ("waiting", "1-0", [])
    assert say(anybody, spring, 0, "win")["id"] == report["id"]
    assert mine(anybody, spring, 0)["state"] == "mine"
    seen = mine(anybody, spring, 1)
    assert (seen["state"], seen["moves_first"]) == ("theirs", False)
    assert seen["theirs"] == {"claim": report["id"], "outcome": "loss", "games": None}
    assert anybody.get(TABLE)["result"] is None
    assert say(anybody, spring, 1, "loss")["state"] == "confirmed"
    assert anybody.get(TABLE)["result"] == "1-0"
    done = mine(anybody, spring, 1)
    assert (done["state"], done["result"], done["outcome"]) == ("counted", "1-0", "loss")
    assert say(anybody, spring, 0, "draw", 409)["code"] == "already_entered"


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


# --- check-in ---


def test_there_is_no_report_where_the_desk_decides(api: Api, anybody: Api, spring: Tournament) -> None:
    api.patch("events/spring/", {"players_report": False})
    assert say(anybody, spring, 0, "win", 409)["code"] == "reports_off"


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
    assert anybody.post(f"{own(player)}requests/", {"kind": "phone"}, 400)["code"] == "bad_kind"
    phone = requests.ask_for_phone(tournament=spring, player=player)
    (row,) = api.get("events/spring/requests/?state=waiting")
    assert (row["kind"], row["note"]) == ("phone", phone.note)
    assert api.post(f"events/spring/requests/{phone.pk}/grant/", {})["state"] == "granted"
    assert anybody.get(own(player))["request"]["kind"] == "withdraw"
    assert api.post(f"events/spring/requests/{asked['id']}/grant/", status=409)["code"] == "request_closed"


def test_a_request_is_taken_back_by_its_player_only(anybody: Api, spring: Tournament) -> None:
    player, other = spring.players.filter(number__lte=2)
    assert anybody.post(f"{own(player)}requests/", {"kind": "return"}, 409)["code"] == "not_withdrawn"
    assert anybody.post(f"{own(player)}requests/", {"kind": "pizza"}, 400)["code"] == "invalid_choice"
    asked = anybody.post(f"{own(player)}requests/", {"kind": "withdraw"})
    anybody.delete(f"{own(other)}requests/{asked['id']}/", 404)
    for _ in range(2):
        assert anybody.delete(f"{own(player)}requests/{asked['id']}/", 200)["state"] == "cancelled"
    assert anybody.get(own(player))["request"] is None
    later = anybody.post(f"{own(player)}requests/", {"kind": "skip", "round": 3})
    assert (later["kind"], later["round"], asked["round"]) == ("skip", 3, None)
    anybody.delete(f"{own(player)}requests/{later['id']}/", 200)
    for wrong in ({"kind": "skip", "round": 1}, {"kind": "withdraw", "round": 3}):
        assert anybody.post(f"{own(player)}requests/", wrong, 400)["code"] == "bad_round"
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


# --- scores of four ---


RAW = [42_300, 31_200, 28_000, 18_500]
OTHER = [42_300, 31_300, 27_900, 18_500]
OF_FOUR = "events/riichi/rounds/1/matches/1/"


@pytest.fixture
def riichi(owner: User) -> Tournament:
    event = make_table_event(owner=owner, slug="riichi")
    publish(event)
    return event


def entered(api: Api, event: Tournament, scores: list[int] = RAW, position: int = 0) -> dict[str, Any]:
    found: dict[str, Any] = api.post(
        f"{page(event, position)}scores/", {"round": 1, "scores": scores, "sticks": 0}
    )
    return found


def test_one_enters_another_confirms_then_it_counts(anybody: Api, riichi: Tournament) -> None:
    before = anybody.get(page(riichi, 0))["table"]
    assert (before["round"], before["table"], before["state"], before["claim"]) == (1, 1, "none", None)
    report = entered(anybody, riichi)
    assert (report["state"], report["scores"], report["confirmed_by"]) == ("waiting", RAW, None)
    assert entered(anybody, riichi)["id"] == report["id"]
    assert anybody.get(page(riichi, 0))["table"]["state"] == "mine"
    seen = anybody.get(page(riichi, 1))["table"]
    assert (seen["state"], seen["claim"]["id"]) == ("theirs", report["id"])
    assert [seat["points"] for seat in seen["seats"]] == [27.3, 6.2, -7, -26.5]
    assert anybody.get(OF_FOUR)["scores"] is None
    done = anybody.post(f"{page(riichi, 1)}claims/{report['id']}/confirm/")
    assert done["state"] == "confirmed" and done["confirmed_by"] != done["entered_by"]
    assert anybody.post(f"{page(riichi, 3)}claims/{report['id']}/confirm/")["state"] == "confirmed"
    again = entered(anybody, riichi, position=2)
    assert (again["id"], again["state"]) == (report["id"], "confirmed")
    assert anybody.get(OF_FOUR)["scores"] == RAW
    assert anybody.get(page(riichi, 3))["table"]["state"] == "counted"
    late = anybody.post(f"{page(riichi, 0)}scores/", {"round": 1, "scores": OTHER}, 409)
    assert late["code"] == "already_entered"
    found = anybody.get(page(riichi, 0))
    assert [(row["round"], row["points"], row["place"]) for row in found["rounds"]] == [(1, 27.3, 1)]
    assert [row["round"] for row in found["coming"]] == [2, 3, 4]
    assert all(row["wind"] and len(row["others"]) == 3 for row in found["coming"])


def test_the_staff_refuse_with_a_word_or_take_it(api: Api, anybody: Api, riichi: Tournament) -> None:
    claims, first = "events/riichi/claims/", entered(anybody, riichi)
    refused = api.post(f"{claims}{first['id']}/reject/", {"note": "ask at the desk"})
    assert (refused["state"], refused["note"]) == ("rejected", "ask at the desk")
    assert api.post(f"{claims}{first['id']}/accept/", status=409)["code"] == "claim_closed"
    again = entered(anybody, riichi, OTHER)
    assert api.post(f"{claims}{again['id']}/accept/")["state"] == "confirmed"
    assert anybody.get(OF_FOUR)["scores"] == OTHER


@pytest.mark.parametrize(
    ("body", "status", "code", "field"),
    [
        ({"round": 1, "scores": [42_300, 31_200, 28_000, 18_600]}, 400, "sum_too_high", "scores"),
        ({"round": 1, "scores": RAW, "sticks": 1}, 400, "sticks_differ", "scores"),
        ({"round": 1, "scores": RAW[:3]}, 400, "min_length", "scores"),
        ({"scores": RAW}, 400, "required", "round"),
        ({"round": 1, "scores": RAW, "penalties": [0] * 4}, 400, "unknown_field", "penalties"),
        ({"round": 2, "scores": RAW}, 409, "other_table", "round"),
    ],
)
def test_scores_that_cannot_be_right_are_refused(
    anybody: Api, riichi: Tournament, body: Any, status: int, code: str, field: str
) -> None:
    problem = anybody.post(f"{page(riichi, 0)}scores/", body, status)
    assert (problem["code"], problem["field"]) == (code, field)
    assert not ScoreClaim.objects.exists()


def test_a_wrong_key_finds_nothing_and_nobody_keeps_the_answer(anybody: Api, riichi: Tournament) -> None:
    key = page(riichi, 0).rstrip("/").rpartition("/")[2]
    for wrong in (key[:-1], key + "x", key[:-1] + ("a" if key[-1] != "a" else "b"), "x", "a" * 16):
        assert anybody.get(f"events/riichi/me/{wrong}/", 404)["code"] == "not_found"
        anybody.post(f"events/riichi/me/{wrong}/scores/", {"round": 1, "scores": RAW}, 404)
    report = entered(anybody, riichi)
    other = make_table_event(slug="other")
    anybody.get(f"events/other/me/{key}/", 404)
    anybody.post(f"{own(other.players.get(number=1))}claims/{report['id']}/confirm/", status=404)
    answer = anybody.send("GET", page(riichi, 0))
    assert answer.headers["Cache-Control"] == "private, no-store" and "ETag" not in answer.headers
