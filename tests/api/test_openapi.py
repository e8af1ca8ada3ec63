"""The description of the API: complete, valid, committed, and shown on a page under the strict content policy."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import resolve, reverse

from tests.api.test_rights import TABLE, filled
from tournaments.api.urls import urlpatterns

COMMITTED = Path(settings.BASE_DIR) / "docs" / "openapi.yaml"
MANUAL = Path(settings.BASE_DIR) / "docs" / "api.md"


@pytest.fixture(scope="module")
def generated() -> str:
    """What `manage.py spectacular` writes now; it fails on any warning and on any violation of OpenAPI 3.1."""
    out = io.StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=out)
    return out.getvalue()


@pytest.fixture(scope="module")
def schema(generated: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(generated)
    return found


def test_the_committed_description_is_the_generated_one(generated: str) -> None:
    hint = "run: python manage.py spectacular --file docs/openapi.yaml"
    assert COMMITTED.read_text(encoding="utf-8").rstrip() == generated.rstrip(), hint


def test_every_address_and_method_is_described(schema: dict[str, Any]) -> None:
    described = {
        (method.upper(), path) for path, operations in schema["paths"].items() for method in operations
    }
    patterns = {pattern.name: str(pattern.pattern) for pattern in urlpatterns if pattern.name}
    offered = {
        (row.method, "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", patterns[_name(row.path)])) for row in TABLE
    }
    assert described == offered


def _name(path: str) -> str:
    return str(resolve("/api/v1/" + filled(path).split("?")[0]).url_name)


def test_every_operation_says_what_it_refuses(schema: dict[str, Any]) -> None:
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            answers = set(operation["responses"])
            expected = {"400", "401", "429"}
            expected |= {"404"} if "{" in path else set()
            expected |= {"403", "409", "413", "415"} if method != "get" else set()
            assert expected <= answers, (method, path, expected - answers)
            assert operation["summary"] and operation["tags"] and operation["operationId"]


def test_requests_are_closed_to_unknown_fields(schema: dict[str, Any]) -> None:
    requests = {
        name: part for name, part in schema["components"]["schemas"].items() if name.endswith("Request")
    }
    assert requests and all(part["additionalProperties"] is False for part in requests.values())


def test_the_manual_names_every_resource_and_every_status_code(schema: dict[str, Any]) -> None:
    manual = MANUAL.read_text(encoding="utf-8")
    for path in schema["paths"]:
        assert path.removeprefix("/api/v1") in manual, path
    statuses = {code for ops in schema["paths"].values() for op in ops.values() for code in op["responses"]}
    assert not [code for code in statuses if code not in manual]


@pytest.mark.django_db
def test_the_page_loads_only_what_the_content_policy_allows() -> None:
    answer = Client().get(reverse("api-docs"))
    page = answer.content.decode()
    assert answer.status_code == 200 and "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "<style" not in page and " style=" not in page and not re.search(r"<script(?![^>]*src=)", page)
    for url in re.findall(r'(?:src|href)="([^"]+)"', page):
        assert url.startswith("/"), url
    script = Client().get(next(url for url in re.findall(r'src="([^"]+)"', page) if "script" in url))
    assert script.status_code == 200 and script.headers["Content-Type"].startswith("application/javascript")


@pytest.mark.django_db
def test_the_description_is_served_as_yaml_and_json() -> None:
    assert Client().get("/api/schema/").status_code == 200
    assert Client().get("/api/schema/?format=json").json()["openapi"].startswith("3.1")


@pytest.mark.browser
def test_the_page_works_in_a_browser(live_server: Any, page: Any) -> None:
    errors: list[str] = []
    page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{live_server.url}{reverse('api-docs')}")
    page.locator("[data-tag=Tools]").click()
    page.get_by_text("/api/v1/tools/pair/").first.click()
    page.get_by_role("button", name="Try it out").wait_for()
    assert errors == []
