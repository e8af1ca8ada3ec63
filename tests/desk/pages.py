"""The desk as a person uses it: sign in, open pages, press buttons by their address."""

import html
import re
from typing import Any

from django.conf import settings
from django.test import Client
from django.urls import get_resolver, reverse
from django.urls.converters import IntConverter

from accounts.models import User
from tests.answers import Answer
from tests.replayed import step
from tournaments.models import Round, Tournament


@step
def session_of(user: User) -> str:
    """The key of a session in which this user is signed in."""
    client = Client()
    client.force_login(user)
    return str(client.session.session_key)


class Desk:
    """A browser without scripts, signed in as `user` (nobody if None), that does not check CSRF."""

    def __init__(self, user: User | None = None, event: Tournament | None = None, **client: Any) -> None:
        self.client = Client(**client)
        self.event = event
        if user is not None:
            self.client.cookies[settings.SESSION_COOKIE_NAME] = session_of(user)

    def url(self, name: str, *args: object) -> str:
        before = [self.event.slug] if self.event else []
        return reverse(f"desk:{name}", args=[*before, *args])

    def get(self, name: str, *args: object, query: str = "", **headers: str) -> Answer:
        return self.client.get(self.url(name, *args) + query, headers=headers)

    def post(self, name: str, *args: object, data: Any = None, **headers: str) -> Answer:
        return self.client.post(self.url(name, *args), data or {}, headers=headers)

    def press(self, name: str, *args: object, data: Any = None) -> str:
        """Press a button and read the page one lands on: every change answers with a redirect."""
        response = self.post(name, *args, data=data)
        assert response.status_code == 302, text(response)
        return text(self.client.get(response["Location"]))

    def save(self, number: int, table: int, result: str, *seen: str) -> Answer:
        """What the script of the results page sends."""
        data = {"table": table, "result": result, "seen": list(seen)}
        return self.post("result", number, data=data, accept="application/json")


def text(response: Answer) -> str:
    """The words of a page, without tags and with single spaces."""
    content = re.sub(r"<(script|style).*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", content)).split())


def fields(response: Answer) -> dict[str, str]:
    """What a new form shows, ready to be changed and sent: the values a browser would send."""
    form = response.context["form"]
    data = {field.html_name: field.value() for field in form if field.value() not in (None, False)}
    data = {name: "on" if value is True else str(value) for name, value in data.items()}
    if data.pop("tiebreaks", None):
        data["row"] = [row.key for row in form.chain.rows]
        data |= {f"code_{row.key}": row.tiebreak.code for row in form.chain.rows}
        data |= {param.name: param.value for row in form.chain.rows for param in row.params}
    return data


def opened(response: Answer) -> dict[str, str]:
    """What a form that stays open for long sends: its values, and what it showed when it was opened."""
    return {**fields(response), "seen": response.context["form"].seen_text}


def the_round(event: Tournament, number: int = 1) -> Round:
    return Round.objects.get(tournament=event, number=number)


def addresses(event: Tournament) -> list[str]:
    """Every address of the site but those of the API, filled in: of this event, 1 for a number, else a player's key."""
    found = []
    key = event.players.get(number=1).key
    for space in ("public", "desk", "lab", "accounts"):
        prefix, resolver = get_resolver().namespace_dict[space]
        for name in [name for name in set(resolver.reverse_dict) if isinstance(name, str)]:
            for [(path, _words)], _pattern, _defaults, converters in resolver.reverse_dict.getlist(name):
                words = {k: 1 if isinstance(kind, IntConverter) else key for k, kind in converters.items()}
                found.append(f"/{prefix}{path % {**words, 'slug': event.slug}}")
    return found
