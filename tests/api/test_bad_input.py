"""Requests that cannot be followed: a problem document that names the field, nothing changed, never a 500."""

import json
from typing import Any

import pytest
from django.urls import resolve
from rest_framework.test import APIRequestFactory

from tests.api.conftest import Api
from tests.factories import make_event, play_round, publish
from tournaments.models import LogEntry, Tournament

EVENT = {"name": "New", "system": "random_swiss", "rounds_planned": 3}


def refused(answer: Any, status: int, code: str, field: str | None = None) -> dict[str, Any]:
    problem: dict[str, Any] = answer.json()
    assert (answer.status_code, problem["code"], problem["field"]) == (status, code, field), problem
    return problem


def raw(api: Api, body: Any, content_type: str = "application/json", path: str = "events/") -> Any:
    return api.client.generic("POST", f"/api/v1/{path}", body, content_type=content_type)


@pytest.fixture
def unchanged(event: Tournament) -> Any:
    """Afterwards the event is as it was."""
    before = (event.version, LogEntry.objects.count(), Tournament.objects.count())
    yield event
    event.refresh_from_db()
    assert (event.version, LogEntry.objects.count(), Tournament.objects.count()) == before


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"{'name': 'x'}",
        b'{"name": NaN}',
        b'{"name": 1e999999}{}',
        b'{"a": 1, "a": 2}',
        b'{"rounds_planned": ' + b"9" * 5000 + b"}",
        b'{"rounds_planned": 99999999999999999}',
        b"[" * 100_000,
        b'{"name":' * 5000 + b"1" + b"}" * 5000,
        b"\xff\xfe{}",
        b'"\xed\xa0\x80"',
    ],
    ids=lambda body: repr(body[:24]),
)
def test_what_is_not_json_is_refused(api: Api, unchanged: Tournament, body: bytes) -> None:
    refused(raw(api, body), 400, "malformed_json")


@pytest.mark.parametrize("text", ["A\\u0000B", "A\\ud800B", "\\udfff"])
@pytest.mark.parametrize("where", ["name", "description", "tiebreaks", "options"])
def test_characters_no_database_stores_are_refused_wherever_they_stand(
    api: Api, unchanged: Tournament, text: str, where: str
) -> None:
    value = {"tiebreaks": f'["{text}"]', "options": f'{{"x": "{text}"}}'}.get(where, f'"{text}"')
    problem = raw(api, f'{{"{where}": {value}}}'.encode()).json()
    assert (problem["status"], problem["code"]) == (400, "bad_text")
    assert problem["field"].startswith(where)


@pytest.mark.parametrize(
    "content_type",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "",
        "application/xml",
    ],
)
def test_only_json_is_taken(api: Api, unchanged: Tournament, content_type: str) -> None:
    refused(raw(api, b'{"name": "x"}', content_type), 415, "unsupported_media_type")


def test_json_may_come_with_a_charset_and_a_byte_order_mark(api: Api) -> None:
    body = b'\xef\xbb\xbf{"name": "New", "system": "random_swiss", "rounds_planned": 3}'
    assert raw(api, body, "application/json; charset=utf-8").status_code == 201


@pytest.mark.parametrize(("path", "limit"), [("events/", 1_000_000), ("tools/pair/", 5_000_000)])
def test_a_huge_body_is_refused(api: Api, unchanged: Tournament, path: str, limit: int) -> None:
    problem = refused(raw(api, b'{"name": "' + b"x" * limit + b'"}', path=path), 413, "too_large")
    assert problem["params"]["limit"] == limit


def test_a_body_of_unknown_length_is_refused_rather_than_ignored(api: Api, unchanged: Tournament) -> None:
    meta = {
        "HTTP_TRANSFER_ENCODING": "chunked",
        "HTTP_AUTHORIZATION": api.client._credentials["HTTP_AUTHORIZATION"],  # type: ignore[attr-defined]
    }
    request = APIRequestFactory().generic("POST", "/api/v1/events/club/players/", **meta)
    request.META.pop("CONTENT_LENGTH", None)
    answer = resolve("/api/v1/events/club/players/").func(request, slug="club").render()
    assert (answer.status_code, json.loads(answer.content)["code"]) == (400, "length_required")


@pytest.mark.parametrize("body", [[], "text", 5, None, True])
def test_the_body_must_be_an_object(api: Api, unchanged: Tournament, body: Any) -> None:
    assert api.send("POST", "events/", body).status_code == 400


@pytest.mark.parametrize(
    ("path", "body", "faults"),
    [
        (
            "events/",
            {**EVENT, "colour": "red", "size": 3},
            {"colour": "unknown_field", "size": "unknown_field"},
        ),
        (
            "events/",
            {"name": 5, "rounds_planned": "5", "require_check_in": "yes", "rounds": 3},
            {
                "rounds": "unknown_field",
                "name": "invalid",
                "system": "required",
                "rounds_planned": "invalid",
                "require_check_in": "invalid",
            },
        ),
        (
            "events/club/players/bulk/",
            {"players": [{"name": 5, "raiting": 1500}, {"naam": "Ann"}]},
            {
                "players.0.raiting": "unknown_field",
                "players.0.name": "invalid",
                "players.1.naam": "unknown_field",
                "players.1.name": "required",
            },
        ),
    ],
)
def test_all_fields_at_fault_are_named_at_once(
    api: Api, unchanged: Tournament, path: str, body: Any, faults: dict[str, str]
) -> None:
    problem = api.post(path, body, 400)
    assert {row["field"]: row["code"] for row in problem["errors"]} == faults


def test_those_that_are_known_are_named_and_a_choice_says_what_is_allowed(
    api: Api, unchanged: Tournament
) -> None:
    assert "rounds_planned" in api.post("events/", {**EVENT, "colour": "red"}, 400)["detail"]
    detail = api.post("events/", {**EVENT, "visibility": "secret"}, 400)["detail"]
    assert all(word in detail for word in ("public", "unlisted", "private", "secret"))


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "tools/pair/"),
        ("GET", "events/club/finish/"),
        ("GET", "events/club/rounds/pair"),
        ("DELETE", "systems/"),
        ("POST", "me/"),
    ],
)
def test_an_address_refuses_methods_it_does_not_have_whoever_asks(
    anybody: Api, event: Tournament, method: str, path: str
) -> None:
    """Not 401, 403 or 304: signing in, or having an answer already, would not make the request right."""
    answer = anybody.send(method, path, **{"If-None-Match": "*", "Accept": "text/html"})
    refused(answer, 405, "method_not_allowed")
    assert answer.headers["Allow"]


def test_unknown_query_parameters_are_named(anybody: Api, event: Tournament) -> None:
    for path in ("events/?serch=x", "events/club/?a=1", "events/club/standings/?after=1", "systems/?x=1"):
        assert anybody.get(path, 400)["code"] == "unknown_field"


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"system": "chess"}, "unknown_system", "system"),
        ({"options": {"colour": 1}}, "unknown_option", "options.colour"),
        ({"options": {"elimination": -1}}, "bad_option", "options.elimination"),
        ({"options": []}, "invalid", "options"),
        ({"scoring": {"win": 0.333}}, "bad_scoring", "scoring.win"),
        ({"scoring": {"goal": 1}}, "unknown_scoring", "scoring.goal"),
        ({"tiebreaks": ["luck"]}, "unknown_tiebreak", "tiebreaks"),
        ({"tiebreaks": [5]}, None, "tiebreaks"),
        ({"tiebreaks": "solkoff"}, "invalid", "tiebreaks"),
        ({"visibility": "secret"}, "invalid_choice", "visibility"),
        ({"starts_on": "tomorrow"}, "invalid", "starts_on"),
        ({"start_time": "9:30"}, "invalid", "start_time"),
        ({"start_time": "09:30"}, "needs_date", "starts_on"),
        ({"round_starts": [{"day": 0, "time": "10:00"}]}, "min_value", "round_starts.0.day"),
        ({"round_starts": [{"day": 1}]}, "required", "round_starts.0.time"),
        ({"rounds_planned": 0}, "min_value", "rounds_planned"),
        ({"rounds_planned": True}, "invalid", "rounds_planned"),
        ({"slug": "Wednesday Club"}, "bad_slug", "slug"),
        ({"slug": "club"}, "slug_taken", "slug"),
        ({"name": "  "}, "blank", "name"),
        ({"earlier_meetings": [{"season": 1}]}, "bad_meetings", "earlier_meetings"),
        ({"earlier_meetings": [{"season": 1, "players": [1, 1]}]}, "bad_meetings", "earlier_meetings"),
    ],
)
def test_settings_that_are_not_allowed(
    api: Api, unchanged: Tournament, change: dict[str, Any], code: str | None, field: str
) -> None:
    answer = api.send("POST", "events/", {**EVENT, **change})
    problem = answer.json()
    assert answer.status_code == (409 if code == "slug_taken" else 400)
    assert (code is None or problem["code"] == code) and problem["field"] == field, problem


@pytest.mark.parametrize(
    "path",
    [
        "events/nowhere/",
        "events/club/players/99/",
        "events/club/players/0/",
        "events/club/players/99999999999999999999/",
        "events/club/players/abc/",
        "events/club/rounds/7/",
        "events/club/rounds/1/matches/1/",
        "events/club/standings/99/",
        "events/club/standings/why/?player=1&other=99",
        "events/club/standings/why/?player=1&other=2&after_round=7",
        "events/club/standings/?after_round=7",
        "events/club/jobs/12345/",
        "systems/nowhere/",
        "tiebreaks/nowhere/",
        "schemas/nowhere/",
        "nowhere/",
        "events/club/nowhere",
        "events/%00/",
        "events/club/staff/%00/",
    ],
)
def test_what_does_not_exist_is_404(api: Api, event: Tournament, path: str) -> None:
    method = "DELETE" if "staff" in path else "GET"
    assert api.send(method, path).status_code == 404


@pytest.mark.parametrize(
    ("query", "field"),
    [("page=0", "page"), ("page=x", "page"), ("page_size=1001", "page_size"), ("status=odd", "status"),
     ("starts_from=yesterday", "starts_from"), ("search=" + "x" * 121, "search"), ("mine=perhaps", "mine")],
)  # fmt: skip
def test_query_parameters_are_checked(anybody: Api, event: Tournament, query: str, field: str) -> None:
    assert anybody.get(f"events/?{query}", 400)["field"] == field


def test_a_nul_in_the_query_is_400_and_a_page_that_does_not_exist_404(anybody: Api, db: None) -> None:
    assert anybody.get("events/?search=%00", 400)["code"] == "bad_request"
    assert anybody.get("events/?page=2", 404)["code"] == "no_such_page"


def test_a_refusal_of_the_event_is_409_and_says_why(api: Api, event: Tournament) -> None:
    publish(event)
    assert api.post("events/club/rounds/pair/", {}, 409)["code"] == "round_open"
    assert api.post("events/club/rounds/1/complete/", None, 409)["params"]["tables"] == [1, 2, 3, 4]
    assert api.patch("events/club/", {"system": "monrad"}, 409)["code"] == "fixed_after_pairing"
    assert api.delete("events/club/players/1/", 409)["code"] == "player_was_paired"
    assert api.patch("events/club/", {"venue": "x", "seen_version": 1}, 409)["code"] == "event_changed"


def test_an_impossible_round_says_what_may_be_relaxed(api: Api) -> None:
    event = make_event(owner=api.user, field=2, slug="two", system="monrad", rounds_planned=3)
    play_round(event)
    problem = api.post("events/two/rounds/pair/", {}, 409)
    assert problem["params"]["impossible"] and "allow_rematches" in problem["params"]["offers"]
    sheet = api.post("events/two/rounds/pair/", {"overrides": {"allow_rematches": True}}, 201)
    assert [row["rule"] for row in sheet["relaxed"]] == ["rematch"]


@pytest.mark.parametrize("overrides", [{"colour": 1}, {"elimination": "many"}, [], "x"])
def test_overrides_are_checked(api: Api, event: Tournament, overrides: Any) -> None:
    assert api.send("POST", "events/club/rounds/pair/", {"overrides": overrides}).status_code == 400
    assert not event.rounds.exists()


@pytest.mark.parametrize(
    ("body", "code", "field"),
    [
        ({"results": [{"table": 99, "result": "1-0"}]}, "no_such_table", "table"),
        ({"results": [{"table": 1, "result": "2-0"}]}, "invalid_choice", "results.0.result"),
        ({"results": [{"table": 1}]}, "required", "results.0.result"),
        ({"results": [{"table": 1, "result": "1-0", "x": 1}]}, "unknown_field", "results.0.x"),
        ({"results": [{"table": 1, "result": "1-0"}] * 2}, "invalid", "results"),
        ({"results": []}, "empty", "results"),
        ({"results": {}}, "not_a_list", "results"),
    ],
)
def test_results_that_cannot_be_entered(
    api: Api, event: Tournament, body: Any, code: str, field: str
) -> None:
    publish(event)
    refused(api.send("POST", "events/club/rounds/1/results/", body), 400, code, field)
    assert set(event.rounds.get().matches.values_list("result", flat=True)) == {None}


@pytest.mark.parametrize(
    ("rows", "status", "code", "field"),
    [
        ([{"name": "Ann"}, {"name": "Ben", "rating": 10**6}], 400, "max_value", "players.1.rating"),
        ([{"name": "Ann"}, {"name": "Ben", "rating": -901}], 400, "min_value", "players.1.rating"),
        ([{"name": "Ann"}, {"name": "  ann "}], 409, "duplicate_name", "players.1.name"),
        ([{"name": "player 3"}], 409, "duplicate_name", "players.0.name"),
    ],
)
def test_a_bulk_list_is_taken_whole_or_not_at_all(
    api: Api, unchanged: Tournament, rows: Any, status: int, code: str, field: str
) -> None:
    refused(api.send("POST", "events/club/players/bulk/", {"players": rows}), status, code, field)


def test_another_person_of_the_same_name_may_come_in_a_bulk_list(api: Api, event: Tournament) -> None:
    """With the word of the single call: at the player, or for the whole list."""
    twice = [{"name": "Lars Toft"}, {"name": "Lars Toft", "allow_duplicate": True}]
    api.post("events/club/players/bulk/", {"players": twice}, 201)
    again = {"players": [{"name": "Lars Toft"}, {"name": "Lars Toft"}]}
    refusal = api.post("events/club/players/bulk/", again, 409)
    assert (refusal["code"], "allow_duplicate" in refusal["detail"]) == ("duplicate_name", True)
    api.post("events/club/players/bulk/", {**again, "allow_duplicate": True}, 201)
    assert event.players.filter(name="Lars Toft").count() == 4


def test_a_list_says_what_it_is_taken_for_and_what_is_not_taken(api: Api, event: Tournament) -> None:
    base = "events/club/players/import/"
    file = {"content": "Ann;unr;North\nBen;1500;South"}
    plan = api.post(f"{base}preview/", file)
    assert [column["field"] for column in plan["layout"]] == ["name", "rating", "club"]
    odd = [{"column": "rating", "value": "unr"}]
    assert [row["not_taken"] for row in plan["rows"]] == [odd, []]
    assert api.post(f"{base}preview/", {**file, "columns": ["name", "name"]}, 400)["code"] == "bad_columns"
    chosen = {**file, "columns": ["name", "", "note"], "header": False}
    digest = api.post(f"{base}preview/", chosen)["digest"]
    assert api.post(base, {**file, "digest": digest}, 409)["code"] == "import_changed"
    assert api.post(base, {**chosen, "digest": digest})["not_taken"] == []
    again = {"content": "Cai;unr\nDot;1400"}
    digest = api.post(f"{base}preview/", again)["digest"]
    done = api.post(base, {**again, "digest": digest, "keep_odd": True})
    assert done["not_taken"] == [{"line": 1, "name": "Cai", "not_taken": odd}]
    assert event.players.get(name="Cai").note == "rating: unr"


def test_importing_another_list_than_previewed_is_refused(api: Api, event: Tournament) -> None:
    base = "events/club/players/import/"
    file = {"content": "not base64!", "encoding": "base64", "filename": "x.xlsx"}
    assert api.post(f"{base}preview/", file, 400)["field"] == "content"
    plan = api.post(f"{base}preview/", {"content": "Ann\nBen\nPlayer 3"})
    assert plan["counts"]["new"] == 2
    assert api.post(base, {"content": "Ann\nBob", "digest": plan["digest"]}, 409)["code"] == "import_changed"
    done = api.post(base, {"content": "Ann\nBen\nPlayer 3", "digest": plan["digest"]})
    assert (len(done["added"]), done["skipped"]) == (2, 1)
