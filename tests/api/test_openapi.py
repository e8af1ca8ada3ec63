"""The description of the API: complete, and shown on a page under the strict content policy.

That docs/openapi.yaml is valid is seen to by `make check`; the page in a browser by tests/deploy/test_api_docs_page.py.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import resolve, reverse
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator

from tests.api.conftest import description
from tests.api.rights.rows import filled
from tests.api.rights.table import TABLE
from tournaments.api.urls import urlpatterns

COMMITTED = Path(settings.BASE_DIR) / "docs" / "openapi.yaml"
MANUAL = Path(settings.BASE_DIR) / "docs" / "api.md"
OPERATIONS = [
    (method, path, operation)
    for path, operations in description()["paths"].items()
    for method, operation in operations.items()
]


def test_every_address_and_method_is_described() -> None:
    patterns = {pattern.name: str(pattern.pattern) for pattern in urlpatterns if pattern.name}
    names = [(row.method.lower(), resolve(filled(row.path)).url_name) for row in TABLE]
    offered = {
        (method, "/api/v1/" + re.sub(r"<\w+:(\w+)>", r"{\1}", patterns[name])) for method, name in names
    }  # type: ignore[index]
    assert {(method, path) for method, path, _operation in OPERATIONS} == offered


def test_every_operation_says_what_it_refuses() -> None:
    for method, path, operation in OPERATIONS:
        answers = set(operation["responses"])
        expected = {"400", "401", "429"}
        expected |= {"404"} if "{" in path else set()
        expected |= {"403", "409", "413", "415"} if method != "get" else set()
        assert expected <= answers, (method, path, expected - answers)
        assert operation["summary"] and operation["tags"] and operation["operationId"]


def test_requests_are_closed_to_unknown_fields() -> None:
    schemas = description()["components"]["schemas"]
    requests = [part for name, part in schemas.items() if name.endswith("Request")]
    assert requests and all(part["additionalProperties"] is False for part in requests)


def test_the_manual_names_every_resource_and_every_status_code() -> None:
    manual = MANUAL.read_text(encoding="utf-8")
    assert not [
        path for _method, path, _operation in OPERATIONS if path.removeprefix("/api/v1") not in manual
    ]
    assert not {
        code for *_at, operation in OPERATIONS for code in operation["responses"] if code not in manual
    }


def test_the_description_is_served_in_each_language_and_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Counter[str]()
    make = SchemaGenerator.get_schema

    def counted(*given: Any, **named: Any) -> Any:
        made[get_language() or ""] += 1
        return make(*given, **named)

    monkeypatch.setattr(SchemaGenerator, "get_schema", counted)
    for _time, language in product(range(2), ("da", "ja", "en", "xx", "../en")):
        answer = Client().get("/api/schema/", {"format": "json", "lang": language, "version": _time})
        assert answer.json()["openapi"].startswith("3.1")
    assert made == {"da": 1, "ja": 1, "en": 1}
    assert (
        Client().get("/api/schema/").content.decode().rstrip()
        == COMMITTED.read_text(encoding="utf-8").rstrip()
    )


@pytest.mark.django_db
def test_the_page_of_the_description_has_nothing_that_the_content_policy_forbids() -> None:
    answer = Client().get(reverse("api-docs"))
    page = answer.content.decode()
    assert answer.status_code == 200 and "unsafe" not in answer.headers["Content-Security-Policy"]
    assert "<style" not in page and " style=" not in page and not re.search(r"<script(?![^>]*src=)", page)
    assert {url[0] for url in re.findall(r'(?:src|href)="([^"]+)"', page)} == {"/"}
