"""The next round is paired while the one before it is being played (rules/wcsc.md, mode MS live)."""

import copy
import json
from typing import Any

import pytest

from pairing import engine
from pairing.engine.recheck import recheck
from pairing.formats import document
from tests.factories import add_player, enter_all, import_event, pair, play_round, publish, table
from tests.tournaments.ahead import complete, enter, mixed, pairs_of, refusal, shogi
from tests.tournaments.steps import played, published
from tournaments.events.selectors.ahead import assumed_tables
from tournaments.events.selectors.now import EventNow
from tournaments.events.services import events
from tournaments.files.services.documents import export_event
from tournaments.models import Action, Bye, LogEntry, Round, RoundState, Seat, Tournament
from tournaments.players.services import attendance
from tournaments.rounds.selectors.rounds import round_sheet
from tournaments.rounds.services import rounds
from tournaments.standings.selectors.standings import impact_of, standings
from tournaments.whereabouts.selectors import whereabouts


def as_swiss(stored: dict[str, Any]) -> list[tuple[int, ...]]:
    """The pairs of plain Swiss from a document in which the assumed results of the last round stand as true ones."""
    data = copy.deepcopy(stored)
    data["system"]["options"]["mode"] = "S"
    last = data["rounds"][-1]
    last["status"] = "completed"
    for match in last["matches"]:
        higher_first = match["seats"][0] < match["seats"][1]  # the list order of make_event is the number
        match["result"] = "1/2-1/2" if last["number"] > 1 else ("1-0" if higher_first else "0-1")
    return [m.seats for m in engine.pair(document.load(data)).matches]


@pytest.fixture
def event() -> Tournament:
    return shogi()


# --- what it is paired on
def test_a_round_is_paired_while_the_one_before_is_being_played(event: Tournament) -> None:
    enter(event, publish(event), 2, "0-1")
    second = pair(event)
    assert (second.number, second.state) == (2, RoundState.DRAFT)
    stored = second.input.document
    assert [r["status"] for r in stored["rounds"]] == ["in_progress"]
    assert [m["result"] for m in stored["rounds"][0]["matches"]] == [None, "0-1", None, None]
    assert sorted(map(set, as_swiss(stored)), key=min) == sorted(map(set, pairs_of(second)), key=min)
    assert [m.seats for m in engine.pair(document.load(stored)).matches] == pairs_of(second)


def test_it_is_said_what_was_assumed_in_round_one_the_higher_placed_wins(event: Tournament) -> None:
    first = publish(event)
    enter(event, first, 1, "1/2-1/2")
    second = pair(event)
    shown = assumed_tables(second)
    assert [row.table for row in shown] == [1, 2, 3, 4]
    for row, pair_ in zip(shown, pairs_of(first), strict=True):
        assert row.assumed == ("1-0" if pair_[0] < pair_[1] else "0-1")
    assert [row.result for row in shown] == ["1/2-1/2", None, None, None]
    assert second.notes[0]["code"] == "wcsc_assumed_won"


def test_later_rounds_assume_draws_and_a_draft_shows_the_points_it_was_paired_on(event: Tournament) -> None:
    first = play_round(event, mixed)
    enter(event, publish(event), 1, "1-0")
    assert {row.assumed for row in assumed_tables(pair(event))} == {"1/2-1/2"}
    before = {
        seat.player.number: (seat.points or 0) + 50
        for seat in Seat.objects.filter(round=first).select_related("player")
    }
    sheet = round_sheet(event, 3, drafts=True)
    assert {seat.number: seat.points_before for row in sheet.tables for seat in row.seats} == before
    assert sheet.assumed_round == 2


def test_published_pairings_stay_whatever_the_results_were_and_are_not_reopened(event: Tournament) -> None:
    first = publish(event)
    second = publish(event)
    before = pairs_of(second)
    enter_all(first, mixed)
    complete(event, first)
    assert pairs_of(Round.objects.get(pk=second.pk)) == before
    assert round_sheet(event, 2).assumed_round == 1
    assert refusal(rounds.reopen_round, tournament=event, actor=None, round_=first).code == "later_round"


# --- two rounds at once


def test_a_third_round_waits_until_the_first_is_completed(event: Tournament) -> None:
    first, _second = publish(event), publish(event)
    error = refusal(pair, tournament=event)
    assert (error.code, error.params["number"]) == ("two_rounds_open", 1)
    enter_all(first, mixed)
    assert refusal(pair, tournament=event).code == "two_rounds_open"
    complete(event, first)
    assert pair(event).number == 3


def test_the_last_round_waits_and_names_the_missing_tables() -> None:
    event = shogi(rounds_planned=3)
    play_round(event, mixed)
    second = publish(event)
    enter(event, second, 2, "1-0")
    error = refusal(pair, tournament=event)
    assert (error.code, error.params["tables"], error.params["open"]) == ("waits_for_results", [1, 3, 4], 2)
    assert "1, 3, 4" in str(error)
    enter_all(second, mixed)
    error = refusal(pair, tournament=event)
    assert (error.code, error.params["tables"]) == ("waits_for_results", [])
    complete(event, second)
    last = pair(event)
    assert last.assumed is None
    swiss = copy.deepcopy(last.input.document)
    swiss["system"]["options"]["mode"] = "S"
    assert [m.seats for m in engine.pair(document.load(swiss)).matches] == pairs_of(last)


def test_in_plain_swiss_nothing_is_paired_ahead_and_a_round_can_be_added_at_the_end() -> None:
    event, _ = published(shogi, options={"mode": "S"})
    assert EventNow(event).ahead is None
    assert refusal(pair, tournament=event).code == "round_open"
    assert Round.objects.count() == 1
    event = played(2, shogi, rounds_planned=2, options={"mode": "S"})
    events.update_event(tournament=event, actor=None, rounds_planned=3)
    assert pair(event).number == 3


# --- while it is being paired
def test_a_round_is_paired_while_the_one_before_is_only_published_and_results_do_not_disturb(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = publish(event)
    calls = interfere(monkeypatch, lambda call: enter(event, first, call, "1-0"))
    second = pair(event)
    assert (second.number, calls) == (2, [1])
    assert table(first, 1).result == "1-0"
    assert [r["status"] for r in second.input.document["rounds"]] == ["in_progress"]


def test_what_changes_the_pairing_makes_it_paired_again(
    event: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(event)
    leaver = event.players.get(number=3)

    def leave(call: int) -> None:
        if call == 1:
            attendance.withdraw(tournament=Tournament.objects.get(pk=event.pk), actor=None, player=leaver)

    calls = interfere(monkeypatch, leave)
    second = pair(event)
    assert calls == [1, 2]
    assert not Seat.objects.filter(round=second, player=leaver).exists()


def interfere(monkeypatch: pytest.MonkeyPatch, happens: Any) -> list[int]:
    """`happens(n)` takes place in the middle of the n-th pairing; returns the list of n."""
    true_pair = engine.pair
    calls: list[Any] = []

    def slow(*args: Any, **named: Any) -> Any:
        plan = true_pair(*args, **named)
        calls.append(len(calls) + 1)
        happens(calls[-1])
        return plan

    monkeypatch.setattr(engine, "pair", slow)
    return calls


# --- people


def test_who_withdraws_or_comes_after_both_are_published_counts_from_the_third_on(event: Tournament) -> None:
    publish(event)
    publish(event)
    gone = attendance.withdraw(tournament=event, actor=None, player=event.players.get(number=4))
    assert gone.left_after_round == 2
    now = whereabouts.places(event)
    assert (now.by_number[4].kind, now.by_number[4].leaves) == ("table", False)
    assert (now.next_by_number[4].kind, now.next_by_number[4].leaves) == ("table", True)
    late = add_player(event, "Late")
    assert late.joined_round == 3
    assert list(Bye.objects.filter(player=late).values_list("round__number", "kind")) == [
        (1, "absent"),
        (2, "absent"),
    ]


# --- what is kept of it: standings, log, undo, documents


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
    event, first = published(shogi)
    second = publish(event)
    enter_all(first)
    complete(event, first)
    third = publish(event)  # paired on the true results of round 1 and draws in round 2
    assert impact_of(event, table(first), "0-1").later_rounds == (3,)
    assert impact_of(event, table(second), "0-1").later_rounds == ()
    assert third.assumed is not None and third.assumed["round"] == 2


def test_the_log_says_that_a_round_was_paired_ahead(event: Tournament) -> None:
    publish(event)
    pair(event)
    told = LogEntry.objects.filter(action=Action.ROUND_PAIRED).order_by("id")
    assert [line.after["ahead_of"] for line in told] == [None, 1]


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
    event, open_ = published(shogi, field=12, rounds_planned=7)
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
    event = played(1, shogi, rounds_planned=4)
    change: dict[str, Any] = {"tournament": event, "actor": None}
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
