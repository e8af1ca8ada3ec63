"""Pairings taken back before a round is played: by the services, over REST, at the desk, and as players see it."""

from typing import Any

import pytest
from django.test import Client

from tests.desk.pages import Desk, text
from tests.factories import (
    add_player,
    enter_all,
    make_event,
    make_token,
    pair,
    play_round,
    publish,
    refused,
    table,
)
from tests.tournaments.ahead import enter, pairs_of, shogi
from tournaments.history import restore_points, undo
from tournaments.history.replay import replay
from tournaments.models import Action, EventSnapshot, Player, Round, RoundClock, SnapshotReason, Tournament
from tournaments.phones.selectors.own_news import mark_of
from tournaments.results.services import results
from tournaments.rounds.services import clocks, rounds, taking_back
from tournaments.steps import state

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = make_event(field=8, rounds_planned=4)
    publish(tournament, after=1)
    return tournament


def second(event: Tournament) -> Round:
    return Round.objects.get(tournament=event, number=2)


def correct_first(event: Tournament) -> None:
    match = table(Round.objects.get(tournament=event, number=1), 2)
    results.correct_result(tournament=event, actor=event.owner, match=match, result="0-1")


def test_a_round_is_taken_back_with_its_clock_and_marks_and_published_again(event: Tournament) -> None:
    by: dict[str, Any] = {"tournament": event, "actor": event.owner}
    clocks.start(**by, round_=second(event), minutes=50)
    taking_back.take_back(**by, round_=second(event))
    draft = second(event)
    assert (draft.state, draft.published_at, draft.started_at) == ("draft", None, None)
    assert not RoundClock.objects.filter(round=draft).exists()
    assert not draft.matches.filter(playing_since__isnull=False).exists()
    with refused("wrong_state"):
        taking_back.take_back(**by, round_=draft)
    rounds.publish(**by, round_=draft)
    assert undo.undo_last_step(**by).action == Action.ROUND_PUBLISHED
    assert undo.undo_last_step(**by).action == Action.ROUND_TAKEN_BACK
    assert second(event).state == "in_progress"


def test_a_corrected_result_and_a_late_entry_count_when_a_round_is_paired_again_in_one_step(
    event: Tournament,
) -> None:
    """The same as if the round had never been paired before: what a fresh event with that result gets."""
    by: dict[str, Any] = {"tournament": event, "actor": event.owner}
    before = pairs_of(second(event))
    correct_first(event)
    add_player(event, "Zoe")
    again = taking_back.pair_again(**by, round_=second(event))
    assert (again.number, again.state) == (2, "draft")
    fresh = make_event(field=8, rounds_planned=4)
    play_round(fresh, lambda match: "0-1" if match.table == 2 else "1-0")
    add_player(fresh, "Zoe")
    assert pairs_of(again) == pairs_of(pair(fresh)) != before
    undo.undo_last_step(**by)
    assert (second(event).state, pairs_of(second(event))) == ("published", before)
    assert replay(event).same


def test_nothing_is_taken_back_once_a_result_is_in_and_only_the_later_of_two_open_rounds(
    event: Tournament,
) -> None:
    enter(event, second(event), 3, "1-0")
    with refused("has_results", tables=[3]):
        taking_back.pair_again(tournament=event, actor=event.owner, round_=second(event))
    ahead = shogi()
    play_round(ahead)
    first, later = publish(ahead), publish(ahead)
    with refused("later_round", later=3):
        taking_back.take_back(tournament=ahead, actor=ahead.owner, round_=first)
    assert taking_back.take_back(tournament=ahead, actor=ahead.owner, round_=later).state == "draft"


def test_phones_and_screens_say_it_until_the_round_is_published_again(event: Tournament) -> None:
    said = "The pairings of round 2 were taken back."
    own = Player.objects.get(tournament=event, number=1)
    pages = [
        f"/e/{event.slug}/{page}" for page in ("", "pairings/", "rounds/2/", "screen/", f"me/{own.key}/")
    ]
    desk, reader, mark = Desk(event.owner, event), Client(), mark_of(event, 1)
    assert not any(said in text(reader.get(page)) for page in pages)
    assert "taken back. Phones and screens say so." in desk.press("take_back", 2)
    event.refresh_from_db()
    assert all(said in text(reader.get(page)) for page in pages)
    assert mark_of(event, 1) != mark
    desk.press("discard", 2)
    assert said in text(reader.get(pages[0]))
    publish(event)
    assert not any(said in text(reader.get(page)) for page in pages)


def test_restore_points_of_a_draft_that_is_paired_again_lead_to_what_was_there(event: Tournament) -> None:
    by: dict[str, Any] = {"tournament": event, "actor": event.owner}
    taking_back.take_back(**by, round_=second(event))
    by_hand = restore_points.keep_by_hand(**by, note="the draft")
    draft = state.with_inputs(event)
    taking_back.pair_again(**by, round_=second(event))
    before = EventSnapshot.objects.filter(reason=SnapshotReason.BEFORE_PAIRING).latest("pk")
    assert restore_points.state_of(by_hand) == restore_points.state_of(before) == draft


def test_the_desk_pairs_again_in_one_press_and_says_why_it_cannot(event: Tournament) -> None:
    desk = Desk(event.owner, event)
    assert 'data-testid="take-back-again"' in desk.get("round", 2).content.decode()
    correct_first(event)
    answer = desk.press("take_back", 2, data={"again": "1"})
    assert "The pairings are taken back, and round 2 is paired again." in answer
    rounds.publish(tournament=event, actor=event.owner, round_=second(event))
    enter_all(second(event))
    assert 'data-testid="take-back"' not in desk.get("round", 2).content.decode()
    assert "Results of round 2 are already in" in desk.press("take_back", 2, data={"again": "1"})


def test_programs_take_back_and_pair_again(event: Tournament) -> None:
    there = f"/api/v1/events/{event.slug}/rounds/"
    client = Client(headers={"Authorization": f"Bearer {make_token(event.owner)}"})
    assert client.post(f"{there}2/take-back/", content_type="application/json").json()["state"] == "draft"
    again = client.post(f"{there}pair/", {"again": 2}, content_type="application/json")
    assert (again.status_code, again.json()["number"], again.json()["state"]) == (201, 2, "draft")
    assert (
        client.post(f"{there}1/take-back/", content_type="application/json").json()["code"] == "later_round"
    )
