"""Scores of tables of four with the keyboard alone, through a lost network, against another desk and from phones."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.desk.browser.conftest import sign_in
from tests.desk.four import RAW, TEXT, match_at, points_at, raw_at, riichi, seats
from tests.desk.pages import Desk
from tests.factories import publish
from tournaments.models import LogEntry, Tournament
from tournaments.services import claims

THEIRS = "31200,42300,28000,18500;0,0,0,0;0"


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    """Twelve players at three tables, round 1 published."""
    tournament = riichi(12, rounds_planned=3)
    publish(tournament)
    return tournament


def row(desk: Page, table: int) -> Locator:
    return desk.get_by_test_id(f"entry-{table}")


def box(desk: Page, table: int, name: str) -> Locator:
    return row(desk, table).locator(f"[name={name}]")


def expect_cursor(desk: Page, table: int, name: str = "raw_0") -> None:
    expect(box(desk, table, name)).to_be_focused()


def expect_saved(desk: Page, *tables: int) -> None:
    for table in tables:
        expect(row(desk, table)).to_have_attribute("data-state", "saved")


def type_in(desk: Page, *scores: str) -> None:
    for score in scores:
        desk.keyboard.type(score)
        desk.keyboard.press("Enter")


def test_the_keyboard_alone_runs_a_round(desk: Page, event: Tournament, address: str) -> None:
    """Every way to type a score; the fourth one typed or taken from the sum; then the round is completed."""
    desk.goto(address + "rounds/1/")
    expect_cursor(desk, 1)
    type_in(desk, "423", "31.2", "28,000", "18500")
    expect_cursor(desk, 2)
    type_in(desk, "350", "350", "300")
    expect_cursor(desk, 2, "raw_3")
    expect(box(desk, 2, "raw_3")).to_have_attribute("placeholder", "20000")
    desk.keyboard.press("Enter")
    expect(box(desk, 2, "raw_3")).to_have_value("20000")
    desk.keyboard.press("Enter")
    expect_cursor(desk, 3)
    type_in(desk, "-012", "412", "400")
    for key in ("=", "Enter"):
        desk.keyboard.press(key)
    expect(desk.get_by_test_id("complete")).to_be_focused()
    expect_saved(desk, 1, 2, 3)
    assert [raw_at(event, table) for table in (1, 2, 3)] == [
        list(RAW), [35000, 35000, 30000, 20000], [-1200, 41200, 40000, 40000]]  # fmt: skip
    assert points_at(event, 2) == [1500, 1500, -500, -2500]
    desk.keyboard.press("Enter")
    expect(desk.get_by_test_id("state")).to_contain_text("round 2")


def test_points_places_and_the_sum_are_shown_while_one_types(
    desk: Page, event: Tournament, address: str
) -> None:
    desk.goto(address + "rounds/1/")
    total = row(desk, 1).locator("[data-sum]")
    type_in(desk, "423", "312", "280")
    expect(total).to_have_text("18,500 left")
    desk.keyboard.type("197")
    expect(total).to_have_text("1,200 too many")
    desk.keyboard.press("Enter")
    expect_cursor(desk, 1, "raw_3")
    desk.keyboard.press("Control+a")
    desk.keyboard.type("185")
    expect(total).to_have_text("adds up")
    worth = [row(desk, 1).locator(f'[data-worth="{seat}"]') for seat in range(4)]
    for place, text in zip(worth, ("+27.3 1st", "+6.2 2nd", "−7.0 3rd", "−26.5 4th"), strict=True):
        expect(place).to_have_text(text)
    desk.keyboard.press("Escape")
    expect(box(desk, 1, "raw_0")).to_have_value("")
    assert raw_at(event) == [None] * 4


def test_sticks_left_on_the_table_are_offered_and_typed(desk: Page, event: Tournament, address: str) -> None:
    desk.goto(address + "rounds/1/")
    type_in(desk, "403", "312", "280", "185")
    expect(row(desk, 1).locator("[data-sum]")).to_have_text("2,000 too few")
    row(desk, 1).get_by_role("button", name="2 sticks left on the table").click()
    desk.keyboard.press("Enter")
    expect_saved(desk, 1)
    assert points_at(event) == [2730, 620, -700, -2650]
    expect_cursor(desk, 2)
    desk.keyboard.press("s")
    desk.keyboard.type("1")
    desk.keyboard.press("Enter")
    type_in(desk, "413", "312", "280")
    expect(box(desk, 2, "raw_3")).to_have_attribute("placeholder", "18500")


def test_a_chombo_is_a_key_and_another_penalty_asks_for_a_word(
    desk: Page, event: Tournament, address: str
) -> None:
    desk.goto(address + "rounds/1/")
    type_in(desk, "423", "312")
    desk.keyboard.press("c")
    expect(box(desk, 1, "penalty_2")).to_have_value("-20")
    type_in(desk, "280", "185")
    expect_saved(desk, 1)
    assert points_at(event) == [2730, 620, -2700, -2650]
    expect_cursor(desk, 2)
    type_in(desk, "423", "312", "280")
    desk.keyboard.type("185")
    desk.keyboard.press("p")
    desk.keyboard.type("5")
    desk.keyboard.press("Enter")
    expect(box(desk, 2, "note")).to_be_focused()
    expect(row(desk, 2)).to_contain_text("say why this penalty is given")
    desk.keyboard.type("late")
    desk.keyboard.press("Enter")
    expect_saved(desk, 2)
    assert points_at(event, 2) == [2730, 620, -700, -3150]
    assert LogEntry.objects.filter(action="result_entered", note="late").exists()


def test_arrows_jump_and_clear(desk: Page, event: Tournament, address: str) -> None:
    desk.goto(address + "rounds/1/")
    desk.keyboard.press("ArrowDown")
    expect_cursor(desk, 2)
    type_in(desk, "423", "312", "280", "185")
    expect_cursor(desk, 3)
    desk.keyboard.press("g")
    desk.keyboard.type("2")
    desk.keyboard.press("Enter")
    expect_cursor(desk, 2)
    for _box in range(4):
        desk.keyboard.press("Delete")
        desk.keyboard.press("Tab")
        if _box < 3:
            expect_cursor(desk, 2, f"raw_{_box + 1}")
    box(desk, 2, "raw_0").press("Enter")
    expect_saved(desk, 2)
    assert raw_at(event, 2) == [None] * 4
    expect(desk.get_by_test_id("missing-count")).to_have_text("3")


def test_nothing_is_lost_when_the_network_drops(desk: Page, event: Tournament, address: str) -> None:
    desk.goto(address + "rounds/1/")
    desk.context.set_offline(True)
    type_in(desk, "423", "312", "280", "185")
    expect(desk.get_by_test_id("stuck")).to_contain_text("1 result is not saved yet")
    type_in(desk, "423", "312", "280", "185")
    expect(desk.get_by_test_id("stuck")).to_contain_text("2 results are not saved yet")
    assert raw_at(event) == [None] * 4
    desk.context.set_offline(False)
    expect_saved(desk, 1, 2)
    expect(desk.get_by_test_id("stuck")).to_be_hidden()
    assert (raw_at(event), raw_at(event, 2)) == (list(RAW), list(RAW))


def test_a_reload_keeps_what_was_not_sent_yet(desk: Page, event: Tournament, address: str) -> None:
    desk.route("**/result/", lambda route: route.abort())
    desk.on("dialog", lambda dialog: dialog.accept())
    desk.goto(address + "rounds/1/")
    type_in(desk, "423", "312", "280", "185")
    expect(row(desk, 1)).to_have_attribute("data-state", "waiting")
    desk.unroute("**/result/")
    desk.reload()
    expect_saved(desk, 1)
    assert raw_at(event) == list(RAW)


def test_two_desks_that_disagree_are_asked(desk: Page, event: Tournament, address: str) -> None:
    desk.route(
        "**/results/**", lambda route: route.abort()
    )  # nothing is heard of the other desk before the key
    desk.goto(address + "rounds/1/")
    Desk(event.owner, event).save(1, 1, THEIRS, "")
    type_in(desk, "423", "312", "280", "185")
    conflict = row(desk, 1).locator(".entry__conflict")
    expect(conflict).to_contain_text("Keep 31,200 · 42,300 · 28,000 · 18,500")
    expect(box(desk, 1, "raw_0")).to_have_value("31200")
    conflict.get_by_role("button", name="Enter 42,300 · 31,200").click()
    expect_saved(desk, 1)
    assert raw_at(event) == list(RAW)


def test_entries_of_another_desk_appear_and_do_not_touch_what_is_being_typed(
    desk: Page, event: Tournament, address: str
) -> None:
    desk.goto(address + "rounds/1/")
    desk.keyboard.type("423")
    other = Desk(event.owner, event)
    other.save(1, 1, THEIRS, "")
    other.save(1, 3, TEXT, "")
    expect(box(desk, 3, "raw_1")).to_have_value("31200")
    expect(row(desk, 1)).to_contain_text("entered elsewhere in the meantime: 31,200 · 42,300")
    expect(box(desk, 1, "raw_0")).to_have_value("423")
    expect_cursor(desk, 1)
    desk.keyboard.press("Escape")
    expect(box(desk, 1, "raw_0")).to_have_value("31200")


def test_what_is_refused_stays_in_the_boxes_and_counts_as_missing(
    desk: Page, event: Tournament, address: str
) -> None:
    desk.route(
        "**/result/",
        lambda route: route.fulfill(
            status=422, json={"code": "x", "message": "Not like this.", "current": ""}
        ),
    )
    desk.goto(address + "rounds/1/")
    type_in(desk, "423", "312", "280", "185")
    expect(row(desk, 1)).to_have_attribute("data-state", "refused")
    expect(row(desk, 1)).to_contain_text("Not like this.")
    expect(box(desk, 1, "raw_0")).to_have_value("42300")
    expect(desk.get_by_test_id("missing-count")).to_have_text("3")


def test_scores_from_the_phones_are_accepted_and_refused_at_their_table(
    desk: Page, event: Tournament, address: str
) -> None:
    desk.goto(address + "rounds/1/")
    for table in (1, 2):
        east = seats(event, table)[0].player
        claims.claim_scores(tournament=event, player=east, match=match_at(event, table), raw=RAW)
    expect(desk.get_by_test_id("claim-1")).to_contain_text("42,300 · 31,200 · 28,000 · 18,500")
    expect(desk.get_by_test_id("claim-list").get_by_role("link")).to_have_text(["1", "2"])
    desk.get_by_test_id("accept-1").click()
    expect(box(desk, 1, "raw_0")).to_have_value("42300")
    expect(desk.get_by_test_id("claim-1")).to_be_hidden()
    desk.get_by_test_id("reject-2").click()
    expect(desk.get_by_test_id("claim-2")).to_be_hidden()
    expect(desk.get_by_test_id("claim-list")).to_be_hidden()
    assert (raw_at(event), raw_at(event, 2)) == (list(RAW), [None] * 4)


def test_without_a_script_every_table_is_a_form(
    browser: Any, event: Tournament, address: str, live_server: Any
) -> None:
    page = browser.new_context(java_script_enabled=False).new_page()
    sign_in(page, event.owner, live_server.url)
    page.goto(address + "rounds/1/")
    for seat, text in enumerate(("423", "31.2", "28,000", "19.7")):
        box(page, 2, f"raw_{seat}").fill(text)
    page.get_by_test_id("save-2").click()
    expect(row(page, 2)).to_contain_text("The scores make 121,200: 1,200 too many.")
    expect(box(page, 2, "raw_2")).to_have_value("28,000")
    box(page, 2, "raw_3").fill("18.5")
    page.get_by_test_id("save-2").click()
    assert page.url.endswith("#table-3")
    assert raw_at(event, 2) == list(RAW)
    page.context.close()
