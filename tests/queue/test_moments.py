"""What follows from the moments of an event, one by one (rules/queue.md A1, A4, A6, B12)."""

from dataclasses import replace
from typing import Any

import pytest

from pairing.formats import document
from pairing.model.errors import PairingError
from pairing.model.moments import load_moments
from pairing.model.types import Snapshot
from pairing.queue.choice import choose
from pairing.queue.moments import state_at
from pairing.queue.state import MatchState, QueueMatch, QueueState, Waiting
from tests.queue.evening import field_of

START: list[dict[str, Any]] = [
    {"at": 0, "come": [1, 2, 3, 4]},
    {"at": 0, "open_tables": [1, 2]},
    {"at": 10, "decision": 1, "calls": [{"match": [1, 1], "table": 1}]},
]


def robin(*results: tuple[tuple[int, int], str]) -> Snapshot:
    """Four players, three rounds: 1-4 2-3, 4-3 1-2, 2-4 3-1."""
    snapshot = field_of("robin", 4)
    for (number, table), result in results:
        round_ = snapshot.rounds[number - 1]
        matches = tuple(replace(m, result=result) if m.table == table else m for m in round_.matches)
        rounds = (*snapshot.rounds[: number - 1], replace(round_, matches=matches), *snapshot.rounds[number:])
        snapshot = replace(snapshot, rounds=rounds)
    return snapshot


def state(*after: dict[str, Any], snapshot: Snapshot | None = None, now: int | None = None) -> QueueState:
    """The queue after the start and these moments."""
    return state_at(snapshot or robin(), load_moments([*START, *after]), now=now)


def match(found: QueueState, *id: int) -> QueueMatch:
    return next(one for one in found.matches if one.id == id)


ENDED = {"at": 900, "ended": [1, 1]}
PLAYED = robin(((1, 1), "1-0"))


def test_a_called_match_has_its_table_and_is_late_after_a_while() -> None:
    called = match(state(), 1, 1)
    assert (called.state, called.table, called.called, called.late) == (MatchState.CALLED, 1, 10, False)
    assert match(state(now=310), 1, 1).late is False
    assert match(state(now=311), 1, 1).late is True
    assert [table.free for table in state().tables] == [False, True]
    assert match(state({"at": 20, "begin": [1, 1]}, now=999), 1, 1).late is False


def test_players_wait_from_the_result_or_from_coming() -> None:
    after = state(ENDED, {"at": 950, "pause": [1]}, {"at": 990, "back": [1]}, snapshot=PLAYED)
    assert [(after.player[id].since, after.player[id].held) for id in (1, 2, 4)] == [
        (990, False), (0, False), (900, False),
    ]  # fmt: skip
    assert state({"at": 20, "pause": [2]}).player[2].held


def test_a_match_won_without_playing_lets_nobody_wait_anew() -> None:
    after = state({"at": 500, "ended": [1, 2]}, snapshot=robin(((1, 2), "+--")))
    assert (after.player[2].since, after.player[3].since) == (0, 0)


def test_a_rest_lasts_until_its_end_unless_the_desk_waives_it() -> None:
    rest = {"at": 10, "options": {"rest": 300}}
    moments = (rest, ENDED, {"at": 900, "take_back": [1, 2]})
    calls = {"at": 10, "decision": 2, "calls": [{"match": [1, 2], "table": 2}]}
    after = state(calls, *moments, snapshot=PLAYED)
    assert after.waiting(match(after, 2, 2)) is Waiting.RESTING
    later = state(calls, *moments, snapshot=PLAYED, now=1200)
    assert later.waiting(match(later, 2, 2)) is None
    waived = state(calls, *moments, {"at": 900, "waive": [2, 2]}, snapshot=PLAYED)
    assert waived.waiting(match(waived, 2, 2)) is None


def test_a_call_that_is_taken_back_holds_the_match_if_it_says_so() -> None:
    back = state({"at": 400, "take_back": [1, 1], "because": "not_there", "hold": True})
    assert (match(back, 1, 1).state, match(back, 1, 1).sent_back) == (MatchState.WAITING, 1)
    assert back.waiting(match(back, 1, 1)) is Waiting.HELD
    assert back.player[1].since == 0
    free = state({"at": 400, "take_back": [1, 1]}, {"at": 400, "release": [1, 1]})
    assert free.waiting(match(free, 1, 1)) is None


def test_a_hold_ends_by_itself_at_its_time() -> None:
    hold = {"at": 20, "hold": [1, 2], "until": 320, "because": "photos"}
    held = match(state(hold, now=319), 1, 2)
    assert (held.hold, held.held_until, held.because) == (True, 320, "photos")
    assert not match(state(hold, now=320), 1, 2).hold


@pytest.mark.parametrize(
    ("taken", "table"), [((), 1), (({"at": 910, "desk_call": {"match": [1, 2], "table": 1}},), None)]
)
def test_a_result_that_is_taken_away_again_gives_the_match_its_table_if_it_is_free(
    taken: tuple[dict[str, Any], ...], table: int | None
) -> None:
    after = match(state(ENDED, *taken, {"at": 950, "reopened": [1, 1]}), 1, 1)
    assert (after.state, after.table, after.ended) == (MatchState.PLAYING, table, None)


def test_tables_with_tags_kept_and_closed() -> None:
    after = state(
        {"at": 20, "tags": {"2": ["stream"]}, "only": [2]},
        {"at": 20, "open_tables": [3, 4]},
        {"at": 20, "keep": 3, "match": [2, 1]},
        {"at": 20, "close_tables": [4]},
        {"at": 20, "needs_round": 1, "tag": "stream"},
        {"at": 20, "needs": [1, 1], "tag": None},
    )
    two, three, four = after.tables[1:]
    assert (two.tags, two.only, three.kept_for, four.closed, four.free) == (
        ("stream",),
        True,
        (2, 1),
        True,
        False,
    )
    assert (match(after, 1, 1).needs, match(after, 1, 2).needs, match(after, 2, 1).needs) == (
        None,
        "stream",
        None,
    )


def test_marks_are_numbered_in_the_order_of_the_moments() -> None:
    after = state(
        {"at": 20, "first": [3, 1]}, {"at": 20, "first": [1, 2]}, {"at": 20, "first": [2, 1]},
        {"at": 20, "not_first": [3, 1]},
    )  # fmt: skip
    assert [match(after, *id).first for id in ((3, 1), (1, 2), (2, 1))] == [None, 2, 3]


def test_the_queue_or_a_round_stops_and_goes_on() -> None:
    assert choose(state({"at": 20, "stop": True})) == ()
    assert choose(state({"at": 20, "stop": True}, {"at": 21, "go": True})) != ()
    stopped = state({"at": 20, "stop": {"round": 1}})
    assert stopped.waiting(match(stopped, 1, 2)) is Waiting.HELD


def test_a_match_that_moves_or_goes_on_without_a_table() -> None:
    moved = state({"at": 20, "move": [1, 1], "table": 2})
    assert [table.free for table in moved.tables] == [True, False]
    freed = state({"at": 20, "free_table": 1})
    assert match(freed, 1, 1).table is None and match(freed, 1, 1).state is MatchState.CALLED
    assert all(table.free for table in freed.tables) and 1 in freed.busy


def test_a_schedule_goes_one_round_ahead_unless_the_desk_says_otherwise() -> None:
    assert state().waiting(match(state(), 3, 2)) is Waiting.BUSY
    assert state().last_round == 2
    assert state({"at": 20, "options": {"ahead": None}}).last_round is None
    left = state({"at": 20, "leave": [1]}, {"at": 20, "take_back": [1, 1]}, snapshot=robin(((1, 2), "1-0")))
    assert left.last_round == 3  # 2, were the match of the one who has left waited for


def test_a_result_of_which_no_moment_is_told_came_before_the_first_one() -> None:
    assert match(state(snapshot=robin(((2, 1), "1-0"))), 2, 1).state is MatchState.PLAYED


WRONG: dict[str, list[dict[str, Any]]] = {
    "moments[3].at: 5 is before the moment before it, at 10": [{"at": 5, "stop": True}],
    'moments[3]: unknown: "shout"': [{"at": 20, "shout": True}],
    "moments[3]: one thing has to be told": [{"at": 20}],
    "moments[3]: one thing has to be told; choose": [{"at": 20, "come": [1], "leave": [2]}],
    "moments[3]: until does not belong to release": [{"at": 20, "release": [1, 1], "until": 30}],
    "moments[3]: table is missing": [{"at": 20, "move": [1, 1]}],
    "moments[3].because: choose from undo": [{"at": 20, "take_back": [1, 1], "because": "rain"}],
    "moments[3].hold: it must be a list": [{"at": 20, "hold": True}],
    "moments[3].tags: its names must be": [{"at": 20, "tags": {"x": ["stage"]}}],
    "moments[3].stop: it must be true": [{"at": 20, "stop": False}],
    "moments[3]: There is no match 9 in round 1": [{"at": 20, "first": [1, 9]}],
    "moments[3]: There is no player 9": [{"at": 20, "come": [9]}],
    "moments[3]: Table 7 is not open": [{"at": 20, "desk_call": {"match": [1, 2], "table": 7}}],
    "moments[3]: Table 1 is taken": [{"at": 20, "desk_call": {"match": [1, 2], "table": 1}}],
    "moments[3]: 4 is at another table": [{"at": 20, "desk_call": {"match": [2, 1], "table": 2}}],
    "moments[3]: Match 1 of round 1 is not waiting": [{"at": 20, "desk_call": {"match": [1, 1], "table": 2}}],
    "moments[3]: Match 2 of round 1 has not been called": [{"at": 20, "begin": [1, 2]}],
    "moments[4]: Match 1 of round 1 has its result": [ENDED, {"at": 901, "ended": [1, 1]}],
    "moments[3]: Match 1 of round 1 has no result": [{"at": 20, "correct": [1, 1]}],
    "moments[3]: Match 1 of round 1 has ended, but has no result": [ENDED],
    "moments[3]: Decision 1 is not after decision 1": [{"at": 20, "decision": 1, "calls": []}],
}


@pytest.mark.parametrize("text", WRONG)
def test_moments_that_cannot_be_are_refused_with_their_place(text: str) -> None:
    data = document.dump(robin()) | {"moments": [*START, *WRONG[text]]}
    with pytest.raises(document.DocumentError) as refused:
        document.load(data)
    assert text in str(refused.value)


@pytest.mark.parametrize(
    ("start", "is_known"),
    [("2026-11-27T18:30:00+01:00", True), ("2026-11-27T18:30:00", False), ("soon", False)],
)
def test_the_start_is_a_time_with_its_zone(start: str, is_known: bool) -> None:
    data = document.dump(robin()) | {"started_at": start}
    if is_known:
        assert document.dump(document.load(data))["started_at"] == start
    else:
        with pytest.raises(document.DocumentError, match=r"started_at: give a day and a time with its zone"):
            document.load(data)


def test_a_moment_that_cannot_be_is_refused_before_it_is_written() -> None:
    with pytest.raises(PairingError, match="Table 1 is taken"):
        state({"at": 20, "close_tables": [1]})
