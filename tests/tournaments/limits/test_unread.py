"""Documents of strangers are read in the process with limits: the web process holds none that is not an event."""

import json
import tracemalloc
from typing import Any

import pytest

from pairing.formats import document
from tests.api.conftest import Api
from tests.factories import make_user
from tournaments.files.services.event_files import import_file
from tournaments.models import Tournament
from tournaments.sandbox import unread

TWO = {"format": "pairwright-event/1", "name": "Two", "players": [{"id": 1}, {"id": 2}]}


@pytest.fixture
def nothing_is_read_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other process imports these anew."""

    def read(*_given: Any) -> None:
        raise AssertionError("read in the web process")

    monkeypatch.setattr(unread, "strict_json", read)
    monkeypatch.setattr(document, "parse_json", read)


@pytest.mark.parametrize(
    "body", [b"[" * 11 + b"0," * 200_000 + b"0" + b"]" * 11, b"[" + b"[]," * 99_999 + b"[]]"]
)
def test_looking_through_a_body_takes_no_more_memory_than_the_body_read(body: bytes) -> None:
    data = json.loads(body)
    tracemalloc.start()
    assert unread._bad(data) is None
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000


@pytest.mark.django_db
@pytest.mark.usefixtures("nothing_is_read_here")
@pytest.mark.parametrize("content", [TWO, {**TWO, "name": "\x00"}, {**TWO, "players": [{"id": "x"}] * 5000}])
def test_no_document_is_read_in_the_web_process(content: dict[str, Any]) -> None:
    body, owner = json.dumps(content).encode(), make_user()
    client = Api(owner).client
    for path in ("tools/pair/", "tools/standings/", "events/import/"):
        answer = client.post(f"/api/v1/{path}", body, content_type="application/json")
        assert answer.status_code in (200, 201, 400), path
    if content is TWO:
        import_file(content=body, owner=owner)
        assert Tournament.objects.filter(name="Two").count() == 2
