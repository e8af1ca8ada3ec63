"""Requests made from the description, right and wrong ones: never a 500, and every answer as described.

Every day each endpoint is asked by `rights/`, and what any test is answered is held against the description.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from accounts.models import User
from config.wsgi import application
from tests.api.conftest import description
from tests.api.rights.stages import SCORES, club
from tests.factories import make_table_event, make_token, make_user, play_tables, publish
from tournaments.models import Job, JobKind, JobState, Player, ScoreClaim, Visibility
from tournaments.phones.services import reports
from tournaments.schedules import services as schedules

SWEPT = settings(max_examples=6, derandomize=True, deadline=None, database=None, phases=list(Phase),
                 suppress_health_check=list(HealthCheck))  # fmt: skip
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
# Requests are to be about things that exist; test_bad_input asks for things that do not.
EXISTING: dict[str, list[Any]] = {
    "slug": ["club", "riichi"],
    "number": [1, 2],
    "table": [1, 2],
    "round_number": [3, 4],
    "first": [3],
    "second": [4],
    "job": [101, 102],
    "claim": [1],
    "key": ["key-of-east-0001", "key-of-south-001"],
    "username": ["helper"],
    "token": ["pw_1"],
    "name": ["solkoff", "monrad", "pairwright-event-1"],
    "confirm": ["club"],
    "simulation": ["key-of-owner"],
}
DOCUMENT_PARTS = ("format", "name", "system", "rounds_planned", "players", "tiebreaks")


def _description() -> dict[str, Any]:
    """The committed description, its addresses narrowed to what the fixture makes."""
    found = deepcopy(description())
    for operations in found["paths"].values():
        for operation in operations.values():
            for content in operation.get("requestBody", {}).get("content", {}).values():
                if content["schema"].get("$ref", "").endswith("/EventDocument"):
                    content["schema"] = {"$ref": "#/components/schemas/DocumentPart"}
            for parameter in operation.get("parameters", ()):
                if parameter["name"] in EXISTING:
                    parameter["schema"] = {"enum": EXISTING[parameter["name"]]}
    schemas = found["components"]["schemas"]
    # Whole documents are mutated in the tests of the core; here a part of them is enough to reach every answer.
    whole = schemas["EventDocument"]
    schemas["DocumentPart"] = {
        **whole,
        "properties": {name: whole["properties"][name] for name in DOCUMENT_PARTS},
    }
    # A system is a word of the registry, which the description does not repeat.
    schemas["EventNewRequest"]["properties"]["system"] = {"enum": ["monrad"]}
    return found


schema = schemathesis.openapi.from_dict(_description())
schema.app = application
schema.config.phases.coverage.unexpected_methods = set()


@pytest.fixture(autouse=True)
def _one_connection() -> Iterator[None]:
    """As Django's own test client does: a request must not close the connection its test's transaction lives in."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@pytest.fixture(scope="module")
def token(shared_database: Any) -> str:
    """Of the owner of an event with a round played, one published, and everything the addresses name."""
    with shared_database.unblock():
        return _make_everything()


def _make_everything() -> str:
    owner = make_user("owner")
    event = club(owner, "completed", Visibility.PUBLIC)
    publish(event)
    event.jobs.exclude(kind=JobKind.OUTLOOK).update(id=EXISTING["job"][0])
    _riichi(owner)
    return make_token(owner)


def _riichi(owner: User) -> None:
    """An event of tables of four with a round played, one published, scores that wait, and a plan to choose."""
    event = make_table_event(owner=owner, slug="riichi")
    play_tables(event)
    match = publish(event).matches.get(table=1)
    east, south = (seat.player for seat in match.seats.order_by("position")[:2])
    for player, key in zip((east, south), EXISTING["key"], strict=True):
        Player.objects.filter(pk=player.pk).update(key=key)
    report = reports.report_scores(tournament=event, player=east, match=match, raw=SCORES)
    ScoreClaim.objects.filter(pk=report.pk).update(id=EXISTING["claim"][0])
    Job.objects.create(
        pk=EXISTING["job"][1],
        tournament=event,
        kind=JobKind.PLAN_SCHEDULE,
        state=JobState.DONE,
        params={"seconds": 0, "basis": schedules.current_task(event).to_json()},
        result={"schedule": event.schedule, "figures": {}, "best": {}},
    )


@pytest.mark.sweep
@pytest.mark.django_db
@schema.parametrize()
@SWEPT
def test_every_answer_is_as_described(case: Any, token: str) -> None:
    # Compressed answers would have to be unpacked before they can be looked at.
    headers = {"Authorization": f"Token {token}", "Accept-Encoding": "identity"}
    case.call_and_validate(headers=headers, checks=CHECKS)
