"""The frame in a browser: finding by keys, swapping two players of a draft, the table beside the rows."""

from playwright.sync_api import Page, expect

from tests.browser.look import LARGE, Look, faults
from tests.browser.windows import DESK, OpenWindow
from tests.factories import add_player, make_event, pair, play_round, publish
from tournaments.models import Round, Tournament


def opponents(round_: Round) -> dict[int, int]:
    """Who plays whom, by number."""
    pairs = [[seat.player.number for seat in match.seats.all()] for match in round_.matches.all()]
    return {one: other for a, b in pairs for one, other in ((a, b), (b, a))}


def draft(window: OpenWindow) -> tuple[Tournament, Page]:
    event = make_event(field=8, slug="spring")
    play_round(event)
    pair(event)
    page = window(event.owner, DESK)
    page.goto("/desk/spring/rounds/2/")
    return event, page


def test_two_players_of_a_draft_are_swapped_by_two_clicks_and_one_press(window: OpenWindow) -> None:
    event, page = draft(window)
    before = opponents(event.rounds.get(number=2))
    first, second = page.locator("[data-player]").nth(1), page.locator("[data-player]").nth(3)
    one, other = (int(str(seat.get_attribute("data-player"))) for seat in (first, second))
    first.click()
    second.click()
    preview = page.get_by_test_id("preview")
    expect(preview).to_be_visible()
    expect(first.locator("ins")).to_contain_text(f"Player {other}")  # in the very rows
    expect(second.locator("ins")).to_contain_text(f"Player {one}")
    if preview.locator("[name=note][required]").count():
        preview.locator("[name=note]").fill("asked for")
    page.get_by_test_id("confirm-by-hand").click()
    expect(page.get_by_test_id("undo")).to_contain_text("Players swapped")
    after = opponents(event.rounds.get(number=2))
    assert (after[one], after[other]) == (before[other], before[one])


def test_a_repair_shows_in_the_rows_what_it_changes_and_is_taken_by_one_press(window: OpenWindow) -> None:
    event = make_event(field=9, slug="spring")
    round_ = publish(event, after=1)
    (resting,) = (bye.player for bye in round_.byes.all())
    missing, opponent = (seat.player for seat in round_.matches.get(table=1).seats.all())
    page = window(event.owner, DESK)
    page.goto("/desk/spring/rounds/2/")
    seat = page.locator(f"#table-1 [data-player='{missing.number}']")
    no_show = page.locator(f"[data-about-table] a[href$='?absent={missing.number}']")
    no_show.click()
    expect(seat.locator("ins")).to_contain_text(resting.name)
    page.keyboard.press("Escape")
    expect(page.locator(".is-replaced, .seat__comes, [data-way]")).to_have_count(0)
    expect(page.locator("#table-1 fieldset")).to_be_focused()
    no_show.click()
    expect(page.get_by_test_id("repair-1")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("undo")).to_contain_text("repaired")
    assert opponents(round_)[opponent.number] == resting.number


def test_keys_mark_move_and_take_the_marks_off_and_are_listed(window: OpenWindow) -> None:
    _event, page = draft(window)
    expect(page.locator("[data-player]").nth(0)).to_be_focused()
    for key in ("m", "ArrowRight", "ArrowDown", "m"):
        page.keyboard.press(key)
    expect(page.locator(".is-marked")).to_have_count(2)
    expect(page.get_by_test_id("preview").or_(page.get_by_test_id("refused"))).to_be_visible()
    expect(page.locator("[data-beside] :focus")).to_have_count(1)  # the next press is at hand
    page.keyboard.press("Escape")
    expect(page.locator(".is-marked, .is-replaced, .seat__comes")).to_have_count(0)
    expect(page.locator("[data-beside]")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_contain_text("mark a player")


def test_a_player_is_found_without_the_accents_and_opened_by_enter(window: OpenWindow) -> None:
    event = make_event(field=3, slug="spring")
    add_player(event, "Søren Åkesson", club="Aarhus")
    page = window(event.owner, DESK)
    page.goto("/desk/spring/")
    page.keyboard.press("Control+k")
    page.keyboard.type("soren ak")
    expect(page.locator("#find-list > li")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page).to_have_url("/desk/spring/players/4/")


def test_a_deed_is_found_with_a_name_and_waits_under_the_hand(window: OpenWindow) -> None:
    event = make_event(field=3, slug="spring")
    add_player(event, "Søren Åkesson", club="Aarhus")
    page = window(event.owner, DESK)
    page.goto("/desk/spring/")
    for words, address, button in (
        ("withdraw soren", "/desk/spring/players/4/#withdraw", "withdraw"),
        ("pair", "/desk/spring/#next-step", "next-step"),
    ):
        page.keyboard.press("Control+k")
        page.keyboard.type(words)
        expect(page.locator("#find-list > li").first).to_be_visible()
        assert faults(page, (LARGE,)) == []
        page.set_viewport_size(DESK)  # type: ignore[arg-type]
        page.keyboard.press("Enter")
        expect(page).to_have_url(address)
        expect(page.get_by_test_id(button)).to_be_focused()


def test_the_table_under_the_cursor_stands_beside_the_rows(window: OpenWindow) -> None:
    event = make_event(field=8, slug="spring")
    publish(event, after=1)
    page = window(event.owner, DESK)
    page.goto("/desk/spring/rounds/2/")
    beside = page.locator("[data-about-table]")
    expect(beside).to_contain_text("Table 1")
    page.keyboard.press("ArrowDown")
    expect(beside).to_contain_text("Table 2")
    expect(beside).to_contain_text("Rounds so far")


def test_every_document_of_the_round_in_view_is_two_keys_away_and_on_paper_enter_prints(
    window: OpenWindow,
) -> None:
    event = make_event(field=8, slug="spring", rounds_planned=3)
    publish(event, after=1)
    page = window(event.owner)
    page.goto("/desk/spring/rounds/1/")
    page.keyboard.press("p")
    first = page.locator("#prints .documents a").first
    press = page.get_by_role("button", name="Print round")
    expect(press).to_be_focused()
    expect(press).to_contain_text("3 sheets")
    expect(first).to_have_attribute("href", "/desk/spring/print/1/tables/")
    found = faults(page, (Look(360, 640), Look(1280, 800)))
    page.select_option("#prints select", "2")
    expect(first).to_have_attribute("href", "/desk/spring/print/2/tables/")
    expect(press).to_be_focused()
    page.keyboard.press("3")
    page.wait_for_url("**/print/2/slips/")
    expect(page.locator("[data-print-now]")).to_be_focused()
    page.goto("/desk/spring/standings/")
    page.keyboard.press("p")
    expect(page.locator("#prints a", has_text="Standings")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#prints")).not_to_be_visible()
    assert found == []
