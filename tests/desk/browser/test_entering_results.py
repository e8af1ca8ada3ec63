"""Entering results with the keyboard alone, with one click, through a lost network and against another desk."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.windows import ASK, Windows
from tests.desk.pages import Desk
from tests.factories import make_user
from tournaments.events.services import events
from tournaments.models import Match, RoundState, Tournament


def stored(event: Tournament) -> dict[int, str | None]:
    return dict(Match.objects.filter(round__tournament=event).values_list("table", "result"))


def row(desk: Page, table: int) -> Locator:
    return desk.get_by_test_id(f"entry-{table}")


def expect_cursor(desk: Page, table: int) -> None:
    expect(row(desk, table).locator("fieldset")).to_be_focused()


def expect_saved(desk: Page, *tables: int) -> None:
    for table in tables:
        expect(row(desk, table)).to_have_attribute("data-state", "saved")


def press(desk: Page, *keys: str) -> None:
    for key in keys:
        desk.keyboard.press(key)


@pytest.fixture
def results(desk: Page, address: str) -> Page:
    """The desk at the results of round 1."""
    desk.goto(address + "rounds/1/")
    expect_cursor(desk, 1)
    return desk


MOST_TABS = 150


def walk_to(page: Page, testid: str) -> None:
    """Walk to a button as somebody without a mouse does, and press it."""
    page.get_by_test_id(testid).first.wait_for()
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.dataset.testid ?? ''") == testid:
            page.keyboard.press("Enter")
            return
    raise AssertionError(f"{testid} is not reached with Tab")


def test_every_key_enters_its_result_and_moves_on(results: Page, event: Tournament) -> None:
    """As on a score sheet 0 is the first player's loss; that both lose is typed and shown as something else. The head
    counts along: here it is never asked for anew.
    """
    results.route("**/top/", lambda route: route.fulfill(status=304))
    press(results, "1", "0", "=", "b", "2")
    expect_cursor(results, 6)
    press(results, "f", "0")
    expect(results.get_by_test_id("complete")).to_be_focused()
    expect(results.get_by_test_id("missing-count")).to_have_text("0")
    expect_saved(results, 1, 2, 3, 4, 5, 6)
    expect(results.get_by_test_id("entered")).to_have_text("6 of 6 in")
    assert stored(event) == {1: "1-0", 2: "0-1", 3: "1/2-1/2", 4: "0-0", 5: "0-1", 6: "--+"}
    expect(results.get_by_test_id("desk-clock")).to_contain_text("No clock yet")
    expect(row(results, 4).locator("[data-rare-kind]")).to_have_text("both lose")
    expect(row(results, 6).locator("[data-rare-kind]")).to_have_text("forfeit")
    press(results, "Enter")
    expect(results.get_by_test_id("state")).to_contain_text("round 2")
    walk_to(results, "next-step")
    walk_to(results, "publish")
    results.get_by_test_id("missing-count").wait_for()
    states = list(event.rounds.order_by("number").values_list("state", flat=True))
    assert states == [RoundState.COMPLETED, RoundState.PUBLISHED]


def test_the_cursor_goes_where_one_wants_it(results: Page, event: Tournament) -> None:
    """By arrows, by the number of a table, by a name; what is there is written over and cleared."""
    results.locator(".keys > summary").click()  # to look at the keys does not take the cursor away
    expect_cursor(results, 1)
    press(results, "ArrowDown", "ArrowDown", "Shift+Digit2")
    expect_cursor(results, 4)
    press(results, "ArrowUp")
    expect_cursor(results, 3)
    press(results, "1")
    expect_cursor(results, 4)
    press(results, "g", "6", "Enter")
    expect_cursor(results, 6)
    press(results, "2")
    expect_cursor(results, 1)
    press(results, "End", "Backspace")
    expect_cursor(results, 6)
    press(results, "Home", "Enter")
    expect_cursor(results, 2)
    expect_saved(results, 3, 6)
    assert stored(event) == {1: None, 2: None, 3: "1-0", 4: None, 5: None, 6: None}
    name = (row(results, 5).get_attribute("data-names") or "").split(" – ")[1]
    results.get_by_test_id("go").fill(name)
    press(results, "Enter")
    expect_cursor(results, 5)


def test_a_click_enters_and_takes_back_and_the_menu_has_the_rare_results(
    results: Page, event: Tournament
) -> None:
    button = row(results, 2).get_by_role("button", name="second player wins")
    for pressed, result in (("true", "0-1"), ("false", None)):
        button.click()
        expect(button).to_have_attribute("aria-pressed", pressed)
        expect_saved(results, 2)
        assert stored(event)[2] == result
    row(results, 2).get_by_label("More results").click()
    results.get_by_role("dialog").get_by_role("button", name="double forfeit").click()
    expect_saved(results, 2)
    expect(row(results, 2)).to_have_attribute("data-result", "---")
    assert stored(event)[2] == "---"
    row(results, 3).get_by_label("More results").click()
    press(results, "Escape")
    expect_cursor(results, 3)


def test_nothing_is_lost_when_the_network_drops_or_the_page_is_loaded_again(
    results: Page, event: Tournament, address: str
) -> None:
    results.context.set_offline(True)
    press(results, "1", "2")
    expect(results.get_by_test_id("stuck")).to_be_visible()
    expect(row(results, 1)).to_have_attribute("data-state", "waiting")
    expect_cursor(results, 3)
    assert stored(event)[1] is None
    results.context.set_offline(False)
    expect_saved(results, 1, 2)
    expect(results.get_by_test_id("stuck")).to_be_hidden()
    assert (stored(event)[1], stored(event)[2]) == ("1-0", "0-1")
    # A page already open may send its next request past a route that is just being set up.
    results.route("**/result/", lambda route: route.abort())
    results.goto(address + "rounds/1/")
    expect_cursor(results, 3)
    press(results, "2")
    expect(row(results, 3)).to_have_attribute("data-state", "waiting")
    results.unroute("**/result/")
    results.reload()
    expect_saved(results, 3)
    assert stored(event)[3] == "0-1"


def test_two_desks_that_disagree_are_asked_and_entries_of_the_other_appear(
    desk: Page, event: Tournament, address: str
) -> None:
    desk.route("**/results/**", lambda route: route.abort())  # nothing is heard of the other before the key
    desk.goto(address + "rounds/1/")
    other = Desk(event.owner, event)
    other.save(1, 1, "0-1", "")
    press(desk, "1")
    conflict = row(desk, 1).locator(".entry__conflict")
    expect(conflict).to_be_visible()
    expect(row(desk, 1)).to_have_attribute("data-result", "0-1")
    assert stored(event)[1] == "0-1"
    conflict.get_by_role("button", name="Enter").click()
    expect(conflict).to_be_hidden()
    expect_saved(desk, 1)
    assert stored(event)[1] == "1-0"
    row(desk, 2).locator("fieldset").focus()
    desk.unroute("**/results/**")
    other.save(1, 5, "1-0", "")
    desk.evaluate(ASK)
    expect(row(desk, 5)).to_have_attribute("data-result", "1-0")
    expect(desk.get_by_test_id("missing-count")).to_have_text("4")
    expect_cursor(desk, 2)


def test_the_entry_survives_signing_in_again_in_another_window(
    desk: Page, address: str, event: Tournament, windows: Windows, settings: Any
) -> None:
    """Signing in makes a new token against forged requests; the page that waits has the old one in its forms."""
    settings.CSRF_COOKIE_NAME, settings.CSRF_COOKIE_SECURE = "__Host-csrftoken", True  # as over https
    desk.goto(address + "rounds/1/")
    results = desk
    expect_cursor(results, 1)
    results.context.clear_cookies()
    press(results, "1")
    expect(row(results, 1)).to_have_attribute("data-state", "signed-out")
    expect(results.get_by_role("link", name="Sign in (new window)")).to_be_visible()
    other, helper = results.context.new_page(), make_user("helper")
    events.set_staff(tournament=event, actor=event.owner, user=helper, role="arbiter")
    windows.sign_in(other, helper)
    other.goto("/accounts/password/")  # any page with a form brings a new token
    results.get_by_role("button", name="Try now").click()
    expect(row(results, 1)).to_contain_text("someone else is signed in here now")
    expect(row(results, 1)).to_have_attribute("data-result", "1-0")
    assert stored(event)[1] is None
    windows.sign_in(other, event.owner)
    other.close()
    results.get_by_role("button", name="Try now").click()
    expect_saved(results, 1)
    assert stored(event)[1] == "1-0"


def leave_signed_out(page: Page) -> None:
    """In this order: a page that is left may still send what was under way as soon as it is online."""
    page.context.clear_cookies()
    page.goto("about:blank")
    page.context.set_offline(False)


def test_what_is_not_saved_holds_across_signing_in_again_on_the_same_page(
    results: Page, event: Tournament, windows: Windows, address: str
) -> None:
    """The network is cut, the sign-in runs out, the page is loaded again; somebody else's entries are only told."""
    results.context.set_offline(True)
    press(results, "1", "2")
    expect(row(results, 2)).to_have_attribute("data-state", "waiting")
    leave_signed_out(results)
    results.goto(address + "rounds/1/")
    expect(results).to_have_url(re.compile("login"))
    other = make_user("helper")
    events.set_staff(tournament=event, actor=event.owner, user=other, role="arbiter")
    windows.sign_in(results, other)
    results.goto(address + "rounds/1/")
    left = results.get_by_test_id("left")
    expect(left).to_contain_text("Someone else was signed in here.")
    expect(left.get_by_role("listitem")).to_have_count(2)
    assert stored(event)[1] is None
    windows.sign_in(results, event.owner)
    results.goto(address + "rounds/1/")
    expect_saved(results, 1, 2)
    expect(left).to_be_hidden()
    assert (stored(event)[1], stored(event)[2]) == ("1-0", "0-1")
