"""The hall's pages in a browser: clocks that no phone falsifies, live lists, accessible on phones and on screens."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.look import Look, faults
from tests.desk.browser.conftest import sign_in
from tests.factories import make_event, publish, table
from tests.public.browser.phones import ASK
from tournaments.models import RoundClock, Tournament
from tournaments.services import clocks, results, screens

pytestmark = pytest.mark.django_db(transaction=True)
# Two hours behind: what a phone shows that was never set.
WRONG = "const real = Date.now; Date.now = () => real() - 7_200_000;"
LEFT = "e => { const [m, s] = e.textContent.split(':').map(Number); return m * 60 + s; }"


@pytest.fixture
def event() -> Tournament:
    tournament = make_event(field=12, slug="spring", round_minutes=50)
    publish(tournament)
    return tournament


def test_a_phone_with_a_wrong_clock_shows_the_right_time(
    event: Tournament, browser: Browser, live_server: Any
) -> None:
    round_ = event.rounds.get()
    clocks.start(tournament=event, actor=None, round_=round_)
    context = browser.new_context(base_url=live_server.url, locale="en")
    context.add_init_script(WRONG)
    page = context.new_page()
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
    context.close()


def test_over_time_it_counts_on_with_a_sign_and_in_words(
    event: Tournament, browser: Browser, live_server: Any
) -> None:
    round_ = event.rounds.get()
    clocks.start(tournament=event, actor=None, round_=round_, minutes=2)
    RoundClock.objects.update(used_seconds=180)
    context = browser.new_context(base_url=live_server.url, locale="en")
    page = context.new_page()
    page.goto("/e/spring/screen/?show=timer")
    expect(page.locator(".board [data-clock-word]")).to_have_text("over time")
    assert page.inner_text(".board [data-clock-time]").startswith("+1:")
    context.close()


INSIDE = (
    "e => { const box = e.getBoundingClientRect(); return box.left >= 0 && box.right <= window.innerWidth; }"
)


@pytest.mark.parametrize(("used", "shown"), [(0, r"^1:[23]\d:"), (9600, r"^\+1:1\d:")])
def test_a_clock_of_hours_is_whole_on_every_screen(
    event: Tournament, page: Page, live_server: Any, used: int, shown: str
) -> None:
    """A round of ninety minutes at its beginning, and more than an hour over its time."""
    clocks.start(tournament=event, actor=None, round_=event.rounds.get(), minutes=90)
    RoundClock.objects.update(used_seconds=used)
    sign_in(page, event.owner, live_server.url)
    for address in ("/e/spring/screen/?show=timer", "/desk/spring/rounds/1/clock/"):
        page.goto(live_server.url + address)
        face = page.locator("main [data-clock-time]").first
        expect(face).to_have_text(re.compile(shown))
        for width in (360, 1280, 1920):
            page.set_viewport_size({"width": width, "height": 800})
            assert face.evaluate(INSIDE), (address, width)


def test_the_desk_runs_the_clock_by_keys_and_what_is_typed_stays(
    event: Tournament, page: Page, live_server: Any
) -> None:
    sign_in(page, event.owner, live_server.url)
    page.goto(f"{live_server.url}/desk/spring/rounds/1/")
    expect(page.get_by_test_id("desk-clock")).to_contain_text("50:00 not started")
    page.locator("[data-table='1'] [tabindex]").first.focus()
    page.keyboard.press("t")
    expect(page.get_by_test_id("clock-pause")).to_be_visible()
    page.keyboard.press("+")
    expect(page.locator("#desk-clock [data-clock-time]")).to_have_text(re.compile(r"^5[01]:"))
    page.get_by_test_id("clock-pause").click()
    expect(page.get_by_test_id("desk-clock")).to_contain_text("paused")
    page.get_by_test_id("clock-page").click()
    page.fill("#clock-minutes", "35")
    clocks.add(tournament=event, actor=None, round_=event.rounds.get(), minutes=1)  # at another desk
    page.evaluate(ASK)
    page.wait_for_timeout(1500)
    assert page.input_value("#clock-minutes") == "35"
    page.get_by_test_id("clock-length").click()
    expect(page.locator("#desk-clock [data-clock-time]")).to_have_text(re.compile(r"^3[45]:"))


@pytest.mark.parametrize("width", [360, 1280])
def test_on_the_overview_a_running_clock_is_one_line_with_one_button(
    event: Tournament, page: Page, live_server: Any, width: int
) -> None:
    clocks.start(tournament=event, actor=None, round_=event.rounds.get())
    sign_in(page, event.owner, live_server.url)
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{live_server.url}/desk/spring/")
    card = page.get_by_test_id("desk-clock")
    expect(card.locator("[data-clock-word]")).to_have_text("left")
    expect(card.get_by_role("button")).to_have_count(1)
    tall = card.evaluate("card => card.getBoundingClientRect().height")
    assert tall < 80  # a button that a finger meets is 44 high
    card.get_by_role("button", name="Pause").click()
    expect(card).to_contain_text("paused")
    expect(card.get_by_role("button")).to_have_count(1)
    card.get_by_role("link", name="Clock").click()
    expect(page).to_have_url(f"{live_server.url}/desk/spring/rounds/1/clock/")
    expect(page.get_by_test_id("clock-stop")).to_be_visible()
    page.get_by_test_id("clock-more-5").click()
    expect(page.locator("#desk-clock [data-clock-time]")).to_have_text(re.compile(r"^5[45]:"))
    expect(page.get_by_test_id("clock-length")).to_be_visible()


def test_the_runners_list_follows_the_results_by_itself(
    event: Tournament, page: Page, live_server: Any
) -> None:
    sign_in(page, event.owner, live_server.url)
    page.goto(f"{live_server.url}/desk/spring/rounds/1/outstanding/")
    expect(page.get_by_test_id("open-3")).to_be_visible()
    page.get_by_test_id("playing-4").click()
    expect(page.get_by_test_id("playing-4")).to_have_attribute("aria-pressed", "true")
    results.enter_result(tournament=event, actor=None, match=table(event.rounds.get(), 3), result="1-0")
    page.evaluate(ASK)
    expect(page.get_by_test_id("open-3")).to_have_count(0)
    expect(page.get_by_test_id("outstanding-count")).to_contain_text("5 of 6 tables")


def test_axe_finds_nothing_and_nothing_is_wider_than_the_screen(
    event: Tournament, browser: Browser, live_server: Any
) -> None:
    round_ = event.rounds.get()
    clocks.start(tournament=event, actor=None, round_=round_)
    clocks.extend_table(
        tournament=event, actor=None, match=table(round_, 2), minutes=7, why="a judge came late " * 8
    )
    screen = screens.create_screen(
        tournament=event, actor=None, name="Left of the door " * 3, mode="message", message="Lunch " * 40
    )
    key = event.players.filter(seats__match=table(round_, 2))[0].key
    context = browser.new_context(base_url=live_server.url, locale="en", bypass_csp=True)
    page = context.new_page()
    sign_in(page, event.owner, live_server.url)
    found = []
    desk = (
        "",
        "rounds/1/",
        "rounds/1/outstanding/",
        "rounds/1/clock/",
        "rounds/1/tables/2/",
        "screens/",
        "tables/",
    )
    paper = (
        "print/poster/",
        "print/wall/",
        "print/player-cards/",
        "print/table-cards/",
        "print/1/outstanding/",
    )
    public = (
        "../../about/rights/",
        "",
        f"me/{key}/",
        "pairings/",
        f"screen/{screen.key}/",
        "screen/?show=timer",
    )
    for address in (*(f"/desk/spring/{p}" for p in (*desk, *paper)), *(f"/e/spring/{p}" for p in public)):
        answer = page.goto(address)
        assert answer is not None and answer.status == 200, address
        found += faults(page, [Look(width, 800) for width in (360, 1280, 1920)])
    context.close()
    assert found == []
