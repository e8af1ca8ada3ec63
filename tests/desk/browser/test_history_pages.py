"""The past of an event in a browser: searched, gone back to, foreseen where a form touches it, repaired."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.look import PHONE, faults
from tests.browser.windows import PHONE as PHONE_SIZE
from tests.factories import enter_all, pair, table
from tests.tournaments.seated import tables
from tournaments.models import EventSnapshot, LogEntry, Match, Round, SnapshotReason, Tournament
from tournaments.services import results, rounds, snapshots, undo


def live(event: Tournament) -> None:
    """Results, a correction, something undone; a snapshot is from before all that."""
    by = {"tournament": event, "actor": event.owner}
    snapshots.keep_by_hand(**by, note="before the first result")
    round_ = event.rounds.get(number=1)
    enter_all(round_)
    rounds.complete(**by, round_=round_)
    results.correct_result(**by, match=table(round_, 2), result="0-1", note="read upside down")
    undo.undo_last_step(**by)


def test_the_log_is_searched_and_one_goes_back_to_a_snapshot_and_forward_again(
    desk: Page, event: Tournament, address: str
) -> None:
    live(event)
    desk.goto(address + "log/")
    desk.locator(".log-search summary").click()
    desk.select_option("#id_action", "result_corrected")
    desk.keyboard.press("Tab")
    desk.locator("#id_q").press("Enter")
    expect(desk.get_by_test_id("log").locator("li")).to_have_count(1)
    expect(desk.get_by_test_id("log")).to_contain_text("taken back")
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


def test_another_ranking_is_seen_taken_back_to_the_form_and_confirmed(
    desk: Page, event: Tournament, address: str
) -> None:
    desk.set_viewport_size(PHONE_SIZE)  # type: ignore[arg-type]
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
    desk.evaluate("document.querySelectorAll('main details').forEach(d => { d.open = true; })")
    assert faults(desk, (PHONE,)) == []
    desk.get_by_label("Why").fill("the list was old")
    desk.get_by_label("Why").press("Enter")
    expect(desk.get_by_text("Player 3 is saved.")).to_be_visible()
    assert event.players.get(number=3).ranking == 1
    assert LogEntry.objects.filter(tournament=event).latest("id").note == "the list was old"


def test_another_chain_goes_the_same_way(desk: Page, address: str) -> None:
    desk.goto(f"{address}settings/")
    rows = desk.get_by_test_id("chain-row")
    names = rows.locator("b").all_inner_texts()
    assert len(names) > 1
    rows.nth(0).get_by_role("button", name="down").click()
    expect(rows.locator("b").first).to_have_text(names[1])
    desk.get_by_test_id("save-event").click()
    expect(desk.get_by_test_id("foreseen")).to_be_visible()
    desk.get_by_test_id("back-to-form").click()
    expect(rows.locator("b").first).to_have_text(names[1])
    desk.get_by_test_id("save-event").click()
    desk.get_by_label("Why").fill("as announced")
    desk.get_by_test_id("confirm-foreseen").click()
    expect(desk.get_by_text("The settings are saved.")).to_be_visible()
    expect(rows.locator("b").first).to_have_text(names[1])


@pytest.fixture
def corrected(event: Tournament) -> Tournament:
    """Twelve players: round 1 played, round 2 published, then a result of round 1 corrected."""
    first = event.rounds.get(number=1)
    enter_all(first)
    rounds.complete(tournament=event, actor=event.owner, round_=first)
    second = pair(event)
    rounds.publish(tournament=event, actor=event.owner, round_=second)
    match = Match.objects.get(round=first, table=2)
    results.correct_result(tournament=event, actor=event.owner, match=match, result="0-1")
    return event


def test_a_round_is_repaired_on_a_phone(desk: Page, corrected: Tournament, address: str) -> None:
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
    before = tables(Round.objects.get(tournament=corrected, number=2))
    second.get_by_label("Why").fill("two slips were mixed up")
    desk.get_by_test_id("repair-2").click()
    expect(desk.get_by_text("Round 2 is repaired.")).to_be_visible()
    after = tables(Round.objects.get(tournament=corrected, number=2))
    assert len([table for table in before if before[table] != after[table]]) == broken
    desk.goto(address)
    expect(desk.get_by_test_id("repair-hint")).to_have_count(0)


def test_two_players_are_swapped_by_keyboard_alone(desk: Page, corrected: Tournament, address: str) -> None:
    seats = tables(Round.objects.get(tournament=corrected, number=2))
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
    after = tables(Round.objects.get(tournament=corrected, number=2))
    assert (after[1], after[2]) == ((seats[2][0], seats[1][1]), (seats[1][0], seats[2][1]))
