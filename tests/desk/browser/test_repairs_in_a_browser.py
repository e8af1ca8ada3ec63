"""Repairs and changes by hand on a phone and at a desk: by keyboard alone, nothing cut off, no accessibility fault."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.look import faults
from tests.factories import enter_all, pair
from tests.tournaments.seated import tables
from tournaments.models import Match, Round, Tournament
from tournaments.services import results, rounds


@pytest.fixture
def event(event: Tournament) -> Tournament:
    """Twelve players: round 1 played, round 2 published, then a result of round 1 corrected."""
    first = event.rounds.get(number=1)
    enter_all(first)
    rounds.complete(tournament=event, actor=event.owner, round_=first)
    second = pair(event)
    rounds.publish(tournament=event, actor=event.owner, round_=second)
    match = Match.objects.get(round=first, table=2)
    results.correct_result(tournament=event, actor=event.owner, match=match, result="0-1")
    return event


PAGES = {
    "overview": "",
    "round": "rounds/2/",
    "repair": "rounds/2/repair/",
    "repair for somebody who left": "rounds/2/repair/?out=3&name=Zoe",
    "by hand": "rounds/2/by-hand/",
    "by hand, a preview": "rounds/2/by-hand/?kind=swap&first=1&second=4",
    "nobody came": "rounds/2/tables/1/",
    "correction": "rounds/1/tables/1/?result=0-1",
    "change the past": "impact/",
    "another scoring": "impact/scoring/",
    "another chain": "impact/tiebreaks/?tiebreaks=list_order",
    "another rating": "impact/rating/?player=3&rating=2400",
}


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_accessible_and_fits(desk: Page, address: str, name: str) -> None:
    response = desk.goto(address + PAGES[name])
    assert response is not None and response.ok
    desk.locator("main").wait_for()
    desk.evaluate("document.querySelectorAll('main details').forEach(d => { d.open = true; })")
    assert faults(desk) == []


def test_a_round_is_repaired_on_a_phone(desk: Page, event: Tournament, address: str) -> None:
    desk.set_viewport_size({"width": 360, "height": 740})
    desk.goto(address)
    expect(desk.get_by_test_id("repair-hint")).to_contain_text(
        "Round 2 was paired before table 2 of round 1 was corrected."
    )
    desk.get_by_test_id("repair").click()
    ways = desk.locator("[data-testid^=way-]")
    expect(ways.first).to_contain_text("Leave the round as it is")
    second = desk.get_by_test_id("way-2")
    broken = second.get_by_test_id("diff").locator("tbody tr").count()
    assert broken >= 2
    before = tables(Round.objects.get(tournament=event, number=2))
    second.get_by_label("Why").fill("two slips were mixed up")
    desk.get_by_test_id("repair-2").click()
    expect(desk.get_by_text("Round 2 is repaired.")).to_be_visible()
    after = tables(Round.objects.get(tournament=event, number=2))
    assert len([table for table in before if before[table] != after[table]]) == broken
    desk.goto(address)
    expect(desk.get_by_test_id("repair-hint")).to_have_count(0)


def test_two_players_are_swapped_by_keyboard_alone(desk: Page, event: Tournament, address: str) -> None:
    seats = tables(Round.objects.get(tournament=event, number=2))
    desk.goto(address + "rounds/2/by-hand/")
    form = desk.get_by_test_id("swap-form")
    form.locator("select").nth(0).focus()
    form.locator("select").nth(0).select_option(str(seats[1][0]))
    desk.keyboard.press("Tab")
    form.locator("select").nth(1).select_option(str(seats[2][0]))
    desk.keyboard.press("Tab")
    desk.keyboard.press("Enter")
    expect(desk.get_by_test_id("preview")).to_be_visible()
    desk.get_by_test_id("preview").get_by_label("Why").focus()
    desk.keyboard.type("asked by both")
    desk.keyboard.press("Enter")
    expect(desk.get_by_text("Round 2 is changed.")).to_be_visible()
    after = tables(Round.objects.get(tournament=event, number=2))
    assert (after[1], after[2]) == ((seats[2][0], seats[1][1]), (seats[1][0], seats[2][1]))
