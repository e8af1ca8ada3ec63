"""Invitations, the owner, penalties and the second pass over the API."""

import json
from typing import Any

import pytest

from accounts.models import User
from tests.api.conftest import Api, staff_of
from tests.factories import (
    enter_all,
    make_user,
    publish,
)
from tournaments.models import Invitation, Match, Role, Staff, Tournament
from tournaments.rights import role_of

pytestmark = pytest.mark.django_db
INVITATIONS = "events/club/invitations/"
PENALTIES = "events/club/penalties/"
VERIFY = "events/club/rounds/1/matches/1/verify/"


def test_the_key_of_a_link_is_said_once_and_revoked_it_opens_nothing(api: Api, event: Tournament) -> None:
    made = api.post(INVITATIONS, {"role": "arbiter", "label": "Ida", "uses": 2, "days": 3}, 201)
    assert made["url"].endswith(f"/join/{made['key']}/")
    assert (made["state"], made["uses_left"], made["created_by"]) == ("open", 2, "owner")
    (listed,) = api.get(INVITATIONS)
    assert set(made) - set(listed) == {"key", "url"}
    assert made["key"].encode() not in api.send("GET", "events/club/log/").content
    api.delete(f"{INVITATIONS}{made['id']}/")
    assert api.get(INVITATIONS)[0]["state"] == "revoked"
    assert api.delete(f"{INVITATIONS}{made['id']}/", 409)["code"] == "already_revoked"
    refused = Api(make_user()).post(f"invitations/{made['key']}/accept/", status=409)
    assert refused["code"] == "invitation_revoked"
    assert not Staff.objects.exists()


def test_a_link_is_read_and_used_by_whoever_has_the_key(api: Api, event: Tournament) -> None:
    key = api.post(INVITATIONS, {"role": "arbiter"}, 201)["key"]
    user = make_user()
    client, accept = Api(user), f"invitations/{key}/accept/"
    seen = client.get(f"invitations/{key}/")
    assert seen == {"event": "club", "name": event.name, "role": "arbiter", "state": "open"}
    for _ in range(2):
        assert client.post(accept, None, 200, **{"Idempotency-Key": "one"}) == {
            "event": "club",
            "role": "arbiter",
        }
    assert role_of(user, Tournament.objects.get(pk=event.pk)) is Role.ARBITER
    assert client.post(accept, status=409)["code"] == "already_staff"
    assert Api(make_user()).post(accept, status=409)["code"] == "invitation_used_up"
    assert client.get("invitations/of-nobody-at-all/", 404)["code"] == "not_found"


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "role"),
        ({"role": "owner"}, "role"),
        ({"role": "arbiter", "uses": 0}, "uses"),
        ({"role": "arbiter", "days": 366}, "days"),
        ({"role": "arbiter", "days": "7"}, "days"),
        ({"role": "arbiter", "key": "mine"}, "key"),
    ],
)
def test_a_link_with_mistakes_is_refused_by_field(
    api: Api, event: Tournament, body: dict[str, Any], field: str
) -> None:
    assert api.post(INVITATIONS, body, 400)["field"] == field
    assert not Invitation.objects.exists()


def test_penalties_are_given_counted_searched_and_taken_back(api: Api, event: Tournament) -> None:
    publish(event)
    given = {"player": 1, "kind": "caution", "infraction": "Phone rang", "round": 1}
    first = api.post(PENALTIES, given, 201)
    second = api.post(PENALTIES, given, 201)
    assert (first["count"], second["count"], second["name"]) == (1, 2, "Player 1")
    assert first["table"] == event.players.get(number=1).seats.get().match.table
    loss = api.post(PENALTIES, {**given, "player": 2, "kind": "match_loss"}, 201)
    assert loss["next_step"] == "result"
    assert [row["id"] for row in api.get(PENALTIES)["results"]] == [loss["id"], second["id"], first["id"]]
    assert api.get(f"{PENALTIES}?player=2&search=phone")["count"] == 1
    back = api.post(f"{PENALTIES}{first['id']}/revoke/", {"note": "Not hers"})
    assert (back["count"], back["revoked_note"]) == (0, "Not hers")
    again = api.post(f"{PENALTIES}{first['id']}/revoke/", {"note": "Not hers"}, 409)
    assert again["code"] == "already_revoked"
    assert api.post(PENALTIES, {**given, "player": 99}, 400)["code"] == "no_such_player"
    assert api.post(PENALTIES, {**given, "round": 2}, 400)["field"] == "round"


def test_a_player_reads_the_own_penalties_only(api: Api, anybody: Api, event: Tournament) -> None:
    for number, kind in ((1, "warning"), (1, "note"), (2, "caution")):
        api.post(PENALTIES, {"player": number, "kind": kind, "infraction": f"Of {number}"}, 201)
    keys = {player.number: player.key for player in event.players.all()}
    (own,) = anybody.get(f"events/club/me/{keys[1]}/penalties/")
    assert (own["kind"], own["infraction"]) == ("warning", "Of 1")
    assert not {"id", "given_by", "player", "name"} & set(own)
    assert anybody.get(f"events/club/me/{keys[3]}/penalties/") == []


def test_a_round_is_verified_and_a_difference_settled(api: Api, event: Tournament, owner: User) -> None:
    enter_all(publish(event))
    second = Api(staff_of(event, Role.SCOREKEEPER))
    before = second.get("events/club/rounds/1/verification/")
    assert (before["total"], before["verified"], before["missing"]) == (4, 0, [])
    assert [row["entered_by"] for row in before["waiting"]] == [str(owner)] * 4
    assert "1-0" not in json.dumps(before)
    refused = second.post(VERIFY, {"result": "0-1"}, 409)
    assert refused["code"] == "verification_differs"
    assert {"table": 1, "first": "1-0", "second": "0-1"}.items() <= refused["params"].items()
    assert second.post(VERIFY, {"result": "1-0"}) == {"table": 1, "same_person": False}
    assert second.get("events/club/rounds/1/verification/")["verified"] == 1
    assert api.post(VERIFY, {"result": "0-1", "seen": "1/2-1/2"}, 409)["code"] == "result_changed"
    assert api.post(VERIFY, {"result": "0-1", "seen": "1-0"})["same_person"] is True
    match = Match.objects.get(round__tournament=event, table=1)
    assert (match.result, match.verified_by) == ("0-1", api.user)
    for body in ({"result": "5-0"}, {}):
        assert api.post(VERIFY, body, 400)["field"] == "result"
