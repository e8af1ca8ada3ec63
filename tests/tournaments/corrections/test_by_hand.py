"""Changes of a paired round by hand: what they break is named first, a table with a result is never touched, undone
in one step.
"""

from typing import Any

import pytest

from pairing.engine.recheck import recheck
from pairing.formats import document
from tests.factories import make_event, make_table_event, pair, publish, refused
from tests.tournaments.seated import byes, rows, tables
from tests.tournaments.steps import played
from tournaments import snapshots
from tournaments.corrections.services import by_hand
from tournaments.corrections.services.by_hand import Move
from tournaments.history.undo import undo_last_step
from tournaments.models import Action, LogEntry, Match, Round, Tournament
from tournaments.results.services import results
from tournaments.rounds.services import playing
from tournaments.templatetags.pairwright import by_hand as by_hand_mark


def change(event: Tournament, round_: Round, note: str = "", **move: Any) -> by_hand.ByHand:
    return by_hand.apply(tournament=event, actor=event.owner, round_=round_, move=Move(**move), note=note)


def foresee(event: Tournament, round_: Round, **move: Any) -> by_hand.ByHand:
    return by_hand.foresee(event, round_, Move(**move))


def line(event: Tournament) -> LogEntry:
    return LogEntry.objects.filter(tournament=event).latest("id")


@pytest.fixture
def event() -> Tournament:
    return make_event(field=8)


@pytest.fixture
def round_(event: Tournament) -> Round:
    return publish(event)


def test_a_swap_is_logged_with_the_difference_and_undone_in_one_step(
    round_: Round, event: Tournament
) -> None:
    before, seats = rows(round_), tables(round_)
    a, b = seats[1][0], seats[2][0]
    shown = foresee(event, round_, kind="swap", first=a, second=b)
    assert rows(round_) == before
    change(event, round_, note="asked by both", kind="swap", first=a, second=b)
    after = tables(round_)
    assert (after[1], after[2]) == ((b, seats[1][1]), (a, seats[2][1]))
    kept = {key: row for key, row in before.items() if key in (seats[3], seats[4])}
    assert {key: rows(round_)[key] for key in kept} == kept
    written = line(event)
    assert (written.action, written.note) == (Action.PLAYERS_SWAPPED, "asked by both")
    assert written.after and written.after["engine"]["different"] == [1, 2]
    assert shown.engine.different == (1, 2)
    event.refresh_from_db()
    undo_last_step(tournament=event, actor=None)
    assert tables(round_) == seats


def test_a_round_changed_by_hand_is_still_rechecked_from_its_document(
    round_: Round, event: Tournament
) -> None:
    seats = tables(round_)
    change(event, round_, note="asked", kind="swap", first=seats[1][0], second=seats[2][0])
    (check,) = recheck(document.load(document.dump(snapshots.load(event, drafts=True))))
    assert {frozenset(s) for s in check.only_planned} == {frozenset(seats[1]), frozenset(seats[2])}
    assert Round.objects.get(pk=round_.pk).input.document["players"]


def test_a_swap_with_whoever_has_the_bye_gives_the_bye_away() -> None:
    event = played(1, field=7)
    round_ = pair(event)
    (resting,) = byes(round_)
    player, partner = tables(round_)[3]
    found = change(event, round_, note="ill", kind="bye", first=player)
    assert byes(round_) == {player: "full"}
    assert {resting, partner} == set(tables(round_)[3])
    assert line(event).action == Action.PLAYERS_SWAPPED
    assert found.changed == (3,)


def test_other_seats_at_a_table_make_it_another_table_for_open_pages(
    round_: Round, event: Tournament
) -> None:
    """What somebody types on a page that shows the old seats must not be credited to the other player."""
    first, second = tables(round_)[1]
    old = Match.objects.get(round=round_, table=1)
    change(event, round_, note="black was agreed", kind="swap", first=first, second=second)
    assert tables(round_)[1] == (second, first)
    assert Match.objects.get(round=round_, table=1).pk != old.pk
    with refused("not_of_event"):
        results.enter_result(tournament=event, actor=None, match=old, result="1-0")


def test_two_are_paired_and_those_left_over_meet_and_a_match_moves_with_all_it_has(
    round_: Round, event: Tournament
) -> None:
    seats = tables(round_)
    Match.objects.filter(round=round_, table=1).update(extra_seconds=120, extra_why="late")
    before = rows(round_)[seats[1]]
    change(event, round_, kind="move", table=1, to_table=3)
    assert tables(round_)[3] == seats[1] and tables(round_)[1] == seats[3]
    after = rows(round_)[seats[1]]
    assert (after[0], after[5:7]) == (before[0], before[5:7])
    assert line(event).action == Action.TABLE_MOVED
    a, b = seats[1][0], seats[4][1]
    change(event, round_, note="wish", kind="pair", first=a, second=b)
    together = [set(s) for s in tables(round_).values()]
    assert {a, b} in together and {seats[1][1], seats[4][0]} in together
    assert line(event).action == Action.PAIRED_BY_HAND


def test_a_score_group_is_paired_anew_among_itself() -> None:
    event = played(1, field=8)
    round_ = publish(event)
    seats = tables(round_)
    top = (*seats[1], *seats[2])
    change(event, round_, note="lots again", kind="swap", first=seats[1][0], second=seats[2][0])
    change(event, round_, kind="group", players=top, note="as the rules say")
    assert {frozenset(seats[1]), frozenset(seats[2])} == {frozenset(tables(round_)[t]) for t in (1, 2)}
    assert {t: tables(round_)[t] for t in (3, 4)} == {t: seats[t] for t in (3, 4)}
    assert line(event).action == Action.GROUP_REPAIRED


def test_tables_with_a_result_or_playing_are_never_touched(round_: Round, event: Tournament) -> None:
    seats = tables(round_)
    match = Match.objects.get(round=round_, table=1)
    results.enter_result(tournament=event, actor=None, match=match, result="1-0")
    playing.mark_playing(tournament=event, actor=None, round_=round_, tables=[2])
    for code, move in (
        ("table_has_result", {"kind": "swap", "first": seats[1][0], "second": seats[3][0]}),
        ("table_has_result", {"kind": "move", "table": 3, "to_table": 1}),
        ("table_playing", {"kind": "pair", "first": seats[2][0], "second": seats[3][0]}),
    ):
        with refused(code):
            change(event, round_, note="x", **move)
    assert tables(round_) == seats and Match.objects.get(pk=match.pk).result == "1-0"


def test_bad_moves_are_refused(round_: Round, event: Tournament) -> None:
    for code, move in (
        ("missing", {"kind": "swap", "first": 1}),
        ("bad_kind", {"kind": "throw"}),
        ("no_bye_given", {"kind": "bye", "first": 1}),
        ("repair_same_player", {"kind": "swap", "first": 1, "second": 1}),
        ("repair_no_such_player", {"kind": "swap", "first": 1, "second": 99}),
        ("repair_no_such_table", {"kind": "move", "table": 9, "to_table": 1}),
    ):
        with refused(code):
            foresee(event, round_, **move)


def test_seats_of_tables_of_four_are_swapped() -> None:
    event = played(1, make_table_event, field=8, system="mahjong_swiss")
    round_ = publish(event)
    seats = tables(round_)
    a, b = seats[1][2], seats[2][0]
    change(event, round_, note="wheelchair", kind="swap", first=a, second=b)
    after = tables(round_)
    assert after[1] == (*seats[1][:2], b, seats[1][3]) and after[2] == (a, *seats[2][1:])
    event.refresh_from_db()
    undo_last_step(tournament=event, actor=None)
    assert tables(round_) == seats
    with refused("repair_not_two"):
        foresee(event, round_, kind="pair", first=a, second=b)


@pytest.mark.parametrize("system", ["dutch", "burstein", "dubov", "monrad"])
def test_a_swap_that_breaks_no_rule_says_by_which_criterion_the_system_pairs_otherwise(system: str) -> None:
    """In round 1 the upper half meets the lower (C.04.3, 3.6): another order of the lower half is worse in nothing and
    comes later. Where a system cannot say so itself, the table it would have made stands with its reasons.
    """
    event = make_event(field=8, system=system)
    round_ = pair(event)
    seats = tables(round_)
    found = change(event, round_, kind="swap", first=seats[1][1], second=seats[3][1])
    assert found.warnings == ()
    code, instead = ("dutch_better_first", ()) if system == "dutch" else ("repair_instead", seats[1])
    assert found.against[0].code == code
    assert instead in ((), dict(found.against[0].params).get("players"))
    marks = {match.table: by_hand_mark(match.why) for match in Match.objects.filter(round=round_)}
    assert [table for table, mark in marks.items() if mark] == [1, 3]
    back = foresee(event, round_, kind="swap", first=seats[1][1], second=seats[3][1])
    assert back.against == ()
