"""How deep one has to read: our modules between a request and the core, decorators and middleware excepted."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest
from django.test import Client

from pairing import engine
from pairing.engine import standings
from pairing.model.types import Scoring
from pairing.simulation.setup import starting
from tests.factories import make_event, table
from tournaments.models import ScoreClaim
from tournaments.rounds.services import rounds

pytestmark = pytest.mark.django_db

OURS = ("accounts.", "config.", "tournaments.")
# Middleware; what wraps views (rights, 304, sign-in), what is kept by version, and what is to be done once.
AROUND = (
    "accounts.devices", "config.", "tournaments.desk.base", "tournaments.phones.services.sent_answers",
    "tournaments.steps.version_cache", "tournaments.web.",
)  # fmt: skip


def way_to(core: Callable[..., Any], request: Callable[[], Any]) -> list[str]:
    """The modules of ours on the call stack when the request enters this function of the core, the longest way."""
    longest: list[str] = []

    def on_call(frame: FrameType | None, event: str, _arg: Any) -> None:
        nonlocal longest
        if event != "call" or frame is None or frame.f_code is not core.__code__:
            return
        seen: dict[str, None] = {}
        while frame is not None:
            name = frame.f_globals.get("__name__", "")
            if name.startswith(OURS) and not name.startswith(AROUND) and "middleware" not in name:
                seen[name] = None
            frame = frame.f_back
        longest = max(longest, list(seen), key=len)

    sys.setprofile(on_call)
    try:
        answer = request()
    finally:
        sys.setprofile(None)
    assert answer.status_code in (200, 302)
    return longest


def test_few_modules_stand_between_a_request_and_the_core() -> None:
    event = make_event(field=8, slug="deep")
    desk, phone = Client(), Client()
    desk.force_login(event.owner)
    ways = {"pair": way_to(engine.pair, lambda: desk.post("/desk/deep/pair/", {"number": "1"}))}
    first = event.rounds.get(number=1)
    rounds.publish(tournament=event, actor=event.owner, round_=first)
    one, other = (f"/e/deep/me/{seat.player.key}/" for seat in table(first).seats.order_by("position"))
    phone.post(one, {"do": "win", "match": str(table(first).pk)})
    confirmed = {"do": "confirm", "match": str(table(first).pk), "claim": str(ScoreClaim.objects.get().pk)}
    ways["report"] = way_to(Scoring.for_outcome, lambda: phone.post(other, confirmed))
    ways["standings"] = way_to(standings.rank, lambda: phone.get("/e/deep/standings/"))
    ways["what if"] = way_to(starting.position, lambda: desk.get("/lab/what-if/?event=deep"))
    limits = {"pair": 5, "report": 5, "standings": 4, "what if": 5}
    assert {name for name, way in ways.items() if not 0 < len(way) <= limits[name]} == set(), ways
