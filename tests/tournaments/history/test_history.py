"""Snapshots, comparing, restoring; undo and redo of any step; a log that only grows."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.factories import (
    add_player,
    enter_all,
    make_event,
    make_user,
    pair,
    play_round,
    publish,
    refused,
    table,
)
from tests.tournaments.steps import all_refused, drafted, given, newest, played, take_back
from tournaments.events.services import events
from tournaments.files.services.documents import export_event, export_kept
from tournaments.history import restore_points, undo
from tournaments.history.comparison import compare
from tournaments.history.log import Wanted, search
from tournaments.history.replay import replay
from tournaments.history.restore import restore
from tournaments.history.sentences import sentence
from tournaments.history.wording import effects
from tournaments.models import (
    Action,
    ClaimState,
    EventSnapshot,
    LogEntry,
    Match,
    Player,
    RoundInput,
    ScoreClaim,
    SnapshotReason,
    Tournament,
)
from tournaments.players.services import attendance, players
from tournaments.results.selectors.penalties import rows as penalty_rows
from tournaments.results.services import penalties, results
from tournaments.rounds.services import rounds
from tournaments.steps import state
from tournaments.steps.changes import changing
from tournaments.steps.refusals import ServiceError

# --- snapshots


@pytest.fixture
def event() -> Tournament:
    return make_event(field=4)


def test_the_state_is_kept_before_and_after_every_pairing_and_by_hand_with_what_for() -> None:
    event = played(1, field=4)
    pair(event)
    kept = EventSnapshot.objects.filter(tournament=event).order_by("pk")
    assert [(row.reason, row.round_number) for row in kept] == [
        ("start", None),
        ("before_pairing", 1),
        ("after_pairing", 1),
        ("before_pairing", 2),
        ("after_pairing", 2),
    ]
    last = kept.last()
    assert last is not None and last.log_entry is not None
    assert last.log_entry.action == Action.ROUND_PAIRED
    assert [row.reason for row in kept if row.state is not None] == ["start"]
    assert last.version == Tournament.objects.get(pk=event.pk).version
    with refused("missing"):
        restore_points.keep_by_hand(**given(event), note="  ")
    own = restore_points.keep_by_hand(**given(event), note="before lunch")
    assert (own.reason, own.note) == ("by_hand", "before lunch")
    assert LogEntry.objects.latest("pk").action == Action.SNAPSHOT_KEPT


def test_old_automatic_snapshots_go_and_those_kept_by_hand_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(restore_points, "MOST_AUTOMATIC", 3)
    event = make_event(field=4)
    restore_points.keep_by_hand(**given(event), note="before lunch")
    for _ in range(4):
        rounds.discard_draft(**given(event), round_=pair(event))
    reasons = list(EventSnapshot.objects.order_by("pk").values_list("reason", flat=True))
    assert reasons.count("by_hand") == reasons.count("start") == 1
    assert len(reasons) == 5


# --- comparing and restoring


def test_restoring_brings_everything_back_keeps_rows_and_is_undone_in_one_step() -> None:
    event = make_event(field=6)
    first = play_round(event)
    kept = restore_points.keep_by_hand(**given(event), note="after round 1")
    then = state.whole(event)
    keys = dict(event.players.values_list("number", "key"))
    penalties.give(**given(event), player=event.players.get(number=1), kind="warning", infraction="Late")
    matches = dict(Match.objects.filter(round=first).values_list("table", "pk"))
    results.correct_result(**given(event), match=table(first, 1), result="0-1")
    add_player(event, "Late")
    players.edit_player(**given(event), player=event.players.get(number=2), name="Other", rating=1)
    attendance.withdraw(**given(event), player=event.players.get(number=3))
    second = publish(event)
    enter_all(second)
    now = state.whole(event)
    made_from = RoundInput.objects.get(round=second).document

    found = compare(event, kept)
    assert [(one.round, one.table, one.now, one.then) for one in found.lost] == [
        (1, 1, "0-1", "1-0"),
        *[(2, match.table, "1-0", "–") for match in second.matches.all()],
    ]
    assert "Late is removed from the list of players." in found.sentences
    assert "Round 2 is removed, with 3 tables." in found.sentences

    all_refused(
        reason_missing=lambda: restore(**given(event), snapshot=kept, note=""),
        event_changed=lambda: restore(**given(event), snapshot=kept, note="x", seen_version=1),
    )
    restore(**given(event), snapshot=kept, note="wrong list", seen_version=found.version)
    assert state.whole(event) == then
    assert dict(event.players.values_list("number", "key")) == keys
    assert dict(Match.objects.filter(round=first).values_list("table", "pk")) == matches
    assert event.penalties.get().player.number == 1
    line = LogEntry.objects.latest("pk")
    assert (line.action, line.note, line.after["results_lost"]) == ("state_restored", "wrong list", 4)
    assert newest(event, SnapshotReason.BEFORE_RESTORE).note == "wrong list"
    assert replay(event).same
    with refused("same_state"):
        restore(**given(event), snapshot=kept, note="again")

    take_back(event)
    assert state.whole(event) == now
    assert RoundInput.objects.get(round__tournament=event, round__number=2).document == made_from
    assert replay(event).same


def test_restoring_over_a_round_that_was_paired_again_brings_its_own_document_back() -> None:
    event, draft = drafted(field=6)
    kept = newest(event, SnapshotReason.AFTER_PAIRING)
    first, then = RoundInput.objects.get(round=draft).document, state.whole(event)
    rounds.discard_draft(**given(event), round_=draft)
    add_player(event, "Late")
    again = RoundInput.objects.get(round=pair(event)).document
    now = state.whole(event)
    assert first != again
    restore(**given(event), snapshot=kept, note="x")
    assert (RoundInput.objects.get().document, state.whole(event)) == (first, then)
    take_back(event)
    assert (RoundInput.objects.get().document, state.whole(event)) == (again, now)


def test_a_number_that_belongs_to_somebody_else_by_now_goes_back_to_whoever_had_it(event: Tournament) -> None:
    ann = add_player(event, "Ann")
    players.forbid_pair(**given(event), first=ann, second=event.players.get(number=1))
    kept = restore_points.keep_by_hand(**given(event), note="with Ann")
    then = state.whole(event)
    players.remove_player(**given(event), player=ann)
    assert add_player(event, "Ben").number == 5
    play_round(event)
    now = state.whole(event)
    restore(**given(event), snapshot=kept, note="x")
    assert state.whole(event) == then
    assert event.players.get(number=5).pk == ann.pk
    take_back(event)
    assert state.whole(event) == now


def test_restoring_leaves_address_visibility_renewed_keys_and_secret_seeds_alone() -> None:
    event = make_event(field=4, secret_seeds=True)
    kept = restore_points.keep_by_hand(**given(event), note="x")
    events.update_event(**given(event), slug="elsewhere", visibility="private", venue="Hall")
    Player.objects.filter(tournament=event, number=1).update(key="renewed")
    play_round(event)
    events.finish_event(**given(event))
    events.reopen_event(**given(event))
    seed = Tournament.objects.get(pk=event.pk).draw_seed
    restore(**given(event), snapshot=kept, note="x")
    event = Tournament.objects.get(pk=event.pk)
    assert (event.slug, event.visibility, event.venue, event.draw_seed) == ("elsewhere", "private", "", seed)
    assert event.players.get(number=1).key == "renewed"


def test_a_snapshot_as_an_event_document_is_the_event_of_then_and_changes_nothing() -> None:
    event = played(1, field=6)
    then = export_event(event)
    kept = restore_points.keep_by_hand(**given(event), note="x")
    add_player(event, "Late")
    enter_all(publish(event))
    now, version = state.whole(event), Tournament.objects.get(pk=event.pk).version
    assert export_kept(event, kept) == then
    assert (state.whole(event), Tournament.objects.get(pk=event.pk).version) == (now, version)


# --- undo and redo


def test_undo_supersedes_what_players_say_and_refuses_to_overwrite_what_the_log_does_not_know(
    event: Tournament,
) -> None:
    round_ = publish(event)
    match = table(round_, 1)
    results.enter_result(**given(event), match=match, result="1-0")
    results.clear_result(**given(event), match=match)
    player = Player.objects.get(seats__match=match, seats__position=0)
    report = ScoreClaim.objects.create(match=match, result="1-0", entered_by=player)
    take_back(event)
    report.refresh_from_db()
    assert (table(round_, 1).pk, table(round_, 1).result) == (match.pk, "1-0")
    assert report.state == ClaimState.SUPERSEDED
    results.enter_result(**given(event), match=table(round_, 2), result="1-0")
    Match.objects.filter(pk=table(round_, 2).pk).update(result="0-1")
    with refused("state_differs"):
        take_back(event)
    assert table(round_, 2).result == "0-1"
    found = replay(event)
    assert not found.same and list(found.differences) == ["matches"]


def test_a_player_removed_comes_back_in_the_same_place_and_penalties_wait_for_one_taken_off(
    event: Tournament,
) -> None:
    ann = add_player(event, "Ann", rating=1500, note="by train")
    add_player(event, "Ben")
    before = list(event.players.order_by("pk").values_list("pk", "name", "key", "note"))
    players.remove_player(**given(event), player=ann)
    take_back(event)
    assert list(event.players.order_by("pk").values_list("pk", "name", "key", "note")) == before
    ann = add_player(event, "Cai")
    penalties.give(**given(event), player=ann, kind="caution", infraction="Rude")
    take_back(event)
    assert penalty_rows(event) == []
    undo.redo_last_step(**given(event))
    (row,) = penalty_rows(event)
    assert (row.player.name, row.penalty.infraction) == ("Cai", "Rude")


def test_redo_goes_forward_until_something_else_is_done(event: Tournament) -> None:
    for name in ("Ann", "Ben", "Cai"):
        add_player(event, name)
    take_back(event, 2)
    undo.redo_last_step(**given(event))
    assert list(event.players.filter(number__gt=4).values_list("name", flat=True)) == ["Ann", "Ben"]
    take_back(event)
    undo.redo_last_step(**given(event))
    undo.redo_last_step(**given(event))
    assert event.players.count() == 7
    with refused("nothing_to_redo"):
        undo.redo_last_step(**given(event))
    take_back(event)
    add_player(event, "Dee")
    with refused("nothing_to_redo"):
        undo.redo_last_step(**given(event))
    told = [sentence(line) for line in search(event, Wanted(action="step_undone"))]
    assert told[0] == "Undone: Player added: Cai" and told[1] == "Redone: Player added: Cai"


def test_undo_names_what_it_does(event: Tournament) -> None:
    results.enter_result(**given(event), match=table(publish(event), 1), result="1-0")
    line = LogEntry.objects.latest("pk")
    names = line.subject
    assert effects(event, line) == [
        "Round 1: In progress → Published",
        f"Round 1, table 1 ({names}): 1-0 → –",
    ]
    add_player(event, "Ann")
    penalties.give(**given(event), player=event.players.get(name="Ann"), kind="note", infraction="Rude")
    line = LogEntry.objects.filter(action="player_added").latest("pk")
    assert "1 penalty of Ann is removed too, and returns if you undo this." in effects(event, line)


def test_a_finished_event_is_opened_by_undo_only_where_finishing_was_the_last_step() -> None:
    event = played(1, field=4, secret_seeds=True, rounds_planned=1)
    events.finish_event(**given(event))
    shown = Tournament.objects.get(pk=event.pk).draw_seed
    take_back(event)
    event = Tournament.objects.get(pk=event.pk)
    assert event.status == "running" and event.draw_seed != shown
    assert replay(event).same
    Tournament.objects.filter(pk=event.pk).update(status="finished")
    with refused("event_finished"):
        take_back(event)


def test_steps_of_staff_are_passed_over(event: Tournament) -> None:
    add_player(event, "Ann")
    events.set_staff(**given(event), user=make_user("helper"), role="arbiter")
    assert undo.undo_last_step(**given(event)).subject == "Ann"


def test_a_change_inside_a_change_has_its_own_line_and_a_refused_one_leaves_none(event: Tournament) -> None:
    with changing(event, touches=()):
        add_player(event, "Ann")
        with pytest.raises(ServiceError):
            add_player(event, "Ann")
        attendance.withdraw(**given(event), player=event.players.get(name="Ann"))
    deltas = LogEntry.objects.filter(tournament=event).order_by("pk").values_list("action", "delta")
    assert [(action, list(delta or {})) for action, delta in deltas] == [
        ("event_created", []),
        ("player_added", ["players"]),
        ("player_withdrawn", ["players"]),
    ]
    assert replay(event).same


# --- the log only grows


def lines(event: Tournament) -> list[Any]:
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


def test_lines_outlive_the_account_that_made_them_and_name_who_undid_them() -> None:
    event = make_event(field=4)
    helper = make_user("helper", display_name="Ann Å")
    players.add_player(tournament=event, actor=helper, name="Bo")
    helper.delete()
    line = LogEntry.objects.get(subject="Bo")
    assert (line.user, line.user_name) == (None, "Ann Å")
    pair(event)
    undo.undo_last_step(tournament=event, actor=event.owner)
    undone, undoing = LogEntry.objects.order_by("pk")[2:]
    assert (undoing.undoes, undone.undone_by) == (undone, undoing)
    enter_all(publish(event))
    assert lines(event)[2]["action"] == "round_paired"


def test_a_line_without_a_person_is_allowed_and_long_texts_are_cut() -> None:
    event = make_event()
    for n in range(60):
        add_player(event, f"Somebody with quite a long name {n}")
    attendance.set_checked_in(tournament=event, actor=None, players=None)
    line = LogEntry.objects.order_by("pk").last()
    assert line is not None
    assert (line.user, line.user_name, len(line.subject)) == (None, "", 400)
    assert len(line.after["numbers"]) == 60
