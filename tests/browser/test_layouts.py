"""Every page in windows of every size, by light and by dark: nothing sideways, nothing cut, nothing that axe finds."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.look import DESK, LARGE, NARROW, OPEN_ALL, PHONE, WIDE, faults
from tests.browser.scenes import SCENES, hall, league
from tests.browser.windows import PHONE as PHONE_SIZE, OpenWindow
from tests.factories import make_event, make_table_event, pair, play_tables, publish
from tests.sweep import sweep_too
from tournaments.lab import jobs

# A table and a form at the desk, paper, a page for phones, a hall screen.
OF_EACH_KIND = (
    "/desk/spring/rounds/1/", "/desk/spring/settings/", "/desk/spring/print/wall/", "/e/spring/", "/e/spring/screen/"
)  # fmt: skip


def open_(page: Page, address: str) -> None:
    answer = page.goto(address)
    assert answer is not None and answer.ok, address
    page.evaluate(OPEN_ALL)


def test_one_page_of_each_kind_fits_and_axe_finds_nothing(window: OpenWindow) -> None:
    owner, _addresses = hall()
    page, found = window(owner, harmless=("status of 404",)), []
    for address in OF_EACH_KIND:
        open_(page, address)
        found += faults(page, (NARROW, LARGE, DESK if address.startswith("/desk/") else PHONE))
    assert page.goto("/e/nowhere/").status == 404
    assert found + faults(page, (PHONE,)) == []


@pytest.mark.parametrize(("scheme", "language"), [("dark", "da"), ("light", "ja")])
def test_one_page_of_each_kind_fits_by_dark_and_in_other_languages(
    window: OpenWindow, scheme: Any, language: str
) -> None:
    owner, _addresses = hall()
    page, found = window(owner, locale=language, scheme=scheme), []
    for address in OF_EACH_KIND:
        open_(page, address)
        has_other_colours = scheme == "dark" and address in OF_EACH_KIND[::3]
        found += faults(page, (NARROW, LARGE, PHONE) if has_other_colours else (NARROW, LARGE))
    assert found == []


# Sizes are the same by light and by dark.
LOOKS = {"light": (NARROW, LARGE, PHONE, DESK, WIDE), "dark": (PHONE, DESK)}


@pytest.mark.sweep
@pytest.mark.parametrize("scheme", LOOKS)
@pytest.mark.parametrize("scene", SCENES)
def test_every_page_fits_every_window_and_axe_finds_nothing(
    window: OpenWindow, monkeypatch: pytest.MonkeyPatch, scene: str, scheme: Any
) -> None:
    monkeypatch.setattr(jobs, "look_after_simulation", lambda simulation: simulation)
    owner, addresses = SCENES[scene]()
    page, found = window(owner, scheme=scheme), []
    page.goto("/about/rights/")
    page.evaluate("localStorage.setItem('pairwright:spring', '4')")
    for address in addresses:
        open_(page, address)
        found += faults(page, LOOKS[scheme], fingers=scene == "phones")
    assert found == []


@pytest.mark.sweep
@pytest.mark.parametrize("language", ["da", "ja"])
@pytest.mark.parametrize("scene", SCENES)
def test_nothing_is_wider_than_its_window_in_any_language(
    window: OpenWindow, monkeypatch: pytest.MonkeyPatch, scene: str, language: str
) -> None:
    monkeypatch.setattr(jobs, "look_after_simulation", lambda simulation: simulation)
    owner, addresses = SCENES[scene]()
    page, found = window(owner, locale=language), []
    for address in addresses:
        open_(page, address)
        found += faults(page, (NARROW, LARGE, WIDE))
    assert found == []


LONG_PAGES = (
    "desk/long/rounds/1/", "desk/long/rounds/2/", "desk/draft/rounds/1/", "desk/long/players/",
    "desk/long/players/check-in/", "e/long/players/", "e/long/find/",
)  # fmt: skip


@pytest.mark.sweep
def test_a_page_that_was_wide_fits_a_narrow_window(window: OpenWindow) -> None:
    """A window made narrow, or a tablet turned: rows out of sight must not keep the page as wide as it was."""
    event = make_event(field=80, slug="long")  # more rows than a window holds
    publish(event, after=1)
    pair(make_event(field=80, slug="draft", owner=event.owner))
    page = window(event.owner)
    for path in LONG_PAGES:
        page.set_viewport_size({"width": DESK.width, "height": DESK.height})
        open_(page, f"/{path}")
        for place in (1_000_000, 0):  # every row has been seen once, so that it remembers its size
            page.evaluate(f"scrollTo(0, {place})")
            page.wait_for_timeout(400)
        page.set_viewport_size({"width": PHONE.width, "height": PHONE.height})
        page.wait_for_timeout(400)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE.width, path


@pytest.mark.sweep
def test_the_ranking_and_a_season_of_a_league_need_no_scrolling_sideways(window: OpenWindow) -> None:
    league()
    phone = window(size=PHONE_SIZE)
    for address in ("/s/league/ranking/", "/s/league/players/1/", "/e/cup/standings/"):
        phone.goto(address)
        inner, outer = phone.locator(".table-wrap").first.evaluate("t => [t.scrollWidth, t.clientWidth]")
        assert inner <= outer, address


# Of a hall screen: its rows that are wholly on the page that is shown, and how many show less than they hold.
ROWS_INSIDE = """() => { const box = document.querySelector('[data-board]').getBoundingClientRect();
  return [...document.querySelectorAll('.board__rows > :not(.board__heads)')]
    .map((row, i) => [i, row.getBoundingClientRect()])
    .filter(([, r]) => r.left >= box.left - 1 && r.right <= box.right + 1 && r.top >= box.top - 1
      && r.bottom <= box.bottom + 1).map(([i]) => i); }"""
# Fonts have air above and below their letters, and a little of it may stick out of a row: nothing is drawn there.
ROWS_CUT = """() => [...document.querySelectorAll('.board__rows > *')].filter(row =>
  row.scrollWidth > row.clientWidth + 1 || row.scrollHeight > 1.06 * row.clientHeight + 1).length"""


@pytest.mark.parametrize("size", [(1280, 720), *sweep_too((1920, 1080), (3840, 2160))])
@pytest.mark.parametrize(
    ("field", "show"),
    [
        (16, "tables"),
        *(pytest.param(64, show, marks=pytest.mark.sweep) for show in ("names", "tables", "standings")),
    ],
)
def test_the_hall_screen_shows_all_tables_of_four_in_pages_that_fit(
    window: OpenWindow, size: tuple[int, int], field: int, show: str
) -> None:
    event = make_table_event(field=field, slug="riichi")
    play_tables(event)
    publish(event)
    page = window(size={"width": size[0], "height": size[1]})
    page.goto(f"/e/riichi/screen/?show={show}")
    pages = int((page.inner_text("[data-page]") or "Page 1 of 1").split()[-1])
    seen: list[int] = []
    for _ in range(pages):
        seen += page.evaluate(ROWS_INSIDE)
        page.keyboard.press("ArrowRight")
    assert sorted(seen) == list(range(page.locator(".board__rows > :not(.board__heads)").count()))
    assert page.evaluate(ROWS_CUT) == 0
    assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
