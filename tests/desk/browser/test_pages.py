"""Every page of the desk on a phone and on a screen: no accessibility fault, no sideways scrolling, no error."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.look import faults
from tests.factories import enter_all, make_event, pair, play_round
from tournaments.models import Tournament
from tournaments.services import invitations, penalties, rounds


def completed(event: Tournament) -> None:
    round_ = event.rounds.get(number=1)
    enter_all(round_)
    rounds.complete(tournament=event, actor=event.owner, round_=round_)


def drafted(event: Tournament) -> None:
    completed(event)
    pair(event)


def as_it_is(event: Tournament) -> None:
    pass


def entered(event: Tournament) -> None:
    enter_all(event.rounds.get(number=1))


def invited(event: Tournament) -> None:
    invitations.create(tournament=event, actor=event.owner, role="arbiter", label="Ida")


def punished(event: Tournament) -> None:
    first = event.players.get(number=1)
    for kind in ("caution", "match_loss"):
        penalties.give(
            tournament=event, actor=event.owner, player=first, kind=kind, infraction="Late", round_number=1
        )


PAGES: dict[str, tuple[str, Callable[[Tournament], None]]] = {
    "events": ("../", as_it_is),
    "new": ("../new/", as_it_is),
    "import an event": ("../import/", as_it_is),
    "dashboard": ("", as_it_is),
    "settings": ("settings/", as_it_is),
    "delete": ("settings/delete/", as_it_is),
    "players": ("players/", as_it_is),
    "player": ("players/1/", as_it_is),
    "check-in": ("players/check-in/", as_it_is),
    "pairs": ("players/pairs/", as_it_is),
    "import": ("players/import/", as_it_is),
    "results": ("rounds/1/", as_it_is),
    "table": ("rounds/1/tables/1/", as_it_is),
    "completed": ("rounds/1/", completed),
    "correction": ("rounds/1/tables/1/?result=0-1", completed),
    "draft": ("rounds/2/", drafted),
    "verify": ("rounds/1/verify/", entered),
    "verify question": ("rounds/1/verify/?table=1&second=0-1", entered),
    "staff": ("settings/staff/", invited),
    "rights": ("rights/", as_it_is),
    "penalties": ("penalties/", punished),
    "penalties of a player": ("players/1/", punished),
    "undo": ("undo/", as_it_is),
    "log": ("log/", completed),
    "standings": ("standings/", completed),
    "paper by table": ("print/1/tables/", as_it_is),
    "paper by name": ("print/1/names/", as_it_is),
    "paper slips": ("print/1/slips/", as_it_is),
    "paper standings": ("print/standings/", completed),
}


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_accessible_and_fits(desk: Page, event: Tournament, address: str, name: str) -> None:
    path, prepare = PAGES[name]
    prepare(event)
    response = desk.goto(address + path)
    assert response is not None and response.ok
    desk.locator("main").wait_for()
    assert faults(desk) == []


def test_the_chain_is_arranged_by_dragging_and_by_keyboard(desk: Page, address: str) -> None:
    desk.goto(address + "../new/")
    desk.fill("#id_name", "Kept while I arrange")
    names = desk.locator("[data-testid=chain-row] b")
    first, second = names.nth(0).inner_text(), names.nth(1).inner_text()
    desk.locator("#down-0").focus()
    desk.keyboard.press("Enter")
    expect(names.nth(0)).to_have_text(second)
    expect(desk.locator("#down-0")).to_be_focused()
    handle = desk.locator("[data-handle]")
    start, goal = handle.nth(1).bounding_box(), handle.nth(0).bounding_box()
    assert start and goal
    desk.mouse.move(start["x"] + 5, start["y"] + 5)
    desk.mouse.down()
    desk.mouse.move(goal["x"] + 5, goal["y"] - 5, steps=5)
    desk.mouse.up()
    expect(names.nth(0)).to_have_text(first)
    expect(desk.locator("#id_name")).to_have_value("Kept while I arrange")


def test_the_options_follow_the_system(desk: Page, address: str) -> None:
    desk.goto(address + "../new/")
    before = desk.get_by_test_id("options").inner_text()
    other = desk.locator("#id_system option").nth(1).get_attribute("value")
    desk.locator("#id_system").focus()
    desk.select_option("#id_system", other)
    expect(desk.get_by_test_id("options")).not_to_have_text(before)
    expect(desk.locator("#id_system")).to_be_focused()


def test_check_in_searches_as_you_type_and_switches_at_once(
    desk: Page, event: Tournament, address: str
) -> None:
    desk.goto(address + "players/check-in/")
    expect(desk.get_by_test_id("not-here")).to_have_text("12")
    desk.keyboard.type("player 1")
    expect(desk.locator("#checkin > li:visible")).to_have_count(4)
    desk.keyboard.press("Enter")
    desk.keyboard.press("Space")
    expect(desk.get_by_test_id("not-here")).to_have_text("11")
    assert event.players.filter(checked_in=True).count() == 1


def test_players_are_typed_one_after_the_other(desk: Page, event: Tournament, address: str) -> None:
    desk.goto(address + "players/")
    desk.fill("#id_name", "Ann")
    desk.keyboard.press("Enter")
    expect(desk.locator("#id_name")).to_be_focused()
    desk.keyboard.type("Bo")
    desk.keyboard.press("Enter")
    expect(desk.get_by_test_id("player-14")).to_contain_text("Bo")
    assert list(event.players.filter(number__gt=12).values_list("name", flat=True)) == ["Ann", "Bo"]


def test_an_impossible_round_is_solved_with_a_button(desk: Page, live_server, event: Tournament) -> None:  # type: ignore[no-untyped-def]
    tiny = make_event(owner=event.owner, field=2, rounds_planned=2)
    play_round(tiny)
    desk.goto(f"{live_server.url}/desk/{tiny.slug}/")
    desk.get_by_test_id("next-step").click()
    expect(desk.get_by_test_id("failure")).to_be_visible()
    assert Axe().run(desk).violations_count == 0
    desk.get_by_test_id("offer-allow_rematches").click()
    expect(desk.get_by_test_id("relaxed")).to_be_visible()
