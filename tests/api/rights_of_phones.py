"""Rows of the table of rights: what players do themselves, and what the staff answer."""

from __future__ import annotations

from tests.api.rights_of_the_hall import Row
from tests.factories import publish
from tournaments.models import JudgeCall, Match, PlayerRequest, Tournament
from tournaments.services import calls, reports, requests


def reported(event: Tournament) -> None:
    """Round 1 is out: at table 1 the first has reported and called a judge, and asks to go home."""
    publish(event)
    match = Match.objects.get(round__tournament=event, table=1)
    first = match.seats.get(position=0).player
    reports.report_result(tournament=event, player=first, match=match, outcome="win")
    calls.call_judge(tournament=event, round_number=1, table=1, player=first)
    requests.ask(tournament=event, player=first, kind="withdraw")


ALL = "200 200 200 200 200 200 200"
# fmt: off
#                                                     anon out disp scor arb  dir owner
PHONES = [
    Row("POST", "events/club/me/{key}/report/",       ALL, {"round": 1, "outcome": "win"}, "published"),
    Row("POST", "events/club/me/{other}/claims/{claim}/confirm/", ALL, state="reported"),
    Row("PUT", "events/club/me/{free}/check-in/",     ALL),
    Row("DELETE", "events/club/me/{free}/check-in/",  ALL),
    Row("POST", "events/club/me/{free}/requests/",    ALL, {"kind": "skip"}),
    Row("DELETE", "events/club/me/{key}/requests/{asked}/", ALL, state="reported"),
    Row("POST", "events/club/me/{key}/call/",         ALL, {"note": "clock"}, "published"),
    Row("DELETE", "events/club/me/{key}/call/",       ALL, state="reported"),
    Row("GET", "events/club/requests/",               "401 403 403 403 200 200 200", state="reported"),
    Row("POST", "events/club/requests/{asked}/grant/", "401 403 403 403 200 200 200", state="reported"),
    Row("POST", "events/club/requests/{asked}/refuse/", "401 403 403 403 200 200 200", {"answer": "no"}, "reported"),
    Row("GET", "events/club/calls/",                  "401 403 403 403 200 200 200", state="reported"),
    Row("POST", "events/club/calls/{call}/take/",     "401 403 403 403 200 200 200", state="reported"),
    Row("POST", "events/club/calls/{call}/done/",     "401 403 403 403 200 200 200", state="reported"),
    Row("GET", "events/club/table-codes/",            "401 403 403 403 403 200 200"),
    Row("POST", "events/club/table-codes/",           "401 403 403 403 403 200 200"),
    Row("GET", "events/club/players/1/own-page/",     "401 403 403 403 403 200 200"),
    Row("POST", "events/club/players/1/own-page/",    "401 403 403 403 403 200 200"),
]
# fmt: on


def numbers_and_keys(event: Tournament | None) -> dict[str, object]:
    """What stands in the braces of these addresses."""
    if event is None:
        return {"asked": 1, "call": 1, "free": "any_key"}
    asked = PlayerRequest.objects.filter(tournament=event).first()
    call = JudgeCall.objects.filter(tournament=event).first()
    return {
        "asked": getattr(asked, "pk", 0),
        "call": getattr(call, "pk", 0),
        "free": event.players.get(number=1).key,
    }
