"""The next round is paired while the one before it is being played (rules/wcsc.md, mode MS live)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from pairing import document, engine
from tests.factories import add_player, enter_all, pair, play_round, publish, state_of, table
from tests.tournaments.ahead import complete, enter, mixed, pairs_of, refusal, shogi
from tournaments.models import Bye, Round, RoundState, Seat, Tournament
from tournaments.selectors import public
from tournaments.selectors.ahead import assumed_tables, round_ahead
from tournaments.selectors.rounds import round_sheet
from tournaments.services import attendance, rounds

pytestmark = pytest.mark.django_db


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


# --- what it is paired on
def test_a_round_is_paired_while_the_one_before_is_being_played() -> None:
    event = shogi()
    first = publish(event)
    enter(event, first, 2, "0-1")
    second = pair(event)
    assert (second.number, second.state) == (2, RoundState.DRAFT)
    stored = second.input.document
    assert [r["status"] for r in stored["rounds"]] == ["in_progress"]
    assert [m["result"] for m in stored["rounds"][0]["matches"]] == [None, "0-1", None, None]
    assert sorted(map(set, as_swiss(stored)), key=min) == sorted(map(set, pairs_of(second)), key=min)
    assert [m.seats for m in engine.pair(document.load(stored)).matches] == pairs_of(second)


def test_a_round_that_is_only_published_counts_as_being_played() -> None:
    event = shogi()
    publish(event)
    assert [r["status"] for r in pair(event).input.document["rounds"]] == ["in_progress"]


def test_whatever_comes_in_changes_nothing_in_the_round_paired_ahead() -> None:
    drafts = []
    for result in (None, "1-0", "0-1", "1/2-1/2", "---"):
        event = shogi(draw_seed="the same")
        first = publish(event)
        if result:
            enter_all(first, lambda match, result=result: result)  # type: ignore[misc]
        drafts.append(pairs_of(pair(event)))
    assert all(draft == drafts[0] for draft in drafts)


def test_it_is_said_what_was_assumed_in_round_one_the_higher_placed_wins() -> None:
    event = shogi()
    first = publish(event)
    enter(event, first, 1, "1/2-1/2")
    second = pair(event)
    shown = assumed_tables(second)
    assert [row.table for row in shown] == [1, 2, 3, 4]
    for row, pair_ in zip(shown, pairs_of(first), strict=True):
        assert row.assumed == ("1-0" if pair_[0] < pair_[1] else "0-1")
    assert [row.result for row in shown] == ["1/2-1/2", None, None, None]
    assert second.notes[0]["code"] == "wcsc_assumed_won"


def test_later_rounds_assume_draws_and_a_draft_shows_the_points_it_was_paired_on() -> None:
    event = shogi()
    first = play_round(event, mixed)
    second = publish(event)
    enter(event, second, 1, "1-0")
    third = pair(event)
    assert {row.assumed for row in assumed_tables(third)} == {"1/2-1/2"}
    before = {
        seat.player.number: (seat.points or 0) + 50
        for seat in Seat.objects.filter(round=first).select_related("player")
    }
    sheet = round_sheet(event, 3, drafts=True)
    assert {seat.number: seat.points_before for row in sheet.tables for seat in row.seats} == before
    assert sheet.assumed_round == 2


def test_published_pairings_stay_whatever_the_results_were() -> None:
    event = shogi()
    first = publish(event)
    second = publish(event)
    before = pairs_of(second)
    enter_all(first, mixed)
    complete(event, first)
    assert pairs_of(Round.objects.get(pk=second.pk)) == before
    assert round_sheet(event, 2).assumed_round == 1


# --- two rounds at once
def test_both_rounds_take_results_and_are_completed_in_order() -> None:
    event = shogi()
    first, second = publish(event), publish(event)
    enter_all(second, mixed)
    error = refusal(complete, event=event, round_=second)
    assert (error.code, error.params["earlier"]) == ("earlier_round_open", 1)
    assert state_of(second) is RoundState.IN_PROGRESS
    enter_all(first, mixed)
    complete(event, first)
    complete(event, second)
    assert [state_of(r) for r in (first, second)] == [RoundState.COMPLETED] * 2


def test_a_third_round_waits_until_the_first_is_completed() -> None:
    event = shogi()
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


def test_in_plain_swiss_nothing_is_paired_ahead() -> None:
    event = shogi(options={"mode": "S"})
    publish(event)
    assert round_ahead(event) is None
    assert refusal(pair, tournament=event).code == "round_open"
    assert Round.objects.count() == 1


def test_a_draft_ahead_stops_the_next_press() -> None:
    event = shogi()
    publish(event)
    pair(event)
    error = refusal(pair, tournament=event)
    assert (error.code, error.params["number"]) == ("round_exists", 2)
    assert round_ahead(event) is None


def test_a_completed_round_with_a_later_one_is_corrected_and_not_reopened() -> None:
    event = shogi()
    first, _second = publish(event), publish(event)
    enter_all(first)
    complete(event, first)
    assert refusal(rounds.reopen_round, tournament=event, actor=None, round_=first).code == "later_round"


# --- while it is being paired
def test_results_that_come_in_while_it_is_paired_do_not_disturb(monkeypatch: pytest.MonkeyPatch) -> None:
    event = shogi()
    first = publish(event)
    calls = interfere(monkeypatch, lambda call: enter(event, first, call, "1-0"))
    second = pair(event)
    assert (second.number, calls) == (2, [1])
    assert table(first, 1).result == "1-0"


def test_what_changes_the_pairing_makes_it_paired_again(monkeypatch: pytest.MonkeyPatch) -> None:
    event = shogi()
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
    true_pair, calls = engine.pair, []

    def slow(*args: Any, **named: Any) -> Any:
        plan = true_pair(*args, **named)
        calls.append(len(calls) + 1)
        happens(calls[-1])
        return plan

    monkeypatch.setattr(engine, "pair", slow)
    return calls


# --- people
def test_who_withdraws_before_the_next_round_is_paired_is_not_in_it() -> None:
    event = shogi()
    first = publish(event)
    leaver = event.players.get(number=4)
    attendance.withdraw(tournament=event, actor=None, player=leaver)
    second = publish(event)
    assert not Seat.objects.filter(round=second, player=leaver).exists()
    assert Bye.objects.filter(round=second, kind="full").count() == 1
    enter_all(first)
    complete(event, first)


def test_who_sits_in_a_draft_ahead_cannot_leave_unnoticed() -> None:
    event = shogi()
    publish(event)
    draft = pair(event)
    someone = event.players.get(number=4)
    error = refusal(attendance.withdraw, tournament=event, actor=None, player=someone)
    assert (error.code, error.params["number"]) == ("in_draft", 2)
    rounds.discard_draft(tournament=event, actor=None, round_=draft)
    attendance.withdraw(tournament=event, actor=None, player=someone)
    assert not Seat.objects.filter(round=pair(event), player=someone).exists()


def test_who_withdraws_after_both_are_published_leaves_after_the_later_one() -> None:
    event = shogi()
    publish(event)
    publish(event)
    someone = event.players.get(number=4)
    gone = attendance.withdraw(tournament=event, actor=None, player=someone)
    assert gone.left_after_round == 2
    now = public.places(event)
    assert (now.by_number[4].kind, now.by_number[4].leaves) == ("table", False)
    assert (now.next_by_number[4].kind, now.next_by_number[4].leaves) == ("table", True)


def test_a_late_entry_joins_after_the_round_paired_ahead() -> None:
    event = shogi()
    publish(event)
    publish(event)
    late = add_player(event, "Late")
    assert late.joined_round == 3
    assert list(Bye.objects.filter(player=late).values_list("round__number", "kind")) == [
        (1, "absent"),
        (2, "absent"),
    ]


def test_a_late_entry_can_still_get_into_a_draft_ahead_that_is_discarded() -> None:
    event = shogi()
    publish(event)
    draft = pair(event)
    late = add_player(event, "Late")
    rounds.discard_draft(tournament=event, actor=None, round_=draft)
    again = pair(event)
    numbers = {n for pair_ in pairs_of(again) for n in pair_}
    numbers |= set(again.byes.values_list("player__number", flat=True))
    assert late.number in numbers


def test_an_odd_field_gives_the_bye_ahead_to_somebody_without_one() -> None:
    event = shogi(field=7, rounds_planned=6)
    open_ = publish(event)
    for _ in range(4):
        later = publish(event)
        enter_all(open_, mixed)
        complete(event, open_)
        open_ = later
    byes = list(Bye.objects.filter(kind="full").values_list("player", flat=True))
    assert len(byes) == len(set(byes)) == 5
