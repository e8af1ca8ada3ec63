"""How far and how deep one reads to follow a request: the folders it leads through, how often it changes between them,
and our modules between the view and the core, decorators and middleware excepted.

A room is a folder: a noun of the event, a room of the core, `accounts`. A stay is an unbroken run of calls in one;
whoever has read a function does not go there again. Counted is from the view to the answer; what frameworks do in
between is left out.
"""

import sys
from collections.abc import Callable
from itertools import groupby
from types import FrameType
from typing import Any

import pytest
from django.test import Client

from pairing import engine
from pairing.engine import standings
from pairing.model.types import Scoring
from pairing.simulation.setup import starting
from tests.factories import make_event, publish, table
from tests.forgetting import forget_all
from tournaments.models import ScoreClaim

pytestmark = pytest.mark.django_db

FOLDERS = ("tournaments.", "pairing.", "accounts.", "research.")
# Where the frame around every page begins: what wraps views belongs to no request.
FRAME = ("accounts.devices", "tournaments.desk.base", "tournaments.web.")
# What Django asks of a column for every query.
COLUMNS = ("tournaments.audience", "tournaments.models.by_audience")
OURS = ("accounts.", "config.", "tournaments.")
# Besides that: middleware, what is kept by version, and what is to be done once.
AROUND = (
    *FRAME,
    *COLUMNS,
    "config.",
    "tournaments.phones.services.sent_answers",
    "tournaments.steps.version_cache",
)


class Walk:
    """What a request leads through; `way` is the longest to this function of the core."""

    def __init__(self, core: Callable[..., Any], request: Callable[[], Any]) -> None:
        self.core, self.entered, self.read = core, list[str](), set[object]()
        self.way: list[str] = []
        sys.setprofile(self.on_call)
        try:
            answer = request()
        finally:
            sys.setprofile(None)
        assert answer.status_code in (200, 302)

    def on_call(self, frame: FrameType, event: str, _arg: Any) -> None:
        name = frame.f_globals.get("__name__", "")
        if event == "call" and frame.f_code is self.core.__code__:
            self.way = max(self.way, above(frame), key=len)
        known = frame.f_code in self.read or (not self.entered and name.startswith(FRAME))
        known = known or name.startswith(COLUMNS)
        if event == "call" and name.startswith(FOLDERS) and not known:
            self.read.add(frame.f_code)
            self.entered.append(
                ".".join(name.split(".")[:2]) if not name.startswith("accounts") else "accounts"
            )

    @property
    def stays(self) -> list[str]:
        """The folders whose functions are entered for the first time, one stay after another."""
        return [room for room, _calls in groupby(self.entered)]


def above(frame: FrameType | None) -> list[str]:
    """The modules of ours on the call stack."""
    seen: dict[str, None] = {}
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if name.startswith(OURS) and not name.startswith(AROUND) and "middleware" not in name:
            seen[name] = None
        frame = frame.f_back
    return list(seen)


def test_few_folders_and_few_modules_stand_between_a_request_and_the_core() -> None:
    event, before = make_event(field=8, slug="far"), make_event(field=8, slug="before")
    desk, phone = Client(), Client()
    desk.force_login(before.owner)
    desk.post("/desk/before/pair/", {"number": "1"})  # what is imported late
    desk.force_login(event.owner)
    forget_all()
    walks = {"pair": Walk(engine.pair, lambda: desk.post("/desk/far/pair/", {"number": "1"}))}
    event.rounds.all().delete()
    first = publish(event)
    one, other = (f"/e/far/me/{seat.player.key}/" for seat in table(first).seats.order_by("position"))
    phone.post(one, {"do": "win", "match": str(table(first).pk)})
    confirmed = {"do": "confirm", "match": str(table(first).pk), "claim": str(ScoreClaim.objects.get().pk)}
    forget_all()
    walks["report"] = Walk(Scoring.for_outcome, lambda: phone.post(other, confirmed))
    walks["standings"] = Walk(standings.rank, lambda: phone.get("/e/far/standings/"))
    walks["what if"] = Walk(starting.position, lambda: desk.get("/lab/what-if/?event=far"))
    limits = {"pair": 5, "report": 5, "standings": 4, "what if": 5}
    ways = {name: walk.way for name, walk in walks.items()}
    assert {name for name, way in ways.items() if not 0 < len(way) <= limits[name]} == set(), ways
    counts = {name: (len(set(walks[name].stays)), len(walks[name].stays)) for name in ("pair", "report")}
    # The goal for a pairing is 60 stays. An event is read once and handed on, but who reads it goes back and forth
    # between rows and the core's values, and so do the rooms of the core among themselves: about half of the stays.
    # Some are for the starting ranks that come with round 1.
    most = {"pair": (23, 126), "report": (22, 60)}
    assert all(counts[name][0] <= rooms for name, (rooms, _stays) in most.items()), counts
    assert all(counts[name][1] <= stays for name, (_rooms, stays) in most.items()), counts
