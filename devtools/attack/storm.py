"""Three writers beside many readers: each answer must show one moment.

One writer gives the event and all its players a new number in one transaction, over and over. The others correct
results, and pair the next round and discard it. An answer with two numbers has seen half of a change, and so has a
pairing made from two.
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections import Counter
from collections.abc import Callable
from itertools import cycle
from typing import Any

from django.db import connection, transaction
from django.db.models import CharField, F, Value
from django.db.models.functions import Cast, Concat
from django.test import Client

from accounts.models import User
from accounts.tokens import create_token
from devtools.attack.asking import Answer, Told, ask
from pairing.formats import document
from tournaments.files.services import documents
from tournaments.models import Player, RoundInput, Tournament

READERS, READS = 6, 1400
LONGEST_SECONDS = 120
NUMBER = re.compile(r"Moment (\d+)")
PLAYERS, ROUNDS = 40, 2
RESULTS = ("1-0", "0-1", "1/2-1/2")
PAGES = (
    *("/e/storm/", "/e/storm/standings/", "/e/storm/players/", "/e/storm/find/", "/e/storm/rounds/2/"),
    *("/e/storm/players/1/", "/e/storm/cross/", "/desk/storm/players/", "/desk/storm/rounds/1/"),
    *("/desk/storm/rounds/2/", "/api/v1/events/storm/players/", "/api/v1/events/storm/standings/"),
    *("/api/v1/events/storm/rounds/2/", "/api/v1/events/storm/document/"),
)


class Storm:
    def __init__(self, address: str, event: Tournament, reads: int) -> None:
        self.address, self.event = address, event.pk
        self.headers = {"Authorization": f"Token {create_token(user=event.owner, name='storm', expiry=None)}"}
        browser = Client()
        browser.force_login(event.owner)
        self.cookie = {"Cookie": f"sessionid={browser.cookies['sessionid'].value}"}
        self.asked, self.written = Counter[str](), Counter[str]()
        self.faults: dict[str, list[str]] = {}
        self.addresses = iter([page for page, _n in zip(cycle(PAGES), range(reads), strict=False)])
        self.gave_up: list[str] = []
        self.lock, self.is_over = threading.Lock(), threading.Event()

    def ask(self, method: str, path: str, body: Any = None) -> Answer:
        headers = self.headers if path.startswith("/api/") else self.cookie
        return ask(self.address, method, path, body, headers)

    def read(self) -> None:
        while not self.is_over.is_set():
            with self.lock:
                path = next(self.addresses, None)
            if path is None:
                return
            status, text, _headers = self.ask("GET", path)
            moments = set(NUMBER.findall(text))
            self.count(
                self.asked, path, "" if status == 200 and len(moments) == 1 else f"{status}, {moments}"
            )

    def write(self, act: Callable[[int], str]) -> None:
        turn = 0
        try:
            while not self.is_over.is_set():
                turn += 1
                self.count(self.written, act.__name__, act(turn))
        finally:
            connection.close()
            if not self.is_over.is_set():
                self.gave_up.append(act.__name__)

    def count(self, what: Counter[str], name: str, fault: str) -> None:
        with self.lock:
            what[name] += 1
            if fault:
                self.faults.setdefault(name, []).append(fault)

    def number(self, turn: int) -> str:
        """Directly: no service changes so much that can be read off every page."""
        with transaction.atomic():
            rows = Tournament.objects.filter(pk=self.event)
            rows.update(version=F("version") + 1, name=f"Moment {turn}")
            name = Concat(Value("Player "), Cast("number", CharField()), Value(f", Moment {turn}"))
            Player.objects.filter(tournament=self.event).update(name=name)
        time.sleep(turn % 8 / 20)  # long enough, once in a while, to pair a round
        return ""

    def correct(self, turn: int) -> str:
        path = f"/api/v1/events/storm/rounds/1/matches/{turn % (PLAYERS // 2) + 1}/correction/"
        status, text, _headers = self.ask("POST", path, {"result": RESULTS[turn % 3], "note": "storm"})
        return "" if status in (200, 409) else f"{status}, {text}"

    def pair(self, turn: int) -> str:
        """To be refused because the event keeps changing (409) is no fault."""
        status, text, _headers = self.ask("POST", "/api/v1/events/storm/rounds/pair/", {})
        if status == 409:
            self.count(self.written, "of these: refused to pair", "")
            return ""
        stored = RoundInput.objects.filter(round__tournament=self.event, round__number=ROUNDS + 1).first()
        moments = set(NUMBER.findall(json.dumps(stored and stored.document)))
        self.ask("DELETE", f"/api/v1/events/storm/rounds/{ROUNDS + 1}/")
        return "" if status == 201 and len(moments) == 1 else f"{status}, {moments}, {text[:200]}"

    def blow(self) -> None:
        readers = [threading.Thread(target=self.read) for _ in range(READERS)]
        acts = (self.number, self.correct, self.pair)
        writers = [threading.Thread(target=self.write, args=(act,)) for act in acts]
        for thread in (*writers, *readers):
            thread.start()
        end = time.monotonic() + LONGEST_SECONDS
        for thread in readers:
            thread.join(max(0.0, end - time.monotonic()))
        self.is_over.set()
        for thread in (*readers, *writers):
            thread.join()


def blow(address: str) -> Told:
    storm = Storm(address, _event(), READS)
    storm.blow()
    answers = Counter({"read": storm.asked.total(), **storm.written})
    faults = [f"{name}: {fault[:300]}" for name, found in storm.faults.items() for fault in found]
    if storm.asked.total() < READS:
        faults.append(f"only {storm.asked.total()} of {READS} reads in {LONGEST_SECONDS} s")
    faults += [f"whoever was to {act} has given up" for act in storm.gave_up]
    return Told(answers, faults)


def _event() -> Tournament:
    owner = User.objects.create_user("storm", password=None)
    names = [{"id": n, "name": f"Player {n}, Moment 0"} for n in range(1, PLAYERS + 1)]
    data = {
        "format": "pairwright-event/1",
        "name": "Moment 0",
        "system": {"name": "monrad"},
        "rounds_planned": 5,
        "players": names,
        "rounds": [_round(number) for number in range(1, ROUNDS + 1)],
    }
    event = documents.store(document.load(data), owner=owner, visibility="public")
    Tournament.objects.filter(pk=event.pk).update(slug="storm")
    return event


def _round(number: int) -> dict[str, Any]:
    half = PLAYERS // 2
    seats = [[n, half + (n + number) % half + 1] for n in range(1, half + 1)]
    matches = [{"table": t, "seats": pair, "result": "1-0"} for t, pair in enumerate(seats, 1)]
    return {"number": number, "status": "completed", "matches": matches}
