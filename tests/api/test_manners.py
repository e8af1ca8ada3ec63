"""What clients rely on whatever they ask for: conditions, limits, OPTIONS, and words of our own."""

from typing import Any

import pytest
from rest_framework.throttling import SimpleRateThrottle

from accounts.models import User
from accounts.tokens import create_token
from tests.api.conftest import Api, description
from tests.factories import add_player, pair, play_round
from tournaments.models import Tournament
from tournaments.players.services import players
from tournaments.web import unchanged

EVENT = "events/club/"
EXAMPLES = ("EventNew", "PatchedEventChange", "PlayerIn", "ResultIn")


def tag(who: Api, path: str = EVENT) -> str:
    return str(who.send("GET", path).headers["ETag"])


def test_if_match_is_obeyed_with_any_etag_of_the_event(api: Api, anybody: Api, event: Tournament) -> None:
    seen = tag(api, f"{EVENT}players/")
    api.patch(EVENT, {"venue": "Hall 1"}, 200, **{"If-Match": f'"other", {seen}'})
    for stale in (seen, '"invented"', tag(anybody) if event.version != event.public_version else '""'):
        refused = api.patch(EVENT, {"venue": "Hall 2"}, 412, **{"If-Match": stale})
        assert refused["code"] == "not_current"
    assert api.get(EVENT)["venue"] == "Hall 1"
    api.post(f"{EVENT}rounds/pair/", {}, 201, **{"If-Match": tag(api)})
    api.delete(f"{EVENT}rounds/1/", 204, **{"If-Match": "*"})
    api.post("series/", {"name": "League"}, 412, **{"If-Match": seen})
    retry = {"If-Match": tag(api), "Idempotency-Key": "once"}
    first, again = (api.send("POST", f"{EVENT}players/", {"name": "Ann"}, **retry) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 201), "what was done is answered, not refused"


def test_a_change_between_the_look_and_the_write_is_a_412_too(
    api: Api, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two at the same moment with the same ETag: the row decides, not the look before."""
    given = players.add_player

    def somebody_was_faster(**asked: Any) -> Any:
        Tournament.objects.filter(pk=event.pk).update(version=event.version + 1)
        return given(**asked)

    seen = tag(api)
    monkeypatch.setattr(players, "add_player", somebody_was_faster)
    refused = api.post(f"{EVENT}players/", {"name": "Ann"}, 412, **{"If-Match": seen})
    assert refused["code"] == "not_current" and not event.players.filter(name="Ann").exists()


def test_every_token_has_a_limit_of_its_own_and_each_answer_tells_it(
    owner: User, anybody: Api, event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    rates = {**SimpleRateThrottle.THROTTLE_RATES, "user": "3/hour", "anon": "2/hour"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)

    def asked(token: str) -> Any:
        return anybody.client.get("/api/v1/events/", headers={"Authorization": f"Token {token}"})

    mine, other = (create_token(user=owner, name=name, expiry=None) for name in ("a", "b"))
    answers = [asked(mine) for _ in range(4)]
    told = [(a.status_code, a.headers["RateLimit-Limit"], a.headers["RateLimit-Remaining"]) for a in answers]
    assert told == [(200, "3", "2"), (200, "3", "1"), (200, "3", "0"), (429, "3", "0")]
    assert 1 <= int(answers[3].headers["RateLimit-Reset"]) <= 3600
    assert answers[3].json()["detail"].startswith("Too many requests. Try again in ")
    assert asked(other).status_code == 200 and anybody.send("GET", "events/").status_code == 200


def test_options_says_what_may_be_asked(anybody: Api, event: Tournament) -> None:
    for path, allowed in ((EVENT, "GET, PATCH, DELETE, HEAD, OPTIONS"), ("tools/pair/", "POST, OPTIONS")):
        answer = anybody.client.generic("OPTIONS", f"/api/v1/{path}")
        assert (answer.status_code, answer.content) == (204, b"")
        assert set(answer.headers["Allow"].split(", ")) == set(allowed.split(", ")), path


def test_an_answer_that_a_visitor_has_costs_no_question_to_the_database(
    anybody: Api, api: Api, event: Tournament, django_assert_num_queries: Any
) -> None:
    play_round(event)
    unchanged.forget()
    for path in (EVENT, f"{EVENT}standings/?top=3"):
        known = {"If-None-Match": tag(anybody, path)}
        assert anybody.send("GET", path, **known).status_code == 304
        with django_assert_num_queries(0):
            again = anybody.client.get(f"/api/v1/{path}", headers=known)
        assert (again.status_code, again.content) == (304, b"")
        assert {"Authorization", "Accept-Language"} <= set(again.headers["Vary"].split(", "))
        assert api.send("GET", path, **known).status_code == 200, "the staff sees more"
    pair(event)  # nobody sees it
    unchanged.forget()
    assert anybody.send("GET", EVENT, **{"If-None-Match": tag(anybody)}).status_code == 304
    add_player(event, "Ann")
    unchanged.forget()
    assert anybody.send("GET", f"{EVENT}standings/?top=3", **known).status_code == 200


def test_the_examples_of_the_description_are_accepted_and_it_names_server_and_results(api: Api) -> None:
    described = description()
    assert [server["url"] for server in described["servers"]] == ["/"]
    parts = described["components"]["schemas"]
    names = dict(zip(parts["ResultEnum"]["enum"], parts["ResultEnum"]["x-enum-varnames"], strict=True))
    assert (names["1-0"], names["--+"]) == ("FIRST_WINS", "SECOND_BY_FORFEIT")
    example = {name: parts[f"{name}Request"]["example"] for name in EXAMPLES}
    made = api.post("events/", example["EventNew"], 201)
    base = f"events/{made['slug']}/"
    api.patch(base, example["PatchedEventChange"])
    api.post(f"{base}players/", example["PlayerIn"], 201)
    api.post(f"{base}players/", {"name": "Ben"}, 201)
    api.post(f"{base}rounds/pair/", {}, 201)
    api.post(f"{base}rounds/1/publish/")
    api.put(f"{base}rounds/1/matches/1/result/", example["ResultIn"])


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "detail"),
    [
        ("POST", EVENT, None, 405, "This address does not take this method."),
        ("POST", "events/", {}, 401, "Send a token:"),
        ("GET", f"{EVENT}?x=%00", None, 400, "This request could not be understood."),
    ],
)
def test_refusals_of_the_framework_are_in_our_words(
    anybody: Api, event: Tournament, method: str, path: str, body: Any, status: int, detail: str
) -> None:
    problem = anybody.send(method, path, body)
    assert problem.status_code == status and problem.json()["detail"].startswith(detail)


def test_a_reason_may_be_called_reason_wherever_one_is_asked_for(api: Api, event: Tournament) -> None:
    play_round(event)
    match = f"{EVENT}rounds/1/matches/1/"
    api.post(f"{match}correction/", {"result": "0-1", "reason": "misread", "note": ""})
    log = api.get(f"{EVENT}log/?action=result_corrected")["results"]
    assert [row["note"] for row in log] == ["misread"]
    given = api.post(f"{EVENT}penalties/", {"player": 1, "kind": "warning", "infraction": "late"}, 201)
    missing = api.post(f"{EVENT}penalties/{given['id']}/revoke/", {}, 400)
    assert (missing["field"], missing["code"], missing["detail"]) == (
        "note",
        "required",
        "note: Give a value.",
    )
    revoked = api.post(f"{EVENT}penalties/{given['id']}/revoke/", {"reason": "wrong player"})
    assert revoked["revoked_note"] == "wrong player"
