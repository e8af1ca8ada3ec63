"""Scores of tables of four with the keyboard alone, against another desk and from phones."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.windows import ASK
from tests.desk.four import RAW, TEXT, match_at, points_at, raw_at, riichi, seats
from tests.desk.pages import Desk
from tests.factories import publish
from tournaments.models import LogEntry, Tournament
from tournaments.phones.services import reports

GAME = ("423", "312", "280", "185")
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


@pytest.fixture
def scores(desk: Page, address: str) -> Page:
    """The desk at the scores of round 1."""
    desk.goto(address + "rounds/1/")
    expect_cursor(desk, 1)
    return desk


def test_the_keyboard_alone_runs_a_round(scores: Page, event: Tournament) -> None:
    """Every way to type a score; the fourth one typed or taken from the sum; then the round is completed."""
    type_in(scores, "423", "31.2", "28,000", "18500")
    expect_cursor(scores, 2)
    type_in(scores, "350", "350", "300")
    expect_cursor(scores, 2, "raw_3")
    expect(box(scores, 2, "raw_3")).to_have_attribute("placeholder", "20000")
    scores.keyboard.press("Enter")
    expect(box(scores, 2, "raw_3")).to_have_value("20000")
    scores.keyboard.press("Enter")
    expect_cursor(scores, 3)
    type_in(scores, "-012", "412", "400")
    for key in ("=", "Enter"):
        scores.keyboard.press(key)
    expect(scores.get_by_test_id("complete")).to_be_focused()
    expect_saved(scores, 1, 2, 3)
    assert [raw_at(event, table) for table in (1, 2, 3)] == [
        list(RAW), [35000, 35000, 30000, 20000], [-1200, 41200, 40000, 40000]]  # fmt: skip
    assert points_at(event, 2) == [1500, 1500, -500, -2500]
    scores.keyboard.press("Enter")
    expect(scores.get_by_test_id("state")).to_contain_text("round 2")


def test_points_places_and_the_sum_are_shown_while_one_types(scores: Page, event: Tournament) -> None:
    total = row(scores, 1).locator("[data-sum]")
    type_in(scores, "423", "312", "280")
    expect(total).to_have_text("18,500 left")
    scores.keyboard.type("197")
    expect(total).to_have_text("1,200 too many")
    scores.keyboard.press("Enter")
    expect_cursor(scores, 1, "raw_3")
    scores.keyboard.press("Control+a")
    scores.keyboard.type("185")
    expect(total).to_have_text("adds up")
    worth = [row(scores, 1).locator(f'[data-worth="{seat}"]') for seat in range(4)]
    for place, text in zip(worth, ("+27.3 1st", "+6.2 2nd", "−7.0 3rd", "−26.5 4th"), strict=True):
        expect(place).to_have_text(text)
    scores.keyboard.press("Escape")
    expect(box(scores, 1, "raw_0")).to_have_value("")
    assert raw_at(event) == [None] * 4
    expect_cursor(scores, 1)
    type_in(scores, "403", "312", "280", "185")
    expect(total).to_have_text("2,000 too few")
    row(scores, 1).get_by_role("button", name="2 sticks left on the table").click()
    scores.keyboard.press("Enter")
    expect_saved(scores, 1)
    assert points_at(event) == [2730, 620, -700, -2650]
    expect_cursor(scores, 2)
    scores.keyboard.press("s")
    type_in(scores, "1", "413", "312", "280")
    expect(box(scores, 2, "raw_3")).to_have_attribute("placeholder", "18500")


def test_a_chombo_is_a_key_and_another_penalty_asks_for_a_word(scores: Page, event: Tournament) -> None:
    type_in(scores, "423", "312")
    scores.keyboard.press("c")
    expect(box(scores, 1, "penalty_2")).to_have_value("-20")
    type_in(scores, "280", "185")
    expect_saved(scores, 1)
    assert points_at(event) == [2730, 620, -2700, -2650]
    expect_cursor(scores, 2)
    type_in(scores, "423", "312", "280")
    scores.keyboard.type("185")
    scores.keyboard.press("p")
    type_in(scores, "5")
    expect(box(scores, 2, "note")).to_be_focused()
    expect(row(scores, 2)).to_contain_text("give a reason for this penalty")
    type_in(scores, "late")
    expect_saved(scores, 2)
    assert points_at(event, 2) == [2730, 620, -700, -3150]
    assert LogEntry.objects.filter(action="result_entered", note="late").exists()


def test_arrows_jump_and_clear(scores: Page, event: Tournament) -> None:
    scores.keyboard.press("ArrowDown")
    expect_cursor(scores, 2)
    type_in(scores, "423", "312", "280", "185")
    expect_cursor(scores, 3)
    scores.keyboard.press("g")
    type_in(scores, "2")
    expect_cursor(scores, 2)
    for _box in range(4):
        scores.keyboard.press("Delete")
        scores.keyboard.press("Tab")
        if _box < 3:
            expect_cursor(scores, 2, f"raw_{_box + 1}")
    box(scores, 2, "raw_0").press("Enter")
    expect_saved(scores, 2)
    assert raw_at(event, 2) == [None] * 4
    expect(scores.get_by_test_id("missing-count")).to_have_text("3")


def test_two_desks_that_disagree_are_asked_and_what_is_being_typed_is_left_alone(
    desk: Page, event: Tournament, address: str
) -> None:
    desk.route("**/results/**", lambda route: route.abort())  # nothing is heard of the other before the key
    desk.goto(address + "rounds/1/")
    other = Desk(event.owner, event)
    other.save(1, 1, THEIRS, "")
    type_in(desk, *GAME)
    conflict = row(desk, 1).locator(".entry__conflict")
    expect(conflict).to_contain_text("Keep 31,200 · 42,300 · 28,000 · 18,500")
    expect(box(desk, 1, "raw_0")).to_have_value("31200")
    conflict.get_by_role("button", name="Enter 42,300 · 31,200").click()
    expect_saved(desk, 1)
    assert raw_at(event) == list(RAW)
    box(desk, 2, "raw_0").fill("423")
    other.save(1, 2, THEIRS, "")
    other.save(1, 3, TEXT, "")
    desk.unroute("**/results/**")
    desk.evaluate(ASK)
    expect(box(desk, 3, "raw_1")).to_have_value("31200")
    expect(row(desk, 2)).to_contain_text("entered elsewhere just now: 31,200 · 42,300")
    expect(box(desk, 2, "raw_0")).to_have_value("423")
    expect_cursor(desk, 2)
    desk.keyboard.press("Escape")
    expect(box(desk, 2, "raw_0")).to_have_value("31200")


def test_what_is_refused_stays_in_the_boxes_and_counts_as_missing(
    desk: Page, event: Tournament, address: str
) -> None:
    refusal = {"code": "x", "message": "Not like this.", "current": ""}
    desk.route("**/result/", lambda route: route.fulfill(status=422, json=refusal))
    desk.goto(address + "rounds/1/")
    type_in(desk, *GAME)
    expect(row(desk, 1)).to_have_attribute("data-state", "refused")
    expect(row(desk, 1)).to_contain_text("Not like this.")
    expect(box(desk, 1, "raw_0")).to_have_value("42300")
    expect(desk.get_by_test_id("missing-count")).to_have_text("3")


def test_scores_from_the_phones_are_accepted_and_refused_at_their_table(
    scores: Page, event: Tournament
) -> None:
    for table in (1, 2):
        east = seats(event, table)[0].player
        reports.report_scores(tournament=event, player=east, match=match_at(event, table), raw=RAW)
    scores.evaluate(ASK)
    expect(scores.get_by_test_id("report-1")).to_contain_text("42,300 · 31,200 · 28,000 · 18,500")
    expect(scores.get_by_test_id("report-list").get_by_role("link")).to_have_text(["1", "2"])
    scores.get_by_test_id("accept-1").click()
    expect(box(scores, 1, "raw_0")).to_have_value("42300")
    expect(scores.get_by_test_id("report-1")).to_be_hidden()
    scores.get_by_test_id("reject-2").click()
    expect(scores.get_by_test_id("report-2")).to_be_hidden()
    expect(scores.get_by_test_id("report-list")).to_be_hidden()
    assert (raw_at(event), raw_at(event, 2)) == (list(RAW), [None] * 4)
