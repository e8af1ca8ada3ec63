"""300 phones on the own pages of their players while results come in and the next round is published.

Each looks again as `static/js/live.js` does: every five seconds with jitter and later after a slow answer, for the live
part only, and with the ETag of its last look.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from functools import partial

from django.db import connection

from accounts.models import User
from accounts.tokens import create_token
from devtools.attack import attacked_event
from devtools.attack.asking import Told, all_at_once, ask

SLUG, PHONES, SECONDS = "crowd", 300, 600
EVERY, JITTER, SHARE = 5.0, 1.5, 10
RESULTS = ("1-0", "0-1", "1/2-1/2")
P99_MS, LONGEST_MS = 300, 1000


@dataclass
class Crowd:
    """`headers` are those of the desk; `end` is when all go home; `looks`: how many milliseconds, in which second."""

    address: str
    headers: dict[str, str]
    end: float
    looks: list[tuple[float, int]] = field(default_factory=list)

    def look(self, key: str, told: Told) -> None:
        """One phone."""
        path, etag, took = f"/e/{SLUG}/me/{key}/", "", 0.0
        self.waits(random.uniform(0, EVERY))
        while self.waits(max(EVERY, SHARE * took) + random.uniform(-JITTER, JITTER)):
            began = time.monotonic()
            headers = {"If-None-Match": etag, "HX-Request": "true"} if etag else None
            answer = ask(self.address, "GET", path, headers=headers)
            took = time.monotonic() - began
            self.looks.append((1000 * took, round(began - self.end + SECONDS)))
            told.note("own page", answer)
            etag = answer.headers.get("ETag", etag)

    def play(self, told: Told) -> None:
        """The desk: two rounds, each result by itself, over the whole time."""
        for number in (1, 2):
            for table in range(1, PHONES // 2 + 1):
                body = {"result": RESULTS[table % 3]}
                self.send(told, "result", "PUT", f"rounds/{number}/matches/{table}/result/", body)
                if not self.waits(SECONDS / PHONES):
                    return
            self.send(told, "complete", "POST", f"rounds/{number}/complete/")
            if number == 1:
                self.send(told, "pair", "POST", "rounds/pair/")
                self.send(told, "publish", "POST", "rounds/2/publish/")

    def send(self, told: Told, what: str, method: str, path: str, body: object = None) -> None:
        answer = ask(self.address, method, f"/api/v1/events/{SLUG}/{path}", body or {}, self.headers)
        told.note(what, answer)
        if answer.status >= 400:
            told.faults.append(f"{what}: {answer.word} {answer.text[:200]}")

    def waits(self, seconds: float) -> bool:
        """Wait so long, or until the end; False where that has come."""
        time.sleep(max(0.0, min(seconds, self.end - time.monotonic())))
        return time.monotonic() < self.end


def stand(address: str) -> Told:
    owner = User.objects.create_user(SLUG, password=None)
    event = attacked_event.begun(owner, SLUG, PHONES, system="monrad")
    headers = {"Authorization": f"Token {create_token(user=owner, name=SLUG, expiry=None)}"}
    keys = [player.key for player in event.players.all()]
    connection.close()
    crowd = Crowd(address, headers, time.monotonic() + SECONDS)
    told = all_at_once([*(partial(crowd.look, key) for key in keys), crowd.play])
    return _measured(sorted(crowd.looks), told)


def _measured(looks: list[tuple[float, int]], told: Told) -> Told:
    p99, longest = looks[len(looks) * 99 // 100][0], looks[-1][0]
    told.answers["ms for 99 of 100 own pages"] = round(p99)
    told.answers["ms for the slowest"] = round(longest)
    told.answers["second of the slowest"] = looks[-1][1]
    told.answers["seconds with one over 300 ms"] = len({second for took, second in looks if took > P99_MS})
    if p99 > P99_MS:
        told.faults.append(f"99 of 100 own pages in {p99:.0f} ms, not {P99_MS}")
    if longest > LONGEST_MS:
        told.faults.append(f"the slowest own page took {longest:.0f} ms, not {LONGEST_MS}")
    return told
