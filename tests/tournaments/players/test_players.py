"""Players: registered, late, twice, with any Unicode; checked in, withdrawn, back, and byes asked for."""

from typing import Any

import pytest

from tests.factories import add_player, enter_all, make_event, pair, play_round, refused
from tests.tournaments.steps import drafted, played, published
from tournaments.labels import label_of
from tournaments.models import Action, Bye, ByeRequest, LogEntry, Player, Round, Tournament
from tournaments.players.services import attendance, players
from tournaments.rounds.services import rounds
from tournaments.steps.refusals import ServiceError


def stored(tournament: Tournament) -> tuple[Any, ...]:
    """Everything a refused change must leave as it was."""
    version = Tournament.objects.values_list("version", flat=True).get(pk=tournament.pk)
    lines = LogEntry.objects.filter(tournament=tournament).count()
    return version, lines, tuple(Player.objects.order_by("pk").values_list("pk", "name", "rating", "number"))


def test_a_player_gets_the_next_number_and_the_event_a_new_version_and_it_is_logged() -> None:
    event = make_event()
    before = event.version
    first, second = add_player(event, "Ann", rating=1800, club="North"), add_player(event, "Ben")
    assert (first.number, second.number) == (1, 2)
    assert (first.rating, first.club, second.rating) == (1800, "North", None)
    assert Tournament.objects.get(pk=event.pk).version == before + 2 == event.version
    line = LogEntry.objects.get(tournament=event, subject="Ann")
    assert (line.user, line.user_name, line.action) == (
        event.owner,
        event.owner.username,
        Action.PLAYER_ADDED,
    )
    assert line.after["rating"] == 1800


def test_names_of_any_script_are_kept_composed_and_with_single_spaces() -> None:
    event = make_event()
    names = [
        "Søren Ågård", "山田 太郎", "Nguyễn Văn Ánh", "עברית", "नमस्ते", "👩‍👩‍👧 Family",
        "O'Neill-Smith", "李", "x" * 120,
    ]  # fmt: skip
    for name in names:
        add_player(event, name)
    assert add_player(event, "  A\u030angstro\u0308m \t Bo ").name == "Ångström Bo"
    assert list(event.players.order_by("number").values_list("name", flat=True)) == [*names, "Ångström Bo"]


BAD_INPUT: list[tuple[dict[str, Any], str]] = [
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
]


def test_bad_input_names_its_field_and_changes_nothing() -> None:
    for fields, field in BAD_INPUT:
        event = make_event(field=2)
        before = stored(event)
        with pytest.raises(ServiceError) as refusal:
            players.add_player(tournament=event, actor=event.owner, **fields)
        assert refusal.value.field == field
        assert label_of(field) in str(refusal.value).lower() or field == "joined_round"
        assert stored(event) == before


def test_the_same_name_needs_a_confirmation_in_one_event() -> None:
    event = make_event()
    add_player(event, "Ann Lee")
    for number, again in enumerate(("Ann Lee", "ann  lee", "ANN LEE", "Ann Lee "), 2):
        with refused("duplicate_name", number=1):
            add_player(event, again)
        assert add_player(event, again, allow_duplicate=True).number == number
    assert add_player(make_event(), "Ann Lee").number == 1


def test_a_late_entry_joins_the_next_round_or_that_of_a_draft_paired_again() -> None:
    event = played(1, field=6)
    late = add_player(event, "Late")
    assert late.joined_round == 2
    assert [(b.round.number, b.kind, b.points) for b in Bye.objects.filter(player=late)] == [(1, "absent", 0)]
    event, draft = drafted(field=7)
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


def test_editing_changes_only_what_is_given_in_this_event_and_logs_both_values() -> None:
    event = make_event()
    ann = add_player(event, "Ann", rating=1500, club="North")
    players.edit_player(tournament=event, actor=event.owner, player=ann, rating=1600)
    ann.refresh_from_db()
    assert (ann.name, ann.rating, ann.club) == ("Ann", 1600, "North")
    line = LogEntry.objects.get(action=Action.PLAYER_CHANGED)
    assert (line.before["rating"], line.after["rating"]) == (1500, 1600)
    before = stored(event)
    same = players.edit_player(tournament=event, actor=event.owner, player=ann, rating=1600)
    assert (same.pk, stored(event), event.version) == (ann.pk, before, before[0])
    stranger = add_player(make_event(), "Ann")
    with pytest.raises(ServiceError, match="not in this event"):
        players.edit_player(tournament=event, actor=event.owner, player=stranger, rating=1)


# --- check-in, withdrawal and return, byes asked for


def numbered(event: Tournament, number: int) -> Player:
    return event.players.get(number=number)


def paired_in(round_: Round) -> set[int]:
    return set(round_.seats.values_list("player__number", flat=True))


def withdraw(event: Tournament, number: int, **options: Any) -> Player:
    return attendance.withdraw(tournament=event, actor=event.owner, player=numbered(event, number), **options)


def test_a_withdrawn_player_finishes_the_round_and_leaves_ahead_of_time_too() -> None:
    event, round_ = published(field=6)
    assert withdraw(event, 6).left_after_round == 1
    enter_all(round_)
    rounds.complete(tournament=event, actor=event.owner, round_=round_)
    second = pair(event)
    assert 6 not in paired_in(second) | set(second.byes.values_list("player__number", flat=True))
    event = make_event(field=6)
    withdraw(event, 6, after_round=1)
    assert 6 in paired_in(play_round(event))
    assert 6 not in paired_in(pair(event))


def test_a_player_who_withdraws_before_the_first_round_never_plays_and_leaves_once() -> None:
    event = make_event(field=5)
    assert withdraw(event, 5).left_after_round == 0
    assert paired_in(pair(event)) == {1, 2, 3, 4}
    for call in (attendance.withdraw, attendance.return_player):
        number = 5 if call is attendance.withdraw else 2
        with pytest.raises(ServiceError):
            call(tournament=event, actor=event.owner, player=numbered(event, number))


def test_nobody_leaves_a_round_that_is_published_or_drafted() -> None:
    event = played(1, field=6)
    with refused(field="after_round"):
        withdraw(event, 2, after_round=0)
    event, draft = drafted(field=6)
    with refused("in_draft", number=1):
        withdraw(event, 3)
    rounds.discard_draft(tournament=event, actor=event.owner, round_=draft)
    withdraw(event, 3)
    assert 3 not in paired_in(pair(event))


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
    stranger = add_player(make_event(), "Ann")
    with refused("not_of_event"):
        attendance.set_checked_in(tournament=event, actor=event.owner, players=[numbered(event, 1), stranger])
    assert Player.objects.filter(checked_in=True).count() == 5
    assert paired_in(pair(event)) == {1, 2, 3, 4, 5, 6}


def test_a_bye_asked_for_is_given_with_its_points() -> None:
    event = make_event(field=9)
    for number, kind in enumerate(("half", "zero", "full"), 1):
        player = numbered(event, number)
        attendance.request_bye(tournament=event, actor=event.owner, player=player, round_number=1, kind=kind)
    round_ = pair(event)
    assert dict(round_.byes.values_list("kind", "points")) == {"half": 50, "zero": 0, "full": 100}
    assert paired_in(round_) == set(range(4, 10))


def test_a_second_request_replaces_the_first_and_can_be_cancelled() -> None:
    event = make_event(field=4)
    one = numbered(event, 1)
    for kind in ("half", "zero"):
        attendance.request_bye(tournament=event, actor=event.owner, player=one, round_number=2, kind=kind)
    assert ByeRequest.objects.get(player=one).kind == "zero"
    attendance.cancel_bye(tournament=event, actor=event.owner, player=one, round_number=2)
    assert not ByeRequest.objects.exists()
    with refused("no_such_request"):
        attendance.cancel_bye(tournament=event, actor=event.owner, player=one, round_number=2)


@pytest.mark.parametrize("number", [0, -1, 1, 6, "2", None])
def test_a_bye_can_only_be_asked_for_in_a_round_to_come_and_of_a_known_kind(number: Any) -> None:
    event = played(1, field=4, rounds_planned=5)
    with refused(field="round_number"):
        attendance.request_bye(
            tournament=event, actor=event.owner, player=numbered(event, 1), round_number=number
        )
    with pytest.raises(ServiceError, match="half, zero, full"):
        attendance.request_bye(
            tournament=event, actor=event.owner, player=numbered(event, 1), round_number=2, kind="double"
        )


def test_a_refused_change_leaves_no_names_behind_that_were_told_apart_before_it() -> None:
    """The next change has the version that the refused one would have had."""
    event, _draft = drafted(field=2)
    with refused("in_draft"):
        attendance.withdraw(tournament=event, actor=None, player=event.players.get(number=1))
    add_player(event, "Player 1", club="Aarhus", allow_duplicate=True)
    line = LogEntry.objects.filter(tournament=event, action=Action.PLAYER_ADDED).latest("pk")
    assert line.subject == "Player 1 (Aarhus)"
