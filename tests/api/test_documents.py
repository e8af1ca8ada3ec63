"""Event documents in and out without loss, and the tools that need no account."""

import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from rest_framework.throttling import SimpleRateThrottle

from accounts.models import User
from pairing.model.schema import SCHEMAS, schema, validate
from tests.api.conftest import Api
from tests.factories import make_event, make_table_event, play_rounds, publish
from tournaments.api.tools import MAX_TOOL_PLAYERS
from tournaments.models import Match, Tournament
from tournaments.players.services import attendance, players
from tournaments.results.services import results
from tournaments.sandbox import work as sandbox_work

TWO = {
    "format": "pairwright-event/1",
    "name": "Two",
    "system": {"name": "monrad"},
    "rounds_planned": 5,
    "players": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Ben"}],
    "rounds": [
        {
            "number": 1,
            "status": "completed",
            "matches": [{"table": 1, "seats": [1, 2], "result": "1-0"}],
            "byes": [],
        }
    ],
}


def _rich_event(owner: User) -> Tournament:
    """Two rounds played with every kind of result and bye, wishes for the third, which is being played."""
    event = make_event(
        owner=owner, field=9, slug="club", scoring={"win": 300, "draw": 100, "bye": 300}, season=4,
        options={"elimination": 3}, tiebreaks=["solkoff", {"name": "omw", "floor": 0.25}],
        earlier_meetings=[{"season": 3, "players": [1, 5]}],
    )  # fmt: skip
    play_rounds(event, 2)
    given: dict[str, Any] = {"tournament": event, "actor": owner}
    numbered = {player.number: player for player in event.players.all()}
    attendance.withdraw(**given, player=numbered[8])
    attendance.request_bye(**given, player=numbered[3], round_number=3, kind="half")
    players.forbid_pair(**given, first=numbered[1], second=numbered[9])
    round_ = publish(event)
    for match, result in zip(Match.objects.filter(round=round_), ("1/2-1/2", "--+"), strict=False):
        results.enter_result(**given, match=match, result=result)
    return event


def test_a_document_goes_out_and_in_without_loss(api: Api, owner: User) -> None:
    _rich_event(owner)
    document = api.get("events/club/document/")
    validate(document, "pairwright-event-1")
    copy = api.post("events/import/", document, 201)
    assert copy["role"] == "owner" and copy["visibility"] == "private"
    assert api.get(f"events/{copy['slug']}/document/") == document
    assert api.get(f"events/{copy['slug']}/standings/?after_round=3") == api.get(
        "events/club/standings/?after_round=3"
    )


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"format": "pairwright-event/9"}, "format"),
        ({"players": "none"}, "players"),
        ({"players": [{"id": 1}, {"id": 1}]}, "players[1].id"),
        ({"colour": "red"}, "document"),
        ({"system": {"name": "chess"}}, "system"),
        ({"tiebreaks": ["luck"]}, "tiebreaks"),
        ({"rounds": [{"number": 2, "status": "completed"}]}, None),
    ],
)
def test_a_document_that_cannot_be_used_names_the_place(api: Api, change: dict[str, Any], field: str) -> None:
    document = {**TWO, "rounds": [], **change}
    problem = api.post("events/import/", document, 400)
    assert field is None or field in f"{problem['field']} {problem['detail']}", problem
    assert not Tournament.objects.exists()


def _command(name: str, document: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(document).encode())))
    out = io.StringIO()
    call_command(name, "-", stdout=out)
    return json.loads(out.getvalue())


def _seats(sheet: dict[str, Any]) -> list[list[int]]:
    """The seats of the answer of an event, as the tools write them."""
    return [[seat["number"] for seat in row["seats"]] for row in sheet["matches"]]


def test_the_tools_answer_what_the_commands_write_and_pair_as_the_event_itself(
    anybody: Api, api: Api, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = make_event(owner=owner, field=9, slug="club", tiebreaks=["solkoff", "omw"])
    play_rounds(event, 2)
    for document in (anybody.get("events/club/document/"), api.get("events/club/document/")):
        for tool, name in (("pair", "pairwright-plan-1"), ("standings", "pairwright-standings-1")):
            answer = anybody.post(f"tools/{tool}", document)
            validate(answer, name)
            assert answer == _command(tool, document, monkeypatch)
    plan = anybody.post("tools/pair/", document)
    sheet = api.post("events/club/rounds/pair/", {}, 201)
    assert [row["seats"] for row in plan["matches"]] == _seats(sheet)
    assert [row["player"] for row in plan["byes"]] == [row["number"] for row in sheet["byes"]]


@pytest.mark.django_db
def test_a_round_without_a_legal_pairing_is_an_answer(anybody: Api) -> None:
    answer = anybody.post("tools/pair/", TWO)
    assert answer["matches"] == [] and answer["impossible"]["because"]
    validate(answer, "pairwright-plan-1")


@pytest.mark.django_db
def test_the_tools_refuse_what_is_no_event_document_and_store_nothing(anybody: Api) -> None:
    bodies: tuple[Any, ...] = ({}, [], "x", None, 5, {"format": "pairwright-event/1"}, {**TWO, "x": 1})
    for body in bodies:
        for tool in ("pair", "standings"):
            problem = anybody.post(f"tools/{tool}/", body, 400)
            assert (problem["code"], bool(problem["params"]["where"])) == ("bad_input", True), (tool, body)
    anybody.post("tools/pair/", {**TWO, "rounds": []})
    assert not Tournament.objects.exists()


@pytest.mark.django_db
def test_the_tools_refuse_more_work_than_they_do_for_anybody(anybody: Api) -> None:
    """Before it fills the process of its own: each pair of club mates would be held there."""
    document = {
        "format": "pairwright-event/1",
        "system": {"name": "monrad"},
        "clubs_apart_rounds": 1,
        "players": [{"id": n, "name": f"P{n}", "club": "Aarhus"} for n in range(1, 3001)],
    }
    problem = anybody.post("tools/pair/", document, 400)
    assert (problem["code"], problem["params"]) == ("too_much_work", {"limit": sandbox_work.MOST_STEPS})
    assert "command line" in problem["detail"]


@pytest.mark.django_db
@pytest.mark.parametrize(("system", "seats"), [("monrad", 2), ("mahjong_swiss", 4)])
def test_the_tools_take_fields_up_to_a_size(anybody: Api, system: str, seats: int) -> None:
    limit = MAX_TOOL_PLAYERS[seats]
    field = [{"id": n, "name": f"P{n}"} for n in range(1, limit + 2)]
    document = {**TWO, "system": {"name": system}, "rounds": []}
    problem = anybody.post("tools/pair/", {**document, "players": field}, 400)
    assert (problem["code"], problem["params"]["limit"]) == ("too_many_players", limit)
    anybody.post("tools/standings/", {**document, "players": field[:-1]})


def test_the_tools_know_tables_of_four(
    anybody: Api, api: Api, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """22 players: the plan names the two house players who are not in the document; they have no place."""
    make_table_event(owner=owner, field=22, slug="riichi", draw_seed="lots")
    document = api.get("events/riichi/document/")
    plan, table = (anybody.post(f"tools/{tool}/", document) for tool in ("pair", "standings"))
    assert plan == _command("pair", document, monkeypatch)
    assert table == _command("standings", document, monkeypatch)
    assert len(table["standings"]) == 22
    assert plan["house_players"] == [23, 24]
    sheet = api.post("events/riichi/rounds/pair/", {}, 201)
    assert [row["seats"] for row in plan["matches"]] == _seats(sheet)
    document = api.get("events/riichi/document/") | {"rounds": []}
    assert "house_players" not in anybody.post("tools/pair/", document)


@pytest.mark.django_db
def test_too_many_requests_are_told_when_to_come_back(anybody: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    rates = {**SimpleRateThrottle.THROTTLE_RATES, "tools": "2/min", "anon": "4/min"}
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", rates)
    document = {**TWO, "rounds": []}
    for _ in range(2):
        anybody.post("tools/pair/", document)
    refused = anybody.send("POST", "tools/standings/", document)
    assert refused.status_code == 429 and 1 <= int(refused.headers["Retry-After"]) <= 61
    assert anybody.get("systems/")
    assert anybody.get("systems/", 429)["code"] == "throttled"


@pytest.mark.django_db
def test_schemas_are_served_as_they_are(anybody: Api) -> None:
    assert {row["name"] for row in anybody.get("schemas/")} == set(SCHEMAS)
    for name in SCHEMAS:
        answer = anybody.send("GET", f"schemas/{name}/")
        assert answer.headers["Content-Type"] == "application/schema+json"
        assert json.loads(answer.content) == schema(name)
