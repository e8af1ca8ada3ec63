"""A round from draft to completion and back."""

from __future__ import annotations

import pytest

from tests.factories import (
    add_player,
    enter_all,
    make_event,
    pair,
    play_round,
    play_rounds,
    publish,
    state_of,
    table,
)
from tournaments.models import (
    Action,
    LogEntry,
    Match,
    Round,
    RoundInput,
    RoundState,
    Seat,
    Status,
    Tournament,
)
from tournaments.selectors.events import pairing_failure
from tournaments.services import events, results, rounds, undo
from tournaments.services.errors import CoreError, ServiceError

pytestmark = pytest.mark.django_db


def code_of(refused: pytest.ExceptionInfo[ServiceError]) -> str:
    return refused.value.code


def test_pairing_stores_a_draft_with_everything_it_was_made_from() -> None:
    event = make_event(field=7)
    round_ = pair(event)
    assert (round_.number, round_.state, round_.seed, round_.system) == (1, "draft", "test", "monrad")
    assert round_.rule_version
    assert [m.table for m in round_.matches.all()] == [1, 2, 3]
    assert [list(m.seats.values_list("position", flat=True)) for m in round_.matches.all()] == [[0, 1]] * 3
    assert round_.byes.get().kind == "full"
    document = RoundInput.objects.get(round=round_).document
    assert [p["id"] for p in document["players"]] == [1, 2, 3, 4, 5, 6, 7]
    assert document["rounds"] == []


def test_every_pairing_says_why() -> None:
    round_ = pair(make_event(field=7))
    for match in Match.objects.filter(round=round_):
        assert match.why and all("code" in reason for reason in match.why)


def test_the_same_event_gives_the_same_draft_again() -> None:
    event = make_event(field=9)
    first = pair(event)
    seats = list(Seat.objects.filter(round=first).values_list("match__table", "position", "player__number"))
    rounds.discard_draft(tournament=event, actor=event.owner, round_=first)
    again = pair(event)
    assert seats == list(
        Seat.objects.filter(round=again).values_list("match__table", "position", "player__number")
    )


def test_pairing_twice_refuses_and_points_to_the_round() -> None:
    event = make_event(field=6)
    pair(event)
    with pytest.raises(ServiceError) as refused:
        pair(event)
    assert (code_of(refused), refused.value.params["number"]) == ("round_exists", 1)
    assert Round.objects.count() == 1


def test_an_open_round_has_to_be_completed_first() -> None:
    event = make_event(field=6)
    publish(event)
    with pytest.raises(CoreError) as refused:
        pair(event)
    assert code_of(refused) == "round_open"


def test_no_more_rounds_than_planned() -> None:
    event = make_event(field=6, rounds_planned=1)
    play_round(event)
    with pytest.raises(CoreError) as refused:
        pair(event)
    assert code_of(refused) == "no_round_left"
    events.update_event(tournament=event, actor=event.owner, rounds_planned=2)
    assert pair(event).number == 2


@pytest.mark.parametrize("count", [0, 1])
def test_too_few_players_are_refused(count: int) -> None:
    with pytest.raises(CoreError) as refused:
        pair(make_event(field=count))
    assert code_of(refused) == "too_few"
    assert not Round.objects.exists()


def test_an_impossible_round_is_explained_stored_and_offered_a_way_out() -> None:
    event = make_event(field=2)
    play_round(event)
    with pytest.raises(CoreError) as refused:
        pair(event)
    assert refused.value.params["impossible"] is True
    assert "allow_rematches" in refused.value.params["offers"]
    stored = pairing_failure(event)
    assert stored is not None
    assert stored.after["impossible"] is True
    assert "allow_rematches" in stored.after["offers"]
    assert Round.objects.count() == 1


def test_a_rematch_is_given_only_when_asked_for_and_is_declared_on_the_round() -> None:
    event = make_event(field=2)
    play_round(event)
    round_ = pair(event, overrides={"allow_rematches": True})
    assert [(r["rule"], sorted(r["players"])) for r in round_.relaxed] == [("rematch", [1, 2])]
    assert round_.options["allow_rematches"] is True
    assert "allow_rematches" not in Tournament.objects.get(pk=event.pk).options
    assert pairing_failure(event) is None


def test_a_stored_explanation_is_gone_when_the_event_has_changed() -> None:
    event = make_event(field=2)
    play_round(event)
    with pytest.raises(CoreError):
        pair(event)
    add_player(event, "Somebody new")
    add_player(event, "Somebody else")
    assert pairing_failure(Tournament.objects.get(pk=event.pk)) is None


def test_unknown_overrides_are_refused() -> None:
    with pytest.raises(CoreError) as refused:
        pair(make_event(field=6), overrides={"fast": True})
    assert code_of(refused) == "unknown_option"


def test_publishing_starts_the_event() -> None:
    event = make_event(field=6)
    assert event.status == Status.SETUP
    round_ = publish(event)
    assert state_of(round_) is RoundState.PUBLISHED
    assert Round.objects.get(pk=round_.pk).published_at is not None
    assert Tournament.objects.get(pk=event.pk).status == Status.RUNNING


def test_publishing_twice_is_refused() -> None:
    event = make_event(field=6)
    round_ = publish(event)
    with pytest.raises(ServiceError) as refused:
        rounds.publish(tournament=event, actor=event.owner, round_=round_)
    assert (code_of(refused), refused.value.params["state"]) == ("wrong_state", "published")


def test_a_round_is_not_complete_while_tables_are_missing() -> None:
    event = make_event(field=8)
    round_ = publish(event)
    for number in (1, 3):
        results.enter_result(tournament=event, actor=event.owner, match=table(round_, number), result="1-0")
    with pytest.raises(ServiceError) as refused:
        rounds.complete(tournament=event, actor=event.owner, round_=round_)
    assert (code_of(refused), refused.value.params["tables"]) == ("missing_results", [2, 4])
    assert "2, 4" in str(refused.value)
    assert state_of(round_) is RoundState.IN_PROGRESS


def test_completing_keeps_the_time_and_a_draft_cannot_be_completed() -> None:
    event = make_event(field=6)
    with pytest.raises(ServiceError) as refused:
        rounds.complete(tournament=event, actor=event.owner, round_=pair(event))
    assert code_of(refused) == "wrong_state"
    event = make_event(field=6)
    assert Round.objects.get(pk=play_round(event).pk).completed_at is not None


def test_start_is_a_step_of_its_own_if_somebody_wants_it() -> None:
    event = make_event(field=6)
    round_ = publish(event)
    rounds.start(tournament=event, actor=event.owner, round_=round_)
    assert state_of(round_) is RoundState.IN_PROGRESS


def test_the_latest_completed_round_can_be_reopened() -> None:
    event = make_event(field=6)
    round_ = play_round(event)
    rounds.reopen_round(tournament=event, actor=event.owner, round_=round_)
    assert state_of(round_) is RoundState.IN_PROGRESS
    rounds.complete(tournament=event, actor=event.owner, round_=round_)
    assert state_of(round_) is RoundState.COMPLETED


def test_a_round_with_a_later_one_cannot_be_reopened() -> None:
    event = make_event(field=6)
    first = play_round(event)
    pair(event)
    with pytest.raises(ServiceError) as refused:
        rounds.reopen_round(tournament=event, actor=event.owner, round_=first)
    assert (code_of(refused), refused.value.params["later"]) == ("later_round", 2)


def test_only_a_draft_can_be_discarded() -> None:
    event = make_event(field=6)
    draft = pair(event)
    rounds.discard_draft(tournament=event, actor=event.owner, round_=draft)
    assert not Round.objects.exists() and not Match.objects.exists()
    round_ = publish(event)
    with pytest.raises(ServiceError) as refused:
        rounds.discard_draft(tournament=event, actor=event.owner, round_=round_)
    assert code_of(refused) == "wrong_state"
    assert round_.matches.count() == 3


def test_whole_events_give_no_pair_twice_and_everybody_once_a_round() -> None:
    event = make_event(field=9, rounds_planned=4)
    met: set[frozenset[int]] = set()
    for round_ in play_rounds(event, 4):
        seated = list(Seat.objects.filter(round=round_).values_list("player__number", flat=True))
        seated += round_.byes.values_list("player__number", flat=True)
        assert sorted(seated) == list(range(1, 10))
        pairs = {frozenset(m.seats.values_list("player__number", flat=True)) for m in round_.matches.all()}
        assert not met & pairs
        met |= pairs


# --- undo
def test_undo_takes_back_step_by_step_to_the_very_beginning() -> None:
    event = make_event(field=4)
    round_ = publish(event)
    for number in (1, 2):
        results.enter_result(tournament=event, actor=event.owner, match=table(round_, number), result="1-0")
    rounds.complete(tournament=event, actor=event.owner, round_=round_)
    pair(event)

    def step() -> str:
        return undo.undo_last_step(tournament=event, actor=event.owner).action

    assert step() == Action.ROUND_PAIRED
    assert Round.objects.count() == 1
    assert step() == Action.ROUND_COMPLETED
    assert state_of(round_) is RoundState.IN_PROGRESS
    assert step() == Action.RESULT_ENTERED
    assert (table(round_, 1).result, table(round_, 2).result) == ("1-0", None)
    assert step() == Action.RESULT_ENTERED
    assert state_of(round_) is RoundState.PUBLISHED
    assert Seat.objects.filter(points__isnull=False).count() == 0
    assert step() == Action.ROUND_PUBLISHED
    assert state_of(round_) is RoundState.DRAFT
    assert Tournament.objects.get(pk=event.pk).status == Status.SETUP
    assert step() == Action.ROUND_PAIRED
    assert not Round.objects.exists()
    with pytest.raises(ServiceError) as refused:
        step()
    assert code_of(refused) == "nothing_to_undo"
    assert LogEntry.objects.filter(action=Action.STEP_UNDONE).count() == 6


def test_after_an_undo_one_can_go_on_and_undo_again() -> None:
    event = make_event(field=4)
    round_ = publish(event)
    one = table(round_, 1)
    results.enter_result(tournament=event, actor=event.owner, match=one, result="1-0")
    results.enter_result(tournament=event, actor=event.owner, match=one, result="0-1")
    undo.undo_last_step(tournament=event, actor=event.owner)
    assert table(round_, 1).result == "1-0"
    results.enter_result(tournament=event, actor=event.owner, match=one, result="1/2-1/2")
    undo.undo_last_step(tournament=event, actor=event.owner)
    assert table(round_, 1).result == "1-0"
    undo.undo_last_step(tournament=event, actor=event.owner)
    assert table(round_, 1).result is None


def test_undo_of_many_results_entered_at_once_restores_each() -> None:
    event = make_event(field=6)
    round_ = publish(event)
    results.enter_result(
        tournament=event, actor=event.owner, match=table(round_, 2), result="0-1", games=[1, 2]
    )
    enter_all(round_)
    undo.undo_last_step(tournament=event, actor=event.owner)
    assert [table(round_, n).result for n in (1, 2, 3)] == [None, "0-1", None]
    assert table(round_, 2).games == [1, 2]


def test_undo_of_a_step_that_is_not_the_last_any_more_is_refused() -> None:
    event = make_event(field=4)
    round_ = publish(event)
    shown = LogEntry.objects.get(action=Action.ROUND_PUBLISHED).pk
    enter_all(round_)
    with pytest.raises(ServiceError) as refused:
        undo.undo_last_step(tournament=event, actor=event.owner, seen=shown)
    assert code_of(refused) == "step_changed"
    assert state_of(round_) is RoundState.IN_PROGRESS


def test_a_discarded_draft_comes_back_and_then_goes_with_its_pairing() -> None:
    event = make_event(field=4)
    draft = pair(event)
    seats = {m.table: list(m.seats.values_list("player__number", flat=True)) for m in draft.matches.all()}
    made_from = RoundInput.objects.get(round=draft).document
    rounds.discard_draft(tournament=event, actor=event.owner, round_=draft)
    undo.undo_last_step(tournament=event, actor=event.owner)
    back = Round.objects.get(tournament=event)
    assert (back.state, back.seed, back.created_at) == (RoundState.DRAFT, draft.seed, draft.created_at)
    assert seats == {
        m.table: list(m.seats.values_list("player__number", flat=True)) for m in back.matches.all()
    }
    assert RoundInput.objects.get(round=back).document == made_from
    assert undo.undo_last_step(tournament=event, actor=event.owner).action == Action.ROUND_PAIRED
    assert not Round.objects.exists()


def test_a_reopened_round_is_completed_again_and_then_gives_back_its_results() -> None:
    event = make_event(field=4)
    round_ = play_round(event)
    rounds.reopen_round(tournament=event, actor=event.owner, round_=round_)
    assert undo.undo_last_step(tournament=event, actor=event.owner).action == Action.ROUND_REOPENED
    assert state_of(round_) is RoundState.COMPLETED
    assert undo.undo_last_step(tournament=event, actor=event.owner).action == Action.ROUND_COMPLETED
    assert undo.undo_last_step(tournament=event, actor=event.owner).action == Action.RESULTS_ENTERED
    assert table(round_, 1).result is None
