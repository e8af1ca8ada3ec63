"""Everything the desk can do has a button that Tab reaches: its addresses, against the pages of the scenes."""

import inspect
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.db import transaction
from django.test import Client, RequestFactory
from django.urls import resolve
from django.urls.resolvers import URLPattern

from tests.browser.scenes import SCENES
from tests.tournaments.visibility.test_desk_access import RIGHTS
from tournaments.desk.urls import urlpatterns
from tournaments.series.desk import urls as series_urls

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
# What a view that also shows a page reads of a form that was sent.
READS = {"POST", "FILES", "typed", "is_bound"}
# Without a page of the desk: for readers, and of the lab; or without a button that others lack.
ELSEWHERE = {"lab", "paired_ahead", "public_pages", "public_pages_of_four"}


class Buttons(HTMLParser):
    """The buttons of a page that Tab reaches, the forms they send, and what leads Tab out of the order of the page."""

    def __init__(self, address: str) -> None:
        super().__init__()
        self.address, self.form = address, ""
        self.forms: dict[str | None, str] = {}
        self.buttons: list[dict[str, str | None]] = []
        self.astray: list[str] = []
        self.open: list[tuple[str, bool]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        # What waits for a script is shown by it.
        hidden = tag == "template" or "inert" in said or ("hidden" in said and "data-with-js" not in said)
        hidden = hidden or (bool(self.open) and self.open[-1][1])
        if tag not in VOID:
            self.open.append((tag, hidden))
        if tag == "form":
            self.form = (said.get("action") or self.address) if said.get("method") == "post" else ""
            self.forms[said.get("id")] = self.form
        turn = said.get("tabindex") or "0"
        if turn not in ("0", "-1"):
            self.astray.append(f"{self.address}: {tag} {said}")
        sends = "hx-post" in said or said.get("type", "submit" if tag == "button" else "") == "submit"
        if sends and turn == "0" and not hidden and "disabled" not in said:
            self.buttons.append({"of": self.form, **said})

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop()[0] != tag:
            pass
        if tag == "form":
            self.form = ""

    @property
    def leads(self) -> set[str]:
        """The names of the desk's addresses to which something is sent from here."""
        found = set()
        for said in self.buttons:
            form = self.forms.get(said["form"]) if "form" in said else said["of"]
            if to := said.get("hx-post") or said.get("formaction") or form:
                match = resolve(urlsplit(urljoin(self.address, to)).path)
                found |= {match.url_name} if "desk" in match.namespaces else set()
        return found


def is_action(pattern: URLPattern) -> bool:
    """Whether something can be sent there: it takes nothing else, or its view reads a form."""
    takes = pattern.callback(RequestFactory().generic("PATCH", "/")).get("Allow", "")
    reads = inspect.unwrap(pattern.callback).__code__.co_names
    return "POST" in takes and ("GET" not in takes or not READS.isdisjoint(reads))


def seen(scene: str) -> list[Buttons]:
    """What the desk shows in a scene, which is gone afterwards."""
    pages = []
    with transaction.atomic():
        owner, addresses = SCENES[scene]()
        client = Client()
        assert owner is not None
        client.force_login(owner)
        for address in addresses:
            if address.startswith("/desk/") and "/print/" not in address:
                pages.append(page := Buttons(address))
                page.feed(client.get(address).content.decode())
        transaction.set_rollback(True)
    return pages


def test_every_action_of_the_desk_has_a_button_that_tab_reaches(db: None) -> None:
    """A new address that changes something needs its button, and its page among the scenes."""
    named = [p for p in (*urlpatterns, *series_urls.urlpatterns) if isinstance(p, URLPattern) and p.name]
    actions = {str(pattern.name) for pattern in named if is_action(pattern)}
    actions |= {name for name, _args, method, _who in RIGHTS if method == "post"}
    pages = [page for scene in SCENES.keys() - ELSEWHERE for page in seen(scene)]
    assert [astray for page in pages for astray in page.astray] == []
    assert actions - set().union(*(page.leads for page in pages)) == set()
