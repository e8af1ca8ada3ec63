"""Pages of a series as phones show them: what axe finds, nothing wider than the screen, numbers that fit."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from tests.league import make_league, make_season, put_in, someone
from tests.public.browser.phones import LONG_NAME, PHONE
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def whole_league() -> list[str]:
    """A league with a long name in it and a season that is not shown; the addresses of its pages."""
    series = make_league(description="Every Wednesday.")
    put_in(series, make_season(series.owner, 3, [[("Ann", LONG_NAME)]], more=["Zoe"], slug="third"), 3)
    Tournament.objects.filter(season=2).update(visibility="private")
    people = [f"/s/league/players/{someone(series, name).pk}/" for name in ("Ann", LONG_NAME, "Zoe")]
    return ["/s/", "/s/league/", "/s/league/ranking/", "/s/league/ranking/?q=ann", *people]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(
    browser: Browser, live_server: Any, scheme: Any
) -> None:
    pages = whole_league()
    context = browser.new_context(
        viewport=PHONE, base_url=live_server.url, color_scheme=scheme, bypass_csp=True
    )
    page = context.new_page()
    found = []
    for address in pages:
        page.goto(address)
        found += [(address, v["id"], v["nodes"][0]["html"]) for v in Axe().run(page).response["violations"]]
        if page.evaluate("document.documentElement.scrollWidth") > PHONE["width"]:
            found.append((address, "wider than the phone", ""))
    context.close()
    assert found == []


def test_the_ranking_and_a_season_need_no_scrolling_sideways(phone: Page) -> None:
    pages = whole_league()
    for address in (pages[2], pages[4]):
        phone.goto(address)
        inner, outer = phone.evaluate(
            "(() => { const t = document.querySelector('.table-wrap'); return [t.scrollWidth, t.clientWidth]; })()"
        )
        assert inner <= outer, address
