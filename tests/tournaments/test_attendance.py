"""Check-in, withdrawal and return, and byes asked for."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factories import add_player, enter_all, make_event, pair, play_round, publish
from tournaments.models import Action, Bye, ByeRequest, LogEntry, Player, Round, Tournament
from tournaments.services import attendance, rounds
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db


def numbered(event: Tournament, number: int) -> Player:
    return event.players.get(number=number)


def paired_in(round_: Round) -> set[int]:
    return set(round_.seats.values_list("player__number", flat=True))


def byes_in(round_: Round) -> dict[int, str]:
    return dict(round_.byes.values_list("player__number", "kind"))


def withdraw(event: Tournament, number: int, **options: Any) -> Player:
    return attendance.withdraw(tournament=event, actor=event.owner, player=numbered(event, number), **options)


def test_a_withdrawn_player_finishes_the_round_and_is_not_paired_again() -> None:
    event = make_event(field=6)
    round_ = publish(event)
    assert withdraw(event, 6).left_after_round == 1
    enter_all(round_)
    rounds.complete(tournament=event, actor=event.owner, round_=round_)
    second = pair(event)
    assert 6 not in paired_in(second) | set(byes_in(second))


def test_a_player_who_withdraws_before_the_first_round_never_plays() -> None:
    event = make_event(field=5)
    assert withdraw(event, 5).left_after_round == 0
    assert paired_in(pair(event)) == {1, 2, 3, 4}


def test_withdrawing_from_a_draft_asks_to_discard_it_first() -> None:
    event = make_event(field=6)
    draft = pair(event)
    with pytest.raises(ServiceError) as refusal:
        withdraw(event, 3)
    assert (refusal.value.code, refusal.value.params["number"]) == ("in_draft", 1)
    rounds.discard_draft(tournament=event, actor=event.owner, round_=draft)
    withdraw(event, 3)
    assert 3 not in paired_in(pair(event))


def test_nobody_can_leave_before_a_round_that_is_published() -> None:
    event = make_event(field=6)
    play_round(event)
    with pytest.raises(ServiceError) as refusal:
        withdraw(event, 2, after_round=0)
    assert refusal.value.field == "after_round"


def test_a_player_can_say_ahead_after_which_round_they_leave() -> None:
    event = make_event(field=6)
    withdraw(event, 6, after_round=1)
    assert 6 in paired_in(play_round(event))
    assert 6 not in paired_in(pair(event))


def test_returning_makes_the_missed_rounds_absences() -> None:
    event = make_event(field=8)
    play_round(event)
    withdraw(event, 8)
    play_round(event)
    back = attendance.return_player(tournament=event, actor=event.owner, player=numbered(event, 8))
    assert back.left_after_round is None
    assert list(Bye.objects.filter(player=back).values_list("round__number", "kind", "points")) == [
        (2, "absent", 0)
    ]
    third = pair(event)
    assert 8 in paired_in(third) or byes_in(third).get(8) == "full"


def test_withdrawing_twice_and_returning_without_leaving_are_refused() -> None:
    event = make_event(field=4)
    withdraw(event, 1)
    for call in (attendance.withdraw, attendance.return_player):
        number = 1 if call is attendance.withdraw else 2
        with pytest.raises(ServiceError):
            call(tournament=event, actor=event.owner, player=numbered(event, number))


def test_only_players_who_checked_in_are_paired_where_the_event_asks_for_it() -> None:
    event = make_event(field=6, require_check_in=True)
    present = list(event.players.filter(number__in=[1, 2, 3, 4]))
    assert attendance.set_checked_in(tournament=event, actor=event.owner, players=present) == 4
    round_ = pair(event)
    assert paired_in(round_) == {1, 2, 3, 4}
    assert byes_in(round_) == {5: "absent", 6: "absent"}


def test_check_in_means_nothing_where_the_event_does_not_ask_for_it() -> None:
    event = make_event(field=6)
    assert paired_in(pair(event)) == {1, 2, 3, 4, 5, 6}


def test_everybody_can_be_checked_in_at_once_and_out_again() -> None:
    event = make_event(field=6)
    assert attendance.set_checked_in(tournament=event, actor=event.owner, players=None) == 6
    assert numbered(event, 1).checked_in_at is not None
    assert attendance.set_checked_in(tournament=event, actor=event.owner, players=None) == 0
    one = [numbered(event, 1)]
    assert attendance.set_checked_in(tournament=event, actor=event.owner, players=one, present=False) == 1
    assert numbered(event, 1).checked_in_at is None
    actions = LogEntry.objects.order_by("id").values_list("action", flat=True)
    assert list(actions)[-2:] == [Action.CHECKED_IN, Action.CHECKED_OUT]


def test_checking_in_a_player_of_another_event_changes_nobody() -> None:
    event, stranger = make_event(field=2), add_player(make_event(), "Ann")
    with pytest.raises(ServiceError) as refusal:
        attendance.set_checked_in(tournament=event, actor=event.owner, players=[numbered(event, 1), stranger])
    assert refusal.value.code == "not_of_event"
    assert not Player.objects.filter(checked_in=True).exists()


@pytest.mark.parametrize(("kind", "points"), [("half", 50), ("zero", 0), ("full", 100)])
def test_a_bye_asked_for_is_given_with_its_points(kind: str, points: int) -> None:
    event = make_event(field=7)
    attendance.request_bye(
        tournament=event, actor=event.owner, player=numbered(event, 3), round_number=1, kind=kind
    )
    round_ = pair(event)
    bye = round_.byes.get(player__number=3)
    assert (bye.kind, bye.points) == (kind, points)
    assert len(paired_in(round_)) == 6


def test_a_second_request_replaces_the_first_and_can_be_cancelled() -> None:
    event = make_event(field=4)
    one = numbered(event, 1)
    for kind in ("half", "zero"):
        attendance.request_bye(tournament=event, actor=event.owner, player=one, round_number=2, kind=kind)
    assert ByeRequest.objects.get(player=one).kind == "zero"
    attendance.cancel_bye(tournament=event, actor=event.owner, player=one, round_number=2)
    assert not ByeRequest.objects.exists()
    with pytest.raises(ServiceError) as refusal:
        attendance.cancel_bye(tournament=event, actor=event.owner, player=one, round_number=2)
    assert refusal.value.code == "no_such_request"


@pytest.mark.parametrize("number", [0, -1, 1, 6, "2", None])
def test_a_bye_can_only_be_asked_for_in_a_round_to_come(number: Any) -> None:
    event = make_event(field=4, rounds_planned=5)
    play_round(event)
    with pytest.raises(ServiceError) as refusal:
        attendance.request_bye(
            tournament=event, actor=event.owner, player=numbered(event, 1), round_number=number
        )
    assert refusal.value.field == "round_number"


def test_an_unknown_kind_of_bye_names_the_known_ones() -> None:
    event = make_event(field=4)
    with pytest.raises(ServiceError, match="half, zero, full"):
        attendance.request_bye(
            tournament=event, actor=event.owner, player=numbered(event, 1), round_number=1, kind="double"
        )
