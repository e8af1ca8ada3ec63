"""Two open rounds in what is kept of an event: standings, log, undo, documents, the number of rounds."""

from __future__ import annotations

import json

import pytest

from pairing import document, engine
from pairing.recheck import recheck
from tests.factories import enter_all, pair, play_round, publish, table
from tests.tournaments.ahead import complete, enter, mixed, pairs_of, refusal, shogi
from tournaments.models import Action, LogEntry, Round
from tournaments.selectors.standings import impact_of, standings
from tournaments.services import events, rounds, undo
from tournaments.services.documents import export_event, import_event

pytestmark = pytest.mark.django_db


# --- looking back
def test_standings_are_those_after_the_last_completed_round() -> None:
    event = shogi()
    first, second = publish(event), publish(event)
    enter_all(second)
    assert standings(event).after_round == 0
    enter_all(first)
    complete(event, first)
    shown = standings(event)
    assert shown.after_round == 1
    assert sorted(line.points for line in shown.lines) == [0] * 4 + [100] * 4


def test_a_correction_names_only_the_rounds_that_knew_the_result() -> None:
    event = shogi()
    first = publish(event)
    second = publish(event)
    enter_all(first)
    complete(event, first)
    third = publish(event)  # paired on the true results of round 1 and draws in round 2
    assert impact_of(event, table(first), "0-1").later_rounds == (3,)
    assert impact_of(event, table(second), "0-1").later_rounds == ()
    assert third.assumed is not None and third.assumed["round"] == 2


def test_undo_takes_two_open_rounds_back_step_by_step() -> None:
    event = shogi(field=4)
    first = publish(event)
    second = publish(event)
    enter(event, first, 1, "1-0")
    enter(event, second, 1, "0-1")
    enter(event, first, 2, "1-0")
    complete(event, first)

    def step() -> tuple[str, int | None]:
        done = undo.undo_last_step(tournament=event, actor=event.owner)
        return done.action, done.round_number

    taken = [step() for _ in range(8)]
    assert taken == [
        (Action.ROUND_COMPLETED, 1),
        (Action.RESULT_ENTERED, 1),
        (Action.RESULT_ENTERED, 2),
        (Action.RESULT_ENTERED, 1),
        (Action.ROUND_PUBLISHED, 2),
        (Action.ROUND_PAIRED, 2),
        (Action.ROUND_PUBLISHED, 1),
        (Action.ROUND_PAIRED, 1),
    ]
    assert not Round.objects.exists()


def test_the_log_says_that_a_round_was_paired_ahead() -> None:
    event = shogi()
    publish(event)
    pair(event)
    entry = LogEntry.objects.filter(action=Action.ROUND_PAIRED).latest("id")
    assert entry.after["ahead_of"] == 1
    assert LogEntry.objects.filter(action=Action.ROUND_PAIRED).earliest("id").after["ahead_of"] is None


def test_every_step_is_a_new_version() -> None:
    event = shogi()
    versions = []
    first = publish(event)
    versions.append(event.version)
    second = pair(event)
    versions.append(event.version)
    rounds.publish(tournament=event, actor=None, round_=second)
    versions.append(event.version)
    enter(event, first, 1, "1-0")
    versions.append(event.version)
    assert versions == sorted(set(versions))


# --- documents
def test_the_document_leaves_the_round_ahead_out_until_it_has_its_turn() -> None:
    event = shogi()
    first, second = publish(event), publish(event)
    enter(event, first, 1, "0-1")
    exported = json.loads(json.dumps(export_event(event)))
    assert [(r["number"], r["status"]) for r in exported["rounds"]] == [(1, "in_progress")]
    copy_ = import_event(document_data=exported, owner=event.owner)
    assert pairs_of(pair(copy_)) == pairs_of(second)
    enter_all(first)
    complete(event, first)
    assert [r["number"] for r in export_event(event)["rounds"]] == [1, 2]


def test_an_event_paired_ahead_throughout_is_the_same_when_it_is_paired_again() -> None:
    event = shogi(field=12, rounds_planned=7)
    open_ = publish(event)
    for number in range(2, 7):
        ahead = publish(event)
        assert ahead.number == number
        enter_all(open_, mixed)
        complete(event, open_)
        open_ = ahead
    enter_all(open_, mixed)
    complete(event, open_)
    play_round(event, mixed)
    for round_ in event.rounds.all():
        again = engine.pair(document.load(round_.input.document))
        assert [m.seats for m in again.matches] == pairs_of(round_)
    checks = recheck(document.load(export_event(event)))
    assert len(checks) == 7 and all(check.same for check in checks)


def test_which_round_is_the_last_is_settled_once_it_matters() -> None:
    event = shogi(rounds_planned=4)
    play_round(event)
    change = {"tournament": event, "actor": None}
    events.update_event(**change, rounds_planned=3)
    events.update_event(**change, rounds_planned=5)
    publish(event)
    error = refusal(events.update_event, **change, rounds_planned=2)  # round 2 was paired ahead
    assert (error.code, error.field, error.params["number"]) == ("last_round_paired", "rounds_planned", 2)
    events.update_event(**change, rounds_planned=3)
    round_two = event.rounds.get(number=2)
    enter_all(round_two)
    complete(event, round_two)
    last = pair(event)
    assert refusal(events.update_event, **change, rounds_planned=4).code == "last_round_paired"
    rounds.discard_draft(tournament=event, actor=None, round_=last)
    events.update_event(**change, rounds_planned=4)


def test_in_plain_swiss_a_round_can_be_added_at_the_end() -> None:
    event = shogi(rounds_planned=2, options={"mode": "S"})
    play_round(event)
    play_round(event)
    events.update_event(tournament=event, actor=None, rounds_planned=3)
    assert pair(event).number == 3
