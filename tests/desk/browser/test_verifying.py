"""The second pass by keyboard: nothing of the first is shown, and a difference stops whoever types on."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.look import PHONE, faults
from tests.browser.windows import ASK, NETWORK, OpenWindow
from tests.factories import enter_all, enter_all_scores, make_table_event, make_user, publish, table
from tournaments.events.services import events
from tournaments.models import Match, Tournament
from tournaments.results.services import results

WINNERS = {1: "1-0", 2: "0-1", 3: "1/2-1/2", 4: "1-0", 5: "0-1", 6: "1-0"}


def result_of(match: Match) -> str:
    return WINNERS[match.table]


@pytest.fixture
def verifying(window: OpenWindow, event: Tournament, address: str) -> Page:
    """A second person at the page for verifying; every result has been entered by the owner."""
    enter_all(event.rounds.get(), result_of)
    second = make_user("second")
    events.set_staff(tournament=event, actor=event.owner, user=second, role="scorekeeper")
    page = window(second, harmless=(NETWORK,))  # a difference is answered with 409
    page.goto(address + "rounds/1/verify/")
    return page


def verified(event: Tournament) -> dict[int, str]:
    rows = Match.objects.filter(round__tournament=event).exclude(verified_at=None)
    return dict(rows.values_list("table", "result"))


def type_all(page: Page, keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def expect_saved(page: Page, *tables: int) -> None:
    for number in tables:
        expect(page.get_by_test_id(f"verify-{number}")).to_have_attribute("data-state", "saved")


def test_a_difference_stops_and_is_answered_by_a_key(verifying: Page, event: Tournament) -> None:
    type_all(verifying, "2")  # table 1: 1-0 was entered
    dialog = verifying.get_by_test_id("differs")
    expect(dialog).to_be_visible()
    expect(dialog.locator("[data-first]")).to_have_text("1–0 (first player wins)")
    expect(dialog.locator("[data-second]")).to_have_text("0–1 (second player wins)")
    expect(dialog.locator("[data-who]")).to_contain_text(str(event.owner))
    # Whoever types on answers nothing by accident.
    type_all(verifying, "2=1")
    verifying.keyboard.press("Enter")
    expect(dialog).to_be_visible()
    assert 1 not in verified(event)
    assert faults(verifying, (PHONE,)) == []
    verifying.keyboard.press("n")
    expect(dialog).to_be_hidden()
    expect_saved(verifying, 1)
    assert verified(event) == {1: "0-1"}
    assert table(event.rounds.get(), 1).result == "0-1"
    type_all(verifying, "2=121")
    expect(verifying.locator("[data-verified-count]")).to_have_text("6")
    expect_saved(verifying, *WINNERS)
    assert verified(event) == WINNERS | {1: "0-1"}


def test_a_question_is_put_off_or_the_first_pass_kept(verifying: Page, event: Tournament) -> None:
    type_all(verifying, "2")
    dialog, row = verifying.get_by_test_id("differs"), verifying.get_by_test_id("verify-1")
    expect(dialog).to_be_visible()
    verifying.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(verifying.get_by_test_id("to-verify")).to_have_text("6")
    expect(row).to_have_attribute("data-result", "")
    row.locator("[data-ask]").click()
    expect(dialog).to_be_visible()
    dialog.get_by_test_id("keep-first").click()
    expect_saved(verifying, 1)
    assert verified(event) == {1: "1-0"}
    verifying.get_by_test_id("verify-2").locator("fieldset").focus()
    type_all(verifying, "1")
    expect(dialog).to_be_visible()
    type_all(verifying, "k")
    expect_saved(verifying, 2)
    type_all(verifying, "=121")
    expect_saved(verifying, *WINNERS)
    assert verified(event) == WINNERS


def test_what_changes_at_another_desk_has_to_be_keyed_again(verifying: Page, event: Tournament) -> None:
    type_all(verifying, "1")
    expect_saved(verifying, 1)
    match = table(event.rounds.get(), 1)
    results.enter_result(tournament=event, actor=event.owner, match=match, result="0-1")
    verifying.evaluate(ASK)
    expect(verifying.get_by_test_id("verify-1")).to_have_attribute("data-result", "")
    expect(verifying.get_by_test_id("to-verify")).to_have_text("6")


def test_four_scores_are_verified_and_a_difference_is_asked_about(window: OpenWindow) -> None:
    event = make_table_event()
    enter_all_scores(publish(event))
    page = window(event.owner, harmless=(NETWORK,))
    page.goto(f"/desk/{event.slug}/rounds/1/verify/")
    expect(page.get_by_test_id("same-person")).to_be_visible()
    for scores in (("423", "312", "280", "185"), ("312", "423", "280", "185")):
        for score in scores:
            page.keyboard.type(score)
            page.keyboard.press("Enter")
    dialog = page.get_by_test_id("differs")
    expect(dialog).to_be_visible()
    expect(dialog.locator("[data-first]")).to_contain_text("42,300 · 31,200")
    expect(dialog.locator("[data-second]")).to_contain_text("31,200 · 42,300")
    page.keyboard.press("k")
    expect(page.locator("[data-verified-count]")).to_have_text("2")
    expect_saved(page, 1, 2)
    assert set(verified(event)) == {1, 2}
