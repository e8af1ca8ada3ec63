"""Numbers for a planned schedule: typed in as they were drawn at the desk, or drawn by lot."""

from __future__ import annotations

import pytest

from tests.factories import make_players, make_table_event, pair, refused
from tournaments.models import Action, LogEntry, Player, Tournament
from tournaments.services import attendance, rounds
from tournaments.services.changes import changing
from tournaments.services.drafts import set_schedule
from tournaments.services.draw_numbers import draw_all, set_draw_number

pytestmark = pytest.mark.django_db


def typed(event: Tournament, number: int, drawn: int | None) -> Player:
    player = event.players.get(number=number)
    return set_draw_number(tournament=event, actor=event.owner, player=player, number=drawn)


def drawn(event: Tournament) -> dict[int, int | None]:
    return dict(event.players.values_list("number", "draw_number"))


def test_a_number_is_typed_taken_back_and_logged() -> None:
    event = make_table_event()
    typed(event, 3, 5)
    assert drawn(event)[3] == 5
    typed(event, 3, None)
    assert drawn(event)[3] is None
    last, first = LogEntry.objects.filter(action=Action.NUMBER_SET).order_by("-id")
    assert (first.after["draw_number"], last.before["draw_number"]) == (5, 5)


def test_everybody_draws_another_number() -> None:
    event = make_table_event()
    typed(event, 3, 5)
    with refused("number_taken"):
        typed(event, 4, 5)
    with refused("bad_number"):
        typed(event, 4, 0)


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


def test_the_lots_are_the_ones_the_schedule_would_have_drawn() -> None:
    with_numbers, without = make_table_event(field=12), make_table_event(field=12)
    draw_all(tournament=with_numbers, actor=None)
    for event in (with_numbers, without):
        pair(event)
        event.refresh_from_db()
    assert with_numbers.schedule == without.schedule


def test_somebody_who_came_after_the_lots_draws_one_too() -> None:
    event = make_table_event()
    draw_all(tournament=event, actor=None)
    make_players(event, 1)
    assert draw_all(tournament=event, actor=None) == 1
    assert drawn(event)[9] == 9


def test_a_number_above_the_number_of_players_is_refused_by_the_lots() -> None:
    event = make_table_event()
    typed(event, 3, 30)
    with refused("numbers_too_high"):
        draw_all(tournament=event, actor=event.owner)


def test_whoever_left_before_the_start_keeps_no_number_from_the_others() -> None:
    event = make_table_event(field=9)
    typed(event, 9, 4)
    attendance.withdraw(tournament=event, actor=event.owner, player=event.players.get(number=9))
    assert draw_all(tournament=event, actor=event.owner) == 8
    assert sorted(v for v in drawn(event).values() if v) == list(range(1, 9))


def test_numbers_are_fixed_once_a_round_is_paired() -> None:
    event = make_table_event()
    draft = pair(event)
    with refused("too_late"):
        typed(event, 3, 5)
    with refused("too_late"):
        draw_all(tournament=event, actor=event.owner)
    rounds.discard_draft(tournament=event, actor=event.owner, round_=draft)
    typed(event, 3, 5)


def test_numbers_are_fixed_while_a_schedule_somebody_chose_is_stored() -> None:
    event = make_table_event()
    with changing(event):
        set_schedule(event, [[[1, 2, 3, 4], [5, 6, 7, 8]]], searched=True)
    with refused("schedule_stands"):
        typed(event, 3, 5)
    with refused("schedule_stands"):
        draw_all(tournament=event, actor=event.owner)
