"""Phones and desks that press at the same moment: threads of one server process, through the addresses people use."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connections
from django.test import Client

from tournaments.hall.services import calls
from tournaments.models import JudgeCall, LogEntry, Match, Player, PlayerRequest, ScoreClaim, Seat, Tournament
from tournaments.players.selectors.table_codes import path_of
from tournaments.players.services import requests


def phones(event: int, **options: Any) -> Any:
    """Everybody's address by table and seat, and what a test needs to press: {table: [[key, number], ...]}."""
    tournament = Tournament.objects.get(pk=event)
    tables: dict[int, Any] = {}
    for match in Match.objects.filter(round__tournament=event).order_by("table"):
        seats = Seat.objects.filter(match=match).order_by("position").select_related("player")
        pages = [f"/e/{tournament.slug}/me/{seat.player.key}/" for seat in seats]
        tables[match.table] = {"match": match.pk, "pages": pages, "code": path_of(tournament, match.table)}
    players = tournament.players.order_by("number")
    return {
        "slug": tournament.slug,
        "tables": tables,
        "pages": [f"/e/{tournament.slug}/me/{player.key}/" for player in players],
    }


def crowd(event: int, **options: Any) -> Any:
    """`people` are lists of [address, fields]; those of a desk begin with "desk". What each was answered, by status.

    All begin together. Each has a browser of their own.
    """
    owner = Tournament.objects.get(pk=event).owner
    start = threading.Barrier(len(options["people"]))

    def press(wishes: list[Any]) -> list[Any]:
        client = Client(headers={"accept": "application/json"}, SERVER_NAME="localhost")
        is_desk = wishes[0] == "desk"
        if is_desk:
            client.force_login(owner)
        start.wait(timeout=60)
        found = []
        for address, fields in wishes[is_desk:]:
            answer = client.post(address, fields)
            said = answer.json().get("current") if answer.status_code in (409, 422) and is_desk else None
            found.append([answer.status_code, said])
        connections.close_all()
        return found

    with ThreadPoolExecutor(len(options["people"])) as pool:
        return list(pool.map(press, options["people"]))


def after(event: int, **options: Any) -> Any:
    """What the event looks like once everybody is done."""
    matches = Match.objects.filter(round__tournament=event).order_by("table")
    lines = LogEntry.objects.filter(tournament=event).order_by("pk")
    return {
        "version": Tournament.objects.get(pk=event).version,
        "results": {match.table: match.result for match in matches},
        "points": [
            list(Seat.objects.filter(match=match).order_by("position").values_list("points", flat=True))
            for match in matches
        ],
        "lines": [[line.action, (line.after or {}).get("table"), line.user_name] for line in lines],
        "reports": [
            [report.match.table, report.state, report.result]
            for report in ScoreClaim.objects.filter(match__round__tournament=event).order_by("pk")
        ],
        "calls": list(
            JudgeCall.objects.filter(tournament=event).order_by("pk").values_list("state", flat=True)
        ),
        "requests": list(PlayerRequest.objects.filter(tournament=event).values_list("state", flat=True)),
        "left": list(Player.objects.filter(tournament=event).values_list("left_after_round", flat=True)),
        "here": Player.objects.filter(tournament=event, checked_in=True).count(),
    }


def asked(event: int, **options: Any) -> Any:
    """A player asks to go home, and table 1 calls a judge; the numbers of both."""
    tournament = Tournament.objects.get(pk=event)
    player = Player.objects.get(tournament=event, number=1)
    request = requests.ask(tournament=tournament, player=player, kind="withdraw")
    call = calls.call_judge(tournament=tournament, round_number=1, table=1)
    return {"request": request.pk, "call": call.pk}


CROWD = (phones, crowd, after, asked)
