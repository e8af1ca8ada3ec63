"""A long list in a browser: what works on its rows works on all of them, also on those that came later."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.windows import NETWORK, OpenWindow
from tests.factories import enter_all
from tournaments.models import Match, Tournament
from tournaments.phones.services import reports
from tournaments.rounds.services import rounds
from tournaments.templatetags import rows


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "FIRST", 2)
    monkeypatch.setattr(rows, "AT_ONCE", 3)


def test_keys_search_and_counts_reach_every_row_of_the_desk(
    desk: Page, address: str, event: Tournament
) -> None:
    last = Match.objects.get(round__tournament=event, table=6)
    first_seat = last.seats.get(position=0).player
    reports.report_result(tournament=event, match=last, player=first_seat, outcome="win")
    desk.goto(address + "rounds/1/")
    expect(desk.locator("[data-rest]")).to_have_count(0)
    expect(desk.get_by_test_id("report-list")).to_have_text("6")
    expect(desk.get_by_test_id("missing-count")).to_have_text("6")
    desk.keyboard.press("g")
    desk.keyboard.type("6")
    desk.keyboard.press("Enter")
    expect(desk.get_by_test_id("entry-6").locator("fieldset")).to_be_focused()
    desk.keyboard.press("1")
    expect(desk.get_by_test_id("entry-6")).to_have_attribute("data-state", "saved")
    expect(desk.get_by_test_id("entered")).to_have_text("1 of 6 in")
    expect(desk.get_by_test_id("report-list")).to_be_empty()
    last.refresh_from_db()
    assert last.result == "1-0"
    desk.goto(address + "players/")
    expect(desk.locator("[data-filter-row]")).to_have_count(12)
    # By number, by starting rank and by name alike.
    desk.get_by_label("Find", exact=True).fill("player 12")
    expect(desk.locator("[data-filter-row]:visible")).to_have_count(2)
    desk.goto(address + "rounds/1/#table-5")
    expect(desk.get_by_test_id("entry-5").locator("fieldset")).to_be_focused()


def test_results_are_entered_while_the_rest_of_the_tables_is_on_its_way(
    desk: Page, address: str, event: Tournament
) -> None:
    """Past the last table that is here no key goes to another one, and the counts stay those of the whole round."""
    on_its_way: list[Route] = []
    desk.route("**/*rows=all*", lambda route: on_its_way.append(route))
    desk.goto(address + "rounds/1/")
    expect(desk.get_by_test_id("entry-1").locator("fieldset")).to_be_focused()
    for key in "1010":
        desk.keyboard.press(key)
    for table in (1, 2):
        expect(desk.get_by_test_id(f"entry-{table}")).to_have_attribute("data-state", "saved")
    expect(desk.locator("fieldset:focus")).to_have_count(0)
    expect(desk.get_by_test_id("missing-count")).to_have_text("6")
    on_its_way[0].continue_()
    expect(desk.get_by_test_id("entry-3").locator("fieldset")).to_be_focused()
    expect(desk.get_by_test_id("missing-count")).to_have_text("4")
    stored = Match.objects.filter(round__tournament=event, result__isnull=False).values_list(
        "table", "result"
    )
    assert dict(stored) == {1: "1-0", 2: "0-1"}


def test_a_public_list_is_printed_whole_and_says_so_where_that_fails(
    window: OpenWindow, event: Tournament
) -> None:
    page = window(own=True, harmless=(NETWORK, "Synchronous XMLHttpRequest"))
    page.add_init_script(
        "globalThis.IntersectionObserver = class { observe() {} disconnect() {} }"
    )  # no one scrolls
    page.goto(f"/e/{event.slug}/rounds/1/")
    expect(page.locator(".pairing")).to_have_count(2)
    page.route("**/*rows=all*", lambda route: route.abort())
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    expect(page.locator("[data-rest]")).to_contain_text("The first 2 of 6.")
    page.unroute("**/*rows=all*")
    printed = "window.dispatchEvent(new Event('beforeprint')); document.querySelectorAll('.pairing').length"
    assert page.evaluate(printed) == 6, "at once: the paper is laid out now"
    expect(page.locator("[data-rest]")).to_have_count(0)


def test_a_public_list_grows_when_a_reader_comes_near_its_end_and_stays_so(
    desk: Page, event: Tournament
) -> None:
    desk.set_viewport_size({"width": 360, "height": 640})
    desk.goto(f"/e/{event.slug}/find/")
    people = desk.locator("[data-people] > li")
    expect(people).to_have_count(12)  # the end of a short list is always near
    desk.get_by_role("searchbox").fill("player 12")
    expect(desk.locator("[data-people] > li:visible")).to_have_count(1)
    desk.goto(f"/e/{event.slug}/standings/")
    expect(desk.locator("tr[data-player]")).to_have_count(12)
    round_ = event.rounds.get(number=1)
    enter_all(round_)
    rounds.complete(tournament=event, actor=event.owner, round_=round_)
    desk.evaluate("document.dispatchEvent(new Event('pairwright:news'))")
    expect(desk.locator("h1 + p")).to_have_text("After round 1")
    expect(desk.locator("tr[data-player]")).to_have_count(12)
