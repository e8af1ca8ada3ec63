"""A paired round repaired with the change it is repaired for: kept tables keep their rows, all in one step."""

from typing import Any

import pytest

from tests.factories import add_player, make_event, make_table_event, pair, play_round, publish, refused
from tests.tournaments.seated import byes, rows, tables
from tests.tournaments.steps import all_refused, played, published
from tournaments.corrections.selectors.repairs import Change
from tournaments.corrections.selectors.repairs_diff import diff_of
from tournaments.corrections.selectors.repairs_pending import pending
from tournaments.corrections.services import by_hand, repairs
from tournaments.history.undo import undo_last_step
from tournaments.models import (
    Action,
    Bye,
    LogEntry,
    Match,
    Player,
    Round,
    RoundState,
    Seat,
    Tournament,
)
from tournaments.players.services import attendance, players
from tournaments.results.services import results
from tournaments.rounds.services import playing


def repair(event: Tournament, round_: Round, at: int = 0, note: str = "", **change: Any) -> Any:
    wanted = Change(**change)
    found = repairs.ways(event, round_, wanted)
    return repairs.repair(
        tournament=event,
        actor=event.owner,
        round_=round_,
        key=found.proposals[at].key,
        change=wanted,
        note=note,
    )


def everybody_once(round_: Round) -> set[int]:
    seated = [number for seats in tables(round_).values() for number in seats]
    everybody = [*seated, *byes(round_)]
    assert len(everybody) == len(set(everybody))
    return set(everybody)


def events(event: Tournament) -> list[str]:
    event.refresh_from_db()
    found = pending(event)
    return [one.sentence for one in found.events] if found else []


def withdraw_in_draft(event: Tournament, number: int) -> None:
    attendance.withdraw(
        tournament=event, actor=None, player=Player.objects.get(tournament=event, number=number)
    )


@pytest.fixture
def event() -> Tournament:
    return played(1, field=9)


def test_a_late_entry_meets_the_player_with_the_bye(event: Tournament) -> None:
    """Nine players, one has the bye: the tenth meets that one and no table is broken."""
    round_ = publish(event)
    (resting,) = byes(round_)
    before = rows(round_)
    chosen = repair(event, round_, note="came by train", new={"name": "Late", "rating": 1500})
    assert chosen.repair.broken == ()
    late = Player.objects.get(tournament=event, name="Late")
    assert (late.number, late.joined_round) == (10, 2)
    after = rows(round_)
    assert {seats: after[seats] for seats in before} == before
    (new,) = after.keys() - before.keys()
    assert set(new) == {resting, 10}
    assert byes(round_) == {}
    assert Bye.objects.get(player=late).round.number == 1
    line = LogEntry.objects.filter(tournament=event).latest("id")
    assert (line.action, line.note) == (Action.ROUND_REPAIRED, "came by train")
    assert line.before and line.after
    assert line.after["change"]["new"]["name"] == "Late"
    assert [t["players"] for t in line.after["tables"]] == [list(new)]
    assert line.before["byes"] == [resting]
    event.refresh_from_db()
    undo_last_step(tournament=event, actor=event.owner)  # the change and the repair together
    assert (rows(round_), list(byes(round_))) == (before, [resting])
    assert not Player.objects.filter(tournament=event, name="Late").exists()


def test_a_withdrawal_from_a_draft_needs_no_new_pairing(event: Tournament) -> None:
    round_ = pair(event)
    with refused("in_draft"):
        withdraw_in_draft(event, 1)
    opponent = next(n for seats in tables(round_).values() if 1 in seats for n in seats if n != 1)
    (resting,) = byes(round_)
    chosen = repair(event, round_, out=(1,))
    assert Player.objects.get(tournament=event, number=1).left_after_round == 1
    assert everybody_once(round_) == set(range(2, 10))
    assert len(chosen.repair.broken) == 1
    assert {opponent, resting} in [set(seats) for seats in tables(round_).values()]


def test_nobody_came_to_two_tables_and_their_opponents_meet() -> None:
    event, round_ = published(field=8)
    before = rows(round_)
    first, second = tables(round_)[1], tables(round_)[3]
    found = repairs.ways(event, round_, Change(absent=(first[0], second[1])))
    shown = diff_of(found.seen, found.proposals[0].repair.plan)
    assert [row.table for row in shown.rows] == [1, 3]
    repair(event, round_, absent=(first[0], second[1]))
    assert {first[1], second[0]} in [set(seats) for seats in tables(round_).values()]
    assert byes(round_) == {first[0]: "absent", second[1]: "absent"}
    kept = {seats: row for seats, row in before.items() if seats not in (first, second)}
    after = rows(round_)
    assert {seats: after[seats] for seats in kept} == kept
    assert Player.objects.get(tournament=event, number=first[0]).left_after_round is None


def test_tables_that_play_and_tables_with_a_result_stay_whatever_happens(event: Tournament) -> None:
    round_ = publish(event)
    results.enter_result(
        tournament=event, actor=None, match=Match.objects.get(round=round_, table=1), result="1-0"
    )
    playing.mark_playing(tournament=event, actor=None, round_=round_, tables=[2, 3])
    Match.objects.filter(round=round_, table=2).update(extra_seconds=180, extra_why="judge")
    before, seats = rows(round_), tables(round_)
    for at in range(3):
        found = repairs.ways(event, round_, Change(out=(seats[4][0],)))
        if at < len(found.proposals):
            kept = {m.table: m.seats for m in found.proposals[at].repair.plan.matches}
            assert [kept[t] for t in (1, 2, 3)] == [seats[t] for t in (1, 2, 3)]
    repair(event, round_, out=(seats[4][0],))
    after = rows(round_)
    assert all(after[seats[t]] == before[seats[t]] for t in (1, 2, 3))
    all_refused(
        table_has_result=lambda: repair(event, round_, out=(seats[1][0],)),
        table_playing=lambda: repair(event, round_, absent=(seats[2][0],)),
    )


def test_a_corrected_result_is_said_until_it_is_answered() -> None:
    event = make_event(field=8)
    first = play_round(event)
    round_ = publish(event)
    assert events(event) == []
    match = Match.objects.get(round=first, table=2)
    results.correct_result(tournament=event, actor=None, match=match, result="0-1")
    assert events(event) == ["Round 2 was paired before table 2 of round 1 was corrected."]
    keep = next(p for p in repairs.ways(event, round_).proposals if p.repair.keeps_everything)
    before = rows(round_)
    repairs.repair(tournament=event, actor=None, round_=round_, key=keep.key, note="they play already")
    assert rows(round_) == before
    assert events(event) == []
    event.refresh_from_db()
    undo_last_step(tournament=event, actor=None)
    assert events(event) == ["Round 2 was paired before table 2 of round 1 was corrected."]


def test_somebody_who_came_late_is_named_and_leads_into_the_round() -> None:
    event = played(1, field=7)
    round_ = publish(event)
    late = add_player(event, "Zoe")
    assert events(event) == ["Round 2 was paired before Zoe joined."]
    found = pending(event)
    assert found and found.events[0].join == late.number
    repair(event, round_, join=(late.number,))
    assert everybody_once(round_) == set(range(1, 9)) and byes(round_) == {}
    assert events(event) == []
    assert Bye.objects.filter(player=late).count() == 1


def test_somebody_who_is_back_and_pairs_kept_apart_are_named(event: Tournament) -> None:
    gone = Player.objects.get(tournament=event, number=9)
    attendance.withdraw(tournament=event, actor=None, player=gone)
    round_ = publish(event)
    attendance.return_player(tournament=event, actor=None, player=gone)
    a, b = (Player.objects.get(tournament=event, number=n) for n in tables(round_)[1])
    players.forbid_pair(tournament=event, actor=None, first=a, second=b)
    assert events(event) == [
        f"Round 2 was paired before {min(a, b, key=lambda p: p.pk).name} and "
        f"{max(a, b, key=lambda p: p.pk).name} were kept apart.",
        "Round 2 was paired before Player 9 returned.",
    ]
    repair(event, round_, join=(9,))
    together = [set(seats) for seats in tables(round_).values()]
    assert {a.number, b.number} not in together
    assert everybody_once(round_) == set(range(1, 10))
    assert events(event) == []


def test_a_check_in_taken_back_after_the_pairing_is_named() -> None:
    event = make_event(field=8, require_check_in=True)
    everybody = Player.objects.filter(tournament=event)
    everybody.exclude(number=8).update(checked_in=True)
    round_ = pair(event)
    attendance.set_checked_in(tournament=event, actor=None, players=[everybody.get(number=8)])
    attendance.set_checked_in(tournament=event, actor=None, players=[everybody.get(number=2)], present=False)
    assert events(event) == [
        "Round 1 was paired before the check-in of Player 2 was undone.",
        "Round 1 was paired before Player 8 had checked in.",
    ]
    repair(event, round_, join=(8,), absent=(2,))
    assert byes(round_).get(2) == "absent"
    assert 8 in {n for seats in tables(round_).values() for n in seats} | set(byes(round_))
    assert events(event) == []


def test_a_result_at_a_table_that_stays_does_no_harm_to_a_proposal(event: Tournament) -> None:
    round_ = publish(event)
    wanted = Change(new={"name": "Late"})
    key = repairs.ways(event, round_, wanted).proposals[0].key
    results.enter_result(
        tournament=event, actor=None, match=Match.objects.get(round=round_, table=1), result="1-0"
    )
    repairs.repair(tournament=event, actor=None, round_=round_, key=key, change=wanted)
    assert len(tables(round_)) == 5
    assert Match.objects.get(round=round_, table=1).result == "1-0"


def test_what_cannot_be_repaired_is_refused_and_changes_nothing() -> None:
    event = make_event(field=8)
    first = play_round(event)
    with refused("wrong_state"):
        repairs.ways(event, first)
    round_ = publish(event)
    all_refused(
        later_round=lambda: repairs.ways(event, first),
        already_in_round=lambda: repairs.ways(event, round_, Change(join=(1,))),
        not_of_event=lambda: repairs.ways(event, round_, Change(out=(99,))),
        same_player=lambda: repairs.ways(event, round_, Change(out=(1,), absent=(1,))),
        duplicate_name=lambda: repairs.ways(event, round_, Change(new={"name": "Player 1"})),
    )
    withdraw_in_draft(event, 3)
    with refused("not_in_round"):
        repairs.ways(event, round_, Change(absent=(add_player(event, "New").number,)))


def test_tables_of_four_take_another_player_in() -> None:
    event, round_ = published(make_table_event, field=9, system="mahjong_swiss")
    assert round_.state == RoundState.PUBLISHED
    before = tables(round_)
    repair(event, round_, new={"name": "Late"})
    people = set(
        Seat.objects.filter(round=round_, player__house=False).values_list("player__number", flat=True)
    )
    late = Player.objects.get(tournament=event, name="Late").number
    assert late in people
    assert all(len(seats) == 4 for seats in tables(round_).values())
    assert len(tables(round_)) == len(before)


def test_somebody_put_at_a_table_by_hand_plays_in_the_round_and_is_absent_no_more() -> None:
    event, round_ = published(field=7)
    late = add_player(event, "Late")
    assert (late.joined_round, late.byes.get().kind) == (2, "absent")
    gone = round_.seats.select_related("player").first().player
    move = by_hand.Move("swap", first=late.number, second=gone.number)
    by_hand.apply(tournament=event, actor=None, round_=round_, move=move, note="they have agreed on it")
    late.refresh_from_db()
    assert (late.joined_round, late.byes.count(), late.seats.count()) == (1, 0, 1)
