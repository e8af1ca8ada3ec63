"""Forms of the desk that touch the past: what they change is seen first, nothing typed is lost on the way back."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tournaments.models import LogEntry, Tournament

WIDTHS = {"phone": 360, "desk": 1280}


def fits(page: Page) -> None:
    """Nothing is cut off, and no accessibility fault, on a phone and at a desk."""
    page.evaluate("document.querySelectorAll('main details').forEach(d => { d.open = true; })")
    for width in WIDTHS.values():
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), width
        faults = Axe().run(page)
        assert faults.violations_count == 0, faults.generate_report()


@pytest.mark.parametrize("width", WIDTHS.values(), ids=list(WIDTHS))
def test_another_ranking_is_seen_taken_back_to_the_form_and_confirmed(
    desk: Page, event: Tournament, address: str, width: int
) -> None:
    desk.set_viewport_size({"width": width, "height": 800})
    desk.goto(f"{address}players/3/")
    form = desk.get_by_test_id("edit-player")
    form.get_by_label("Ranking").fill("1")
    form.get_by_label("Note for the staff").fill('sits <far> from "the door"')
    form.get_by_role("button", name="Save").click()
    expect(desk.get_by_role("heading", name="This changes the past")).to_be_visible()
    expect(desk.get_by_test_id("about")).to_contain_text("ranking – → 1")
    desk.get_by_test_id("back-to-form").click()
    expect(form.get_by_label("Ranking")).to_have_value("1")
    expect(form.get_by_label("Note for the staff")).to_have_value('sits <far> from "the door"')
    assert event.players.get(number=3).ranking is None
    form.get_by_role("button", name="Save").click()
    desk.get_by_test_id("confirm-foreseen").click()
    expect(desk.get_by_role("alert")).to_contain_text("say why it is changed")
    fits(desk)
    desk.get_by_label("Why").fill("the list was old")
    desk.get_by_label("Why").press("Enter")
    expect(desk.get_by_text("Player 3 is saved.")).to_be_visible()
    assert event.players.get(number=3).ranking == 1
    assert LogEntry.objects.filter(tournament=event).latest("id").note == "the list was old"


def test_another_chain_goes_the_same_way(desk: Page, event: Tournament, address: str) -> None:
    desk.goto(f"{address}settings/")
    rows = desk.get_by_test_id("chain-row")
    names = rows.locator("b").all_inner_texts()
    assert len(names) > 1
    rows.nth(0).get_by_role("button", name="down").click()
    expect(rows.locator("b").first).to_have_text(names[1])
    desk.get_by_test_id("save-event").click()
    expect(desk.get_by_test_id("foreseen")).to_be_visible()
    fits(desk)
    desk.get_by_test_id("back-to-form").click()
    expect(rows.locator("b").first).to_have_text(names[1])
    desk.get_by_test_id("save-event").click()
    desk.get_by_label("Why").fill("as announced")
    desk.get_by_test_id("confirm-foreseen").click()
    expect(desk.get_by_text("The settings are saved.")).to_be_visible()
    expect(rows.locator("b").first).to_have_text(names[1])
