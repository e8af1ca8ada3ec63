"""The hall in a browser: clocks that no phone falsifies, lists and screens that follow by themselves, nothing cut."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.windows import ASK, PHONE, OpenWindow
from tests.factories import make_event, play_round, publish, table
from tests.sweep import sweep_too
from tournaments.hall.services import screens
from tournaments.models import Player, RoundClock, Tournament
from tournaments.results.services import results
from tournaments.rounds.services import clocks
from tournaments.steps.names import guessed_sort_name

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


# --- screens ---


SIZES = [(1280, 720), *sweep_too((1920, 1080), (1024, 768), (1080, 1920), (3840, 2160))]
Projector = Callable[..., Page]
LONG = (
    "Wolfeschlegelsteinhausenbergerdorff Hubert Blaine Senior the Third of Philadelphia",
    "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
    "Christopher Alexander Bartholomew Montgomery-Featherstonehaugh",
    "寿限無寿限無五劫の擦り切れ海砂利水魚の水行末雲来末風来末",
    "محمد بن سلمان بن عبد العزيز آل سعود",
    "羽生 善治",
)
# The rows of the page that is shown, and everything of it that is not wholly to be seen.
LOOK = """() => {
  const board = document.querySelector('[data-board]:not([hidden])'), box = board.getBoundingClientRect();
  const rows = [...board.querySelectorAll('.board__rows > :not(.board__heads)')];
  const heads = [...board.querySelectorAll('.board__heads, .board__heads *')];
  const seen = rows.map((row, at) => at).filter((at) => !rows[at].hidden);
  const cut = [];
  const around = document.querySelectorAll('.screen__head *, [data-fit], .board__timer, .board__timer *');
  const within = seen.flatMap((at) => [rows[at], ...rows[at].querySelectorAll('*')]);
  for (const element of [board, ...around, ...heads, ...within]) {
    const r = element.getBoundingClientRect();
    if (element.closest('svg')) continue;
    if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline'
        || element.scrollHeight > element.clientHeight + 1 && getComputedStyle(element).overflowY !== 'visible')
      cut.push(`${element.tagName}.${element.className} ${element.textContent.slice(0, 40)}`);
    if (r.width && (r.left < -1 || r.right > innerWidth + 1 || r.top < -1 || r.bottom > innerHeight + 1))
      cut.push(`out: ${element.tagName}.${element.className} ${element.textContent.slice(0, 40)}`);
  }
  for (const at of seen) {
    const r = rows[at].getBoundingClientRect();
    if (r.left < box.left - 1 || r.right > box.right + 1 || r.top < box.top - 1 || r.bottom > box.bottom + 1)
      cut.push(`outside: ${rows[at].textContent.slice(0, 40)}`);
  }
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) cut.push('scroll bars');
  return { names: seen.map((at) => (rows[at].querySelector('th') ?? rows[at]).textContent), cut };
}"""


def big_event(field: int = 300) -> Tournament:
    """Nearly all have one family name: the names of the rows and the letters of the pages are as long as they get."""
    event = make_event(slug="big", name="Copenhagen Spring Open 2026", rounds_planned=7, round_minutes=50)
    names = [*LONG, *(f"{'ABCDEFGHIJKLMNOPQRSTUVW'[n % 23]}{n:03} Player" for n in range(field - len(LONG)))]
    Player.objects.bulk_create(
        Player(tournament=event, number=n, name=name) for n, name in enumerate(names, 1)
    )
    play_round(event)
    clocks.start(tournament=event, actor=None, round_=publish(event))
    return event


@pytest.fixture
def projector(window: OpenWindow) -> Projector:
    """A window of a size that shows a page."""

    def show(size: tuple[int, int], address: str, *, own: bool = False) -> Page:
        page = window(size={"width": size[0], "height": size[1]}, own=own)
        if own:
            page.clock.install()
        page.goto(address)
        return page

    return show


def names_on(event: Tournament, mode: str) -> list[str]:
    """The names of the field as a list shows them: the one by name has the family name first."""
    names = event.players.values_list("name", flat=True)
    return [guessed_sort_name(name) if mode == "names" else name for name in names]


def every_page(page: Page) -> tuple[list[str], list[str]]:
    """What all pages show, row by row, and what is cut on any of them."""
    pages = int((page.inner_text("[data-page]") or "Page 1 of 1").split()[-1])
    rows: list[str] = []
    cut: list[str] = []
    for _ in range(pages):
        found = page.evaluate(LOOK)
        rows += found["names"]
        cut += found["cut"]
        page.keyboard.press("ArrowRight")
    return rows, cut


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("field", [100, *sweep_too(300)])
def test_everyone_is_on_exactly_one_page_and_nothing_is_cut(
    projector: Projector, size: tuple[int, int], field: int
) -> None:
    event = big_event(field)
    screen = screens.create_screen(tournament=event, actor=None, name="Left of the door")
    for mode in ("names", "tables", "standings"):
        screens.update_screen(tournament=event, actor=None, screen=screen, mode=mode)
        rows, cut = every_page(projector(size, f"/e/big/screen/{screen.key}/"))
        assert cut == [], mode
        everything = "\n".join(rows)
        assert [name for name in names_on(event, mode) if everything.count(name) != 1] == [], mode
        assert len(rows) == (field // 2 if mode == "tables" else field)


@pytest.mark.parametrize("size", SIZES)
def test_clock_and_message_fill_the_screen_and_are_not_cut(
    projector: Projector, size: tuple[int, int]
) -> None:
    event = big_event(12)
    for number in range(1, 6):
        match = table(event.rounds.get(number=2), number)
        clocks.extend_table(tournament=event, actor=None, match=match, minutes=5, why="late")
    screen = screens.create_screen(tournament=event, actor=None, name="Stage", mode="timer")
    page = projector(size, f"/e/big/screen/{screen.key}/")
    assert page.evaluate(LOOK)["cut"] == []
    digits = page.locator(".board__timer .clock b").bounding_box()
    assert digits is not None
    assert digits["height"] > 0.23 * min(size)
    for message in ("Lunch", "Lunch until 13:15. 昼食は13時15分まで。 " * 7):
        screens.update_screen(
            tournament=event, actor=None, screen=screen, mode="message", message=message.strip()
        )
        page.reload()
        assert page.evaluate(LOOK)["cut"] == []
        letters = page.eval_on_selector("[data-fit=tall]", "e => parseFloat(getComputedStyle(e).fontSize)")
        assert letters > 0.05 * min(size)


def test_pages_say_which_letters_they_hold_and_stay_as_long_as_the_desk_says(projector: Projector) -> None:
    event = big_event(92)
    screen = screens.create_screen(tournament=event, actor=None, name="Door", mode="names", seconds=20)
    page = projector((1920, 1080), f"/e/big/screen/{screen.key}/", own=True)
    number = page.locator("[data-page]")
    expect(number).to_have_text("Page 1 of 4")
    first = page.inner_text("[data-range]")
    assert first.startswith("L – Player, ")  # from Llanfair… to one of all those of one family name
    page.clock.run_for(19_000)
    expect(number).to_have_text("Page 1 of 4")
    page.clock.run_for(1_500)
    expect(number).to_have_text("Page 2 of 4")
    assert page.inner_text("[data-range]") != first
    page.keyboard.press(" ")  # it stands until the space bar is pressed again
    page.clock.run_for(60_000)
    expect(number).to_have_text("Page 2 of 4")
    page.keyboard.press("ArrowLeft")
    expect(number).to_have_text("Page 1 of 4")
    page.keyboard.press(" ")
    page.clock.run_for(20_500)
    expect(number).to_have_text("Page 2 of 4")


# --- in turn ----------------------------------------------------------------------------------------------------------

NOW = """() => [...document.querySelectorAll('[data-board]:not([hidden])')].map((board) => board.dataset.show)
  + ' ' + document.querySelector('[data-page]').textContent"""
HEAD = """() => [...document.querySelectorAll('.screen__head p')].filter((words) => words.offsetParent)
  .map((words) => words.textContent.replace(/\\s+/g, ' ').trim().replace(/[0-9:]+ left/, 'CLOCK')).join(' | ')"""
FOOT = """() => [...document.querySelectorAll('.screen__foot > *')]
  .map((part) => part.getBoundingClientRect().toJSON()).filter((box) => box.width && box.height)"""


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("field", [100, *sweep_too(300)])
def test_while_the_clock_runs_it_takes_turns_with_names_and_standings_and_nothing_is_cut(
    projector: Projector, size: tuple[int, int], field: int
) -> None:
    event = big_event(field)
    screen = screens.create_screen(tournament=event, actor=None, name="Left of the door")
    page = projector(size, f"/e/big/screen/{screen.key}/")
    expect(page.locator(".screen__head")).to_contain_text("left")
    seen: list[tuple[str, str]] = []
    names: dict[str, list[str]] = {"names": [], "standings": [], "timer": []}
    while len(seen) < 120:  # an end, should it never come round: 300 on an upright screen take over 60
        now, found = page.evaluate(NOW).split(), page.evaluate(LOOK)
        assert found["cut"] == [], now
        if seen and now[:3] == ["names", "Page", "1"]:
            break  # once round
        seen.append((now[0], page.evaluate(HEAD)))
        names[now[0]] += found["names"]
        page.keyboard.press("ArrowRight")
    shows = [show for show, _head in seen]
    others = list(dict.fromkeys(show for show in shows if show != "timer"))
    assert others == ["names", "standings"]
    between = "".join("t" if show == "timer" else "." for show in shows)
    assert "t" in between and "...." not in between and "tt" not in between
    for show in others:  # all of them, once each
        everything = "\n".join(names[show])
        assert [name for name in names_on(event, show) if everything.count(name) != 1] == [], show
    assert dict(seen) == {
        "names": "Round 2 of 7 · Find your table | CLOCK",
        "timer": "Round 2",
        "standings": "Standings after round 1 | CLOCK",
    }


def test_the_turn_goes_on_by_itself_until_the_names_leave_it_when_ten_minutes_have_run(
    projector: Projector,
) -> None:
    """By the server's time, which is counted on for a minute: the page is not loaded again."""
    event = make_event(slug="big", field=12, round_minutes=50)
    play_round(event)
    clocks.start(tournament=event, actor=None, round_=publish(event))
    RoundClock.objects.update(started_at=timezone.now() - timedelta(minutes=9, seconds=38))
    page = projector((1280, 720), "/e/big/screen/?every=3", own=True)
    expect(page.locator(".screen__head")).to_contain_text("left")
    order = [page.evaluate(NOW).strip()]
    for _ in range(4):
        page.clock.run_for(3_000)
        order.append(page.evaluate(NOW).strip())
    assert order == ["names", "timer", "standings", "timer", "names"]
    page.clock.run_for(15_000)
    shown = set()
    for _ in range(6):
        page.clock.run_for(3_000)
        shown.add(page.evaluate(NOW).strip())
    assert shown == {"timer", "standings"}
    assert page.evaluate(HEAD) in ("Round 2", "Standings after round 1 | CLOCK")


def test_a_result_that_comes_in_leaves_the_screen_where_it_is_and_the_clock_brings_the_turn(
    projector: Projector,
) -> None:
    event = make_event(slug="club", field=12, round_minutes=50)
    round_ = publish(event, after=1)
    screen = screens.create_screen(tournament=event, actor=None, name="Stage")
    page = projector((1280, 720), f"/e/club/screen/{screen.key}/")
    expect(page.locator("[data-board]")).to_have_count(1)
    page.keyboard.press(" ")  # it stands
    clocks.start(tournament=event, actor=None, round_=round_)
    page.evaluate(ASK)
    expect(page.locator("[data-board]")).to_have_count(3)
    assert page.evaluate(NOW).strip() == "names"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert page.evaluate(NOW).strip() == "standings"
    clocks.extend_table(tournament=event, actor=None, match=table(round_, 2), minutes=5, why="late")
    page.evaluate(ASK)
    expect(page.locator(".board__extra")).to_contain_text("Table 2 +5 min")
    assert page.evaluate(NOW).strip() == "standings"
    assert page.evaluate(LOOK)["cut"] == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("field", [100, *sweep_too(300)])
def test_the_foot_of_the_screen_holds_all_that_it_says_and_offers(
    projector: Projector, size: tuple[int, int], field: int, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["192.168.1.5", *settings.ALLOWED_HOSTS]  # there is a code, and its address
    event = big_event(field)
    named = screens.create_screen(tournament=event, actor=None, name="Left of the door", mode="names")
    for query in ("", "?show=names", f"{named.key}/"):
        page = projector(size, f"/e/big/screen/{query}")
        box = page.locator(".screen__foot").bounding_box()
        assert box is not None
        for _ in range(8):
            for part in page.evaluate(FOOT):
                assert part["y"] >= box["y"] - 1
                assert part["y"] + part["height"] <= box["y"] + box["height"] + 1
                assert part["x"] + part["width"] <= size[0] + 1
            page.keyboard.press("ArrowRight")
