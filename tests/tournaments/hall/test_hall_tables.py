"""The tables of the hall, said at the desk: rounds are numbered with them, fixed tables are among them."""

from typing import Any

import pytest
from django.test import Client

from tests.api.conftest import Api
from tests.desk.pages import Desk, text
from tests.factories import (
    add_player,
    import_event,
    make_event,
    make_table_event,
    pair,
    play_round,
    publish,
    refused,
)
from tests.public.pages import text_of
from tournaments.files.services.documents import export_event
from tournaments.models import Action, LogEntry, Player, Tournament
from tournaments.players.selectors.table_numbers import needs
from tournaments.players.services import players, table_numbers
from tournaments.players.services.bulk import add_players
from tournaments.steps.refusals import ServiceError

pytestmark = pytest.mark.django_db


def tables(event: Tournament, number: int = 1) -> list[int]:
    return list(event.rounds.get(number=number).matches.order_by("table").values_list("table", flat=True))


def say(event: Tournament, *ranges: tuple[int, int], skip: tuple[int, ...] = ()) -> None:
    table_numbers.set_tables(tournament=event, actor=event.owner, ranges=ranges, skip=skip)


def test_ranges_are_read_as_people_write_them_and_what_is_not_understood_is_named() -> None:
    for typed, meant in (
        ("1-40, 101-140", [(1, 40), (101, 140)]),
        ("1–40;101 - 140", [(1, 40), (101, 140)]),
        ("7", [(7, 7)]),
        (" 1-3 ,, 5 \n 9", [(1, 3), (5, 5), (9, 9)]),
        ("1-40、101-140", [(1, 40), (101, 140)]),
        ("", []),
    ):
        assert table_numbers.ranges_of(typed) == meant
    for typed in ("a", "1-", "-5", "1-2-3", "1..4", "1-40 101-140", "1234567", "½"):
        with pytest.raises(ServiceError) as refusal:
            table_numbers.ranges_of(typed)
        assert refusal.value.params["value"] in typed


BAD: list[tuple[str, str, Any, Any]] = [
    ("bad_tables", "ranges", [(5, 4)], []),
    ("bad_tables", "ranges", [(0, 4)], []),
    ("bad_tables", "ranges", [(100_001, 100_001)], []),
    ("bad_tables", "ranges", [(1, 40), (40, 50)], []),
    ("bad_tables", "skip", [(1, 40)], [41]),
    ("bad_tables", "skip", [(1, 2)], [1, 2]),
    ("bad_tables", "skip", [], [2]),
    ("too_many_tables", "ranges", [(1, 5001)], []),
    ("too_many_tables", "ranges", [(n, n) for n in range(1, 202, 2)], []),
]


def test_bad_tables_are_refused_with_their_field() -> None:
    event = make_event(field=4)
    for code, field, ranges, skip in BAD:
        with pytest.raises(ServiceError) as refusal:
            table_numbers.set_tables(tournament=event, actor=None, ranges=ranges, skip=skip)
        assert (refusal.value.code, refusal.value.field) == (code, field)
    assert Tournament.objects.get(pk=event.pk).tables == {}
    assert not LogEntry.objects.filter(action=Action.TABLES_CHANGED).exists()


def test_rounds_are_numbered_with_the_tables_of_the_hall_and_those_that_are_paired_keep_theirs() -> None:
    event = make_event(field=10, slug="spring")
    say(event, (101, 140), (1, 3), skip=(2,))
    play_round(event)
    line = LogEntry.objects.get(action=Action.TABLES_CHANGED)
    assert line.after == {"ranges": [[1, 3], [101, 140]], "skip": [2]}
    say(event, (21, 40))
    players.edit_player(tournament=event, actor=None, player=event.players.get(number=5), fixed_table=39)
    publish(event)
    assert (tables(event), tables(event, 2)) == ([1, 3, 101, 102, 103], [21, 22, 23, 24, 39])
    assert event.rounds.get(number=2).matches.get(table=39).seats.filter(player__number=5).exists()
    assert "39" in text_of(Client(), "/e/spring/pairings/")


def test_a_fixed_table_is_one_of_the_halls() -> None:
    event = make_event(field=4)
    say(event, (21, 40))
    someone = event.players.get(number=1)
    for attempt in (
        lambda: players.edit_player(tournament=event, actor=None, player=someone, fixed_table=7),
        lambda: add_player(event, "Ann", fixed_table=7),
        lambda: add_players(tournament=event, actor=None, players=[{"name": "Bo", "fixed_table": 7}]),
    ):
        with refused("no_table_of_hall"):
            attempt()
    assert (event.players.count(), event.players.filter(fixed_table__isnull=False).count()) == (4, 0)


def test_tables_cannot_go_from_under_a_player_who_has_one() -> None:
    event = make_event(field=4)
    Player.objects.filter(tournament=event, number=2).update(fixed_table=13)
    with refused("fixed_elsewhere"):
        say(event, (1, 40), skip=(13,))
    say(event, (1, 40))
    assert Tournament.objects.get(pk=event.pk).tables == {"ranges": [[1, 40]]}


def test_when_the_hall_is_too_small_the_draft_says_which_tables_are_not_there() -> None:
    event = make_event(field=10)
    say(event, (1, 3))
    assert needs(event).missing == 2
    pair(event)
    assert tables(event) == [1, 2, 3, 4, 5]
    assert "The hall has no tables 4, 5" in text(Desk(event.owner, event).get("round", 1))


def test_the_schedule_of_tables_of_four_shows_the_same_numbers() -> None:
    event = make_table_event(field=8, slug="riichi")
    say(event, (41, 50))
    publish(event)
    assert tables(event) == [41, 42]
    page = text_of(Client(), "/e/riichi/schedule/")
    assert "41" in page and "42" in page


def test_the_tables_travel_with_the_document() -> None:
    event = make_event(field=6)
    say(event, (21, 40), skip=(22,))
    play_round(event)
    copy = import_event(document_data=export_event(event), owner=event.owner)
    assert copy.tables == {"ranges": [[21, 40]], "skip": [22]}


def test_the_desk_says_what_is_there_and_what_is_needed() -> None:
    event = make_event(field=10, slug="spring")
    desk = Desk(event.owner, event)
    assert "The players need 5 tables." in text(desk.get("hall_tables"))
    page = desk.press("hall_tables", data={"ranges": "1-2, 101-102", "skip": "2"})
    assert "1, 101, 102, 103" in page
    assert "need 5 tables; the hall has 3" in page
    assert "2 tables are missing" in page
    assert 'value="1-2, 101-102"' in desk.get("hall_tables").content.decode()
    desk.press("hall_tables", data={"ranges": "", "skip": ""})
    assert Tournament.objects.get(pk=event.pk).tables == {}


def test_what_is_wrong_is_said_at_the_form() -> None:
    event = make_event(field=4)
    for ranges, skip, said in (
        ("1-x", "", "1-x"), ("1-9", "12", "12"), ("", "3", "Enter the tables"), ("1-9", "z", "“z”"),
    ):  # fmt: skip
        answer = Desk(event.owner, event).post("hall_tables", data={"ranges": ranges, "skip": skip})
        assert answer.status_code == 200
        assert said in text(answer)
        assert f'value="{ranges}"' in answer.content.decode() or not ranges


def test_the_api_does_the_same() -> None:
    event = make_event(field=10, slug="spring")
    found = Api(event.owner).put("events/spring/tables/", {"ranges": [[1, 2], [101, 102]], "skip": [2]})
    assert found == {"ranges": [[1, 2], [101, 102]], "skip": [2], "there": 3, "needed": 5}
    assert Api().get("events/spring/tables/") == found
