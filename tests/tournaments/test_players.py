"""Registering players: works, late, twice, with any Unicode, and with input nobody can store."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import add_player, make_event, pair, play_round, publish
from tournaments.models import Action, Bye, LogEntry, Player, Tournament
from tournaments.services import events, players, rounds
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db


def stored(tournament: Tournament) -> tuple[Any, ...]:
    """Everything a refused change must leave as it was."""
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)
    lines = LogEntry.objects.filter(tournament=tournament).count()
    return version, lines, tuple(Player.objects.order_by("pk").values_list("pk", "name", "rating", "number"))


def test_a_player_gets_the_next_number_and_the_event_a_new_version() -> None:
    event = make_event()
    before = event.version
    first, second = add_player(event, "Ann", rating=1800, club="North"), add_player(event, "Ben")
    assert (first.number, second.number) == (1, 2)
    assert (first.rating, first.club, second.rating) == (1800, "North", None)
    assert Tournament.objects.get(pk=event.pk).version == before + 2 == event.version


def test_every_registration_is_logged_with_who_and_what() -> None:
    event = make_event()
    add_player(event, "Ann", rating=1800)
    line = LogEntry.objects.get(tournament=event, action=Action.PLAYER_ADDED)
    assert (line.user, line.user_name, line.subject) == (event.owner, event.owner.username, "Ann")
    assert line.after["rating"] == 1800


@pytest.mark.parametrize(
    "name",
    [
        "Søren Ågård",
        "山田 太郎",
        "Nguyễn Văn Ánh",
        "עברית",
        "नमस्ते",
        "👩‍👩‍👧 Family",
        "O'Neill-Smith",
        "李",
        "x" * 120,
    ],
)
def test_names_of_any_script_are_kept(name: str) -> None:
    assert Player.objects.get(pk=add_player(make_event(), name).pk).name == name


def test_a_name_is_stored_composed_and_with_single_spaces() -> None:
    assert add_player(make_event(), "  A\u030angstro\u0308m \t Bo ").name == "Ångström Bo"


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "   \t"}, "name"),
        ({"name": "x" * 121}, "name"),
        ({"name": "A\x00B"}, "name"),
        ({"name": "A\x1b[31mB"}, "name"),
        ({"name": "A\u202eB"}, "name"),
        ({"name": "A\ud800B"}, "name"),
        ({"name": None}, "name"),
        ({"name": 12}, "name"),
        ({"name": "A", "rating": "strong"}, "rating"),
        ({"name": "A", "rating": 10**9}, "rating"),
        ({"name": "A", "rating": 1500.5}, "rating"),
        ({"name": "A", "rating": True}, "rating"),
        ({"name": "A", "rating": "1" * 5000}, "rating"),
        ({"name": "A", "sigma": 0}, "sigma"),
        ({"name": "A", "mu": "nan"}, "mu"),
        ({"name": "A", "mu": "1e999"}, "mu"),
        ({"name": "A", "fixed_table": 0}, "fixed_table"),
        ({"name": "A", "club": "c" * 121}, "club"),
        ({"name": "A", "shoe_size": 42}, "shoe_size"),
        ({"name": "A", "joined_round": 99}, "joined_round"),
    ],
)
def test_bad_input_names_its_field_and_changes_nothing(fields: dict[str, Any], field: str) -> None:
    event = make_event(field=2)
    before = stored(event)
    with pytest.raises(ServiceError) as refusal:
        players.add_player(tournament=event, actor=event.owner, **fields)
    assert refusal.value.field == field
    assert field in str(refusal.value) or field == "joined_round"
    assert stored(event) == before


@pytest.mark.parametrize("again", ["Ann Lee", "ann  lee", "ANN LEE", "Ann Lee "])
def test_the_same_name_needs_a_confirmation(again: str) -> None:
    event = make_event()
    add_player(event, "Ann Lee")
    with pytest.raises(ServiceError) as refusal:
        add_player(event, again)
    assert (refusal.value.code, refusal.value.params["number"]) == ("duplicate_name", 1)
    assert add_player(event, again, allow_duplicate=True).number == 2


def test_the_same_name_in_another_event_is_no_duplicate() -> None:
    add_player(make_event(), "Ann")
    assert add_player(make_event(), "Ann").number == 1


def test_a_late_entry_joins_the_next_round_and_was_absent_before() -> None:
    event = make_event(field=6)
    play_round(event)
    late = add_player(event, "Late")
    assert late.joined_round == 2
    assert [(b.round.number, b.kind, b.points) for b in Bye.objects.filter(player=late)] == [(1, "absent", 0)]


def test_a_late_entry_during_a_draft_plays_in_it_when_it_is_paired_again() -> None:
    event = make_event(field=7)
    draft = pair(event)
    late = add_player(event, "Late")
    assert late.joined_round == 2
    rounds.discard_draft(tournament=event, actor=event.owner, round_=draft)
    late.refresh_from_db()
    assert late.joined_round == 1
    again = pair(event)
    assert again.seats.filter(player=late).exists() or again.byes.filter(player=late, kind="full").exists()


def test_a_player_announced_for_a_later_round_is_absent_until_then() -> None:
    event = make_event(field=6)
    planned = add_player(event, "From round three", joined_round=3)
    for _ in range(3):
        play_round(event)
    assert [b.round.number for b in Bye.objects.filter(player=planned, kind="absent")] == [1, 2]
    assert (
        event.rounds.get(number=3).seats.filter(player=planned).exists()
        or Bye.objects.filter(player=planned, round__number=3, kind="full").exists()
    )


def test_editing_changes_only_what_is_given_and_logs_both_values() -> None:
    event = make_event()
    ann = add_player(event, "Ann", rating=1500, club="North")
    players.edit_player(tournament=event, actor=event.owner, player=ann, rating=1600)
    ann.refresh_from_db()
    assert (ann.name, ann.rating, ann.club) == ("Ann", 1600, "North")
    line = LogEntry.objects.get(action=Action.PLAYER_CHANGED)
    assert (line.before["rating"], line.after["rating"]) == (1500, 1600)


def test_editing_to_the_same_values_changes_nothing_at_all() -> None:
    event = make_event()
    ann = add_player(event, "Ann", rating=1500)
    before = stored(event)
    same = players.edit_player(tournament=event, actor=event.owner, player=ann, rating=1500)
    assert (same.pk, stored(event), event.version) == (ann.pk, before, before[0])


def test_a_player_of_another_event_is_refused() -> None:
    event, stranger = make_event(), add_player(make_event(), "Ann")
    with pytest.raises(ServiceError, match="not in this event"):
        players.edit_player(tournament=event, actor=event.owner, player=stranger, rating=1)


def test_a_player_who_never_played_can_be_removed_and_one_who_did_cannot() -> None:
    event = make_event(field=4)
    publish(event)
    late = add_player(event, "Late")
    players.remove_player(tournament=event, actor=event.owner, player=late)
    assert not Player.objects.filter(pk=late.pk).exists()
    with pytest.raises(ServiceError) as refusal:
        players.remove_player(tournament=event, actor=event.owner, player=event.players.get(number=1))
    assert refusal.value.code == "player_was_paired"
    assert event.players.count() == 4


def test_two_players_kept_apart_do_not_meet() -> None:
    event = make_event(field=2)
    one, two = event.players.all()
    players.forbid_pair(tournament=event, actor=event.owner, first=two, second=one)
    with pytest.raises(ServiceError) as refusal:
        players.forbid_pair(tournament=event, actor=event.owner, first=one, second=two)
    assert refusal.value.code == "already_forbidden"
    with pytest.raises(ServiceError) as refusal:
        pair(event)
    assert refusal.value.params["impossible"] is True
    players.allow_pair(tournament=event, actor=event.owner, first=one, second=two)
    assert pair(event).matches.count() == 1


def test_a_player_cannot_be_kept_apart_from_themselves() -> None:
    event = make_event(field=2)
    one = event.players.get(number=1)
    with pytest.raises(ServiceError) as refusal:
        players.forbid_pair(tournament=event, actor=event.owner, first=one, second=one)
    assert refusal.value.code == "same_player"


def test_a_finished_event_takes_no_more_players() -> None:
    event = make_event(field=4)
    play_round(event)
    events.finish_event(tournament=event, actor=event.owner)
    before = stored(event)
    with pytest.raises(ServiceError) as refusal:
        add_player(event, "Too late")
    assert refusal.value.code == "event_finished"
    assert stored(event) == before


def test_adding_a_player_costs_the_same_queries_at_8_and_64() -> None:
    counts = []
    for size in (8, 64):
        event = make_event(field=size)
        with CaptureQueriesContext(connection) as queries:
            add_player(event, "One more")
        counts.append(len(queries))
    assert counts[0] == counts[1]
