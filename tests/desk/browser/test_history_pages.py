"""The log, undo and the snapshots on a phone and on a screen; the way back by keyboard and pointer."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.look import faults
from tests.factories import enter_all, table
from tournaments.models import EventSnapshot, SnapshotReason, Tournament
from tournaments.services import results, rounds, snapshots, undo

PAGES = ["log/", "log/?q=Player&player=3", "log/?player=x", "undo/", "snapshots/", "snapshots/{key}/"]


@pytest.fixture
def lived(event: Tournament) -> EventSnapshot:
    """Results, a correction, something undone; the snapshot is from before all that."""
    given = {"tournament": event, "actor": event.owner}
    kept = snapshots.keep_by_hand(tournament=event, actor=event.owner, note="before the first result")
    round_ = event.rounds.get(number=1)
    enter_all(round_)
    rounds.complete(**given, round_=round_)
    results.correct_result(**given, match=table(round_, 2), result="0-1", note="read upside down")
    undo.undo_last_step(tournament=event, actor=event.owner)
    return kept


@pytest.mark.parametrize("path", PAGES)
def test_the_page_is_accessible_and_fits(
    desk: Page, event: Tournament, lived: EventSnapshot, address: str, path: str
) -> None:
    desk.set_default_navigation_timeout(
        30_000
    )  # the first page of a process takes its time on a busy machine
    response = desk.goto(address + path.format(key=lived.pk))
    assert response is not None and response.ok
    desk.locator("main").wait_for()
    assert faults(desk) == []


def test_one_goes_back_to_a_snapshot_and_forward_again(
    desk: Page, event: Tournament, lived: EventSnapshot, address: str
) -> None:
    desk.goto(address + "log/")
    desk.get_by_test_id("snapshots").click()
    desk.get_by_test_id("kept").get_by_role("link", name="Compare with now").first.click()
    expect(desk.get_by_test_id("lost").locator("li")).to_have_count(6)
    desk.fill("#restore-note", "wrong sheets")
    desk.keyboard.press("Enter")
    expect(desk.locator("main")).to_contain_text("Round 1")
    assert event.rounds.get().matches.exclude(result=None).count() == 0
    assert EventSnapshot.objects.filter(reason=SnapshotReason.BEFORE_RESTORE).count() == 1
    desk.get_by_test_id("undo").click()
    expect(desk.get_by_test_id("step")).to_contain_text("The event is again as it was")
    desk.get_by_test_id("confirm-undo").click()
    expect(desk.get_by_test_id("undo")).to_be_visible()
    assert event.rounds.get().matches.exclude(result=None).count() == 6


def test_the_log_is_searched(desk: Page, lived: EventSnapshot, address: str) -> None:
    desk.goto(address + "log/")
    desk.locator(".log-search summary").click()
    desk.select_option("#id_action", "result_corrected")
    desk.keyboard.press("Tab")
    desk.locator("#id_q").press("Enter")
    expect(desk.get_by_test_id("log").locator("li")).to_have_count(1)
    expect(desk.get_by_test_id("log")).to_contain_text("taken back")
