"""A small client: a path below /api/v1/, the status expected, plain data back."""

import json
import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
import yaml
from django.conf import settings
from django.db import connection
from django.urls import resolve
from jsonschema_rs import Draft202012, Draft202012Validator, Registry
from rest_framework.test import APIClient

from accounts.models import User
from tests.factories import make_event, make_token, make_user
from tournaments.models import Role, Staff, Tournament

OPENAPI = Path(settings.BASE_DIR) / "docs" / "openapi.yaml"
PROBLEM = {"type", "title", "status", "code", "detail", "field", "errors", "params"}


@cache
def description() -> dict[str, Any]:
    found: dict[str, Any] = yaml.load(OPENAPI.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
    return found


@cache
def described() -> Registry:
    """The description, read once for all shapes that stand in it."""
    return Registry([("urn:api", description())], draft=Draft202012)


@cache
def _answer(route: str, method: str, status: str) -> tuple[str, Draft202012Validator] | None:
    """The content type and the shape described for an answer; None for one without a body."""
    place = ["paths", route, method, "responses"]
    responses = description()["paths"][route][method]["responses"]
    assert status in responses, f"{method} {route} answered {status}, which is not described"
    answer, place = responses[status], [*place, status]
    if "$ref" in answer:
        place = answer["$ref"].removeprefix("#/").split("/")
        answer = description()["components"]["responses"][place[-1]]
    for kind in answer.get("content", {}):
        pointer = "/".join(
            quote(part.replace("/", "~1"), safe="~") for part in [*place, "content", kind, "schema"]
        )
        return kind, Draft202012Validator({"$ref": f"urn:api#/{pointer}"}, registry=described())
    return None


def check_described(method: str, url: str, response: Any) -> None:
    """Every answer any test gets is one that the description promises: its status, its type and its shape."""
    path = urlsplit(url).path.removesuffix("/") + "/"  # addresses are understood without their last slash too
    route = "/" + re.sub(r"<\w+:(\w+)>", r"{\1}", resolve(path).route)
    if method.lower() not in description()["paths"].get(route, {}):
        assert response.status_code in (401, 404, 405), (method, url)
        return
    answer = _answer(route, method.lower(), str(response.status_code))
    if answer is None:
        assert not response.content
        return
    kind, validator = answer
    assert b'+00:00"' not in response.content, "UTC is written as Z"
    assert response.headers["Content-Type"].split(";")[0] == kind
    validator.validate(json.loads(response.content))


class Api:
    """Requests as one person, with a real token; every refusal is checked to be a problem document."""

    def __init__(self, user: User | None = None) -> None:
        self.user = user
        self.client = APIClient(enforce_csrf_checks=True)
        if user is not None:
            self.client.credentials(HTTP_AUTHORIZATION=f"Token {make_token(user)}")

    def send(self, method: str, path: str, data: Any = None, **headers: str) -> Any:
        """The response itself."""
        url = path if path.startswith(("/", "http")) else f"/api/v1/{path}"
        body = None if data is None else json.dumps(data)
        response = self.client.generic(
            method, url, body if body is not None else "", content_type="application/json", headers=headers
        )
        check_described(method, url, response)
        if response.status_code >= 400:
            problem = json.loads(response.content)
            assert response.headers["Content-Type"].startswith("application/problem+json"), response.content
            assert set(problem) == PROBLEM
            assert problem["status"] == response.status_code
        return response

    def _data(self, method: str, path: str, data: Any, status: int, headers: dict[str, str]) -> Any:
        response = self.send(method, path, data, **headers)
        assert response.status_code == status, (
            f"{method} {path}: {response.status_code} {response.content[:600]!r}"
        )
        return json.loads(response.content) if response.content else None

    def get(self, path: str, status: int = 200, **headers: Any) -> Any:
        return self._data("GET", path, None, status, headers)

    def post(self, path: str, data: Any = None, status: int = 200, **headers: Any) -> Any:
        return self._data("POST", path, data, status, headers)

    def put(self, path: str, data: Any = None, status: int = 200, **headers: Any) -> Any:
        return self._data("PUT", path, data, status, headers)

    def patch(self, path: str, data: Any = None, status: int = 200, **headers: Any) -> Any:
        return self._data("PATCH", path, data, status, headers)

    def delete(self, path: str, status: int = 204, **headers: Any) -> Any:
        return self._data("DELETE", path, None, status, headers)


@pytest.fixture
def owner(db: None) -> User:
    return make_user("owner")


@pytest.fixture
def event(owner: User) -> Tournament:
    """A public event of eight players, `club`."""
    return make_event(owner=owner, field=8, slug="club", system="random_swiss", tiebreaks=["solkoff", "wins"])


@pytest.fixture
def api(owner: User) -> Api:
    """The owner of `event`."""
    return Api(owner)


@pytest.fixture
def anybody(db: None) -> Api:
    return Api()


def staff_of(event: Tournament, role: Role) -> User:
    user = make_user()
    Staff.objects.create(tournament=event, user=user, role=role)
    return user


def at_once(count: int, work: Callable[[int], Any]) -> list[Any]:
    """The answers of `work(0)`, `work(1)`, ... started together, each in a thread with its own connection."""
    gate = threading.Barrier(count)

    def run(index: int) -> Any:
        gate.wait(timeout=20)
        try:
            return work(index)
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))
