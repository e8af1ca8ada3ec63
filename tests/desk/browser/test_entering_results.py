"""Entering results with the keyboard, with one click, through a lost network and against another desk."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page, expect

from tests.desk.browser.conftest import sign_in
from tests.desk.pages import Desk
from tests.factories import make_event, publish
from tournaments.models import Match, Tournament


def stored(event: Tournament) -> dict[int, str | None]:
    return dict(Match.objects.filter(round__tournament=event).values_list("table", "result"))


def row(desk: Page, table: int):  # type: ignore[no-untyped-def]
    return desk.get_by_test_id(f"entry-{table}")


def expect_cursor(desk: Page, table: int) -> None:
    expect(row(desk, table).locator("fieldset")).to_be_focused()


def expect_saved(desk: Page, *tables: int) -> None:
    for table in tables:
        expect(row(desk, table)).to_have_attribute("data-state", "saved")


def test_every_key_enters_its_result_and_moves_on(desk: Page, event: Tournament, address: str) -> None:
    desk.goto(address + "rounds/1/")
    expect_cursor(desk, 1)
    for key in ("1", "2", "=", "0", "d"):
        desk.keyboard.press(key)
    expect_cursor(desk, 6)
    for key in ("f", "1"):
        desk.keyboard.press(key)
    expect(desk.get_by_test_id("complete")).to_be_focused()
    expect(desk.get_by_test_id("missing-count")).to_have_text("0")
    expect_saved(desk, 1, 2, 3, 4, 5, 6)
    assert stored(event) == {1: "1-0", 2: "0-1", 3: "1/2-1/2", 4: "0-0", 5: "1/2-1/2", 6: "+--"}
    desk.keyboard.press("Enter")
    expect(desk.get_by_test_id("state")).to_contain_text("round 2")


def test_arrows_clear_overwrite_shift_and_jump(desk: Page, event: Tournament, address: str) -> None:
    desk.goto(address + "rounds/1/")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("ArrowDown")
    desk.keyboard.press("Shift+Digit2")
    expect_cursor(desk, 4)
    desk.keyboard.press("ArrowUp")
    expect_cursor(desk, 3)
    desk.keyboard.press("1")
    expect_cursor(desk, 4)
    desk.keyboard.press("g")
    desk.keyboard.type("6")
    desk.keyboard.press("Enter")
    expect_cursor(desk, 6)
    desk.keyboard.press("2")
    expect_cursor(desk, 1)
    desk.keyboard.press("End")
    desk.keyboard.press("Backspace")
    expect_cursor(desk, 6)
    desk.keyboard.press("Home")
    desk.keyboard.press("Enter")
    expect_cursor(desk, 2)
    expect_saved(desk, 3, 6)
    assert stored(event) == {1: None, 2: None, 3: "1-0", 4: None, 5: None, 6: None}


def test_a_name_finds_its_table(desk: Page, event: Tournament, address: str) -> None:
    desk.goto(address + "rounds/1/")
    name = row(desk, 5).get_attribute("data-names").split(" – ")[1]
    desk.get_by_test_id("go").fill(name)
    desk.keyboard.press("Enter")
    expect_cursor(desk, 5)


def test_a_click_enters_and_a_second_click_takes_back(desk: Page, event: Tournament, address: str) -> None:
    desk.goto(address + "rounds/1/")
    button = row(desk, 2).get_by_role("button", name="second player wins")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect_saved(desk, 2)
    assert stored(event)[2] == "0-1"
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    expect_saved(desk, 2)
    assert stored(event)[2] is None


def test_the_menu_has_the_rare_results(desk: Page, event: Tournament, address: str) -> None:
    desk.goto(address + "rounds/1/")
    row(desk, 2).get_by_label("More results").click()
    desk.get_by_role("dialog").get_by_role("button", name="neither came").click()
    expect_saved(desk, 2)
    assert stored(event)[2] == "---"
    row(desk, 3).get_by_label("More results").click()
    desk.keyboard.press("Escape")
    expect_cursor(desk, 3)


def test_nothing_is_lost_when_the_network_drops(desk: Page, event: Tournament, address: str) -> None:
    desk.goto(address + "rounds/1/")
    desk.context.set_offline(True)
    desk.keyboard.press("1")
    desk.keyboard.press("2")
    expect(desk.get_by_test_id("stuck")).to_be_visible()
    expect(row(desk, 1)).to_have_attribute("data-state", "waiting")
    expect_cursor(desk, 3)
    assert stored(event)[1] is None
    desk.context.set_offline(False)
    expect_saved(desk, 1, 2)
    expect(desk.get_by_test_id("stuck")).to_be_hidden()
    assert (stored(event)[1], stored(event)[2]) == ("1-0", "0-1")


def test_a_reload_keeps_what_was_not_sent_yet(desk: Page, event: Tournament, address: str) -> None:
    desk.route("**/result/", lambda route: route.abort())
    desk.goto(address + "rounds/1/")
    desk.keyboard.press("2")
    expect(row(desk, 1)).to_have_attribute("data-state", "waiting")
    desk.on("dialog", lambda dialog: dialog.accept())
    desk.unroute("**/result/")
    desk.reload()
    expect_saved(desk, 1)
    assert stored(event)[1] == "0-1"


def test_two_desks_that_disagree_are_asked(desk: Page, event: Tournament, address: str) -> None:
    desk.route(
        "**/results/**", lambda route: route.abort()
    )  # nothing is heard of the other desk before the key
    desk.goto(address + "rounds/1/")
    other = Desk(event.owner, event)
    other.save(1, 1, "0-1", "")
    desk.keyboard.press("1")
    conflict = row(desk, 1).locator(".entry__conflict")
    expect(conflict).to_be_visible()
    expect(row(desk, 1)).to_have_attribute("data-result", "0-1")
    assert stored(event)[1] == "0-1"
    conflict.get_by_role("button", name="Enter").click()
    expect(conflict).to_be_hidden()
    expect_saved(desk, 1)
    assert stored(event)[1] == "1-0"


def test_entries_of_another_desk_appear_without_moving_the_cursor(
    desk: Page, event: Tournament, address: str
) -> None:
    desk.goto(address + "rounds/1/")
    desk.keyboard.press("ArrowDown")
    Desk(event.owner, event).save(1, 5, "1-0", "")
    expect(row(desk, 5)).to_have_attribute("data-result", "1-0")
    expect(desk.get_by_test_id("missing-count")).to_have_text("5")
    expect_cursor(desk, 2)


def test_who_is_signed_out_keeps_the_entry_and_is_told(desk: Page, event: Tournament, address: str) -> None:
    desk.goto(address + "rounds/1/")
    kept = desk.context.cookies()
    desk.context.clear_cookies(name="sessionid")
    desk.keyboard.press("1")
    expect(row(desk, 1)).to_have_attribute("data-state", "signed-out")
    expect(desk.get_by_role("link", name="Sign in (new window)")).to_be_visible()
    desk.context.add_cookies(kept)  # type: ignore[arg-type]
    desk.get_by_role("button", name="Try now").click()
    expect_saved(desk, 1)
    assert stored(event)[1] == "1-0"


def test_the_entry_survives_signing_in_again_in_another_window(
    desk: Page, event: Tournament, address: str, live_server: Any
) -> None:
    """Signing in makes a new token against forged requests; the page that waits has the old one in its forms."""
    desk.goto(address + "rounds/1/")
    desk.context.clear_cookies()
    desk.keyboard.press("1")
    expect(row(desk, 1)).to_have_attribute("data-state", "signed-out")
    other = desk.context.new_page()
    sign_in(other, event.owner, live_server.url)
    other.goto(f"{live_server.url}/accounts/password/")  # any page with a form brings a new token
    other.close()
    desk.get_by_role("button", name="Try now").click()
    expect_saved(desk, 1)
    assert stored(event)[1] == "1-0"


def test_a_result_that_is_refused_is_not_shown_as_entered(
    desk: Page, event: Tournament, address: str
) -> None:
    # Before the page is opened: a page already open may send its next request past a route that is just being set up.
    desk.route("**/result/", lambda route: route.fulfill(status=404, body="gone"))
    desk.goto(address + "rounds/1/")
    desk.keyboard.press("1")
    expect(row(desk, 1)).to_have_attribute("data-state", "refused")
    expect(row(desk, 1)).to_have_attribute("data-result", "")
    expect(desk.get_by_test_id("missing-count")).to_have_text("6")


def test_a_hundred_results_need_no_more_than_a_key_each(desk: Page, live_server, event: Tournament) -> None:  # type: ignore[no-untyped-def]
    large = make_event(owner=event.owner, field=200)
    publish(large)
    desk.goto(f"{live_server.url}/desk/{large.slug}/rounds/1/")
    expect_cursor(desk, 1)
    for at in range(100):
        desk.keyboard.press("12="[at % 3])
    expect(desk.get_by_test_id("missing-count")).to_have_text("0")
    expect(desk.locator('[data-state="saved"]')).to_have_count(100)
    wanted = {at + 1: ("1-0", "0-1", "1/2-1/2")[at % 3] for at in range(100)}
    assert stored(large) == wanted


def test_without_a_script_the_same_buttons_work(
    browser, event: Tournament, address: str, live_server
) -> None:  # type: ignore[no-untyped-def]
    from tests.desk.browser.conftest import sign_in

    page = browser.new_context(java_script_enabled=False).new_page()
    sign_in(page, event.owner, live_server.url)
    page.goto(address + "rounds/1/")
    page.get_by_test_id("entry-2").get_by_role("button", name="draw").click()
    assert page.url.endswith("#table-3")
    assert stored(event)[2] == "1/2-1/2"
    page.get_by_test_id("entry-4").get_by_label("More results").click()
    page.get_by_label("neither came").check()
    page.get_by_test_id("save-result").click()
    assert stored(event)[4] == "---"
    page.context.close()
