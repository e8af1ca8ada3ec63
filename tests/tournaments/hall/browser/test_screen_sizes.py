"""Hall screens from the back of the hall: how large names are, what a key changes, what hides and what is said."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.windows import ASK, NETWORK, OpenWindow
from tests.factories import make_event, publish, table
from tests.sweep import sweep_too
from tournaments.hall.services import screens
from tournaments.models import Player, Tournament
from tournaments.results.services import results

NAMES = (
    "Anna Holm",
    "Bo Toft",
    "Bo Toft",
    "Maximiliana Featherstonehaugh-Cholmondeley",
    "羽生 善治",
    "Ib Skov",
)
# Every name that is shown, in parts of the height of the window: all of them, and those a row is about. And in how many
# sizes the headings by name are.
HEIGHTS = """() => {
  const rows = '[data-board]:not([hidden]) .board__rows > :not(.board__heads)';
  const sizes = (words) => [...document.querySelectorAll(`${rows}:is(${words}), ${rows} :is(${words})`)]
    .filter((name) => name.offsetParent)
    .map((name) => parseFloat(getComputedStyle(name).fontSize) / innerHeight);
  const own = 'th > bdi, li > bdi:not(.apart), .board__pair bdi:not(.apart)';
  const heads = [...document.querySelectorAll('.board__heads th')].map((head) => getComputedStyle(head).fontSize);
  return [Math.min(...sizes('bdi')), Math.min(...sizes(own)), new Set(heads).size];
}"""
# The boxes of the first row by name: the player, the table, the opponent.
CELLS = """() => [...document.querySelector('tr[data-label]').children]
  .map((cell) => cell.getBoundingClientRect().toJSON())"""
WINDOWS = [(1280, 720), *sweep_too((1920, 1080), (1080, 1920))]


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    tournament = make_event(slug="spring", round_minutes=50)
    Player.objects.bulk_create(
        Player(tournament=tournament, number=n, name=name, rating=2000 + n) for n, name in enumerate(NAMES, 1)
    )
    publish(tournament)
    return tournament


@pytest.fixture
def screen(window: OpenWindow, event: Tournament) -> Page:
    """A window of its own on a screen that shows the names, and whose time is the test's."""
    row = screens.create_screen(tournament=event, actor=None, name="Left", mode="names", size="L")
    page = window(own=True, harmless=(NETWORK, "Failed to fetch"))
    page.clock.install()
    page.goto(f"/e/spring/screen/{row.key}/")
    return page


@pytest.mark.parametrize("size", WINDOWS)
def test_names_are_three_hundredths_of_the_height_in_every_size_and_four_in_l(
    window: OpenWindow, event: Tournament, size: tuple[int, int]
) -> None:
    page = window(size={"width": size[0], "height": size[1]})
    for show in ("names", "tables", "standings"):
        page.goto(f"/e/spring/screen/?show={show}")
        lowest = {"S": 0.03, "M": 0.03, "L": 0.04, "XL": 0.05}
        for key, (letters, least) in enumerate(lowest.items(), 1):
            page.keyboard.press(str(key))
            expect(page.locator("[data-shown-size]")).to_have_text(letters)
            whole, own, heads = page.evaluate(HEIGHTS)
            assert whole >= 0.03, (show, letters)
            assert own >= least and heads <= 1, (show, letters)


def test_a_bracket_shows_the_games_of_the_running_round_in_letters_of_that_size_and_who_has_won(
    window: OpenWindow, transactional_db: None
) -> None:
    event = make_event(field=8, slug="cup", system="bracket", options={"after_round": 0}, rounds_planned=3)
    round_ = publish(event, after=1)
    match = table(round_)
    results.enter_result(tournament=event, actor=event.owner, match=match, result="1-0")
    winner, loser = (seat.player.name for seat in match.seats.all())
    page = window(size={"width": 1280, "height": 720})
    page.goto("/e/cup/screen/?show=bracket")
    expect(page.locator("[data-head=bracket]").first).to_contain_text("Semifinals")
    expect(page.locator(".board__rows > li")).to_have_count(2)
    expect(page.locator(".is-winner")).to_have_text(re.compile(f"{winner}.*has won", re.DOTALL))
    expect(page.locator(".board__pair > :not(.is-winner)", has_text=loser)).not_to_contain_text("has won")
    page.keyboard.press("2")
    assert page.evaluate(HEIGHTS)[1] >= 0.03


SHOWN = """() => [
  Number(document.querySelector('[data-page]').textContent.split(' ').pop() || 1),
  Number(getComputedStyle(document.querySelector('[data-board]')).getPropertyValue('--cols')),
  [...document.querySelectorAll('.board__other')].some((other) => other.offsetParent),
  ['head', 'foot'].reduce((sum, part) => sum + document.querySelector(`.screen__${part}`).offsetHeight, 0)
    / innerHeight,
]"""


def test_three_hundred_players_in_few_pages_and_the_opponents_where_the_desk_wants_them(
    window: OpenWindow, transactional_db: None
) -> None:
    event = make_event(slug="big", name="Copenhagen Spring Open 2026", round_minutes=50)
    short, long = "Anna Holm", "Maria-Louise Vestergaard"  # of two lines in XL
    Player.objects.bulk_create(
        Player(tournament=event, number=n, name=f"{short if n % 3 else long}{n}") for n in range(1, 301)
    )
    publish(event)
    page = window(size={"width": 1920, "height": 1080})
    wanted = [("names", "S", 3, 8), ("names", "XL", 2, 19), ("tables", "XL", 2, 19)]
    for show, size, columns, most in wanted:
        page.goto(f"/e/big/screen/?show={show}&size={size}")
        pages, found, opponents, around = page.evaluate(SHOWN)
        assert (found, opponents) == (columns, False), (show, size)
        assert pages <= most, (show, size)
        assert around <= 0.15
    row = screens.create_screen(tournament=event, actor=None, name="Left", mode="names", size="S")
    for details in (True, False):
        screens.update_screen(tournament=event, actor=None, screen=row, details=details)
        for address in (f"{row.key}/", f"?show=names&size=S&details={'yes' if details else 'no'}"):
            page.goto(f"/e/big/screen/{address}")
            assert page.evaluate(SHOWN)[2] is details


def test_a_key_changes_the_size_on_this_screen_until_the_desk_says_another(
    screen: Page, event: Tournament
) -> None:
    size = screen.locator("[data-shown-size]")
    expect(size).to_have_text("L")
    screen.keyboard.press("-")
    screen.reload()
    expect(size).to_have_text("M")
    row = event.screens.get()
    screens.update_screen(tournament=event, actor=None, screen=row, size="XL")
    screen.evaluate(ASK)
    expect(size).to_have_text("XL")


def test_the_opponent_stands_beside_the_table_where_there_is_room_and_below_the_name_where_not(
    window: OpenWindow, event: Tournament
) -> None:
    page = window(size={"width": 1000, "height": 700})
    page.goto("/e/spring/screen/?show=names")
    name, table, other = page.evaluate(CELLS)
    assert name["right"] <= table["left"] < table["right"] <= other["left"]
    page.set_viewport_size({"width": 800, "height": 700})
    name, table, other = page.evaluate(CELLS)
    assert other["top"] >= name["bottom"] - 1
    assert table["left"] >= other["right"] - 1


def test_what_controls_a_screen_hides_after_some_seconds_and_comes_back(screen: Page) -> None:
    tools = screen.locator(".screen__tools")
    expect(tools).to_be_visible()
    screen.clock.run_for(4_500)
    expect(tools).to_be_hidden()
    screen.keyboard.press("?")
    expect(tools).to_be_visible()
    expect(screen.get_by_role("dialog", name="Keys")).to_be_visible()


def test_a_screen_says_since_when_it_has_no_connection(screen: Page) -> None:
    expect(screen.locator(".offline")).to_be_hidden()
    screen.context.set_offline(True)
    screen.evaluate(ASK)
    expect(screen.locator(".offline")).to_contain_text("No connection since")
    screen.context.set_offline(False)
    screen.evaluate(ASK)
    expect(screen.locator(".offline")).to_be_hidden()
