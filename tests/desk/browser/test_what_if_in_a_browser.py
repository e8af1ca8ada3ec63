"""“What if?” in a real browser: results come by themselves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tournaments.services import simulation_work, simulations


def test_results_come_by_themselves(desk: Page, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The event has begun, so every run goes through the engine.
    monkeypatch.setattr(simulations, "usual_runs", lambda configurations: 10)
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
        re.compile(r"Play (at least )?\d rounds? in all"), timeout=60_000
    )
    expect(desk.locator("#simulation")).to_have_attribute("data-state", "done", timeout=60_000)
    expect(desk.get_by_test_id("progress")).to_have_count(0)
    expect(desk.get_by_test_id("curves")).to_be_visible()
    desk.get_by_role("link", name="5 rounds, Random Swiss").click()
    expect(desk.get_by_test_id("conclusion")).to_contain_text(re.compile("more rounds"), timeout=60_000)
