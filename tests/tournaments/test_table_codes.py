"""The codes on the tables: which there are, that they cannot be guessed, and that new ones make old ones void."""

from __future__ import annotations

import re

import pytest

from tests.factories import make_event, make_table_event, publish
from tournaments.models import Tournament
from tournaments.models.event import new_table_key
from tournaments.selectors.table_codes import code_of, codes, table_of

pytestmark = pytest.mark.django_db


def test_every_table_the_players_need_has_an_address_of_its_own() -> None:
    event = make_event(field=7, slug="spring")
    found = codes(event, "https://hall.example/")
    assert [table for table, _url in found] == [1, 2, 3, 4]
    assert len({url for _table, url in found}) == 4
    for table, url in found:
        assert re.fullmatch(rf"https://hall\.example/e/spring/table/{table}-[a-z2-7]{{10}}/", url)


def test_tables_of_four_need_fewer_and_tables_in_use_are_never_left_out() -> None:
    event = make_table_event(field=16)
    assert [table for table, _url in codes(event, "")] == [1, 2, 3, 4, 5]
    round_ = publish(event)
    round_.matches.filter(table=4).update(table=77)
    assert 77 in dict(codes(event, ""))


def test_the_numbers_of_the_hall_and_fixed_tables_are_kept() -> None:
    event = make_event(field=4, slug="spring")
    event.tables = {"ranges": [[1, 4], [101, 103]], "skip": [3]}
    event.save(update_fields=["tables"])
    event.players.filter(number=2).update(fixed_table=200)
    assert [table for table, _url in codes(event, "")] == [1, 2, 4, 101, 102, 103, 200]


def test_a_code_opens_its_own_table_and_nothing_else() -> None:
    event, other = make_event(field=4), make_event(field=4)
    code = code_of(event, 2)
    assert table_of(event, code) == 2
    assert table_of(other, code) is None
    wrong = (code.replace("2-", "1-", 1), code[:-1], code + "a", code.upper(), "2-", "2", "", "0-" + code[2:],
             "2-" + "a" * 10, "9" * 12 + code[1:])  # fmt: skip
    assert [table_of(event, text) for text in wrong] == [None] * len(wrong)


def test_a_new_key_makes_every_printed_code_void() -> None:
    event = make_event(field=4)
    old = code_of(event, 1)
    Tournament.objects.filter(pk=event.pk).update(table_key=new_table_key())
    event.refresh_from_db()
    assert table_of(event, old) is None
    assert table_of(event, code_of(event, 1)) == 1
