"""Penalties and warnings: given, counted, taken back, and still there after new pairings and undone steps."""

from __future__ import annotations

from typing import Any

import pytest

from tests.factories import make_event, make_table_event, make_user, pair, play_round, publish, refused
from tournaments.models import Action, LogEntry, Penalty, Player, Tournament
from tournaments.selectors import penalties as selectors
from tournaments.services import events, penalties, rounds
from tournaments.services.errors import ServiceError
from tournaments.services.undo import undo_last_step

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = make_event(field=8)
    publish(tournament)
    return tournament


def player(event: Tournament, number: int = 1) -> Player:
    return Player.objects.get(tournament=event, number=number)


def give(event: Tournament, number: int = 1, kind: str = "caution", **more: Any) -> Penalty:
    given = {"infraction": "Phone rang", **more}
    return penalties.give(
        tournament=event, actor=event.owner, player=player(event, number), kind=kind, **given
    )


def test_a_penalty_says_who_what_where_and_by_whom(event: Tournament) -> None:
    judge = make_user("judge")
    one = penalties.give(
        tournament=event,
        actor=judge,
        player=player(event),
        kind="warning",
        infraction="  Late   to the table ",
        round_number=1,
    )
    table = player(event).seats.get(round__number=1).match.table
    assert (one.kind, one.infraction, one.round_number, one.table) == (
        "warning",
        "Late to the table",
        1,
        table,
    )
    assert (one.given_by, one.given_by_name) == (judge, "judge")
    line = LogEntry.objects.get(tournament=event, action=Action.PENALTY_GIVEN)
    assert (line.user, line.round_number, line.subject) == (judge, 1, "Player 1: Late to the table")


def test_the_second_caution_is_counted_as_the_second(event: Tournament) -> None:
    give(event)
    give(event, kind="warning")
    give(event, number=2)
    second = give(event, infraction="Phone rang again")
    found = {row.penalty.pk: row.count for row in selectors.rows(event)}
    assert found[second.pk] == 2
    assert sorted(found.values()) == [1, 1, 1, 2]
    (first, other) = selectors.sums(selectors.rows(event))
    assert (first.player.number, first.counts, first.total) == (1, (("warning", 1), ("caution", 2)), 3)
    assert (other.player.number, other.total) == (2, 1)


def test_one_that_is_taken_back_stays_in_the_list_and_no_longer_counts(event: Tournament) -> None:
    first = give(event)
    penalties.revoke(tournament=event, actor=event.owner, penalty=first, note="It was the neighbour's")
    second = give(event)
    rows = {row.penalty.pk: row for row in selectors.rows(event)}
    assert (rows[first.pk].is_revoked, rows[first.pk].count) == (True, 0)
    assert rows[second.pk].count == 1
    stored = Penalty.objects.get(pk=first.pk)
    assert (stored.revoked_note, stored.revoked_by_name) == ("It was the neighbour's", str(event.owner))
    line = LogEntry.objects.get(tournament=event, action=Action.PENALTY_REVOKED)
    assert line.note == "It was the neighbour's"


def test_taking_back_needs_a_reason_and_happens_once(event: Tournament) -> None:
    one = give(event)
    with pytest.raises(ServiceError) as refusal:
        penalties.revoke(tournament=event, actor=event.owner, penalty=one, note=" ")
    assert (refusal.value.code, refusal.value.field) == ("missing", "note")
    penalties.revoke(tournament=event, actor=event.owner, penalty=one, note="wrong player")
    with refused("already_revoked"):
        penalties.revoke(tournament=event, actor=event.owner, penalty=one, note="again")
    assert Penalty.objects.get().revoked_note == "wrong player"


def test_a_penalty_survives_pairing_again_and_undo(event: Tournament) -> None:
    play = make_event(field=8)
    play_round(play)
    pair(play)
    one = give(play, round_number=2)
    table = one.table
    assert table is not None
    rounds.discard_draft(tournament=play, actor=play.owner, round_=play.rounds.get(number=2))
    assert Penalty.objects.get() == one
    pair(play)
    while play.rounds.exists():
        undo_last_step(tournament=play, actor=play.owner)
    kept = Penalty.objects.get()
    assert (kept.round_number, kept.table, kept.player.number) == (2, table, 1)
    assert [row.penalty for row in selectors.rows(play)] == [one]


def test_an_undone_step_is_never_the_penalty(event: Tournament) -> None:
    give(event)
    undone = undo_last_step(tournament=event, actor=event.owner)
    assert undone.action != Action.PENALTY_GIVEN
    assert Penalty.objects.count() == 1


def test_a_finished_event_still_takes_notes() -> None:
    event = make_event(field=4, rounds_planned=1)
    play_round(event)
    events.finish_event(tournament=event, actor=event.owner)
    give(event, kind="note")
    assert Penalty.objects.get().kind == "note"


@pytest.mark.parametrize(
    ("given", "code", "field"),
    [
        ({"kind": "fine"}, "bad_kind", "kind"),
        ({"infraction": ""}, "missing", "infraction"),
        ({"infraction": "x" * 301}, "too_long", "infraction"),
        ({"round_number": 2}, "bad_round", "round"),
        ({"table": 0}, "bad_number", "table"),
    ],
)
def test_bad_input_is_named_and_writes_nothing(
    event: Tournament, given: dict[str, Any], code: str, field: str
) -> None:
    with pytest.raises(ServiceError) as refusal:
        give(event, **given)
    assert (refusal.value.code, refusal.value.field) == (code, field)
    assert not Penalty.objects.exists()


def test_somebody_of_another_event_and_house_players_get_none(event: Tournament) -> None:
    other = make_event(field=2)
    with refused("not_of_event"):
        penalties.give(tournament=event, actor=event.owner, player=player(other), kind="note", infraction="x")
    with refused("not_of_event"):
        penalties.revoke(tournament=other, actor=other.owner, penalty=give(event), note="x")
    riichi = make_table_event(field=7)
    publish(riichi)
    house = Player.objects.get(tournament=riichi, house=True)
    with refused("house_player"):
        penalties.give(tournament=riichi, actor=riichi.owner, player=house, kind="note", infraction="x")


@pytest.mark.parametrize(
    ("kind", "where", "step"),
    [
        ("caution", {"round_number": 1}, ""),
        ("match_loss", {"round_number": 1}, "result"),
        ("game_loss", {"round_number": 1}, "result"),
        ("match_loss", {}, ""),
        ("disqualification", {}, "withdraw"),
    ],
)
def test_what_is_left_to_do_is_said_and_not_done(
    event: Tournament, kind: str, where: dict[str, Any], step: str
) -> None:
    give(event, kind=kind, **where)
    (row,) = selectors.rows(event)
    assert row.next_step == step
    assert player(event).left_after_round is None
    assert player(event).seats.get().match.result is None


def test_the_list_is_searched_by_words_kind_player_and_round(event: Tournament) -> None:
    give(event, 1, infraction="Phone rang", round_number=1)
    give(event, 2, kind="warning", infraction="Late")
    give(event, 3, kind="note", infraction="Asked for the phone rule")

    def found(**wanted: Any) -> list[int]:
        return [row.player.number for row in selectors.search(event, **wanted)]

    assert found() == [3, 2, 1]
    assert found(words="phone") == [3, 1]
    assert found(words="player 2") == [2]
    assert found(kind="warning") == [2]
    assert found(player=3) == [3]
    assert found(round_number=1) == [1]
    assert found(words="nothing like it") == []


def test_a_player_reads_the_own_ones_without_notes_and_those_taken_back(event: Tournament) -> None:
    give(event, 1, kind="note")
    kept = give(event, 1, kind="warning")
    penalties.revoke(tournament=event, actor=event.owner, penalty=give(event, 1), note="wrong")
    give(event, 2)
    assert [row.penalty for row in selectors.own(event, player(event))] == [kept]


def test_signs_are_for_more_than_notes(event: Tournament) -> None:
    give(event, 1, kind="note")
    give(event, 2)
    fresh = Tournament.objects.get(pk=event.pk)
    assert list(selectors.signs(fresh)) == [2]
