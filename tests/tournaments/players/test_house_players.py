"""The stored schedule: house players made with the round that needs them and never counted; draw numbers."""

from functools import partial
from typing import Any

import pytest

from pairing import engine
from tests.factories import (
    add_player,
    enter_all_scores,
    make_players,
    make_table_event,
    make_user,
    pair,
    play_tables,
    publish,
    refused,
)
from tests.tournaments.steps import all_refused, drafted, played, published
from tournaments import snapshots
from tournaments.events.selectors.events import events_of
from tournaments.events.services import events
from tournaments.history import undo
from tournaments.models import Action, Bye, LogEntry, Player, Seat, Tournament
from tournaments.players.selectors import players as selectors
from tournaments.players.selectors.players import find_players, player_history, roster
from tournaments.players.services import attendance, players
from tournaments.players.services.draw_numbers import draw_all, set_draw_number
from tournaments.players.services.imports import preview_import
from tournaments.rounds.selectors.rounds import round_sheet
from tournaments.rounds.services import rounds
from tournaments.rounds.services.drafts import add_house_players, set_schedule
from tournaments.schedules import services as schedules
from tournaments.standings.selectors.standings import standings
from tournaments.steps.changes import changing
from tournaments.whereabouts.selectors.whereabouts import places

house_players = partial(selectors.house_players, drafts=True)  # as the desk sees them


def numbers(schedule: Any) -> set[int]:
    return {number for tables in schedule for table in tables for number in table}


def discard(event: Tournament) -> None:
    rounds.discard_draft(tournament=event, actor=event.owner, round_=event.rounds.get(state="draft"))


def searched(event: Tournament) -> list[Any]:
    """A schedule somebody chose, stored as the desk does it: the drawn one with its first two rounds exchanged."""
    pair(event)
    event.refresh_from_db()
    list(house_players(event))
    first, second, *rest = event.schedule
    discard(event)
    kept = [second, first, *rest]
    with changing(event, touches=("settings", "players")):
        set_schedule(event, kept, searched=True)
        add_house_players(event, numbers(kept) - set(event.players.values_list("number", flat=True)), 1)
    return kept


def test_the_first_round_stores_the_whole_schedule_and_the_others_follow_it() -> None:
    event = played(1, make_table_event, field=11, rounds_planned=5)
    schedule = Tournament.objects.get(pk=event.pk).schedule
    assert (len(schedule), numbers(schedule)) == (5, set(range(1, 13)))
    assert not event.schedule_searched
    for number in range(2, 6):
        play_tables(event)
        seated = [[seat.number for seat in row.seats] for row in round_sheet(event, number).tables]
        assert seated == schedule[number - 1]
    assert Player.objects.filter(tournament=event, house=True).count() == 1


def test_seats_left_over_are_filled_by_house_players_and_the_schedule_is_the_cores() -> None:
    event = make_table_event(field=22)
    before = snapshots.load(event)
    pair(event)
    event.refresh_from_db()
    seated = [[list(match.seats) for match in plan.matches] for plan in engine.outlook(before)]
    assert event.schedule == seated
    house = list(house_players(event))
    assert [(p.number, p.name, p.joined_round) for p in house] == [
        (23, "House player 1", 1),
        (24, "House player 2", 1),
    ]
    assert len(set(Seat.objects.filter(player__in=house).values_list("match", flat=True))) == 2
    assert LogEntry.objects.get(action=Action.ROUND_PAIRED).after["house"] == [23, 24]
    assert sum(seat.house for row in round_sheet(event, 1, drafts=True).tables for seat in row.seats) == 2


def test_a_discarded_or_undone_draft_leaves_neither_house_players_nor_a_schedule() -> None:
    event, _ = drafted(make_table_event, field=10)
    discard(event)
    event.refresh_from_db()
    assert (event.schedule, house_players(event).count()) == ([], 0)
    add_player(event, "Late but in time")
    pair(event)
    event.refresh_from_db()
    assert numbers(event.schedule) == set(range(1, 13))
    assert [p.number for p in house_players(event)] == [12]
    undo.undo_last_step(tournament=event, actor=event.owner)
    event.refresh_from_db()
    assert (event.schedule, house_players(event).count(), event.rounds.count()) == ([], 0, 0)


def test_a_player_who_leaves_is_replaced_and_the_house_player_goes_with_a_discarded_round() -> None:
    event = played(1, make_table_event)
    attendance.withdraw(tournament=event, actor=event.owner, player=event.players.get(number=3))
    pair(event)
    (house,) = house_players(event)
    assert (house.number, house.joined_round) == (9, 2)
    assert Bye.objects.filter(player=house).count() == 0
    discard(event)
    assert house_players(event).count() == 0
    play_tables(event)
    play_tables(event)
    assert house_players(event).count() == 1
    assert {line.number for line in standings(event).lines} == set(range(1, 9))


def test_a_schedule_somebody_chose_stays_when_the_first_round_is_discarded_and_takes_late_entries() -> None:
    event = make_table_event(field=10)
    kept = searched(event)
    pair(event)
    sheet = round_sheet(event, 1, drafts=True)
    assert [[seat.number for seat in row.seats] for row in sheet.tables] == kept[0]
    discard(event)
    event.refresh_from_db()
    assert (event.schedule, event.schedule_searched) == (kept, True)
    assert [p.number for p in house_players(event)] == [11, 12]
    add_player(event, "Thirteenth")
    pair(event)
    event.refresh_from_db()
    seated = {seat.number for row in round_sheet(event, 1, drafts=True).tables for seat in row.seats}
    assert (13 in seated, event.schedule) == (True, kept)


def test_with_a_chosen_schedule_another_system_has_to_wait_and_nobody_in_it_is_removed() -> None:
    event = make_table_event()
    searched(event)
    with refused("schedule_stands"):
        events.update_event(tournament=event, actor=event.owner, system="monrad")
    who = event.players.get(number=8)
    with refused("in_schedule"):
        players.remove_player(tournament=event, actor=event.owner, player=who)
    attendance.withdraw(tournament=event, actor=event.owner, player=who)
    pair(event)
    assert [p.number for p in house_players(event)] == [9]


def test_house_players_are_nobodys_business_in_lists() -> None:
    owner = make_user()
    event, _ = published(make_table_event, field=7, owner=owner)
    assert [p.number for p in roster(event)] == list(range(1, 8))
    assert find_players(event, "House player") == []
    assert events_of(owner).get().player_count == 7  # type: ignore[attr-defined]
    assert set(places(event).by_number) - set(range(1, 8)) == {8}  # at a table, nowhere else
    assert [line.number for line in standings(event, 1).lines if line.number > 7] == []
    seen = {opponent.number: opponent.house for p in roster(event) for row in player_history(event, p)
            for opponent in row.opponents}  # fmt: skip
    assert seen[8] and not seen[1]


def test_nobody_checks_house_players_in_sends_them_away_or_takes_them_for_registered() -> None:
    event, _ = published(make_table_event, field=7)
    (house,) = house_players(event)
    person = event.players.get(number=1)
    given: dict[str, Any] = {"tournament": event, "actor": event.owner}
    assert attendance.set_checked_in(**given, players=None) == 7
    all_refused(
        not_of_event=lambda: attendance.set_checked_in(**given, players=[house]),
        house_player=(
            lambda: attendance.withdraw(**given, player=house),
            lambda: attendance.request_bye(**given, player=house, round_number=2),
            lambda: players.forbid_pair(**given, first=person, second=house),
            lambda: players.remove_player(**given, player=house),
        ),
    )
    (row,) = preview_import(tournament=event, content="House player 1").rows
    assert row.kind == "new"
    players.edit_player(**given, player=house, name="Chris from the desk")
    assert house_players(event).get().name == "Chris from the desk"


def test_house_players_are_no_absentees_and_a_late_entry_takes_the_seat_of_one() -> None:
    event = make_table_event(field=7, require_check_in=True)
    attendance.set_checked_in(tournament=event, actor=event.owner, players=None)
    play_tables(event)
    second = publish(event)
    assert Bye.objects.filter(round=second).count() == 0
    enter_all_scores(second)
    rounds.complete(tournament=event, actor=event.owner, round_=second)
    late = add_player(event, "Late")
    attendance.set_checked_in(tournament=event, actor=event.owner, players=[late])
    play_tables(event)
    assert (late.number, late.draw_number) == (9, None)
    assert [row.bye for row in player_history(event, late)] == ["absent", "absent", ""]


def test_byes_in_place_of_house_players_are_stored_and_worth_nothing() -> None:
    event = make_table_event(field=9, options={"uneven": "byes"})
    for number in range(1, 5):
        play_tables(event)
        (bye,) = round_sheet(event, number).byes
        assert (bye.kind, bye.points) == ("full", 0)
    assert (house_players(event).count(), numbers(event.schedule)) == (0, set(range(1, 10)))
    assert len({row.number for n in range(1, 5) for row in round_sheet(event, n).byes}) == 4


def test_a_field_planned_again_keeps_what_was_played_and_the_stored_schedule() -> None:
    event = played(1, make_table_event, field=12, rounds_planned=4, options={"leavers": "replan"})
    event.refresh_from_db()
    stored = event.schedule
    for number in (2, 5, 9, 11):
        attendance.withdraw(tournament=event, actor=None, player=event.players.get(number=number))
    play_tables(event)
    sheet = round_sheet(event, 2)
    assert (len(sheet.tables), house_players(event).count()) == (2, 0)
    assert Tournament.objects.get(pk=event.pk).schedule == stored
    assert [row.number for row in sheet.byes] == []


def test_a_schedule_comes_back_after_whoever_took_the_number_of_its_house_player_has_gone() -> None:
    event = make_table_event(field=11)
    searched(event)
    event.refresh_from_db()
    stored = event.schedule
    schedules.clear(tournament=event, actor=event.owner)
    assert add_player(event, "Twelfth").number == 12
    undone = [undo.undo_last_step(tournament=event, actor=event.owner).action for _ in range(2)]
    assert undone == ["player_added", "schedule_cleared"]
    event.refresh_from_db()
    assert event.schedule == stored
    assert [player.number for player in house_players(event)] == [12]


# --- draw numbers


def typed(event: Tournament, number: int, drawn: int | None) -> Player:
    player = event.players.get(number=number)
    return set_draw_number(tournament=event, actor=event.owner, player=player, number=drawn)


def drawn(event: Tournament) -> dict[int, int | None]:
    return dict(event.players.values_list("number", "draw_number"))


@pytest.fixture
def event() -> Tournament:
    return make_table_event()


def test_a_number_is_typed_taken_back_and_logged_and_everybody_draws_another(event: Tournament) -> None:
    typed(event, 3, 5)
    assert drawn(event)[3] == 5
    typed(event, 3, None)
    assert drawn(event)[3] is None
    last, first = LogEntry.objects.filter(action=Action.NUMBER_SET).order_by("-id")
    assert (first.after["draw_number"], last.before["draw_number"]) == (5, 5)
    typed(event, 3, 5)
    all_refused(
        number_taken=lambda: typed(event, 4, 5),
        bad_number=lambda: typed(event, 4, 0),
    )


def test_lots_fill_the_numbers_nobody_has_and_can_be_drawn_again() -> None:
    event, other = make_table_event(), make_table_event()
    for one in (event, other):
        typed(one, 3, 5)
        typed(one, 8, 1)
        assert draw_all(tournament=one, actor=one.owner) == 6
    assert sorted(drawn(event).values(), key=str) == list(range(1, 9))
    assert (drawn(event)[3], drawn(event)[8]) == (5, 1)
    assert drawn(event) == drawn(other)
    assert draw_all(tournament=event, actor=event.owner) == 0


def test_somebody_who_came_after_the_lots_draws_one_too_and_whoever_left_keeps_none(
    event: Tournament,
) -> None:
    draw_all(tournament=event, actor=None)
    make_players(event, 1)
    assert draw_all(tournament=event, actor=None) == 1
    assert drawn(event)[9] == 9
    event = make_table_event(field=9)
    typed(event, 9, 4)
    attendance.withdraw(tournament=event, actor=event.owner, player=event.players.get(number=9))
    assert draw_all(tournament=event, actor=event.owner) == 8
    assert sorted(v for v in drawn(event).values() if v) == list(range(1, 9))


def test_the_lots_are_the_ones_the_schedule_would_have_drawn_and_none_is_too_high(event: Tournament) -> None:
    typed(event, 3, 30)
    with refused("numbers_too_high"):
        draw_all(tournament=event, actor=event.owner)
    with_numbers, without = make_table_event(field=12), make_table_event(field=12)
    draw_all(tournament=with_numbers, actor=None)
    for event in (with_numbers, without):
        pair(event)
        event.refresh_from_db()
    assert with_numbers.schedule == without.schedule


def test_numbers_are_fixed_once_a_round_is_paired_or_a_schedule_somebody_chose_is_stored() -> None:
    event, draft = drafted(make_table_event)
    all_refused(
        too_late=(lambda: typed(event, 3, 5), lambda: draw_all(tournament=event, actor=event.owner)),
    )
    rounds.discard_draft(tournament=event, actor=event.owner, round_=draft)
    typed(event, 3, 5)
    with changing(event, touches=("settings", "players")):
        set_schedule(event, [[[1, 2, 3, 4], [5, 6, 7, 8]]], searched=True)
    all_refused(
        schedule_stands=(lambda: typed(event, 3, 6), lambda: draw_all(tournament=event, actor=event.owner)),
    )
