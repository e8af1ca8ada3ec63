"""Who a person is: what each field may hold, who sees it, and that it goes wherever the event goes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.urls import reverse

from pairing.formats import document, trf
from tests.desk.pages import Desk
from tests.factories import add_player, make_event, make_user, refused
from tests.tournaments.files.packing import elsewhere, opened, packed
from tests.tournaments.steps import given, take_back
from tournaments.files.services.copies import copy_event
from tournaments.files.services.documents import export_event, export_report
from tournaments.files.services.event_files import import_document, import_file
from tournaments.models import LogEntry, Player, Tournament
from tournaments.players.forms import PlayerForm
from tournaments.players.services.imports import apply_import, preview_import
from tournaments.players.services.players import edit_player
from tournaments.steps.person import CONTACTS, PERSON

ANNA: dict[str, Any] = {
    "title": "WGM",
    "federation": "DEN",
    "fide_id": 1234567,
    "national_id": "DSU 4711",
    "birth_year": 1990,
    "birth_day": "04-23",
    "sex": "F",
    "email": "anna@example.org",
    "second_rating": 2105,
    "second_rating_kind": "rapid",
}


def known(event: Tournament, name: str = "Anna Berg") -> dict[str, Any]:
    return Player.objects.filter(tournament=event, name=name).values(*ANNA).get()


def of_anna(**settings: Any) -> Tournament:
    event = make_event(**settings)
    add_player(event, "Anna Berg", rating=2000, **ANNA)
    return event


@pytest.mark.parametrize(
    ("field", "value", "code"),
    [
        ("fide_id", "x", "bad_number"),
        ("fide_id", 0, "bad_number"),
        ("fide_id", 1_000_000_000, "bad_number"),
        ("national_id", "x" * 31, "too_long"),
        ("birth_year", 1899, "bad_number"),
        ("birth_day", "31-12", "bad_day"),
        ("birth_day", "02-30", "bad_day"),
        ("birth_day", "4-1", "bad_day"),
        ("sex", "x" * 11, "too_long"),
        ("email", "anna", "bad_email"),
        ("email", f"{'x' * 250}@example.org", "too_long"),
        ("second_rating", 100_001, "bad_number"),
        ("second_rating_kind", "rapid\x00", "bad_text"),
        ("starting_rank", 1, "unknown_field"),
    ],
)
def test_bad_input_is_refused_by_field(field: str, value: object, code: str) -> None:
    event = make_event()
    with refused(code, field=field):
        add_player(event, "Anna", **{field: value})
    assert not event.players.exists()


def test_a_birthday_may_be_that_of_a_leap_year_and_every_field_may_be_emptied() -> None:
    event = of_anna()
    anna = event.players.get()
    edit_player(**given(event), player=anna, birth_day="02-29")
    edit_player(**given(event), player=anna, **dict.fromkeys(ANNA))
    assert not any(known(event).values())


def test_it_is_undone_copied_and_handed_over() -> None:
    event = of_anna()
    edit_player(**given(event), player=event.players.get(), email="", birth_day="", fide_id=7654321)
    take_back(event)
    assert known(event) == ANNA
    copy = copy_event(tournament=event, owner=event.owner, name="Again", with_players=True)
    assert known(copy) == ANNA
    pack = packed(event)
    with elsewhere(event):
        assert known(opened(pack)) == ANNA


def test_the_log_says_that_contact_data_was_changed_and_not_to_what() -> None:
    event = of_anna()
    edit_player(**given(event), player=event.players.get(), email="a.berg@example.org", birth_day="04-24")
    told = json.dumps(list(LogEntry.objects.filter(tournament=event).values_list("before", "after")))
    assert all(word not in told for word in ("example.org", "04-23", "04-24"))
    assert all(field in told for field in CONTACTS)


def test_a_document_carries_what_lists_show_and_that_of_the_staff_all_but_contact_data() -> None:
    event = of_anna()
    (public,) = export_event(event)["players"]
    assert {name for name in PERSON if name in public} == {"title", "federation"}
    data = export_event(event, persons=True)
    (staffs,) = data["players"]
    assert {name for name in PERSON if name in staffs} == set(PERSON) - set(CONTACTS)
    again = import_document(json.dumps(data).encode(), owner=make_user())
    assert known(again) == {**ANNA, "email": "", "birth_day": ""}
    assert document.dump(document.load(data)) == data


def test_a_report_has_them_in_the_columns_of_fide_and_brings_them_back() -> None:
    """Positions of FIDE's TRF26, record 001: sex 10, title 11-13, name 15-47, rating 49-52, federation 54-56, FIDE
    number 58-68, birth date 70-79, points 81-84, rank 86-89.
    """
    event = of_anna(system="dutch", options={}, tiebreaks=["BH"])
    add_player(event, "Bo Dahl", rating=1900, birth_year=2001)
    first, second = (line for line in export_report(event).splitlines() if line.startswith("001"))
    places = {"sex": (10, 10), "title": (11, 13), "federation": (54, 56), "id": (58, 68), "born": (70, 79)}
    found = {name: first[low - 1 : high] for name, (low, high) in places.items()}
    assert found == {
        "sex": "w",
        "title": "WGM",
        "federation": "DEN",
        "id": "    1234567",
        "born": "1990/04/23",
    }
    assert (first[80:84], first[85:89], second[69:79]) == (" 0.0", "   1", "2001/00/00")
    again = import_file(content=export_report(event), filename="x.trf", owner=make_user()).event
    assert known(again) == {
        **dict.fromkeys(ANNA, ""),
        "second_rating": None,
        "title": "WGM",
        "federation": "DEN",
        "fide_id": 1234567,
        "sex": "w",
        "birth_year": 1990,
        "birth_day": "04-23",
    }


@pytest.mark.parametrize(
    ("written", "year", "day"),
    [
        ("1990/04/23", 1990, "04-23"),
        ("1990-04-23", 1990, "04-23"),
        ("1990/00/00", 1990, ""),
        ("1990", 1990, ""),
        ("1990/02/30", 1990, ""),
        ("23.04.1990", None, ""),
        ("", None, ""),
    ],
)
def test_dates_of_birth_as_programs_write_them(written: str, year: int | None, day: str) -> None:
    line = f"001    1 m    Berg, Anna                        2000 DEN     1234567 {written:10}  0.0    1"
    report = trf.read(f"012 X\n{line}\n")
    (anna,) = report.snapshot.entrants
    assert (anna.birth_year, report.birth_days.get(1, "")) == (year, day)


@pytest.mark.parametrize(
    ("titles", "cells", "wanted"),
    [
        (
            "Navn;FIDE-ID;Fødselsdato;Køn;E-mail;Medlemsnummer",
            "Anna Berg;1234567;23.04.1990;K;anna@example.org;4711",
            {
                "fide_id": 1234567,
                "birth_year": 1990,
                "birth_day": "04-23",
                "sex": "K",
                "email": "anna@example.org",
                "national_id": "4711",
            },
        ),
        (
            "Name;ID Number;B-day;Sex;Rapid;Fed",
            "Anna Berg;0;1990;F;2105;DEN",
            {
                "fide_id": None,
                "birth_year": 1990,
                "birth_day": "",
                "second_rating": 2105,
                "federation": "DEN",
            },
        ),
        (
            "名前;生年月日;性別",
            "Anna Berg;1990/4/23;女",
            {"birth_year": 1990, "birth_day": "04-23", "sex": "女"},
        ),
        ("Nom;Date de naissance", "Anna Berg;1990-00-00", {"birth_year": 1990, "birth_day": ""}),
        ("Name;Year of birth", "Anna Berg;long ago", {"birth_year": None}),
    ],
)
def test_imports_find_the_columns_by_their_titles(titles: str, cells: str, wanted: dict[str, Any]) -> None:
    event = make_event()
    apply_import(**given(event), content=f"{titles}\n{cells}\n")
    found = known(event)
    assert {name: found[name] for name in wanted} == wanted


def test_a_bad_address_in_a_list_is_an_error_of_its_line_and_goes_into_no_note() -> None:
    plan = preview_import(tournament=make_event(), content="Name;E-mail\nAnna Berg;nowhere\n")
    assert [(row.kind, row.field, row.not_taken) for row in plan.rows] == [("error", "email", ())]


@pytest.mark.parametrize(
    ("settings", "folded"),
    [
        ({"system": "dutch", "options": {}, "tiebreaks": ["BH"]}, set()),
        ({}, set(PERSON) - {"title", "federation", "national_id", "email"}),
        ({"system": "mahjong_swiss"}, set(PERSON) - {"federation", "national_id", "email"}),
    ],
)
def test_the_form_folds_away_what_the_game_does_not_ask_for(
    settings: dict[str, Any], folded: set[str]
) -> None:
    event = make_event(**settings)
    form = PlayerForm(event)
    assert {field.name for field in form.unwanted} == folded
    assert {field.name for field in form.more} >= PERSON.keys() - folded


def test_a_player_is_changed_at_the_desk_and_a_bad_value_is_named_and_kept() -> None:
    event = make_event(field=2)
    desk = Desk(event.owner, event)
    data = {"name": "Anna Berg", **{name: str(value) for name, value in ANNA.items()}}
    desk.press("player", 2, data=data)
    assert known(event) == ANNA
    answer = desk.post("player", 2, data={**data, "email": "nowhere", "birth_day": "31-12"})
    assert b'value="nowhere"' in answer.content and b'value="31-12"' in answer.content
    assert known(event) == ANNA
    assert b"anna@example.org" in desk.get("player", 2).content


def test_the_api_shows_them_to_the_staff_and_contact_data_to_those_who_may_change_players() -> None:
    event = make_event(visibility="public")
    director, keeper = make_user(), make_user()
    for user, role in ((director, "director"), (keeper, "scorekeeper")):
        event.staff_rows.create(user=user, role=role)
    url = f"/api/v1/events/{event.slug}/players/"
    made = Desk(director).client.post(url, {"name": "Anna Berg", **ANNA}, content_type="application/json")
    assert made.status_code == 201, made.content
    assert ANNA.items() <= made.json().items()
    row = Desk(keeper).client.get(f"{url}1/").json()
    assert {name for name in PERSON if name in row} == set(PERSON) - set(CONTACTS)
    row = Desk().client.get(f"{url}1/").json()
    assert {name for name in PERSON if name in row} == {"title", "federation"}
    for user in (keeper, None):
        client, slug = Desk(user).client, event.slug
        pages = [client.get(reverse(f"public:{name}", args=[slug])).content for name in ("players", "find")]
        pages += [client.get(reverse("public:player", args=[slug, 1])).content]
        pages += [client.get(reverse("desk:player", args=[slug, 1])).content]
        pages += [client.get(reverse("desk:log", args=[slug])).content]
        assert not any(b"anna@example.org" in page or b"04-23" in page for page in pages)
