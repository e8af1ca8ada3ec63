"""300 phones on the own pages of their players while results come in and the next round is published.

Each looks again as `static/js/live.js` does, every five seconds with jitter, and sends the ETag of its last look.
"""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field

from django.db import connection

from accounts.models import User
from accounts.tokens import create_token
from devtools.attack import attacked_event
from devtools.attack.asking import Told, ask

SLUG, PHONES, SECONDS = "crowd", 300, 600
EVERY, JITTER = 5.0, 1.5
RESULTS = ("1-0", "0-1", "1/2-1/2")
P99_MS, LONGEST_MS = 300, 1000


@dataclass
class Crowd:
    address: str
    keys: list[str]
    headers: dict[str, str]
    milliseconds: list[float] = field(default_factory=list)
    told: Told = field(default_factory=Told)
    lock: threading.Lock = field(default_factory=threading.Lock)
    is_over: threading.Event = field(default_factory=threading.Event)

    def look(self, key: str) -> None:
        path, etag = f"/e/{SLUG}/me/{key}/", ""
        while not self.is_over.wait(EVERY + random.uniform(-JITTER, JITTER)):
            began = time.monotonic()
            answer = ask(self.address, "GET", path, headers={"If-None-Match": etag} if etag else None)
            with self.lock:
                self.milliseconds.append(1000 * (time.monotonic() - began))
                self.told.note("own page", answer)
            etag = answer.headers.get("ETag", etag)

    def play(self) -> None:
        """Two rounds, each result by itself, over the whole time."""
        pause = SECONDS / PHONES
        for number in (1, 2):
            for table in range(1, PHONES // 2 + 1):
                body = {"result": RESULTS[table % 3]}
                self.say("result", "PUT", f"rounds/{number}/matches/{table}/result/", body)
                if self.is_over.wait(pause):
                    return
            self.say("complete", "POST", f"rounds/{number}/complete/")
            if number == 1:
                self.say("pair", "POST", "rounds/pair/")
                self.say("publish", "POST", "rounds/2/publish/")

    def say(self, what: str, method: str, path: str, body: object = None) -> None:
        answer = ask(self.address, method, f"/api/v1/events/{SLUG}/{path}", body or {}, self.headers)
        with self.lock:
            self.told.note(what, answer)
            if answer.status >= 400:
                self.told.faults.append(f"{what}: {answer.word} {answer.text[:200]}")

    def stand(self) -> None:
        people = [threading.Thread(target=self.look, args=(key,)) for key in self.keys]
        for thread in (*people, desk := threading.Thread(target=self.play)):
            thread.start()
        time.sleep(SECONDS)
        self.is_over.set()
        for thread in (*people, desk):
            thread.join()


def stand(address: str) -> Told:
    owner = User.objects.create_user(SLUG, password=None)
    event = attacked_event.begun(owner, SLUG, PHONES, system="monrad")
    headers = {"Authorization": f"Token {create_token(user=owner, name=SLUG, expiry=None)}"}
    keys = [player.key for player in event.players.all()]
    connection.close()
    crowd = Crowd(address, keys, headers)
    crowd.stand()
    return crowd.told if not crowd.milliseconds else _measured(crowd)


def _measured(crowd: Crowd) -> Told:
    took, told = sorted(crowd.milliseconds), crowd.told
    p99, longest = took[len(took) * 99 // 100], took[-1]
    told.answers["ms for 99 of 100 own pages"] = round(p99)
    told.answers["ms for the slowest"] = round(longest)
    if p99 > P99_MS:
        told.faults.append(f"99 of 100 own pages in {p99:.0f} ms, not {P99_MS}")
    if longest > LONGEST_MS:
        told.faults.append(f"the slowest own page took {longest:.0f} ms, not {LONGEST_MS}")
    return told
