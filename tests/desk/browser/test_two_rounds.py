"""Two rounds at once and the studies, on a phone and on a screen: accessible, nothing sideways, no error."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.factories import add_player, enter_all, pair, play_round, publish
from tests.tournaments.ahead import enter, mixed, shogi
from tournaments import jobs
from tournaments.models import Tournament

SIZES = {"phone": (360, 740), "desk": (1280, 800)}


@pytest.fixture
def event(transactional_db: None) -> Tournament:
    """Round 1 completed, 2 being played, 3 paired ahead and published; beside it an event with a draft."""
    event = shogi(field=12, rounds_planned=7, slug="two")
    play_round(event, mixed)
    enter(event, publish(event), 1, "1-0")
    publish(event)
    draft = shogi(field=12, rounds_planned=7, slug="draft-ahead", owner=event.owner)
    publish(draft)
    pair(draft)
    last = shogi(field=12, rounds_planned=2, slug="last", owner=event.owner)
    publish(last)
    return event


@pytest.mark.parametrize(
    "path",
    [
        "/desk/two/",
        "/desk/two/rounds/2/",
        "/desk/two/rounds/3/",
        "/desk/draft-ahead/",
        "/desk/draft-ahead/rounds/2/",
        "/desk/last/rounds/1/",
        "/e/two/",
        "/e/two/rounds/3/",
        "/e/two/players/1/",
        "/e/two/find/",
        "/lab/studies/",
        "STUDY",
    ],
)
def test_the_page_is_accessible_and_fits(desk: Page, event: Tournament, live_server: Any, path: str) -> None:
    if path == "STUDY":
        path = f"/lab/studies/{a_study(event.owner)}/"
    for width, height in SIZES.values():
        desk.set_viewport_size({"width": width, "height": height})
        response = desk.goto(live_server.url + path)
        assert response is not None and response.ok
        desk.evaluate("for (const part of document.querySelectorAll('main details')) part.open = true")
        assert desk.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), (
            f"wider than {width}"
        )
        faults = Axe().run(desk)
        assert faults.violations_count == 0, faults.generate_report()


def a_study(person: User) -> int:
    names = [f"Team {n}" for n in range(1, 13)]
    document = {
        "format": "pairwright-study/1", "players": names, "rounds": 5, "strongest_first": names,
        "algorithms": [{"name": "V B U E", "system": "wcsc"}, {"name": "Monrad", "system": "monrad"}],
    }  # fmt: skip
    return jobs.study(actor=person, document=document).pk


def test_a_phone_learns_of_the_next_round_by_itself(desk: Page, live_server: Any, event: Tournament) -> None:
    """The card of the event page shows the next table as soon as the round ahead is published."""
    other = shogi(field=8, slug="by-itself")
    first = publish(other)
    enter_all(first)
    desk.set_viewport_size({"width": 360, "height": 740})
    desk.goto(f"{live_server.url}/e/by-itself/")
    desk.evaluate("localStorage.setItem('pairwright:by-itself', '1')")
    desk.reload()
    expect(desk.locator("#you .place__table")).to_have_count(1)
    publish(other)
    for _ in range(30):
        desk.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        desk.wait_for_timeout(200)
        if desk.locator("#you .place__table").count() == 2:
            break
    expect(desk.locator("#you .places__one--next")).to_contain_text("Next: round 2")


def test_a_study_from_the_list_of_events_to_its_plots(desk: Page, live_server: Any) -> None:
    desk.goto(f"{live_server.url}/desk/")
    desk.get_by_role("link", name="Compare pairing algorithms").click()
    desk.get_by_label("Number of teams").fill("16")
    desk.get_by_label("Rounds *").fill("6")
    desk.get_by_test_id("run-study").click()
    expect(desk.get_by_role("heading", level=1)).to_have_text("16 teams, 6 rounds")
    expect(desk.locator(".lab-plot")).to_have_count(12)
    desk.get_by_role("link", name="Kendall").click()
    expect(desk.get_by_role("link", name="Kendall")).to_have_attribute("aria-current", "page")


def test_news_from_before_a_result_was_saved_does_not_take_it_back(
    desk: Page, event: Tournament, live_server: Any
) -> None:
    """What other desks did is asked for every few seconds; an answer on its way may know less than this page."""
    held: list[tuple[Any, Any]] = []
    desk.route("**/results/?since=*", lambda route: held.append((route, route.fetch())))
    desk.goto(f"{live_server.url}/desk/two/rounds/2/")
    add_player(event, "Somebody")  # there are news
    desk.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    for _ in range(50):
        if held:
            break
        desk.wait_for_timeout(100)
    row = desk.get_by_test_id("entry-2")
    row.locator("fieldset").focus()
    desk.keyboard.press("1")
    expect(row).to_have_attribute("data-state", "saved")
    route, old = held[0]
    assert old.json()["results"]["2"] == ""
    with desk.expect_response("**/results/?since=*"):
        route.fulfill(response=old)
    desk.wait_for_timeout(300)
    expect(row).to_have_attribute("data-state", "saved")
    expect(row).to_have_attribute("data-result", "1-0")
    desk.unroute_all(behavior="ignoreErrors")
