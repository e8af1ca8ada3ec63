"""Nobody waits for the turn of a sandbox in a transaction: all who want to write would wait for that."""

import base64
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import tablib
from django.db import connection

from tests.api.conftest import Api
from tests.factories import make_event
from tournaments.files.services.documents import export_event
from tournaments.files.services.hand_over import make_pack
from tournaments.models import Tournament
from tournaments.sandbox.sandbox import Sandbox

pytestmark = pytest.mark.django_db
PHRASE = "nine brown horses"


@pytest.fixture
def depths(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """In how many transactions each turn was waited for."""
    found: list[int] = []
    waited_for = Sandbox._waited_for

    @contextmanager
    def noted(self: Sandbox) -> Iterator[None]:
        found.append(len(connection.atomic_blocks))
        with waited_for(self):
            yield

    monkeypatch.setattr(Sandbox, "_waited_for", noted)
    return found


def test_files_are_read_before_the_transaction_that_stores_them(depths: list[int]) -> None:
    event = make_event(field=2, slug="club")
    api, outside = Api(event.owner), len(connection.atomic_blocks)

    def sent(path: str, data: Any) -> Any:
        answer = api.send("POST", path, data, **{"Idempotency-Key": path})
        assert answer.status_code in (200, 201), answer.content
        return answer.json()

    book = tablib.Dataset(["Ann", 1500], headers=["name", "rating"]).export("xlsx")
    listed = {"content": base64.b64encode(book).decode(), "encoding": "base64", "filename": "list.xlsx"}
    plan = sent("events/club/players/import/preview/", listed)
    sent("events/club/players/import/", {**listed, "digest": plan["digest"]})
    sent("events/import/", export_event(event))
    event = Tournament.objects.get(pk=event.pk)
    pack = base64.b64encode(make_pack(tournament=event, actor=None, pass_phrase=PHRASE)).decode()
    event.delete()
    sent("hand-over-packs/", {"file": pack, "pass_phrase": PHRASE})
    # Looking at the list, importing it, the document, making the pack and opening it.
    assert depths == 5 * [outside]
