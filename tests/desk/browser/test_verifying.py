"""The second pass by keyboard: nothing of the first is shown, and a difference stops whoever types on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.desk.browser.conftest import sign_in
from tests.factories import enter_all, enter_all_scores, make_table_event, make_user, publish, table
from tournaments.models import Match, Tournament
from tournaments.services import events, results

WINNERS = {1: "1-0", 2: "0-1", 3: "1/2-1/2", 4: "1-0", 5: "0-1", 6: "1-0"}


def result_of(match: Match) -> str:
    return WINNERS[match.table]


@pytest.fixture
def verifying(page: Page, event: Tournament, address: str, live_server: Any) -> Iterator[Page]:
    """A second person at the page for verifying; every result has been entered by the owner."""
    enter_all(event.rounds.get(), result_of)
    second = make_user("second")
    events.set_staff(tournament=event, actor=event.owner, user=second, role="scorekeeper")
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(30_000)
    sign_in(page, second, live_server.url)
    page.goto(address + "rounds/1/verify/")
    yield page
    assert errors == []


def verified(event: Tournament) -> dict[int, str]:
    rows = Match.objects.filter(round__tournament=event).exclude(verified_at=None)
    return dict(rows.values_list("table", "result"))


def type_all(page: Page, keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def test_a_round_is_verified_by_keyboard(verifying: Page, event: Tournament) -> None:
    type_all(verifying, "12=121")
    expect(verifying.locator("[data-verified-count]")).to_have_text("6")
    expect(verifying.locator('.entry[data-state="saved"]')).to_have_count(6)
    assert verified(event) == WINNERS


def test_a_difference_stops_and_is_answered_by_a_key(verifying: Page, event: Tournament) -> None:
    verifying.keyboard.press("2")  # table 1: 1-0 was entered
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
    assert Axe().run(verifying).violations_count == 0
    verifying.keyboard.press("n")
    expect(dialog).to_be_hidden()
    expect(verifying.get_by_test_id("verify-1")).to_have_attribute("data-state", "saved")
    assert verified(event) == {1: "0-1"}
    assert table(event.rounds.get(), 1).result == "0-1"


def test_the_first_pass_may_be_kept_and_the_work_goes_on(verifying: Page, event: Tournament) -> None:
    verifying.keyboard.press("2")
    expect(verifying.get_by_test_id("differs")).to_be_visible()
    verifying.keyboard.press("k")
    expect(verifying.get_by_test_id("verify-1")).to_have_attribute("data-state", "saved")
    type_all(verifying, "2=121")
    expect(verifying.locator("[data-verified-count]")).to_have_text("6")
    for number in WINNERS:
        expect(verifying.get_by_test_id(f"verify-{number}")).to_have_attribute("data-state", "saved")
    assert verified(event) == WINNERS


def test_a_question_put_off_waits_at_its_table(verifying: Page, event: Tournament) -> None:
    verifying.keyboard.press("2")
    dialog = verifying.get_by_test_id("differs")
    expect(dialog).to_be_visible()
    verifying.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(verifying.get_by_test_id("to-verify")).to_have_text("6")
    row = verifying.get_by_test_id("verify-1")
    expect(row).to_have_attribute("data-result", "")
    row.locator("[data-ask]").click()
    expect(dialog).to_be_visible()
    dialog.get_by_test_id("keep-first").click()
    expect(row).to_have_attribute("data-state", "saved")
    assert verified(event) == {1: "1-0"}


def test_what_changes_at_another_desk_has_to_be_keyed_again(verifying: Page, event: Tournament) -> None:
    verifying.keyboard.press("1")
    expect(verifying.get_by_test_id("verify-1")).to_have_attribute("data-state", "saved")
    match = table(event.rounds.get(), 1)
    results.enter_result(tournament=event, actor=event.owner, match=match, result="0-1")
    expect(verifying.get_by_test_id("verify-1")).to_have_attribute("data-result", "", timeout=15_000)
    expect(verifying.get_by_test_id("to-verify")).to_have_text("6")


def test_four_scores_are_verified_and_a_difference_is_asked_about(
    page: Page, transactional_db: None, live_server: Any
) -> None:
    event = make_table_event()
    enter_all_scores(publish(event))
    sign_in(page, event.owner, live_server.url)
    page.goto(f"{live_server.url}/desk/{event.slug}/rounds/1/verify/")
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
    for number in (1, 2):
        expect(page.get_by_test_id(f"verify-{number}")).to_have_attribute("data-state", "saved")
    assert set(verified(event)) == {1, 2}
