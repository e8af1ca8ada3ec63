"""Forms of the desk that answer at once: another system, a chain that is dragged, names one after the other."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.windows import OpenWindow
from tests.desk.four import riichi
from tournaments.models import Tournament


def test_the_chain_is_arranged_by_dragging_and_by_keyboard_and_options_follow_the_system(desk: Page) -> None:
    desk.goto("/desk/new/")
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
    before = desk.get_by_test_id("options").inner_text()
    other = desk.locator("#id_system option").nth(1).get_attribute("value")
    desk.locator("#id_system").focus()
    desk.select_option("#id_system", other)
    expect(desk.get_by_test_id("options")).not_to_have_text(before)
    expect(desk.locator("#id_system")).to_be_focused()
    expect(desk.locator("#id_name")).to_have_value("Kept while I arrange")


def test_players_are_checked_in_by_a_search_and_typed_one_after_the_other(
    desk: Page, event: Tournament, address: str
) -> None:
    desk.goto(address + "players/check-in/")
    expect(desk.get_by_test_id("not-here")).to_have_text("12")
    desk.keyboard.type("player 1")
    expect(desk.locator("#checkin > li:visible")).to_have_count(4)
    desk.keyboard.press("Enter")
    desk.keyboard.press("Space")
    expect(desk.get_by_test_id("not-here")).to_have_text("11")
    desk.keyboard.type("player 2")  # with a space in it, which would press the switch again
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    expect(desk.get_by_test_id("not-here")).to_have_text("10")
    for _ in range(2):  # one Enter for the only one of a name; who is here already stays so
        desk.keyboard.type("player 7")
        expect(desk.locator("#checkin > li:visible")).to_have_count(1)
        desk.keyboard.press("Enter")
        expect(desk.locator("#filter")).to_have_value("")
        expect(desk.locator("[data-said]")).to_have_text("Player 7: here")
    expect(desk.get_by_test_id("not-here")).to_have_text("9")
    desk.get_by_label("Only who is not here").check()
    desk.locator("#filter").focus()
    desk.keyboard.type("player 1")  # who is here already is no longer among those
    desk.keyboard.press("Enter")
    desk.keyboard.press("Enter")
    expect(desk.get_by_test_id("not-here")).to_have_text("8")
    assert event.players.filter(checked_in=True).count() == 4
    desk.goto(address + "players/")
    desk.fill("#id_name", "Ann")
    desk.keyboard.press("Enter")
    expect(desk.locator("#id_name")).to_be_focused()
    desk.keyboard.type("Bo")
    desk.keyboard.press("Enter")
    expect(desk.get_by_test_id("player-14")).to_contain_text("Bo")
    assert list(event.players.filter(number__gt=12).values_list("name", flat=True)) == ["Ann", "Bo"]


def test_a_new_event_of_four_is_set_up_with_the_keyboard(desk: Page) -> None:
    """Choosing the system brings its options, scoring and tie-breaks at once; what was typed before stays."""
    desk.goto("/desk/new/")
    desk.get_by_label("Name *").fill("Keyboard riichi")
    desk.locator("#id_system").focus()
    desk.locator("#id_system").select_option("mahjong_schedule")
    expect(desk.get_by_label("Uma, first")).to_have_value("15")
    expect(desk.locator("#id_system")).to_be_focused()
    expect(desk.get_by_test_id("chain-row").first).to_contain_text("First places")
    preset = desk.get_by_role("button", name="25,000 with return 30,000 and oka, uma 30/10")
    preset.focus()
    desk.keyboard.press("Enter")
    expect(desk.get_by_label("Uma, first")).to_have_value("30")
    expect(preset).to_be_focused()
    expect(preset).to_have_attribute("aria-pressed", "true")
    desk.get_by_test_id("save-event").press("Enter")
    expect(desk.get_by_role("heading", level=1)).to_have_text("Players")
    made = Tournament.objects.get(name="Keyboard riichi")
    assert (made.scoring["uma_first"], made.scoring["oka"], made.system) == (3000, 2000, "mahjong_schedule")


def test_numbers_are_typed_name_by_name(window: OpenWindow) -> None:
    """Find, Enter, number, Enter: the cursor is back in the search box for the next one."""
    event = riichi(8, slug="before", system="mahjong_schedule")
    desk = window(event.owner)
    desk.goto("/desk/before/players/numbers/")
    for name, number in (("player 3", "7"), ("player 5", "2")):
        expect(desk.get_by_role("searchbox")).to_be_focused()
        desk.keyboard.type(name)
        desk.keyboard.press("Enter")
        desk.keyboard.type(number)
        with desk.expect_navigation():
            desk.keyboard.press("Enter")
    drawn = dict(event.players.exclude(draw_number=None).values_list("number", "draw_number"))
    assert drawn == {3: 7, 5: 2}


def test_a_plan_becomes_phases_and_a_preset_is_changed_before_it_is_saved(desk: Page) -> None:
    desk.goto("/desk/new/")
    desk.get_by_label("Name *").fill("Lantern League")
    desk.get_by_test_id("plan").select_option("league")
    expect(desk.get_by_test_id("plan-follows")).to_contain_text("Bracket")
    desk.get_by_test_id("save-event").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("Players")
    made = Tournament.objects.get(name="Lantern League")
    assert [phase["system"]["name"] for phase in made.phases] == ["tiered", "bracket"]
    desk.goto(f"/desk/{made.slug}/settings/")
    desk.get_by_test_id("phases").click()
    desk.get_by_role("button", name="Groups of losses, then bracket").click()
    expect(desk.get_by_test_id("unsaved")).to_be_visible()
    groups, bracket = desk.get_by_test_id("phase-1"), desk.get_by_test_id("phase-2")
    groups.get_by_label("Rounds").fill("5")
    bracket.get_by_label("Who gets in").select_option("rank")
    bracket.get_by_label("How many").fill("10")
    desk.get_by_test_id("save-phases").click()
    expect(desk.get_by_text("The phases are saved.")).to_be_visible()
    made.refresh_from_db()
    assert [(phase["rounds"], phase["cut"]) for phase in made.phases] == [(5, None), (None, {"rank": 10})]
