"""Many at once: `Phone` and `Desk` are a crowd in the hall, `Reader` and `Corrector` a storm on one event."""

import random
import re
import time
from itertools import cycle
from typing import Any

from locust import constant_pacing, events, task

from devtools.attack.people import GIVEN, Person, Visitor, fail

__all__ = ["Corrector", "Desk", "Phone", "Reader", "Visitor"]
RESULTS = ("1-0", "0-1", "1/2-1/2")
LONGEST_MS = 1000
# As `static/js/live.js`: with jitter, and later after a slow answer.
EVERY, JITTER, SHARE = 5.0, 1.5, 10
NUMBER = re.compile(r"Moment (\d+)")
READS = 1400
PAGES = (
    *("/e/storm/", "/e/storm/standings/", "/e/storm/players/", "/e/storm/find/", "/e/storm/rounds/2/"),
    *("/e/storm/players/1/", "/e/storm/cross/", "/desk/storm/players/", "/desk/storm/rounds/1/"),
    *("/desk/storm/rounds/2/", "/api/v1/events/storm/players/", "/api/v1/events/storm/standings/"),
    *("/api/v1/events/storm/rounds/2/", "/api/v1/events/storm/document/"),
)


class Phone(Person):
    """Looks again at its player's own page, for the live part only, with the ETag of its last look."""

    fixed_count = 300
    keys = iter(GIVEN.get("keys", ()))

    def on_start(self) -> None:
        self.path, self.etag, self.took = f"/e/crowd/me/{next(self.keys)}/", "", 0.0
        time.sleep(random.uniform(0, EVERY))

    def wait_time(self) -> float:
        return max(EVERY, SHARE * self.took) + random.uniform(-JITTER, JITTER)

    @task
    def look(self) -> None:
        began = time.monotonic()
        headers = {"If-None-Match": self.etag, "HX-Request": "true"} if self.etag else None
        answer = self.ask("GET", self.path, name="own page", headers=headers)
        self.took = time.monotonic() - began
        self.etag = (answer.headers or {}).get("ETag", self.etag)


class Desk(Person):
    """Two rounds, each result by itself, over the whole time."""

    fixed_count = 1
    wait_time = constant_pacing(2)

    def on_start(self) -> None:
        tables, self.steps = len(GIVEN["keys"]) // 2, []
        for number in (1, 2):
            for table in range(1, tables + 1):
                path, body = f"rounds/{number}/matches/{table}/result/", {"result": RESULTS[table % 3]}
                self.steps.append(("result", "PUT", path, body))
            self.steps.append(("complete", "POST", f"rounds/{number}/complete/", {}))
            if number == 1:
                self.steps += [
                    ("pair", "POST", "rounds/pair/", {}),
                    ("publish", "POST", "rounds/2/publish/", {}),
                ]

    @task
    def work(self) -> None:
        if self.steps:
            name, method, path, body = self.steps.pop(0)
            path = f"/api/v1/events/crowd/{path}"
            self.ask(method, path, body, name=name, headers=GIVEN["token"], wanted=(200, 201))


class Reader(Person):
    """An answer with two moments has seen half of a change."""

    fixed_count = 6
    paths: Any = iter([page for page, _n in zip(cycle(PAGES), range(READS), strict=False)])

    @task
    def read(self) -> None:
        if (path := next(self.paths, None)) is None:
            self.environment.runner.quit()
            return
        headers = GIVEN["token"] if path.startswith("/api/") else GIVEN["cookie"]
        answer = self.ask("GET", path, name="read", headers=headers, wanted=(200,))
        if len(set(NUMBER.findall(answer.text or ""))) != 1:
            fail(self.environment, f"{path} shows more than one moment")


class Corrector(Person):
    fixed_count = 1
    turn = 0

    @task
    def correct(self) -> None:
        self.turn += 1
        path = f"/api/v1/events/storm/rounds/1/matches/{self.turn % 20 + 1}/correction/"
        body = {"result": RESULTS[self.turn % 3], "note": "storm"}
        self.ask("POST", path, body, name="correct", headers=GIVEN["token"], wanted=(200, 409))


@events.test_stop.add_listener
def judge(environment: Any, **_more: Any) -> None:
    if Reader in environment.user_classes and (left := sum(1 for _path in Reader.paths)):
        fail(environment, f"{left} of {READS} reads were not made in time")
    if (longest := environment.stats.get("own page", "GET").max_response_time) > LONGEST_MS:
        fail(environment, f"the slowest own page took {longest:.0f} ms, not {LONGEST_MS}")
