"""A round at the desk: what comes next, draft, reasons, publish, complete, impossible pairings, undo."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone

from pairing.model.options import describe
from pairing.systems import SYSTEMS
from tests.desk.pages import Desk, text, the_round
from tests.factories import (
    add_player,
    enter_all,
    import_event,
    make_event,
    make_user,
    pair,
    play_round,
    publish,
    state_of,
)
from tests.pairing.places import VECTORS
from tests.tournaments.steps import at_desk, given, played
from tournaments.desk.next_steps import attendance as present_in, next_step
from tournaments.events.selectors.now import EventNow
from tournaments.events.services import events
from tournaments.models import Job, JobKind, JobState, LogEntry, RoundState, Seat, Tournament
from tournaments.players.services import attendance
from tournaments.rounds.services import rounds


@pytest.fixture
def event() -> Tournament:
    return make_event(field=4)


def code(event: Tournament) -> str:
    event.refresh_from_db()
    return next_step(EventNow(event), present_in(event)).code


# --- the one next step ---


def test_the_dashboard_leads_from_an_empty_event_to_the_final_standings() -> None:
    event = make_event(rounds_planned=1, require_check_in=True)
    steps: list[tuple[str, Callable[[], Any]]] = [
        ("players", lambda: add_player(event, "Ann")),
        ("players", lambda: add_player(event, "Bo")),
        ("check_in", lambda: attendance.set_checked_in(**given(event), players=None)),
        ("pair", lambda: pair(event)),
        ("review", lambda: rounds.publish(**given(event), round_=the_round(event))),
        ("results", lambda: enter_all(the_round(event))),
        ("complete", lambda: rounds.complete(**given(event), round_=the_round(event))),
        ("finish", lambda: events.finish_event(**given(event))),
    ]
    for proposed, step in steps:
        assert code(event) == proposed
        step()
    assert code(event) == "standings"


def test_every_step_is_one_button_that_works() -> None:
    event, desk = at_desk(make_event(field=6, rounds_planned=2))
    presses = []
    for _step in range(20):
        step = desk.get("event").context["step"]
        if step.code == "standings":
            break
        presses.append(step.code)
        if step.post:
            assert desk.client.post(step.url, step.fields).status_code == 302
        elif step.code in ("review", "finish"):
            desk.press(*(("publish", event.rounds.count()) if step.code == "review" else ("finish",)))
        else:
            assert step.code == "results"
            for row in desk.client.get(step.url).context["sheet"].tables:
                assert desk.save(event.rounds.count(), row.table, "1-0", "").status_code == 200
    assert presses == ["pair", "review", "results", "complete"] * 2 + ["finish"]


def test_byes_and_eliminated_players_do_not_count_as_ready_nor_who_is_not_here(
    desk: Desk, event: Tournament
) -> None:
    events.update_event(tournament=event, actor=event.owner, require_check_in=True)
    two = list(event.players.all()[:3])
    attendance.set_checked_in(tournament=event, actor=event.owner, players=two)
    words = text(desk.get("event"))
    assert "3 players are ready for round 1" in words
    assert "1 player has not checked in" in words
    event = played(1, field=8, options={"elimination": 1})
    winner = Seat.objects.filter(outcome="win").first()
    assert winner
    attendance.request_bye(tournament=event, actor=event.owner, player=winner.player, round_number=2)
    words = text(Desk(event.owner, event).get("event"))
    assert "3 players are ready for round 2" in words
    assert "1 player has requested a bye in this round." in words and "4 players are eliminated" in words
    event = played(1, field=2, options={"elimination": 1})
    assert code(event) == "finish"


# --- draft, publish, complete ---


def test_pairing_makes_a_draft_with_reasons_that_only_the_staff_sees(desk: Desk, event: Tournament) -> None:
    words = desk.press("pair", data={"number": "1"})
    assert state_of(the_round(event)) == RoundState.DRAFT
    assert "Draft" in words and "Both are on 0." in words
    assert Desk().client.get(f"/e/{event.slug}/rounds/1/").status_code == 404


def test_a_dutch_draft_shows_colours_preferences_floats_and_the_criteria_given_up() -> None:
    """Player 1 wins with White, 2 with Black; in round 2 they meet, and 3 and 4, each with the other colour (5.2.1). 2
    and 3 win that: in round 3 there is 2 to meet 3, and 1 to meet 4. Both of each pair have had the same colours, so
    both would like the same one, and the higher ranked gets it (5.2.4).
    """
    event = make_event(field=4, system="dutch", options={"initial_colour": "white"}, rounds_planned=3)
    play_round(event, lambda match: "1-0" if match.table == 1 else "0-1")
    second = pair(event)
    row = Desk(event.owner, event).get("round", 2).context["review"].rows[0]
    assert [(seat.number, had.seats, had.due) for seat, had in row.seats] == [(2, (1,), 0), (1, (0,), 1)]
    assert row.given_up == ()
    enter_all(rounds.publish(**given(event), round_=second))
    rounds.complete(**given(event), round_=second)
    pair(event)
    page = Desk(event.owner, event).get("round", 3)
    words = text(page)
    assert "▸ White" in words and "colours so far: Black, White; mild preference for Black" in words
    told = {why["code"] for table in page.context["sheet"].tables for why in table.why}
    assert "dutch_colour_higher" in told and "colour preference: tables 1, 2" in words


def test_floats_and_byes_stand_out_in_the_draft() -> None:
    event = played(1, field=5)
    pair(event)
    page = Desk(event.owner, event).get("round", 2)
    scores = [sorted(s.points_before for s in row.seats) for row in page.context["sheet"].tables]
    assert page.context["review"].floats == sum(low != high for low, high in scores)
    assert "Not paired" in text(page) and "Bye" in text(page)


def test_pairing_twice_or_late_makes_one_round_and_a_strange_number_means_the_next(
    desk: Desk, event: Tournament
) -> None:
    assert desk.post("publish", 1).status_code == 404
    for number in ("1", "1", "x", "", "9" * 30, "²"):
        assert desk.post("pair", data={"number": number})["Location"] == desk.url("round", 1)
    assert desk.post("pair")["Location"] == desk.url("round", 1)
    assert (event.rounds.count(), Seat.objects.count()) == (1, 4)
    desk.press("publish", 1)
    enter_all(the_round(event))
    desk.press("complete", 1)
    assert desk.post("pair", data={"number": "1"})["Location"] == desk.url("round", 1)
    assert event.rounds.count() == 1


def test_publish_start_complete_reopen_and_every_second_press_is_harmless(
    desk: Desk, event: Tournament
) -> None:
    pair(event)
    for name, state in (("publish", "published"), ("start", "in_progress")):
        for _press in range(2):
            assert "Not possible while" not in desk.press(name, 1)
        assert state_of(the_round(event)) == state
    enter_all(the_round(event))
    for name, state in (("complete", "completed"), ("reopen_round", "in_progress")):
        for _press in range(2):
            assert "Not possible while" not in desk.press(name, 1)
        assert state_of(the_round(event)) == state


def test_a_draft_is_discarded_or_paired_again_from_who_is_here_now_but_no_published_round(
    desk: Desk, event: Tournament
) -> None:
    pair(event)
    add_player(event, "Late Lisa")
    desk.press("discard", 1, data={"again": "1"})
    assert Seat.objects.filter(player__name="Late Lisa").exists() or event.rounds.get().byes.exists()
    desk.press("discard", 1)
    assert event.rounds.count() == 0
    desk.press("discard", 1)
    publish(event)
    assert "Not possible while round 1 is in this state: Published." in desk.press("discard", 1)
    assert event.rounds.count() == 1


# --- no legal pairing ---


@pytest.fixture
def stuck() -> Tournament:
    """Four players have all met after three rounds."""
    return played(3, field=4, rounds_planned=5)


def test_an_impossible_round_is_explained_with_offers_as_buttons_until_the_event_changes(
    stuck: Tournament,
) -> None:
    desk = Desk(stuck.owner, stuck)
    desk.press("pair", data={"number": "4"})
    page = desk.get("event")
    assert "could not be paired" in text(page)
    declared = {spec.name: spec for spec in describe(SYSTEMS["monrad"].options) if spec.per_round}
    spec = declared.pop("allow_rematches")
    assert f'name="{spec.name}"' in page.content.decode()
    assert spec.label in text(page) and spec.help in text(page)
    # An even number of players: a second bye would not help, so it is not offered.
    assert list(declared) == ["allow_second_bye"]
    assert "allow_second_bye" not in page.content.decode()
    assert "Finish the event…" in text(page)
    assert stuck.rounds.count() == 3
    add_player(stuck, "Fresh Fritz")
    assert "could not be paired" not in text(desk.get("event"))


def test_what_helps_only_together_is_one_button() -> None:
    """Three players have all met and have all had a bye."""
    event, desk = at_desk(played(3, field=3, rounds_planned=5))
    desk.press("pair", data={"number": "4"})
    page = desk.get("event").content.decode()
    assert "offer-all" in page
    assert "offer-allow_rematches" not in page and "offer-allow_second_bye" not in page
    desk.press("pair", data={"number": "4", "allow_rematches": "true", "allow_second_bye": "true"})
    assert sorted(item["rule"] for item in the_round(event, 4).relaxed) == ["rematch", "second_bye"]


def test_ending_the_event_instead_is_a_button_too_and_one_player_alone_is_not_paired(
    stuck: Tournament,
) -> None:
    desk = Desk(stuck.owner, stuck)
    desk.press("pair", data={"number": "4"})
    assert "final standings" in desk.press("finish").lower()
    event = make_event(field=1)
    assert "At least 2 are needed" in text(
        Desk(event.owner, event).client.get(Desk(event.owner, event).post("pair")["Location"])
    )


def test_taking_an_offer_pairs_the_round_and_the_draft_says_what_was_relaxed(stuck: Tournament) -> None:
    desk = Desk(stuck.owner, stuck)
    assert "allow_rematches" in desk.press("pair", data={"number": "4", "allow_rematches": "perhaps"})
    assert stuck.rounds.count() == 3
    desk.press("pair", data={"number": "4"})
    assert "Relaxed for this round" in desk.press("pair", data={"number": "4", "allow_rematches": "true"})
    relaxed, page = the_round(stuck, 4).relaxed, desk.get("round", 4).content.decode()
    assert relaxed
    names = dict(stuck.players.values_list("number", "name"))
    for item in relaxed:  # says who meets again, not just that somebody does
        pair = " – ".join(f"<bdi>{names[player]}</bdi>" for player in item["players"])
        assert f"{pair}: Rematch of round" in " ".join(page.split())


def test_joined_groups_of_a_league_are_as_loud_as_a_rematch() -> None:
    vector = json.loads((VECTORS / "tiered" / "joined_upper_tiers_pair_by_schedule.json").read_text())
    event = import_event(document_data=vector["event"], owner=make_user())
    page = Desk(event.owner, event).press("pair", data={"number": "2"})
    assert page.count("groups joined") == 3  # the mark of every table
    assert "Relaxed for this round: The groups with 0 and 1 losses were paired together" in " ".join(
        page.split()
    )


# --- pairing on a worker ---


def test_a_large_field_is_paired_beside_the_request_and_the_page_waits(
    event: Tournament, desk: Desk, settings: object, django_capture_on_commit_callbacks: object
) -> None:
    settings.PAIR_ON_WORKER_FROM = 1  # type: ignore[attr-defined]
    response = desk.post("pair", data={"number": "1"})
    job = Job.objects.get()
    assert response["Location"] == desk.url("job", job.pk)
    assert b"data-reload" in desk.get("job", job.pk).content
    assert desk.post("pair", data={"number": "1"})["Location"] == desk.url("job", job.pk)
    assert "is being paired right now" in text(desk.get("event"))


def test_a_job_that_ended_leads_on(event: Tournament, desk: Desk) -> None:
    publish(event)
    for state, result, goes_to in (("done", {"round": 1}, ("round", 1)), ("failed", None, ("event",))):
        ended = {"state": JobState(state), "result": result, "finished_at": timezone.now()}
        job = Job.objects.create(tournament=event, kind=JobKind.PAIR_ROUND, **ended)
        assert desk.get("job", job.pk)["Location"] == desk.url(*goes_to)


# --- log and undo ---


def test_undo_says_what_it_takes_back_does_just_that_and_nothing_else(desk: Desk, event: Tournament) -> None:
    publish(event)
    for step in ("", "x", "999999", "9" * 40):
        assert desk.post("undo", data={"step": step}).status_code in (200, 302)
    assert state_of(the_round(event)) == RoundState.PUBLISHED
    page = desk.get("undo")
    assert "Round published" in text(page) and "Round 1: Published → Draft" in text(page)
    step = str(page.context["back"].line.pk)
    desk.press("undo", data={"step": step})
    assert state_of(the_round(event)) == RoundState.DRAFT
    desk.press("undo", data={"step": step})
    assert state_of(the_round(event)) == RoundState.DRAFT
    assert LogEntry.objects.filter(action="step_undone").count() == 1
