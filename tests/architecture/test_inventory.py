"""What people, files and programs outside hold on to is still there, or was given up on purpose (docs/inventory)."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.views.generic import RedirectView

from devtools.inventory import pages, snapshot
from devtools.inventory.snapshot import Gone

KEPT = snapshot.recorded_lines()
GONE = snapshot.gone()


@pytest.fixture(scope="module")
def now() -> set[str]:
    return snapshot.now()


def test_nothing_has_vanished_that_is_not_named_as_gone(now: set[str]) -> None:
    lost = snapshot.vanished(KEPT, now, GONE)
    assert not lost, snapshot.what_vanished(lost)


def test_everything_new_is_listed(now: set[str]) -> None:
    assert not now - KEPT, f"not in docs/inventory yet: run `{snapshot.COMMAND}`"


def test_what_is_named_as_gone_is_gone_and_listed_no_more(now: set[str]) -> None:
    named = {one.line for one in GONE}
    assert not named & now, "take these out of docs/inventory/gone.txt"
    assert not named & KEPT, f"run `{snapshot.COMMAND}`"


def test_the_snapshot_sees_what_it_is_meant_to_see(now: set[str]) -> None:
    """One line of each kind, known from the manuals: a kind that comes out empty would guard nothing."""
    assert now >= {
        "page /e/<slug>/me/<slug>/",
        "page /e/<slug>/rounds/<int>/ ?by",  # a pattern of the page
        "page /desk/<slug>/print/poster/ ?size",  # read by the view
        "page /desk/<slug>/penalties/ ?player",  # read where the request is handed to, by a table of names
        "page /desk/<slug>/impact/<str>/ ?rating",  # a field of one of several forms
        "page /desk/<slug>/log/ ?page",
        "manage.py seating --seconds default 2.0",
        "manage.py pair FILES takes +",
        "make test",
        "import column rating titled elo",
        "event setting round_minutes",
        "event box players_report is BooleanField",
        "phase plan swiss_top_8",
        "scoring of four option chombo from -100000 to 100000",
        "refusal locked_out status 429",
        "variable REDIS_URL",
        "task tournaments.run_job(job_id)",
        "cookie pairwright_seat",
        "session displays",
        "storage pairwright:answers:<part>",
    }


@pytest.mark.parametrize(
    ("kept", "gone", "lost"),
    [
        ({"result ="}, "", ["result ="]),
        ({"result ="}, "words: result =  # said by a word", []),
        ({"page /a/", "page /a/ ?by", "page /ab/ ?by"}, "addresses: page /a/  # why", ["page /ab/ ?by"]),
    ],
)
def test_what_has_vanished(kept: set[str], gone: str, lost: list[str]) -> None:
    assert snapshot.vanished(kept, set(), snapshot.gone(gone or "# nothing")) == lost


@pytest.mark.parametrize("line", ["words: result =", "words:   # why", "words: x  #  "])
def test_the_list_of_what_is_gone_needs_a_line_and_a_reason(line: str) -> None:
    with pytest.raises(ValueError, match=re.escape(repr(line))):
        snapshot.gone(line)


def filled(pattern: str) -> str:
    """An address of this pattern. All values differ, so that it shows when they come out in another order."""
    numbers = iter(range(7, 20))
    return re.sub(
        r"<(\w+)>", lambda part: f"{'s' if part[1] in ('slug', 'str') else ''}{next(numbers)}", pattern
    )


def misled(gone: Gone) -> str:
    """Where the old address leads, if that is not the new one; "" where it is right."""
    answer = Client().get(f"{filled(gone.line.rsplit(' ', 1)[1])}?kept=1")
    leads_to = answer.headers.get("Location", f"status {answer.status_code}")
    return "" if leads_to == f"{filled(gone.leads_to)}?kept=1" else leads_to


def test_every_address_that_was_given_up_for_another_leads_there(now: set[str]) -> None:
    leading = [one for one in GONE if one.leads_to]
    assert {f"page {one.leads_to}" for one in leading} <= now
    assert [(one.line, where) for one in leading if (where := misled(one))] == []


def by_key(request: HttpRequest) -> str:
    return request.GET["by_key"] if request.GET.get("by_key") else ""


def new(request: HttpRequest, **_parts: object) -> HttpResponse:
    data = request.POST or request.GET
    return HttpResponse([data.get("plain"), "asked" in request.GET, by_key(request)])


def guessing(request: HttpRequest) -> HttpResponse:
    return HttpResponse(request.GET[str(request.path)])


def moved(**more: object) -> Callable[..., Any]:
    return RedirectView.as_view(pattern_name="new", **more)


urlpatterns = [
    path("new/<slug:slug>/<int:number>/", new, name="new"),
    path("right/<slug:slug>/<int:number>/", moved(query_string=True)),
    path("forgets/<slug:slug>/<int:number>/", moved()),
]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize(
    ("old", "where"),
    [("right", ""), ("forgets", "/new/s7/8/"), ("new", "status 200"), ("none", "status 404")],
)
def test_an_address_that_is_gone_is_really_asked_for(old: str, where: str) -> None:
    assert misled(Gone(f"page /{old}/<slug>/<int>/", "/new/<slug>/<int>/", "shorter")) == where


@pytest.mark.urls(__name__)
def test_addresses_are_read_from_the_site_and_parameters_from_the_source(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pages, "OURS", ("tests", "test_inventory"))
    read = {f"page /new/<slug>/<int>/{query}" for query in ("", " ?plain", " ?asked", " ?by_key")}
    assert set(pages.lines()) == {*read, "moved /right/<slug>/<int>/", "moved /forgets/<slug>/<int>/"}
    with pytest.raises(ValueError, match="cannot be told"):
        pages.parameters(guessing)
