"""Everything the desk can do has a button that Tab reaches: what the pages of the scenes show, against the addresses."""

from __future__ import annotations

import inspect
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client, RequestFactory
from django.urls import resolve
from django.urls.resolvers import URLPattern

from tests.browser.scenes import SCENES
from tests.tournaments.visibility.test_desk_access import RIGHTS
from tournaments.desk.series import urls as series_urls
from tournaments.desk.urls import urlpatterns
from tournaments.lab import jobs

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
# What a view reads of a form that was sent.
READS = {"POST", "FILES", "typed", "is_bound"}
# Sent by scripts alone, and where a person does the same by hand.
OF_SCRIPTS: dict[str, str] = {}


class Buttons(HTMLParser):
    """Where the buttons of a page lead that Tab reaches, and what leads Tab astray."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.form = address, ""
        self.forms: dict[str | None, str] = {}
        self.pressed: list[dict[str, str | None]] = []
        self.out_of_order: list[str] = []
        self.open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        hidden = tag == "template" or "inert" in said or ("hidden" in said and "data-with-js" not in said)
        hidden = hidden or (bool(self.open) and self.open[-1][1])
        if tag not in VOID:
            self.open.append((tag, hidden))
        if tag == "form":
            self.form = (said.get("action") or self.address) if said.get("method") == "post" else ""
            self.forms[said.get("id")] = self.form
        tabbed = said.get("tabindex") or "0"
        if tabbed not in ("0", "-1"):
            self.out_of_order.append(f"{tag} {said}")
        kind = said.get("type") or ("submit" if tag == "button" else "")
        if not hidden and tabbed == "0" and "disabled" not in said and (kind == "submit" or "hx-post" in said):
            self.pressed.append({"own": self.form, **said})

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass
        if tag == "form":
            self.form = ""

    @property
    def addresses(self) -> set[str]:
        leads = {
            said.get("hx-post") or said.get("formaction") or (self.forms.get(said["form"]) if "form" in said else said["own"])
            for said in self.pressed
        }
        return {urlsplit(urljoin(self.address, lead)).path for lead in leads if lead}


def can_be_sent(pattern: URLPattern) -> bool:
    """Whether something is sent there: it takes nothing else, or its view reads a form."""
    takes = pattern.callback(RequestFactory().generic("PATCH", "/")).get("Allow", "")
    return "POST" in takes and ("GET" not in takes or not READS.isdisjoint(inspect.unwrap(pattern.callback).__code__.co_names))


def test_every_action_of_the_desk_has_a_button_that_tab_reaches(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "look_after_simulation", lambda simulation: simulation)
    patterns = [p for p in (*urlpatterns, *series_urls.urlpatterns) if isinstance(p, URLPattern) and p.name]
    actions = {str(p.name) for p in patterns if can_be_sent(p)}
    actions |= {name for name, _args, method, _who in RIGHTS if method == "post"}
    reached, astray = set(), []
    import time
    for name, scene in SCENES.items():
        if name in ("lab", "public_pages", "public_pages_of_four"): continue
        from django.db import transaction
        t = time.time()
        sid = transaction.savepoint()
        owner, pages = scene()
        t1 = time.time()
        client = Client()
        if owner:
            client.force_login(owner)
        n = 0
        new = set()
        for page in pages:
            if not page.startswith("/desk/"): continue
            n += 1
            buttons = Buttons(page)
            buttons.feed(client.get(page, follow=True).content.decode())
            astray += buttons.out_of_order
            for address in buttons.addresses:
                match = resolve(address)
                if "desk" in match.namespaces:
                    new.add(match.url_name)
        print(name, "scene", round(t1 - t, 2), "pages", n, round(time.time() - t1, 2), sorted(new - reached))
        reached |= new
        transaction.savepoint_rollback(sid)
    assert astray == []
    print("MISSING", sorted(actions - reached), "\nEXTRA", sorted(reached - actions), len(actions))
    assert not actions - reached
