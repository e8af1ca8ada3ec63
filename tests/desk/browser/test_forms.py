"""Forms of the desk that answer at once: another system, a chain that is dragged, names one after the other."""

from playwright.sync_api import Dialog, Page, Route, expect

from tests.browser.windows import OpenWindow
from tests.desk.four import riichi
from tournaments.models import Tournament


def test_the_chain_is_arranged_by_dragging_and_by_keyboard_and_options_follow_the_system(desk: Page) -> None:
    desk.goto("/desk/new/")
    desk.fill("#id_name", "Kept while I arrange")
    desk.click("[data-testid=all-settings] > summary")
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


def test_a_suggested_number_of_rounds_never_takes_the_place_of_one_typed_even_while_it_is_on_its_way(
    desk: Page,
) -> None:
    rounds, system = desk.locator("#id_rounds_planned"), desk.locator("#id_system")
    desk.goto("/desk/new/")
    desk.fill("#id_players_expected", "16")
    desk.locator("[value=knockout]").check()
    expect(rounds).to_have_value("4")  # 16 players, halved four times
    on_its_way: list[Route] = []
    desk.route("**/desk/new/", lambda route: on_its_way.append(route), times=1)
    with desk.expect_request("**/desk/new/"):
        desk.locator("[value=round_robin][type=radio]").check()
    rounds.fill("1")
    on_its_way.pop().continue_()
    expect(system).to_have_value("round_robin")
    desk.keyboard.type("2")
    desk.locator("[value=double_elimination][type=radio]").check()
    expect(system).to_have_value("double_elimination")
    expect(rounds).to_have_value("12")


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
        expect(desk.locator("[data-said]")).to_have_text("Player 7: checked in")
    expect(desk.get_by_test_id("not-here")).to_have_text("9")
    desk.get_by_label("Only players not checked in").check()
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


def test_two_sections_of_the_settings_are_saved_by_one_press_and_leaving_them_is_asked_about(
    desk: Page, event: Tournament, address: str
) -> None:
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    desk.on("dialog", stay)
    try:
        desk.goto(address + "settings/")
        desk.get_by_test_id("event-form").get_by_label("Venue").fill("Town hall")
        desk.get_by_label("Minutes a round").fill("50")
        desk.get_by_test_id("staff").click()
        expect(desk.get_by_label("Venue")).to_have_value("Town hall")  # still here
        assert asked == ["beforeunload"]
        desk.get_by_test_id("save-event").click()
        expect(desk.locator(".messages")).to_contain_text("The settings are saved.")
        event.refresh_from_db()
        assert (event.venue, event.round_minutes) == ("Town hall", 50)
        desk.get_by_test_id("staff").click()
        expect(desk).to_have_url(address + "settings/staff/")
        # The button of another form of the page would lose what is typed in this one.
        desk.goto(address + "players/1/")
        desk.get_by_test_id("edit-player").get_by_label("Club").fill("Aarhus")
        desk.get_by_test_id("withdraw").click()
        expect(desk.get_by_label("Club")).to_have_value("Aarhus")
        assert asked == ["beforeunload"] * 2
        assert not event.players.exclude(left_after_round=None).exists()
    finally:
        desk.remove_listener("dialog", stay)


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
