"""Two rounds at the desk and on phones: pair ahead, review what was assumed, enter both, complete in order."""

import pytest
from django.test import Client
from pytest_django.fixtures import Settings

from tests.desk.pages import Desk, text, the_round
from tests.factories import (
    add_player,
    enter_all,
    make_event,
    pair,
    publish,
    refused,
    state_of,
    table,
)
from tests.tournaments.ahead import enter, shogi
from tests.tournaments.steps import published
from tournaments.desk.next_steps import attendance as present_in, next_step
from tournaments.events.selectors.now import EventNow
from tournaments.jobs import lease
from tournaments.models import Job, Round, RoundState, Tournament
from tournaments.rounds.jobs import pair_next
from tournaments.rounds.services import rounds


@pytest.fixture
def event() -> Tournament:
    return shogi()


def steps(event: Tournament) -> list[str]:
    """The next step, and those that may be taken beside it."""
    event.refresh_from_db()
    step = next_step(EventNow(event), present_in(event))
    return [step.code, *(more.code for more in step.also)]


def test_the_dashboard_leads_through_two_rounds_at_once(event: Tournament) -> None:
    assert steps(event) == ["pair"]
    draft = pair(event)
    assert steps(event) == ["review"]
    first = rounds.publish(tournament=event, actor=None, round_=draft)
    assert steps(event) == ["results", "pair_ahead"]
    draft = pair(event)
    assert steps(event) == ["review", "results"]
    second = rounds.publish(tournament=event, actor=None, round_=draft)
    assert steps(event) == ["results", "results_ahead"]
    enter_all(first)
    assert steps(event) == ["complete", "results_ahead"]
    rounds.complete(tournament=event, actor=None, round_=first)
    assert steps(event) == ["results", "pair_ahead"]
    enter_all(second)
    assert steps(event) == ["complete", "pair_ahead"]


def test_the_last_round_is_not_offered_but_said_to_wait_also_to_who_presses_all_the_same() -> None:
    event, first = published(shogi, rounds_planned=2)
    assert steps(event) == ["results", "waits"]
    desk = Desk(event.owner, event)
    page = text(desk.get("event"))
    assert "Round 2 is paired on true results: it needs all results of round 1." in page
    assert "Pair round 2 ahead" not in page
    assert "it needs all results of round 1" in text(desk.get("round", 1))
    enter(event, first, 3, "1-0")
    pressed = desk.press("pair", data={"number": 2})
    assert "These tables of round 1 have none yet: 1, 2, 4." in pressed
    assert Round.objects.count() == 1


def test_plain_swiss_and_other_systems_offer_nothing() -> None:
    for event in (shogi(options={"mode": "S"}), make_event(field=8)):
        publish(event)
        assert steps(event) == ["results"]
        assert "ahead" not in text(Desk(event.owner, event).get("round", 1))


def test_the_button_makes_a_draft_that_says_what_was_assumed(event: Tournament, desk: Desk) -> None:
    enter(event, publish(event), 1, "1/2-1/2")
    page = desk.press("pair", data={"number": 2})
    assert "Paired on assumed results of round 1." in page
    assert "The results of round 1 do not change round 2." in page
    assert "½–½" in page  # what table 1 really was
    assert the_round(event, 2).state == RoundState.DRAFT


def test_each_page_says_which_of_the_two_rounds_it_is_and_the_earlier_is_completed_first(
    event: Tournament, desk: Desk
) -> None:
    publish(event)
    assert "Two rounds" not in text(desk.get("round", 1))
    publish(event)
    assert "You are entering results of round 1, the earlier one." in text(desk.get("round", 1))
    later = text(desk.get("round", 2))
    assert "You are entering results of round 2, which was paired ahead of round 1." in later
    assert "This round can be completed after round 1." in later
    assert "Complete round 2" not in later
    second = event.rounds.get(number=2)
    enter_all(second)
    assert "Round 1 is still being played. Complete it before round 2." in desk.press("complete", 2)
    assert state_of(second) is RoundState.IN_PROGRESS


def test_a_result_goes_to_the_round_it_was_typed_in(event: Tournament, desk: Desk) -> None:
    first, second = publish(event), publish(event)
    assert desk.save(2, 1, "0-1", "").status_code == 200
    assert (table(first).result, table(second).result) == (None, "0-1")
    stale = desk.post(
        "result", 1, data={"table": 1, "result": "1-0", "match": table(second).pk}, accept="application/json"
    )
    assert (stale.status_code, stale.json()["code"]) == (422, "paired_anew")
    assert table(first).result is None


def test_two_presses_make_one_draft_that_can_be_discarded_and_paired_again(
    event: Tournament, desk: Desk
) -> None:
    publish(event)
    desk.press("pair", data={"number": 2})
    add_player(event, "Somebody late")
    assert "Round 2 is paired again and stays the same" in desk.press("discard", 2, data={"again": 1})
    desk.press("discard", 2)
    assert steps(event) == ["results", "pair_ahead"]
    desk.press("pair", data={"number": 2})
    assert "Only staff can see this draft" in desk.press("pair", data={"number": 2})
    desk.press("publish", 2)
    assert "You are entering results of round 2" in desk.press("pair", data={"number": 2})
    assert Round.objects.count() == 2


# --- phones
def test_a_phone_shows_the_table_of_now_and_the_next_one(event: Tournament) -> None:
    first = publish(event)
    enter(event, first, 1, "1-0")
    second = pair(event)
    phone = Client()
    assert "Next: round" not in text(phone.get(f"/e/{event.slug}/players/1/"))
    rounds.publish(tournament=event, actor=None, round_=second)
    seat = {r.number: r.seats.get(player__number=1).match.table for r in (first, second)}
    for address in (f"/e/{event.slug}/players/1/", f"/e/{event.slug}/players/1/card/"):
        shown = text(phone.get(address))
        assert f"Now: round 1 Table {seat[1]}" in shown
        assert f"Next: round 2 Table {seat[2]}" in shown
    listed = text(phone.get(f"/e/{event.slug}/find/"))
    assert f"Player 1 Table {seat[1]} then table {seat[2]}" in listed


def test_the_public_pages_stay_with_the_round_being_played_and_lead_to_the_next(event: Tournament) -> None:
    first = publish(event)
    publish(event)
    phone = Client()
    assert "Round 2 is published too. See your next table." in text(phone.get(f"/e/{event.slug}/"))
    assert "Now: round 1 Next: round 2" in text(phone.get(f"/e/{event.slug}/pairings/"))
    assert "Round 2 is played after round 1" in text(phone.get(f"/e/{event.slug}/rounds/2/"))
    assert "Now: round 1 → next: round 2" in text(phone.get(f"/e/{event.slug}/screen/"))
    enter_all(first)
    rounds.complete(tournament=event, actor=None, round_=first)
    assert "is published too" not in text(phone.get(f"/e/{event.slug}/"))
    assert "Round 2" in text(phone.get(f"/e/{event.slug}/pairings/"))


# --- on a worker
def test_a_large_field_is_paired_ahead_by_a_job_but_not_a_round_that_has_to_wait(
    event: Tournament, settings: Settings
) -> None:
    settings.PAIR_ON_WORKER_FROM = 2
    publish(event)
    job = pair_next(now=EventNow(event), actor=event.owner)
    assert isinstance(job, Job)
    enter(event, the_round(event), 1, "1-0")
    assert lease.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.result) == ("done", {"round": 2})
    event, _ = published(shogi, rounds_planned=2)
    with refused("waits_for_results"):
        pair_next(now=EventNow(event), actor=event.owner)
    assert Job.objects.get() == job
