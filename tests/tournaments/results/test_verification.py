"""Results keyed a second time: the same verifies, another one asks, whatever changes a result empties the mark."""

from typing import Any

import pytest

from accounts.models import User
from tests.factories import (
    FOUR_SCORES,
    enter_all,
    enter_all_scores,
    make_event,
    make_table_event,
    make_user,
    publish,
    refused,
    state_of,
    table,
)
from tests.tournaments.steps import played, published
from tournaments.events.services import events
from tournaments.models import Action, LogEntry, Match, Round, RoundState, Tournament
from tournaments.results.selectors.verification import progress
from tournaments.results.services import results, scores, verification
from tournaments.results.services.tables_of_four import Entry

OTHER_SCORES = (31_200, 42_300, 28_000, 18_500)


@pytest.fixture
def event() -> Tournament:
    tournament = make_event(field=8)
    enter_all(publish(tournament))
    return tournament


@pytest.fixture
def second(event: Tournament) -> User:
    user = make_user("second")
    events.set_staff(tournament=event, actor=event.owner, user=user, role="scorekeeper")
    return user


def at(event: Tournament, number: int = 1, round_number: int = 1) -> Match:
    return table(event.rounds.get(number=round_number), number)


def lines(event: Tournament, action: Action) -> list[LogEntry]:
    return list(LogEntry.objects.filter(tournament=event, action=action))


def test_the_same_result_verifies_the_table_and_who_keyed_both_is_told_so(
    event: Tournament, second: User
) -> None:
    done = verification.verify(tournament=event, actor=second, match=at(event), value="1-0")
    assert (done.table, done.same_person) == (1, False)
    row = at(event)
    assert (row.verified_by, row.result, row.entered_by) == (second, "1-0", event.owner)
    assert row.verified_at is not None
    (line,) = lines(event, Action.RESULT_VERIFIED)
    assert (line.user, line.round_number) == (second, 1)
    assert line.after == {"table": 1, "entered_by": str(event.owner), "differed": False}
    assert verification.verify(
        tournament=event, actor=event.owner, match=at(event, 2), value="1-0"
    ).same_person


def test_verifying_twice_changes_nothing_more_and_a_different_key_asks_again(
    event: Tournament, second: User
) -> None:
    verification.verify(tournament=event, actor=second, match=at(event), value="1-0")
    before, version = at(event), event.version
    verification.verify(tournament=event, actor=event.owner, match=at(event), value="1-0")
    after = at(event)
    assert (after.verified_by, after.verified_at) == (second, before.verified_at)
    assert event.version == version
    assert len(lines(event, Action.RESULT_VERIFIED)) == 1
    with refused("verification_differs"):
        verification.verify(tournament=event, actor=second, match=at(event), value="1/2-1/2")
    assert at(event).verified_at is not None
    results.enter_result(tournament=event, actor=event.owner, match=at(event), result="1-0")
    results.enter_results(
        tournament=event, actor=event.owner, round_=event.rounds.get(), results={1: "1-0", 2: "0-1"}
    )
    assert at(event).verified_by == second


def test_the_first_may_be_right_or_the_second(event: Tournament, second: User) -> None:
    verification.settle(tournament=event, actor=second, match=at(event), value="1-0", seen="1-0")
    row = at(event)
    assert (row.result, row.entered_by, row.verified_by) == ("1-0", event.owner, second)
    assert not lines(event, Action.RESULT_ENTERED)
    verification.settle(tournament=event, actor=second, match=at(event, 2), value="0-1", seen="1-0")
    row = at(event, 2)
    assert (row.result, row.entered_by, row.verified_by) == ("0-1", second, second)
    assert [seat.points for seat in row.seats.all()] == [0, 100]
    (entered,) = lines(event, Action.RESULT_ENTERED)
    assert entered.before is not None and entered.before["result"] == "1-0"
    line = lines(event, Action.RESULT_VERIFIED)[-1]
    assert line.after is not None and line.after["differed"] is True


def test_what_was_decided_on_an_old_result_or_in_a_draft_is_refused(event: Tournament, second: User) -> None:
    results.enter_result(tournament=event, actor=event.owner, match=at(event), result="1/2-1/2")
    with refused("result_changed"):
        verification.settle(tournament=event, actor=second, match=at(event), value="0-1", seen="1-0")
    assert at(event).result == "1/2-1/2"
    assert at(event).verified_at is None
    Round.objects.filter(tournament=event).update(state=RoundState.DRAFT)
    with refused("wrong_state"):
        verification.verify(tournament=event, actor=second, match=at(event), value="1-0")


def test_in_a_completed_round_the_fix_is_a_correction(second: User) -> None:
    event = played(1, field=8)
    match = at(event)
    verification.settle(
        tournament=event, actor=second, match=match, value="0-1", seen="1-0", note="slip read again"
    )
    (line,) = lines(event, Action.RESULT_CORRECTED)
    assert line.note == "slip read again"
    assert at(event).verified_by == second
    assert state_of(match.round) == RoundState.COMPLETED


@pytest.mark.parametrize("change", ["entered", "many", "cleared", "corrected", "undone"])
def test_any_change_of_the_result_empties_the_mark(event: Tournament, second: User, change: str) -> None:
    given: dict[str, Any] = {"tournament": event, "actor": event.owner}
    verification.verify(tournament=event, actor=second, match=at(event), value="1-0")
    verification.verify(tournament=event, actor=second, match=at(event, 2), value="1-0")
    if change == "entered":
        results.enter_result(**given, match=at(event), result="0-1")
    elif change == "many":
        results.enter_results(**given, round_=event.rounds.get(), results={1: "0-1", 2: "1-0"})
    elif change == "cleared":
        results.clear_result(**given, match=at(event))
    elif change == "undone":
        verification.settle(**given, match=at(event), value="0-1", seen="1-0")
        results.enter_result(**given, match=at(event), result="1-0")
    else:
        Round.objects.filter(pk=event.rounds.get().pk).update(state=RoundState.COMPLETED)
        results.correct_result(**given, match=at(event), result="0-1")
    row = at(event)
    assert (row.verified_at, row.verified_by) == (None, None)
    assert at(event, 2).verified_by == second  # the others keep theirs


def test_a_table_without_result_cannot_be_verified_and_bad_input_is_named(
    event: Tournament, second: User
) -> None:
    with refused("bad_result", field="result"):
        verification.verify(tournament=event, actor=second, match=at(event), value="5-0")
    with refused("wrong_seats"):
        verification.verify(tournament=event, actor=second, match=at(event), value=Entry(FOUR_SCORES))
    other = make_event(field=4)
    enter_all(publish(other))
    with refused("not_of_event"):
        verification.verify(tournament=event, actor=second, match=at(other), value="1-0")
    event, _ = published(field=4)
    with refused("no_result"):
        verification.verify(tournament=event, actor=second, match=at(event), value="1-0")
    assert at(event).result is None


def test_progress_counts_what_waits_and_what_is_missing(event: Tournament, second: User) -> None:
    results.clear_result(tournament=event, actor=event.owner, match=at(event, 3))
    results.enter_result(tournament=event, actor=second, match=at(event, 4), result="0-1")
    verification.verify(tournament=event, actor=second, match=at(event), value="1-0")
    found = progress(event, event.rounds.get())
    assert (found.total, found.verified, found.missing, found.is_done) == (4, 1, (3,), False)
    assert [row.table for row in found.waiting] == [2, 4]
    assert (found.keyed_by(event.owner), found.keyed_by(second)) == (1, 1)


# --- tables of four -----------------------------------------------------------------------------------------------


@pytest.fixture
def riichi() -> Tournament:
    tournament = make_table_event()
    enter_all_scores(publish(tournament))
    return tournament


def test_penalties_are_compared_only_where_they_are_keyed(riichi: Tournament, second: User) -> None:
    match = at(riichi)
    penalties = (0, -2000, 0, 0)
    scores.enter_scores(
        tournament=riichi, actor=riichi.owner, match=match, raw=FOUR_SCORES, penalties=penalties
    )
    with refused("verification_differs"):
        wrong = Entry(FOUR_SCORES, (0, -1000, 0, 0))
        verification.verify(tournament=riichi, actor=second, match=match, value=wrong)
    verification.verify(tournament=riichi, actor=second, match=match, value=Entry(FOUR_SCORES))
    assert at(riichi).verified_by == second
    assert [seat.penalty for seat in at(riichi).seats.all()] == list(penalties)


def test_another_score_empties_the_mark_of_a_table_of_four(second: User) -> None:
    event = played(1, make_table_event)
    verification.verify(tournament=event, actor=second, match=at(event), value=Entry(FOUR_SCORES))
    verification.verify(tournament=event, actor=second, match=at(event, 2), value=Entry(FOUR_SCORES))
    scores.correct_scores(
        tournament=event, actor=event.owner, match=at(event), raw=OTHER_SCORES, note="swapped"
    )
    assert (at(event).verified_at, at(event).verified_by) == (None, None)
    assert at(event, 2).verified_by == second
