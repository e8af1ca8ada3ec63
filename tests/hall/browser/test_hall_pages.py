"""The hall's pages in a browser: clocks that no phone falsifies, lists that follow the results by themselves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.windows import ASK, PHONE, OpenWindow
from tests.factories import make_event, publish, table
from tournaments.models import RoundClock, Tournament
from tournaments.services import clocks, results

# Two hours behind: what a phone shows that was never set.
WRONG = "const real = Date.now; Date.now = () => real() - 7_200_000;"
LEFT = "e => { const [m, s] = e.textContent.split(':').map(Number); return m * 60 + s; }"
INSIDE = (
    "e => { const box = e.getBoundingClientRect(); return box.left >= 0 && box.right <= window.innerWidth; }"
)


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    tournament = make_event(field=12, slug="spring", round_minutes=50)
    publish(tournament)
    return tournament


@pytest.fixture
def desk(window: OpenWindow, event: Tournament) -> Page:
    return window(event.owner)


def test_a_phone_with_a_wrong_clock_shows_the_right_time(window: OpenWindow, event: Tournament) -> None:
    round_ = event.rounds.get()
    clocks.start(tournament=event, actor=None, round_=round_)
    page = window(size=PHONE, own=True)
    page.add_init_script(WRONG)
    page.goto("/e/spring/")
    face = page.locator("[data-clock-time]")
    expect(page.locator("[data-clock-word]")).to_have_text("left")
    expect(face).to_have_text(re.compile("^4"))
    assert 2400 < face.evaluate(LEFT) <= 3000
    page.reload()
    expect(face).to_have_text(re.compile("^4"))
    clocks.pause(tournament=event, actor=None, round_=round_)
    page.evaluate(ASK)
    expect(page.locator("[data-clock-word]")).to_have_text("paused")


def test_more_than_an_hour_over_time_is_said_in_words_and_whole_on_every_screen(
    desk: Page, event: Tournament
) -> None:
    clocks.start(tournament=event, actor=None, round_=event.rounds.get(), minutes=90)
    RoundClock.objects.update(used_seconds=9600)
    for address in ("/e/spring/screen/?show=timer", "/desk/spring/rounds/1/clock/"):
        desk.goto(address)
        face = desk.locator("main [data-clock-time]").first
        expect(face).to_have_text(re.compile(r"^\+1:1\d:"))
        expect(desk.locator("main [data-clock-word]").first).to_have_text("over time")
        for width in (360, 1280, 1920):
            desk.set_viewport_size({"width": width, "height": 800})
            assert face.evaluate(INSIDE), (address, width)


def test_the_desk_runs_the_clock_by_keys_and_what_is_typed_stays(desk: Page, event: Tournament) -> None:
    desk.goto("/desk/spring/rounds/1/")
    expect(desk.get_by_test_id("desk-clock")).to_contain_text("50:00 not started")
    desk.locator("[data-table='1'] [tabindex]").first.focus()
    desk.keyboard.press("t")
    expect(desk.get_by_test_id("clock-pause")).to_be_visible()
    desk.keyboard.press("+")
    expect(desk.locator("#desk-clock [data-clock-time]")).to_have_text(re.compile(r"^5[01]:"))
    desk.get_by_test_id("clock-pause").click()
    expect(desk.get_by_test_id("desk-clock")).to_contain_text("paused")
    desk.get_by_test_id("clock-page").click()
    desk.fill("#clock-minutes", "35")
    clocks.add(tournament=event, actor=None, round_=event.rounds.get(), minutes=1)  # at another desk
    desk.evaluate(ASK)
    desk.wait_for_timeout(300)  # nothing happens
    assert desk.input_value("#clock-minutes") == "35"
    desk.get_by_test_id("clock-length").click()
    expect(desk.locator("#desk-clock [data-clock-time]")).to_have_text(re.compile(r"^3[45]:"))


def test_the_runners_list_follows_the_results_by_itself(desk: Page, event: Tournament) -> None:
    desk.goto("/desk/spring/rounds/1/outstanding/")
    expect(desk.get_by_test_id("open-3")).to_be_visible()
    desk.get_by_test_id("playing-4").click()
    expect(desk.get_by_test_id("playing-4")).to_have_attribute("aria-pressed", "true")
    results.enter_result(tournament=event, actor=None, match=table(event.rounds.get(), 3), result="1-0")
    desk.evaluate(ASK)
    expect(desk.get_by_test_id("open-3")).to_have_count(0)
    expect(desk.get_by_test_id("outstanding-count")).to_contain_text("5 of 6 tables")
