"""Ask an installation from outside, as browsers and programs do: the answers of pages and API.

It uses published addresses only, so that any later version can be asked the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.apps import apps
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.urls import reverse

API = "/api/v1/"
OWNER, STRANGER = "organiser", "stranger"
SIGN_IN = "sign-in"
# What looking at a page may write: who is signed in, and which screens of the hall are on.
MAY_CHANGE: Mapping[str, set[str] | None] = {
    "sessions.Session": None,
    "accounts.User": {"last_login"},
    "accounts.ApiToken": {"last_used"},
    "tournaments.Screen": {"seen_at"},
}


@dataclass
class Visitors:
    """Clients of all who ask, by user name. The owner's program has a token."""

    token: str
    clients: dict[str, Client] = field(default_factory=dict)

    def client(self, who: str) -> Client:
        if who not in self.clients:
            client = Client(raise_request_exception=False)
            if who != STRANGER:
                client.force_login(get_user_model().objects.get(username=who))
            self.clients[who] = client
        return self.clients[who]

    def outcome(self, who: str, path: str) -> int | str:
        """The status at the end of all redirects, or that one has to sign in first."""
        headers = {"authorization": f"Token {self.token}"} if who == OWNER and path.startswith(API) else None
        answer = self.client(who).get(path, follow=True, headers=headers)
        if answer.streaming:
            answer.getvalue()
        chain = getattr(answer, "redirect_chain", [])
        if chain and chain[-1][0].startswith(reverse("accounts:sign_in")):
            return SIGN_IN
        return int(answer.status_code)


class Program:
    """A client of the API."""

    def __init__(self, token: str | None) -> None:
        self.client = Client()
        self.headers = {"authorization": f"Token {token}"} if token else {}

    def get(self, path: str) -> Any:
        answer = self.client.get(API + path, headers=self.headers)
        assert answer.status_code == 200, (path, answer.status_code, answer.content[:400])
        return answer.json()

    def post(self, path: str, **body: Any) -> tuple[int, Any]:
        answer = self.client.post(
            API + path, json.dumps(body), content_type="application/json", headers=self.headers
        )
        return answer.status_code, answer.json()

    def pages(self, path: str) -> Iterator[Any]:
        """Everything of a list that comes in pages."""
        number = 1
        while True:
            found = self.get(f"{path}?page={number}")
            yield from found["results"]
            if not found["next"]:
                return
            number += 1

    def document(self, event: str) -> dict[str, Any]:
        found: dict[str, Any] = self.get(f"events/{event}/document/")
        return found

    def standings(self, event: str) -> list[Any]:
        """After no round, after the first one, and so on."""
        last = self.get(f"events/{event}/standings/")["after_round"]
        return [self.get(f"events/{event}/standings/?after_round={number}") for number in range(last + 1)]

    def taken_back(self, event: str) -> Iterator[dict[str, Any]]:
        """Take back one step after the other; the document after each."""
        while self.step(event, "undo"):
            yield self.document(event)

    def done_again(self, event: str) -> Iterator[dict[str, Any]]:
        while self.step(event, "redo"):
            yield self.document(event)

    def steps(self, event: str, way: str) -> int:
        """Go all the way, `undo` or `redo`, without looking; how many steps it was."""
        count = 0
        while self.step(event, way):
            count += 1
        return count

    def step(self, event: str, way: str) -> bool:
        """One step; False where there is none. Any other refusal is a fault."""
        status, answer = self.post(f"events/{event}/{way}/")
        assert status == 200 or answer["code"] == f"nothing_to_{way}", (event, way, answer)
        return status == 200


def differences(recorded: Any, now: Any, where: str = "") -> list[str]:
    """Where an answer is not as recorded. Keys that have been added since are no difference."""
    if isinstance(recorded, dict) and isinstance(now, dict):
        found = [f"{where}.{key} is gone" for key in recorded if key not in now]
        for key in recorded.keys() & now.keys():
            found += differences(recorded[key], now[key], f"{where}.{key}")
        return found
    if isinstance(recorded, list) and isinstance(now, list) and len(recorded) == len(now):
        pairs = enumerate(zip(recorded, now, strict=True))
        return [line for n, (old, new) in pairs for line in differences(old, new, f"{where}[{n}]")]
    return [] if recorded == now else [f"{where}: {recorded!r:.200} is {now!r:.200}"]


def rows() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table of ours, to see whether something has changed."""
    found: dict[str, list[tuple[Any, ...]]] = {}
    for model in apps.get_models():
        leave = MAY_CHANGE.get(model._meta.label, set())
        if leave is not None and model._meta.db_table in connection.introspection.table_names():
            columns = [one.attname for one in model._meta.concrete_fields if one.attname not in leave]
            found[model._meta.label] = list(model._base_manager.order_by("pk").values_list(*columns))
    return found


def refused(outcome: int | str) -> bool:
    return outcome == SIGN_IN or (isinstance(outcome, int) and 400 <= outcome < 500)


def misfits(visitors: Visitors, recorded: Iterable[tuple[str, str, int | str]]) -> list[str]:
    """Addresses (who, path, outcome) that do not end as recorded.

    A page that answered still does, perhaps at another address; what was refused still is. What could only be posted
    to may be read by now.
    """
    found = []
    for who, path, outcome in recorded:
        now = visitors.outcome(who, path)
        fits = now == outcome or (refused(outcome) and refused(now)) or (outcome == 405 and now == 200)
        if not fits:
            found.append(f"{who}: {path} answered {outcome}, now {now}")
    return found


Pages = Mapping[str, Mapping[str, Mapping[str, Mapping[str, int | str]]]]


def each(pages: Pages) -> Iterator[tuple[str, str, str, str, int | str]]:
    """Who, the name of the address, the subject, the path, the outcome."""
    for who, names in pages.items():
        for name, subjects in names.items():
            for subject, paths in subjects.items():
                for path, outcome in paths.items():
                    yield who, name, subject, path, outcome
