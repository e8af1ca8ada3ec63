"""The long day of one event: all that people do at a desk, on phones and in the hall, the last round being played."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from accounts.models import User
from devtools.old_database.desk import Desk, opened
from devtools.old_database.hall import live_round, make_hall
from devtools.old_database.surroundings import Clock
from tournaments.models import EventSnapshot, Round
from tournaments.selectors.impact_edits import ByeEdit, ResultEdit
from tournaments.selectors.repairs import Change
from tournaments.services import (
    attendance,
    by_hand,
    draw_numbers,
    edits,
    events,
    imports,
    players,
    playing,
    repairs,
    restore,
    results,
    rounds,
    self_check_in,
    snapshots,
    undo,
    verification,
)
from tournaments.services.by_hand import Move

LIST = "name;rating;club\nKofi Mensah;1733;Accra\nEmil Dam;;\nFreja Dam;;\nSøren Østergaard;2110;Nørrebro\n"


def make_live_day(owner: User, staff: Mapping[str, User], clock: Clock) -> None:
    desk = opened(
        owner, clock, "harbour-open", "Harbour Open", venue="Old Customs House, Copenhagen",
        starts_on=datetime.date(2026, 11, 21), system="monrad", rounds_planned=6, round_minutes=50,
        tiebreaks=["solkoff", "median", "PS", "sonneborn_berger", "beaten_median", "head_to_head", "BWG", "rating"],
    )  # fmt: skip
    registration(desk)
    make_hall(desk, staff)
    desk.played()
    second_round(desk)
    between_rounds(desk)
    third_round(desk, staff)
    edits_of_the_past(desk)
    live_round(desk, staff)


def registration(desk: Desk) -> None:
    """People come, go, are listed twice; who may not meet; a draft that nobody liked."""
    desk.enter(9, [2105, 2071, 2088, 1922, 1939, None, 1996, 1964, 1880])
    desk.do(imports.apply_import, content=LIST, decisions={4: "update"})
    gone = desk.do(players.add_player, name="Came for coffee")
    desk.do(players.remove_player, player=gone)
    desk.do(
        players.edit_player,
        player=desk.player(2),
        club="大阪",
        title="2 dan",
        note="Needs a table near the door",
    )
    desk.do(players.edit_player, player=desk.player(5), fixed_table=2)
    emil, freja = (desk.event.players.get(name=name) for name in ("Emil Dam", "Freja Dam"))
    desk.do(players.forbid_pair, first=emil, second=freja)
    desk.do(players.forbid_pair, first=desk.player(1), second=desk.player(2))
    desk.do(players.allow_pair, first=desk.player(1), second=desk.player(2))
    desk.do(attendance.set_checked_in, players=None)
    desk.do(attendance.set_checked_in, players=[desk.player(4)], present=False)
    desk.phone(self_check_in.check_in, player=desk.player(4))
    desk.do(events.update_event, description="A Swiss of six rounds.")
    desk.do(draw_numbers.set_draw_number, player=desk.player(1), number=7)
    desk.do(rounds.discard_draft, round_=desk.do(rounds.pair_next_round))


def second_round(desk: Desk) -> None:
    """A latecomer, byes that were asked for, a draft changed by hand and back, results typed one by one."""
    desk.do(players.add_player, name="Ludvig Ravn-Sørensen", rating=1912, joined_round=2)
    desk.do(attendance.request_bye, player=desk.player(3), round_number=3, kind="half")
    desk.do(attendance.request_bye, player=desk.player(6), round_number=4, kind="zero")
    desk.do(attendance.cancel_bye, player=desk.player(6), round_number=4)
    round_ = desk.do(rounds.pair_next_round)
    tables = desk.tables(round_)
    one, other = desk.at(desk.match(round_, tables[0]))[0], desk.at(desk.match(round_, tables[1]))[0]
    swap = Move("swap", first=one.number, second=other.number)
    desk.do(by_hand.apply, round_=round_, move=swap, note="They share a car")
    desk.do(undo.undo_last_step)
    desk.do(undo.redo_last_step)
    desk.do(by_hand.apply, round_=round_, move=Move("move", table=tables[2], to_table=14), note="Wheelchair")
    one, other = desk.at(desk.match(round_, tables[0]))[0], desk.at(desk.match(round_, tables[1]))[1]
    pair = Move("pair", first=one.number, second=other.number)
    desk.do(by_hand.apply, round_=round_, move=pair, note="They asked for it")
    desk.do(rounds.publish, round_=round_)
    desk.do(rounds.start, round_=Round.objects.get(pk=round_.pk))
    first = desk.match(round_, desk.tables(round_)[0])
    desk.do(results.enter_result, match=first, result="0-1")
    desk.do(results.clear_result, match=first)
    desk.do(results.enter_result, match=first, result="1-0", games=[2, 1, 0])
    desk.results(round_, besides=[first.table])
    desk.complete(round_)
    desk.do(rounds.reopen_round, round_=Round.objects.get(pk=round_.pk))
    desk.do(rounds.complete, round_=Round.objects.get(pk=round_.pk))


def between_rounds(desk: Desk) -> None:
    """Somebody leaves, somebody leaves and comes back; a round too many, and back to the state before it."""
    desk.do(attendance.withdraw, player=desk.player(8))
    desk.do(attendance.withdraw, player=desk.player(9))
    desk.do(attendance.return_player, player=desk.player(9))
    kept: EventSnapshot = desk.do(snapshots.keep_by_hand, note="Before the third round")
    desk.published()
    desk.do(players.edit_player, player=desk.player(6), club="Hamburg")
    desk.do(restore.restore, snapshot=kept, note="Paired before everybody was back")


def third_round(desk: Desk, staff: Mapping[str, User]) -> None:
    """Repaired as a draft and when published, marked as playing, keyed a second time."""
    round_ = desk.do(rounds.pair_next_round)
    repaired(desk, round_, Change(absent=(10,)))
    desk.do(rounds.publish, round_=round_)
    repaired(desk, round_, Change(new={"name": "Aurora Lindqvist", "rating": 1838}))
    group = tuple(
        player.number for table in desk.tables(round_)[:4] for player in desk.at(desk.match(round_, table))
    )
    desk.do(by_hand.apply, round_=round_, move=Move("group", players=group), note="Paired anew")
    desk.do(playing.mark_playing, round_=round_, tables=desk.tables(round_)[:3], playing=True)
    desk.do(playing.mark_playing, round_=round_, tables=desk.tables(round_)[:1], playing=False)
    desk.results(round_)
    other = desk.by(staff["scorekeeper"])
    for table in desk.tables(round_)[:2]:
        match = desk.match(round_, table)
        other.do(verification.verify, match=match, value=str(match.result))
    match = desk.match(round_, desk.tables(round_)[2])
    value = "1-0" if match.result != "1-0" else "0-1"
    other.do(verification.settle, match=match, value=value, seen=str(match.result), note="The slip says so")
    desk.complete(round_)


def repaired(desk: Desk, round_: Round, change: Change) -> None:
    chosen = repairs.ways(desk.event, round_, change).proposals[0]
    desk.do(repairs.repair, round_=round_, key=chosen.key, change=change, note="Seen late")


def edits_of_the_past(desk: Desk) -> None:
    """A result, a bye and a rating of rounds that are over; the event was finished too early once."""
    first = Round.objects.get(tournament=desk.event, number=1)
    match = desk.match(first, desk.tables(first)[1])
    desk.do(results.correct_result, match=match, result="--+", note="Never came")
    match = desk.match(first, desk.tables(first)[2])
    desk.do(edits.make, edit=ResultEdit(1, match.table, "1/2-1/2"), note="Both say so")
    desk.do(edits.make, edit=ByeEdit(3, 3, "zero"), note="Was not asked for in time")
    desk.do(edits.change_player, player=desk.player(4), rating=1999, reason="The new list")
    desk.do(events.finish_event)
    desk.do(events.reopen_event)
    desk.do(undo.undo_last_step)
    desk.do(events.reopen_event)
