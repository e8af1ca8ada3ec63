"""What the scripts of locust share: how an instance is asked, and what is no answer, whatever was asked."""

import json
import os
from collections.abc import Mapping
from itertools import cycle
from typing import Any

from locust import FastHttpUser, constant_pacing, events, task
from locust.env import Environment
from locust.exception import StopUser

from devtools.attack import is_an_answer

# What the process inside has made for this attack.
GIVEN: dict[str, Any] = json.loads(os.environ.get("ATTACKED", "{}"))
# What people knew when they left: the process inside holds it against what is stored.
KNOWN: dict[str, Any] = {}
# A visitor's pages, and the organiser's.
PAGES = (
    *("/", "/healthz", "/accounts/", "/e/attacked/", "/e/attacked/standings/", "/e/attacked/rounds/2/"),
    *("/api/v1/events/attacked/", "/desk/attacked/", "/desk/attacked/players/", "/desk/attacked/rounds/2/"),
)
# By name: so much of all requests in so many milliseconds.
LIMITS = {"page": (0.95, 300), "own page": (0.99, 300)}


class Person(FastHttpUser):
    abstract = True
    network_timeout = connection_timeout = 90.0

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        name: str,
        headers: Mapping[str, str] | None = None,
        wanted: tuple[int, ...] = (),
    ) -> Any:
        """Failed if it is no answer, or not wanted where that is named. The table counts by status, too."""
        data: Any = body if isinstance(body, bytes) or body is None else json.dumps(body)
        headers = {"Content-Type": "application/json", **(headers or {})}
        with self.client.request(
            method, path, data=data, headers=headers, name=name, catch_response=True, allow_redirects=False
        ) as answer:
            status = answer.status_code
            if name not in LIMITS:
                answer.request_meta["name"] = f"{name} {status}"
            if is_an_answer(status, answer.headers or {}) and (not wanted or status in wanted):
                answer.success()
            else:
                answer.failure(f"{path}: {status} {(answer.text or str(answer.error))[:200]}")
        return answer


class Visitor(Person):
    """One page after the other, five in a second by all of them, however long those before take."""

    fixed_count = 10
    wait_time = constant_pacing(2)
    pages = cycle(PAGES)

    @task
    def look(self) -> None:
        self.ask(
            "GET",
            next(self.pages),
            name="page",
            headers=GIVEN["owner"],
            wanted=GIVEN.get("pages_may_be", (200,)),
        )


class Once(Person):
    """Does one thing; the last of all who do ends the attack."""

    abstract = True
    done = 0

    def act(self) -> None:
        raise NotImplementedError

    @task
    def once(self) -> None:
        try:
            self.act()
        finally:
            Once.done += 1
            if Once.done == sum(
                one.fixed_count for one in self.environment.user_classes if issubclass(one, Once)
            ):
                self.environment.runner.quit()
        raise StopUser


def fail(environment: Environment, what: str) -> None:
    """A limit that is not of one answer: it stands beside the failures of answers."""
    environment.events.request.fire(
        request_type="LIMIT", name=what, response_time=0, response_length=0, exception=AssertionError("not held"),
        context={}, response=None, start_time=0, url="",
    )  # fmt: skip


@events.test_stop.add_listener
def judge(environment: Environment, **_more: Any) -> None:
    for name, (share, most) in LIMITS.items():
        took = environment.stats.get(name, "GET").get_response_time_percentile(share) or 0
        if took > most:
            fail(environment, f"{name}: {100 * share:.0f} of 100 in {took:.0f} ms, not {most}")
    with open(os.environ["ATTACK_KNOWN"], "w", encoding="utf-8") as file:
        json.dump(KNOWN, file)
