"""The description of the API, complete and shown under the strict content policy; the manual and its program.

That docs/openapi.yaml is valid is seen to by `make check`; the page in a browser by tests/deploy/test_api_docs_page.py.
"""

import re
import subprocess
import sys
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
from pytest_django.live_server_helper import LiveServer

from config.description import _text
from tests.api.conftest import description
from tests.api.rights.rows import filled
from tests.api.rights.table import TABLE
from tests.factories import make_token, make_user
from tournaments.api.urls import urlpatterns
from tournaments.models import Status, Tournament

COMMITTED = Path(settings.BASE_DIR) / "docs" / "openapi.yaml"
MANUAL = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text(encoding="utf-8")
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
    }
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
    assert not [
        path for _method, path, _operation in OPERATIONS if path.removeprefix("/api/v1") not in MANUAL
    ]
    assert not {
        code for *_at, operation in OPERATIONS for code in operation["responses"] if code not in MANUAL
    }


def test_the_description_is_served_in_each_language_and_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    made = Counter[str]()
    make = SchemaGenerator.get_schema

    def counted(*given: Any, **named: Any) -> Any:
        made[get_language() or ""] += 1
        return make(*given, **named)

    monkeypatch.setattr(SchemaGenerator, "get_schema", counted)
    _text.cache_clear()  # another test of this process may have asked before
    for time, language in product("01", ("da", "ja", "en", "xx", "../en")):
        answer = Client().get("/api/schema/", {"format": "json", "lang": language, "version": time})
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


# --- the program of the manual ---


def run_program_of_the_manual(*arguments: str) -> subprocess.CompletedProcess[str]:
    (program,) = re.findall(r"```python\n(.*?)```", MANUAL, re.DOTALL)
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True, text=True, encoding="utf-8", check=False, timeout=120,
    )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_the_client_in_the_manual_runs_an_event_or_says_what_is_wrong(live_server: LiveServer) -> None:
    done = run_program_of_the_manual(live_server.url, make_token(make_user()))
    assert (done.returncode, done.stderr) == (0, "")
    event = Tournament.objects.get()
    assert (event.status, event.rounds.count(), event.players.count()) == (Status.FINISHED, 3, 10)
    assert len(done.stdout.splitlines()) == 4 + 5 + 5 + 10, done.stdout
    done = run_program_of_the_manual(live_server.url, "pw_wrong")
    assert done.returncode == 1 and done.stderr.startswith("401 authentication_failed")
