"""“What if?” in a real browser: results come by themselves, axe finds nothing, nothing is wider than a phone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.desk.browser.conftest import sign_in
from tests.public.browser.phones import PHONE
from tournaments import jobs
from tournaments.models import Simulation, Tournament
from tournaments.services import simulation_work, simulations

pytestmark = pytest.mark.django_db(transaction=True)
FIELD = {"model": "arithmetic", "players": 16}
CHAINS = [["solkoff"], ["omw"], ["opponent_median", "BH:cut=1"]]


def simulation_of(event: Tournament, *configurations: dict[str, Any]) -> Simulation:
    document = {
        "configurations": [{"field": FIELD, "cut": 4, **each} for each in configurations],
        "runs": 60,
        "seed": 1,
    }
    return simulations.request(actor=event.owner, document=document, tournament=event)


def pages_of(event: Tournament) -> list[str]:
    """The form, one that nobody has begun, one by rounds and systems, one by tie-breaks."""
    waiting = simulation_of(event, {"rounds": 3, "chains": CHAINS})
    systems = [{"name": "random_swiss"}, {"name": "monrad"}]
    several = simulation_of(
        event, *({"rounds": n, "system": s, "chains": CHAINS[:1]} for s in systems for n in (3, 4, 5))
    )
    ties = simulation_of(event, {"rounds": 4, "chains": CHAINS})
    for simulation in (several, ties):
        simulation_work.play_all(simulation.pk)
    return ["?event=" + event.slug, *(f"{simulation.key}/" for simulation in (waiting, several, ties))]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_and_nothing_is_wider_than_a_phone(
    browser: Browser, event: Tournament, live_server: Any, scheme: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "look_after_simulation", lambda simulation: simulation)
    pages = pages_of(event)
    context = browser.new_context(
        viewport=PHONE, base_url=live_server.url, color_scheme=scheme, bypass_csp=True
    )
    page = context.new_page()
    sign_in(page, event.owner, live_server.url)
    found = []
    for address in pages:
        page.goto(f"/lab/what-if/{address}")
        found += [(address, v["id"], v["nodes"][0]["html"]) for v in Axe().run(page).response["violations"]]
        for width in (PHONE["width"], 1280):
            page.set_viewport_size({**PHONE, "width": width})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                found.append((address, f"wider than {width}", ""))
        page.set_viewport_size(PHONE)
    context.close()
    assert found == []


def test_results_come_by_themselves(
    desk: Page, event: Tournament, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The event has begun, so every run goes through the engine.
    monkeypatch.setattr(simulations, "USUAL_SLOW", 2.0)
    simulation_work.load_kernels()
    desk.goto(address)
    desk.get_by_test_id("what-if").click()
    desk.get_by_label("Random Swiss").check()
    desk.get_by_label("Swiss-Monrad").uncheck()
    desk.get_by_label(re.compile("As in this event")).uncheck()
    desk.get_by_label("Opponents' median", exact=True).check()
    desk.get_by_test_id("ask-rounds").click()
    # How soon they come is measured elsewhere; a busy machine may take its time.
    expect(desk.get_by_test_id("conclusion")).to_contain_text(
        "With 3 rounds (Random Swiss) the strongest player wins", timeout=60_000
    )
    expect(desk.locator("#simulation")).to_have_attribute("data-state", "done", timeout=60_000)
    expect(desk.get_by_test_id("progress")).to_have_count(0)
    expect(desk.get_by_test_id("curves")).to_be_visible()
    desk.get_by_role("link", name="5 rounds, Random Swiss").click()
    expect(desk.get_by_test_id("conclusion")).to_contain_text("With 5 rounds", timeout=60_000)


def test_it_works_without_javascript(browser: Browser, event: Tournament, live_server: Any) -> None:
    simulation_work.load_kernels()
    context = browser.new_context(viewport=PHONE, base_url=live_server.url, java_script_enabled=False)
    page = context.new_page()
    sign_in(page, event.owner, live_server.url)
    page.goto("/lab/what-if/")
    page.get_by_test_id("ask-tiebreaks").click()
    # The page asks again by itself until everything is played.
    expect(page.locator("#simulation")).to_have_attribute("data-state", "done", timeout=60_000)
    expect(page.get_by_test_id("measures")).to_be_visible()
    context.close()
