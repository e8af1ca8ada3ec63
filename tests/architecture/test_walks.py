"""How far one walks to follow a request: the folders it leads through, and how often it changes between them.

A room is a folder: a noun of the event, a room of the core, `accounts`. A stay is an unbroken run of calls in one;
whoever has read a function does not go there again. Counted is from the view to the answer; what frameworks do in
between is left out.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import groupby
from types import FrameType
from typing import Any

import pytest
from django.test import Client

from tests.factories import make_event, publish, table
from tests.forgetting import forget_all
from tournaments.models import ScoreClaim

pytestmark = pytest.mark.django_db

FOLDERS = ("tournaments.", "pairing.", "accounts.", "research.")
# Where the frame around every page begins: what wraps views belongs to no request.
AROUND = ("accounts.devices", "tournaments.desk.base", "tournaments.web.")


def walk(request: Callable[[], Any]) -> list[str]:
    """The folders whose functions are entered for the first time, one stay after another."""
    entered: list[str] = []
    read: set[object] = set()

    def on_call(frame: FrameType, event: str, _arg: Any) -> None:
        name = frame.f_globals.get("__name__", "")
        if (
            event != "call"
            or not name.startswith(FOLDERS)
            or frame.f_code in read
            or (not entered and name.startswith(AROUND))
        ):
            return
        read.add(frame.f_code)
        entered.append(".".join(name.split(".")[:2]) if not name.startswith("accounts") else "accounts")

    sys.setprofile(on_call)
    try:
        answer = request()
    finally:
        sys.setprofile(None)
    assert answer.status_code in (200, 302)
    return [room for room, _calls in groupby(entered)]


def test_pairing_a_round_and_reporting_a_result_lead_through_few_folders() -> None:
    event, before = make_event(field=8, slug="far"), make_event(field=8, slug="before")
    desk, phone = Client(), Client()
    desk.force_login(before.owner)
    desk.post("/desk/before/pair/", {"number": "1"})  # what is imported late
    desk.force_login(event.owner)
    forget_all()
    walks = {"pair": walk(lambda: desk.post("/desk/far/pair/", {"number": "1"}))}
    event.rounds.all().delete()
    first = publish(event)
    one, other = (f"/e/far/me/{seat.player.key}/" for seat in table(first).seats.order_by("position"))
    phone.post(one, {"do": "win", "match": str(table(first).pk)})
    confirmed = {"do": "confirm", "match": str(table(first).pk), "claim": str(ScoreClaim.objects.get().pk)}
    forget_all()
    walks["report"] = walk(lambda: phone.post(other, confirmed))
    counts = {name: (len(set(stays)), len(stays)) for name, stays in walks.items()}
    # The goal for a pairing is 60 stays. An event is read once and handed on, but who reads it goes back and forth
    # between rows and the core's values, and so do the rooms of the core among themselves: about half of the stays.
    limits = {"pair": (22, 113), "report": (18, 53)}
    assert all(counts[name][0] <= rooms for name, (rooms, _stays) in limits.items()), counts
    assert all(counts[name][1] <= stays for name, (_rooms, stays) in limits.items()), counts
