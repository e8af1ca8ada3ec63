"""What was typed in a form of the desk while the sign-in had run out is there again, and nothing of it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.desk.pages import Desk, text
from tests.factories import make_event, publish
from tests.tournaments.seated import tables
from tournaments.models import LogEntry, Player, Round, Tournament
from tournaments.services.screens import create_screen

pytestmark = pytest.mark.django_db

Sent = tuple[str, tuple[object, ...], dict[str, Any]]


def a_bye(event: Tournament) -> Sent:
    return "bye", (2,), {"round_number": "3", "kind": "zero"}


def a_screen(event: Tournament) -> Sent:
    pk = create_screen(tournament=event, actor=event.owner, name="Door").pk
    return "screen", (pk,), {f"s{pk}-name": "Typed", f"s{pk}-mode": "pairings"}


def a_repair(event: Tournament) -> Sent:
    return "repair", (1,), {"absent": str(seated(event)[0]), "key": "x", "note": "Typed"}


def a_change_by_hand(event: Tournament) -> Sent:
    one, other = seated(event)
    return (
        "by_hand",
        (1,),
        {"kind": "swap", "first": str(one), "second": str(other), "key": "x", "note": "Typed"},
    )


def an_edit(event: Tournament) -> Sent:
    return "impact_of", ("rating",), {"player": "2", "rating": "2400", "note": "Typed"}


def an_import(event: Tournament) -> Sent:
    sent = {"text": "name\tclub\nPlayer 2\tTyped", "column_0": "name", "column_1": "club", "header": "1"}
    return "import", (), {**sent, "decision_0": "new", "confirm": "1"}


SHOWN = {
    a_bye: ('name="round_number" value="3"', 'value="zero" selected'),
    a_screen: ('value="Typed"',),
    a_repair: ('value="Typed"', 'data-testid="way-1"'),
    a_change_by_hand: ('value="Typed"', 'data-testid="preview"'),
    an_edit: ('value="Typed"', 'value="2400"'),
    an_import: ("<bdi>Typed</bdi>", 'value="club" selected'),
}


def seated(event: Tournament) -> tuple[int, int]:
    """The first players of the first two tables."""
    seats = tables(Round.objects.get(tournament=event))
    return seats[1][0], seats[2][0]


@pytest.mark.parametrize("make", SHOWN)
def test_it_is_there_again_on_its_page_and_nothing_is_done(make: Callable[[Tournament], Sent]) -> None:
    event = make_event(field=6, rounds_planned=4)
    publish(event)
    name, args, sent = make(event)
    desk, lines, players = Desk(None, event), LogEntry.objects.count(), Player.objects.count()
    signing_in = desk.post(name, *args, data=sent)
    assert signing_in["Location"].endswith(f"?next={desk.url(name, *args)}")
    desk.client.force_login(event.owner)
    page = desk.get(name, *args)
    assert "Your entries are here again." in text(page)
    assert {part: part in page.content.decode() for part in SHOWN[make]} == dict.fromkeys(SHOWN[make], True)
    assert (LogEntry.objects.count(), Player.objects.count()) == (lines, players)


@pytest.mark.parametrize(("name", "box"), [("import", "file"), ("import_event", "file")])
def test_of_a_file_its_name_is_kept_for_it_has_to_be_chosen_again(name: str, box: str) -> None:
    event = make_event()
    desk = Desk(None, event if name == "import" else None)
    desk.post(name, data={box: SimpleUploadedFile("club.csv", b"Ann"), "pasted": "Typed for long"})
    desk.client.force_login(event.owner)
    page = desk.get(name)
    assert "A file cannot be put back, so choose it again: club.csv" in text(page)
    assert "Typed for long" in text(page)
