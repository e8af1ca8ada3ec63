"""A whole event from a file: the page, what it says of a broken document, and what it makes of a good one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.desk.pages import Desk, text
from tests.factories import make_event, make_user, play_rounds
from tests.pairing.formats.test_trf import REPORT
from tournaments.models import Tournament, Visibility
from tournaments.services.documents import export_event

pytestmark = pytest.mark.django_db


def exported() -> str:
    """Nine players after three rounds, as the desk gives them to be kept."""
    event = make_event(field=9, name="Spring Open", visibility="public")
    play_rounds(event, 3)
    desk = Desk(event.owner, event)
    found = desk.get("document").content.decode()
    assert 'href="' + desk.url("document") in desk.get("settings").content.decode()
    event.delete()
    return found


def file(content: str | bytes, name: str = "event.json") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content if isinstance(content, bytes) else content.encode())


@pytest.mark.parametrize("how", ["pasted", "file"])
def test_what_the_desk_gives_away_comes_in_again_and_is_private(how: str) -> None:
    document = exported()
    desk = Desk(make_user())
    assert 'href="/desk/import/"' in desk.get("events").content.decode()
    page = desk.press("import_event", data={how: document if how == "pasted" else file(document)})
    assert "Spring Open is imported. It is private until you decide otherwise." in page
    event = Tournament.objects.get()
    assert event.visibility == Visibility.PRIVATE
    assert export_event(event) == json.loads(document)


@pytest.mark.parametrize("data", [{"pasted": REPORT}, {"file": file(REPORT, "club.TRF")}])
def test_a_fide_report_comes_in_too(data: dict[str, Any]) -> None:
    Desk(make_user()).press("import_event", data=data)
    event = Tournament.objects.get()
    assert (event.name, event.players.count(), event.rounds.count()) == ("Wednesday Cup", 4, 3)
    assert event.players.get(number=1).name == "Møller, Åge"


def test_what_a_report_says_and_an_event_cannot_hold_is_told() -> None:
    # Player 4 has one point; the report says two.
    wrong = REPORT.replace(" 1.0 ", " 2.0 ")
    page = Desk(make_user()).press("import_event", data={"pasted": wrong})
    assert "2.0 points are printed, the results give 1" in page


BROKEN = [
    ("{", "line 1 column 2"),
    ("hello", "line 1 column 1"),
    ("[]", "document"),
    ('{"format": "pairwright-event/1", "players": [{"id": 1}, {"id": 1}]}', "players[1]"),
    ('{"format": "pairwright-event/1", "players": [{"id": 1, "name": "a\\u0000b"}]}', "players[0].name"),
    ('{"format": "pairwright-event/1", "players": [{"id": 1, "name": "\\ud800"}]}', "players[0].name"),
    ('{"format": "pairwright-event/1", "season": 1e400, "players": []}', "season"),
    ('{"format": "pairwright-event/1", "season": 99999999999999999999, "players": []}', "season"),
    ("[" * 100_000, "document"),
    ("001 nonsense", "line 1"),
    ("012 Cup", "001"),
]


@pytest.mark.parametrize("how", ["pasted", "file"])
@pytest.mark.parametrize(("broken", "place"), BROKEN, ids=[broken[:30] for broken, _place in BROKEN])
def test_what_is_wrong_is_said_with_its_place_and_nothing_is_lost(how: str, broken: str, place: str) -> None:
    page = Desk(make_user()).post("import_event", data={how: broken if how == "pasted" else file(broken)})
    assert page.status_code == 200 and not Tournament.objects.exists()
    form = page.context["form"]
    assert place in str(form.errors["pasted"]) and form["pasted"].value() == broken
    assert 'aria-invalid="true"' in page.content.decode()


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({}, "pasted"),
        ({"pasted": "  "}, "pasted"),
        ({"file": file(b"\xff\xfe\x00\x01" * 99)}, "pasted"),
        ({"file": file(b" " * 5_000_001)}, "file"),
    ],
)
def test_nothing_a_picture_and_too_much_are_refused(data: dict[str, Any], field: str) -> None:
    page = Desk(make_user()).post("import_event", data=data)
    assert page.status_code == 200 and list(page.context["form"].errors) == [field]
    assert not Tournament.objects.exists()


def test_strangers_sign_in_first() -> None:
    page = Desk().post("import_event", data={"pasted": REPORT})
    assert page.status_code == 302 and "login" in page["Location"]
    assert not Tournament.objects.exists()


def test_the_words_of_the_page() -> None:
    page = text(Desk(make_user()).get("import_event"))
    assert "An event document (.json), or a FIDE report (.trf)." in page
