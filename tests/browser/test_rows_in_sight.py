"""How much of a round, the standings and the players one sees without scrolling (design.md, section 1)."""

from playwright.sync_api import Page

from tests.browser.windows import DESK, OpenWindow
from tests.factories import add_player, make_event, make_table_event, pair, play_round, play_tables, publish
from tests.public.browser.phones import LONG_NAME

WHOLE = """rows => rows.filter(row => {
  const box = row.getBoundingClientRect();
  return box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
}).length"""

# Rows whose rating and points are whole.
RATED = """rows => rows.filter(row => {
  const [rating, all] = [row.querySelector("small"), row].map(part => part.getBoundingClientRect());
  return rating.width > 0 && rating.right <= all.right;
}).length"""


def in_sight(page: Page, rows: str) -> int:
    """Rows that are whole in the window as it is opened."""
    return int(page.locator(rows).evaluate_all(WHOLE))


def test_a_round_of_32_is_in_sight_and_so_are_the_standings_and_the_players(window: OpenWindow) -> None:
    event = make_event(field=32, slug="spring", name="Spring Open")
    play_round(event)
    page = window(event.owner, DESK)
    pair(event)
    page.goto("/desk/spring/rounds/2/")
    assert in_sight(page, ".draft__row[data-table]") == 16
    page.goto("/desk/spring/players/")
    assert in_sight(page, "#players tbody tr") >= 16
    page.goto("/desk/spring/standings/")
    assert in_sight(page, ".table--ranked tbody tr[data-player]") >= 18


def test_all_tables_of_a_round_being_played_are_in_sight_with_their_buttons(window: OpenWindow) -> None:
    event = make_event(field=32, slug="spring", name="Spring Open")
    event.players.filter(number__lte=2).update(name=LONG_NAME)
    publish(event)
    page = window(event.owner, DESK)
    page.goto("/desk/spring/rounds/1/")
    assert in_sight(page, ".entry") == 16
    assert page.locator(".entry__player").evaluate_all(RATED) == 32
    assert page.evaluate("scrollY") == 0
    for part in (".top", ".rail", "[data-testid=complete]", "[data-testid=missing-count]"):
        assert in_sight(page, part) == 1, part
    head, rail = (page.locator(part).bounding_box() for part in (".top", ".rail"))
    assert head and rail
    assert round(head["height"]) == 44
    assert round(rail["y"] + rail["height"]) == DESK["height"]


def test_a_laptop_shows_16_tables_and_19_lines_on_the_public_pages(window: OpenWindow) -> None:
    event = make_event(field=32, slug="spring", name="Spring Open", visibility="public")
    play_round(event)
    page = window(None, DESK)
    for path, row, at_least in (
        ("rounds/1/", ".pairing", 16),
        ("rounds/1/?by=name", "tr[data-player]", 19),
        ("standings/", "tr[data-player]", 19),
        ("players/", "tr[data-player]", 18),
    ):
        page.goto(f"/e/spring/{path}")
        assert in_sight(page, row) >= at_least, path


# Of each cell: how far it sticks out of the window, and how far it ends from its heading.
FOLDED = """() => {
  const heads = [...document.querySelectorAll("thead th")].map(cell => cell.getBoundingClientRect().right);
  const cells = [...document.querySelectorAll("tr[data-player]")].flatMap(row => [...row.cells].map((cell, i) => {
    const box = cell.getBoundingClientRect();
    const out = Math.max(-box.left, box.right - innerWidth, cell.scrollWidth - cell.clientWidth);
    return [out, Math.abs(box.right - heads[i])];
  }));
  return [Math.max(...cells.map(([out]) => out)), Math.max(...cells.map(([, off]) => off))];
}"""


def test_on_a_phone_every_tie_break_is_read_below_its_heading_without_scrolling_sideways(
    window: OpenWindow,
) -> None:
    order = ["solkoff", {"name": "omw", "floor": 0.33}, "sonneborn_berger", "median", "head_to_head"]
    event = make_event(field=8, slug="spring", tiebreaks=order, visibility="public")
    add_player(event, LONG_NAME)
    play_round(event)
    four = make_table_event(field=4, slug="riichi", owner=event.owner, visibility="public")
    play_tables(four)
    page = window(event.owner, {"width": 360, "height": 640})
    for address in ("/e/spring/standings/", "/desk/spring/standings/", "/e/riichi/standings/"):
        page.goto(address)
        sticks_out, off = page.evaluate(FOLDED)
        assert sticks_out < 1 and off < 8, address
