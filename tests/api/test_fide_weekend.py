"""A FIDE-rated weekend over the API: accelerated, with late entries, byes, a forfeit, phones and a wrong result.

Its report is read back, and every round paired again from it.
"""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from accounts.models import User
from tests.api.conftest import Api
from tests.factories import make_user
from tournaments.files.services.event_files import import_file

PLAYERS, ROUNDS = 24, 7
WEEKEND = "events/weekend/"
TIEBREAKS = [{"name": "BH", "cut": 1}, "BH", "DE", "WIN"]


@pytest.fixture
def weekend(api: Api) -> Api:
    """The desk of the event, before round 1."""
    about = {
        "system": "dutch",
        "options": {"acceleration": "baku"},
        "rounds_planned": ROUNDS,
        "tiebreaks": TIEBREAKS,
    }
    api.post("events/", {"name": "Weekend", "slug": "weekend", "visibility": "public", **about}, 201)
    ratings = [2400 - 37 * place for place in range(PLAYERS - 1)] + [None]
    people = [
        {
            "name": f"Player, {place}",
            "rating": rating,
            "title": "GM" if place < 2 else "",
            "federation": "DEN",
        }
        for place, rating in enumerate(ratings)
    ]
    api.post(f"{WEEKEND}players/bulk/", {"players": people}, 201)
    return api


def pair(api: Api, number: int) -> list[dict[str, Any]]:
    """The tables of the round, published."""
    tables: list[dict[str, Any]] = api.post(f"{WEEKEND}rounds/pair/", status=201)["matches"]
    api.post(f"{WEEKEND}rounds/{number}/publish/")
    return tables


def play(api: Api, number: int, results: dict[int, str]) -> None:
    """By chance, but for these tables and those that have a result already."""
    chance = Random(number)
    missing = [m["table"] for m in api.get(f"{WEEKEND}rounds/{number}/")["matches"] if m["result"] is None]
    found = {table: chance.choice(["1-0", "1/2-1/2", "0-1"]) for table in missing} | results
    given = [{"table": table, "result": result} for table, result in found.items()]
    api.post(f"{WEEKEND}rounds/{number}/results/", {"results": given})
    api.post(f"{WEEKEND}rounds/{number}/complete/")


def report(api: Api, anybody: Api, tables: list[dict[str, Any]], told: tuple[str, str]) -> None:
    """What the two players of the first table say from their own pages about round 1."""
    for seat, outcome in zip(tables[0]["seats"], told, strict=True):
        address = api.get(f"{WEEKEND}players/{seat['number']}/own-page/")["address"]
        key = address.rstrip("/").rpartition("/")[2]
        anybody.post(f"{WEEKEND}me/{key}/report/", {"round": 1, "outcome": outcome})


def rechecked(content: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> set[int]:
    """The rounds of the report that are other than the rules give."""
    file = folder / "weekend.trf"
    file.write_text(content, encoding="utf-8")
    call_command("recheck", str(file))
    return {row["round"] for row in json.loads(capsys.readouterr().out)["rounds"] if not row["same"]}


def played_through(api: Api, anybody: Api) -> None:
    tables = pair(api, 1)
    report(api, anybody, tables, ("win", "win"))  # both claim to have won: the desk decides
    assert len(api.get(f"{WEEKEND}claims/")) == 2
    play(api, 1, {1: "1-0"})
    api.post(f"{WEEKEND}players/", {"name": "Late, One", "rating": 2010}, 201)
    for number in range(2, ROUNDS + 1):
        api.put(f"{WEEKEND}players/{number}/byes/{number}/", {"kind": "half"})
        pair(api, number)
        if number == 5:
            correction = {"result": "0-1", "note": "written on the wrong line"}
            api.post(f"{WEEKEND}rounds/3/matches/2/correction/", correction)
        play(api, number, {2: "1-0", 3: "+--"} if number == 3 else {})
        if number == 4:
            api.post(f"{WEEKEND}players/", {"name": "Late, Two", "rating": 1900}, 201)
    api.post(f"{WEEKEND}finish/")


def test_the_report_of_a_weekend_gives_every_round_and_the_standings_again(
    weekend: Api, anybody: Api, owner: User, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rounds 4 and 5 were paired on a result that was corrected after them; all others are those of the rules."""
    played_through(weekend, anybody)
    content = weekend.get(f"{WEEKEND}fide-report/")["report"]
    assert rechecked(content, tmp_path, capsys) <= {4, 5}
    again = import_file(content=content, filename="weekend.trf", owner=owner)
    assert again.notes == ()
    lines = weekend.get(f"{WEEKEND}standings/")["lines"]
    expected = [(line["rank"], line["name"], [cell["shown"] for cell in line["tiebreaks"]]) for line in lines]
    found = weekend.get(f"events/{again.event.slug}/standings/")["lines"]
    assert [(x["rank"], x["name"], [cell["shown"] for cell in x["tiebreaks"]]) for x in found] == expected
    assert Api(make_user("stranger")).send("GET", f"{WEEKEND}fide-report/").status_code == 403
