"""What was typed in a form of the desk while the sign-in had run out is there again, and nothing of it is done."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.answers import Answer
from tests.desk.pages import Desk, text
from tests.factories import make_event, make_user, publish
from tests.tournaments.seated import tables
from tournaments.hall.services.screens import create_screen
from tournaments.models import LogEntry, Player, Round, Tournament
from tournaments.results.services.penalties import give

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


SHOWN: dict[Callable[[Tournament], Sent], tuple[str, ...]] = {
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


def account_of(page: Answer) -> dict[str, str]:
    """What every form of a page sends along: whom it was shown to."""
    (account,) = set(re.findall(r'<input type="hidden" name="as" value="(\d+)">', page.content.decode()))
    return {"as": account}


@pytest.mark.parametrize("make", SHOWN)
def test_it_is_there_again_on_its_page_and_nothing_is_done(make: Callable[[Tournament], Sent]) -> None:
    event = make_event(field=6, rounds_planned=4)
    publish(event)
    name, args, sent = make(event)
    desk, lines, players = Desk(event.owner, event), LogEntry.objects.count(), Player.objects.count()
    shown_to = account_of(desk.get(name, *args))
    desk.client.logout()
    signing_in = desk.post(name, *args, data=sent | shown_to)
    assert signing_in["Location"].endswith(f"?next={desk.url(name, *args)}")
    desk.client.force_login(event.owner)
    page = desk.get(name, *args)
    assert "Your entries are here again." in text(page)
    assert {part: part in page.content.decode() for part in SHOWN[make]} == dict.fromkeys(SHOWN[make], True)
    assert (LogEntry.objects.count(), Player.objects.count()) == (lines, players)


@pytest.mark.parametrize("name", ["import", "import_event"])
def test_of_a_file_its_name_is_kept_for_it_has_to_be_chosen_again(name: str) -> None:
    event = make_event()
    desk = Desk(None, event if name == "import" else None)
    typed = {"file": SimpleUploadedFile("club.csv", b"Ann"), "pasted": "Typed for long", "as": event.owner.pk}
    desk.post(name, data=typed)
    desk.client.force_login(event.owner)
    page = desk.get(name)
    assert "Files are not kept. Choose them again: club.csv" in text(page)
    assert "Typed for long" in text(page)


@pytest.mark.parametrize(
    ("address", "box"),
    [
        ("accounts:profile", "display_name"),
        ("accounts:tokens", "name"),
        ("desk:import_event", "pasted"),
        ("lab:studies", "names"),
        ("lab:what_if", "ratings"),
    ],
)
def test_a_page_that_all_accounts_have_shows_it_to_the_one_that_typed_it(
    client: Client, address: str, box: str
) -> None:
    ann, bo = make_user("ann"), make_user("bo")
    url = reverse(address)
    client.force_login(ann)
    shown_to = account_of(client.get(url))
    client.logout()
    client.post(url, {box: "Typed by Ann"} | shown_to)
    client.force_login(bo)
    assert "Typed by Ann" not in client.get(url).content.decode()
    client.logout()
    client.post(url, {box: "Typed by Ann"} | shown_to)
    client.force_login(ann)
    page = client.get(url)
    assert "Your entries are here again." in text(page)
    assert "Typed by Ann" in page.content.decode()


def test_a_form_of_an_account_that_has_signed_out_since_is_refused_in_the_name_of_the_next() -> None:
    event, bo = make_event(owner=make_user("ann")), make_user("bo")
    desk = Desk(bo, event, enforce_csrf_checks=True)
    typed = {"name": "New", "as": event.owner.pk}
    answer = desk.post("players", data=typed, origin="http://testserver")
    assert answer.status_code == 403
    assert "another account is signed in here now" in text(answer)


def test_what_was_typed_in_a_small_box_is_quoted_on_its_page() -> None:
    event = make_event(field=4, rounds_planned=3)
    publish(event)
    player = event.players.get(number=1)
    given = give(tournament=event, actor=event.owner, player=player, kind="warning", infraction="Phone")
    desk = Desk(None, event)
    page = f"{desk.url('penalties')}?kind=warning"
    typed = {"note": "The clock was wrong", "as": event.owner.pk}
    signing_in = desk.post("revoke_penalty", given.pk, data=typed, referer=f"http://testserver{page}")
    assert parse_qs(urlsplit(signing_in["Location"]).query)["next"] == [page]
    desk.client.force_login(event.owner)
    assert "You had typed: “The clock was wrong”" in text(desk.client.get(page))
    assert "You had typed" not in text(desk.client.get(page))


def test_a_question_of_the_second_pass_is_asked_again() -> None:
    event = make_event(field=4)
    desk = Desk(None, event)
    page = f"{desk.url('verify', 1)}?table=1&second=0-1"
    sent = {"table": 1, "result": "0-1", "settle": "1", "as": event.owner.pk}
    signing_in = desk.post("verify_table", 1, data=sent, referer=f"http://testserver{page}")
    assert parse_qs(urlsplit(signing_in["Location"]).query)["next"] == [page]
    elsewhere = desk.post("verify_table", 1, data=sent, referer="http://evil.example/desk/")
    assert parse_qs(urlsplit(elsewhere["Location"]).query)["next"] == [desk.url("event")]
