"""The log only grows: what was written once stays as it was, whatever happens afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.factories import add_player, enter_all, make_event, make_user, pair, publish, table
from tournaments.models import LogEntry, Tournament
from tournaments.services import attendance, events, players, results, rounds, undo

pytestmark = pytest.mark.django_db


def lines(event: Tournament) -> list[dict[str, Any]]:
    return list(LogEntry.objects.filter(tournament=event).order_by("pk").values())


def test_no_step_changes_or_removes_an_earlier_line() -> None:
    event = make_event(field=5)
    one = event.players.get(number=1)
    round_ = publish(event)
    steps: list[Callable[..., Any]] = [
        lambda **k: results.enter_result(match=table(round_), result="1-0", **k),
        lambda **k: results.enter_result(match=table(round_), result="0-1", **k),
        lambda **k: results.clear_result(match=table(round_), **k),
        undo.undo_last_step,
        lambda **k: results.enter_results(round_=round_, results={1: "1-0", 2: "1-0"}, **k),
        lambda **k: rounds.complete(round_=round_, **k),
        lambda **k: rounds.reopen_round(round_=round_, **k),
        lambda **k: rounds.complete(round_=round_, **k),
        lambda **k: results.correct_result(match=table(round_), result="1/2-1/2", **k),
        lambda **k: players.add_player(name="Late", **k),
        lambda **k: players.edit_player(player=one, rating=1, **k),
        lambda **k: attendance.withdraw(player=one, **k),
        lambda **k: attendance.return_player(player=one, **k),
        lambda **k: attendance.request_bye(player=one, round_number=2, **k),
        lambda **k: attendance.cancel_bye(player=one, round_number=2, **k),
        rounds.pair_next_round,
        undo.undo_last_step,
        lambda **k: events.update_event(venue="Hall", **k),
        events.finish_event,
        events.reopen_event,
    ]
    before = lines(event)
    for step in steps:
        version = Tournament.objects.get(pk=event.pk).version
        step(tournament=event, actor=event.owner)
        after = lines(event)
        assert after[: len(before)] == before
        assert len(after) == len(before) + 1
        assert Tournament.objects.get(pk=event.pk).version == version + 1
        before = after


def test_lines_outlive_the_account_that_made_them() -> None:
    event = make_event(field=4)
    helper = make_user("helper", display_name="Ann Å")
    players.add_player(tournament=event, actor=helper, name="Bo")
    helper.delete()
    line = LogEntry.objects.get(subject="Bo")
    assert (line.user, line.user_name) == (None, "Ann Å")


def test_a_line_without_a_person_is_allowed_and_long_texts_are_cut() -> None:
    event = make_event()
    for n in range(60):
        add_player(event, f"Somebody with quite a long name {n}")
    attendance.set_checked_in(tournament=event, actor=None, players=None)
    line = LogEntry.objects.order_by("pk").last()
    assert line is not None
    assert (line.user, line.user_name, len(line.subject)) == (None, "", 400)
    assert len(line.after["numbers"]) == 60


def test_an_undone_step_is_named_by_the_line_that_undid_it() -> None:
    event = make_event(field=4)
    pair(event)
    undo.undo_last_step(tournament=event, actor=event.owner)
    undone, undoing = LogEntry.objects.order_by("pk")[1:]
    assert (undoing.undoes, undone.undone_by) == (undone, undoing)
    enter_all(publish(event))
    assert lines(event)[1]["action"] == "round_paired"
