"""A whole event through the API and nothing else; the rules are checked by plain logic.

Registration, a late entry, a withdrawal, a no-show, a corrected result, elimination at two losses, four rounds. And the
program in docs/api.md, run as it stands there against a real server.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from pytest_django.live_server_helper import LiveServer

from accounts.models import ApiToken
from tests.api.conftest import Api
from tests.factories import make_user
from tournaments.models import Status, Tournament

LOSSES_ALLOWED, ROUNDS, FIELD = 2, 4, 17
EVENT = "events/open/"
# Half points of a result, and of a bye.
POINTS = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1), "+--": (2, 0)}
BYES = {"full": 2, "absent": 0}
SETTINGS = {
    "name": "Åbent mesterskab",
    "slug": "open",
    "system": "monrad",
    "rounds_planned": ROUNDS,
    "options": {"elimination": LOSSES_ALLOWED},
    "scoring": {"win": 1, "draw": 0.5, "loss": 0, "bye": 1},
    "tiebreaks": ["solkoff", {"name": "omw", "floor": 0.25}],
    "draw_seed": "autumn",
}

MANUAL = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text(encoding="utf-8")


class Book:
    """What happened, written down by hand: the independent side of every check."""

    def __init__(self) -> None:
        # By round and table: first, second, result; by round and player: the kind of bye.
        self.results: dict[tuple[int, int], tuple[int, int, str]] = {}
        self.byes: dict[tuple[int, int], str] = {}
        self.absent: set[int] = set()
        self.joined: dict[int, int] = {}

    def points(self) -> Counter[int]:
        """Half points by player."""
        total = Counter(dict.fromkeys(self.joined, 0))
        for first, second, result in self.results.values():
            total[first] += POINTS[result][0]
            total[second] += POINTS[result][1]
        for (_round, player), kind in self.byes.items():
            total[player] += BYES[kind]
        return total

    def losses(self) -> Counter[int]:
        """A draw is none, a forfeit is."""
        beaten = {"1-0": 1, "+--": 1, "0-1": 0}
        return Counter(row[beaten[row[2]]] for row in self.results.values() if row[2] in beaten)  # type: ignore[misc]

    def solkoff(self) -> Counter[int]:
        """Half points of the opponents met over the board (a forfeit is not a meeting)."""
        points, total = self.points(), Counter(dict.fromkeys(self.joined, 0))
        for first, second, result in self.results.values():
            if result != "+--":
                total[first] += points[second]
                total[second] += points[first]
        return total

    def playing(self, number: int) -> set[int]:
        losses = self.losses()
        here = {player for player, joined in self.joined.items() if joined <= number} - self.absent
        return {player for player in here if losses[player] < LOSSES_ALLOWED}


def played(first: int, second: int, number: int) -> str:
    """Some result that depends on who plays: the lower number usually wins, every seventh match is a draw."""
    if (first * 5 + second * 3 + number) % 7 == 0:
        return "1/2-1/2"
    upset = (first + second + number) % 5 == 0
    return "1-0" if (first < second) != upset else "0-1"


def register(api: Api, book: Book) -> None:
    api.post("events/", SETTINGS, 201)
    rows = [{"name": f"Spiller {n}", "rating": 2200 - 20 * n} for n in range(1, FIELD)]
    added = api.post(f"{EVENT}players/bulk/", {"players": rows}, 201)
    one = api.post(f"{EVENT}players/", {"name": "山田 太郎"}, 201)
    book.joined = {row["number"]: 1 for row in [*added, one]}
    assert sorted(book.joined) == list(range(1, FIELD + 1))


def check_draft(sheet: dict[str, Any], book: Book, number: int) -> None:
    """Everybody who plays sits exactly once, nobody meets twice, nobody gets a second bye, and it says why."""
    pairs = [[seat["number"] for seat in match["seats"]] for match in sheet["matches"]]
    full = [bye["number"] for bye in sheet["byes"] if bye["kind"] == "full"]
    playing = book.playing(number)
    assert sorted([*chain(*pairs), *full]) == sorted(playing)
    assert len(full) == len(playing) % 2
    had_one = {player for (_round, player), kind in book.byes.items() if kind == "full"}
    assert not had_one & set(full)
    assert not set(map(frozenset, pairs)) & {frozenset(row[:2]) for row in book.results.values()}
    assert [match["table"] for match in sheet["matches"]] == list(range(1, len(pairs) + 1))
    assert all(match["why"] and all(reason["text"] for reason in match["why"]) for match in sheet["matches"])
    points = book.points()
    before = {seat["number"]: 2 * seat["points_before"] for m in sheet["matches"] for seat in m["seats"]}
    assert before == {player: points[player] for player in before}


def play(api: Api, book: Book, number: int, no_show: bool = False) -> None:
    """One round from Pair to completed, with the answers of a visitor on the way."""
    base = f"{EVENT}rounds/{number}/"
    sheet = api.post(f"{EVENT}rounds/pair/", {}, 201)
    assert (sheet["number"], sheet["state"]) == (number, "draft")
    check_draft(sheet, book, number)
    Api().get(base, 404)
    api.post(f"{base}publish/")
    assert Api().get(base)["matches"] == sheet["matches"]
    for match in sheet["matches"]:
        first, second = (seat["number"] for seat in match["seats"])
        result = "+--" if no_show and match["table"] == 1 else played(first, second, number)
        book.results[number, match["table"]] = (first, second, result)
    book.byes |= {(number, bye["number"]): bye["kind"] for bye in sheet["byes"]}
    *most, last = [{"table": t, "result": row[2]} for (n, t), row in book.results.items() if n == number]
    api.post(f"{base}results/", {"results": most})
    refused = api.post(f"{base}complete/", status=409)
    assert (refused["code"], refused["params"]["tables"]) == ("missing_results", [last["table"]])
    api.put(f"{base}matches/{last['table']}/result/", {"result": last["result"], "expected": None})
    assert api.post(f"{base}complete/")["state"] == "completed"


def check_standings(book: Book, number: int) -> None:
    """Points and Solkoff as written down by hand; ranks follow from them; equal values share a rank."""
    table = Api().get(f"{EVENT}standings/")
    assert (table["after_round"], table["is_complete"]) == (number, True)
    lines = table["lines"]
    assert {line["number"]: 2 * line["points"] for line in lines} == book.points()
    assert {line["number"]: 2 * line["tiebreaks"][0]["value"] for line in lines} == book.solkoff()
    keys = [(line["points"], *(cell["value"] for cell in line["tiebreaks"])) for line in lines]
    assert keys == sorted(keys, reverse=True)
    assert [line["rank"] for line in lines] == [keys.index(key) + 1 for key in keys]


def correct_round_2(api: Api, book: Book) -> None:
    """A result turns out to be wrong after round 3 was played."""
    table, (first, second, _was) = next(
        (table, row) for (number, table), row in book.results.items() if number == 2 and row[2] == "1-0"
    )
    spot = f"{EVENT}rounds/2/matches/{table}/correction/"
    preview = api.get(f"{spot}?result=0-1")
    impact = api.post(spot, {"result": "0-1", "note": "slip read wrongly"})
    assert preview == impact
    assert impact["later_rounds"] == [3]
    assert (impact["result_before"], impact["result_after"]) == ("1-0", "0-1")
    assert {first, second} <= {row["number"] for row in impact["changes"]}
    book.results[2, table] = (first, second, "0-1")


@pytest.mark.django_db
def test_a_whole_event_through_the_api(api: Api, anybody: Api) -> None:
    book = Book()
    register(api, book)
    play(api, book, 1)
    check_standings(book, 1)
    late = api.post(f"{EVENT}players/", {"name": "Late Larsen"}, 201)
    assert (late["number"], late["joined_round"]) == (FIELD + 1, 2)
    book.joined[late["number"]] = 2
    play(api, book, 2)
    assert anybody.get(f"{EVENT}players/{late['number']}/history/")[0]["bye"] == "absent"
    leaver = anybody.get(f"{EVENT}standings/?top=5")["lines"][-1]["number"]
    api.post(f"{EVENT}players/{leaver}/withdraw/")
    book.absent.add(leaver)
    play(api, book, 3, no_show=True)
    check_standings(book, 3)
    correct_round_2(api, book)
    check_standings(book, 3)
    api.post(f"{EVENT}players/{leaver}/return/")
    book.absent.remove(leaver)
    book.byes[3, leaver] = "absent"
    play(api, book, 4)
    assert len(book.playing(ROUNDS)) < len(book.joined), "nobody was ever eliminated"
    check_standings(book, ROUNDS)
    assert api.post(f"{EVENT}rounds/pair/", {}, 409)["code"] == "no_round_left"
    assert api.post(f"{EVENT}finish/")["status"] == "finished"
    assert api.post(f"{EVENT}players/", {"name": "Too late"}, 409)["code"] == "event_finished"
    actions = [line["action"] for line in api.get(f"{EVENT}log/?page_size=1000")["results"]]
    assert (actions.count("round_completed"), actions.count("result_corrected")) == (ROUNDS, 1)


def run_program_of_the_manual(*arguments: str) -> subprocess.CompletedProcess[str]:
    (program,) = re.findall(r"```python\n(.*?)```", MANUAL, re.DOTALL)
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True, text=True, encoding="utf-8", check=False, timeout=120,
    )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_the_client_in_the_manual_runs_an_event_or_says_what_is_wrong(live_server: LiveServer) -> None:
    _row, token = ApiToken.objects.create(user=make_user())
    done = run_program_of_the_manual(live_server.url, token)
    assert (done.returncode, done.stderr) == (0, "")
    event = Tournament.objects.get()
    assert (event.status, event.rounds.count(), event.players.count()) == (Status.FINISHED, 3, 10)
    assert len(done.stdout.splitlines()) == 4 + 5 + 5 + 10, done.stdout
    done = run_program_of_the_manual(live_server.url, "pw_wrong")
    assert done.returncode == 1 and done.stderr.startswith("401 authentication_failed")
