"""Signing up and the own page, as a phone does it."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from tests.desk.pages import text
from tests.factories import make_event
from tournaments.events.services.events import update_event
from tournaments.models import Entry, Tournament
from tournaments.registration.services import desk, entries
from tournaments.registration.services.settings import set_registration


@pytest.fixture
def event() -> Tournament:
    event = make_event(slug="open", name="Harbour Open")
    set_registration(
        tournament=event,
        actor=None,
        capacity=2,
        offer_hours=24,
        fee=30_000,
        currency="kr.",
        fields={"club": "optional", "email": "optional"},
        questions=[{"label": "Which section?", "kind": "choice", "choices": ["A", "B"], "required": True}],
    )
    return event


def typed(client: Client, event: Tournament, seconds: int = 5, **given: Any) -> Any:
    """The form, filled in and sent so many seconds after it was shown."""
    page = client.get(f"/e/{event.slug}/sign-up/").content.decode()
    token = re.search(r'name="token" value="([^"]+)"', page)
    sent = {"name": "Ann", "q_1": "A", "token": token[1] if token else "", **given}
    with mock.patch("time.time", return_value=timezone.now().timestamp() + seconds):
        return client.post(f"/e/{event.slug}/sign-up/", sent)


def shown(client: Client, entry: Entry, query: str = "") -> str:
    return text(client.get(f"/e/open/entry/{entry.key}/{query}"))


def send(client: Client, entry: Entry, **given: Any) -> Any:
    return client.post(f"/e/open/entry/{entry.key}/", given)


def sign_up(event: Tournament, name: str) -> Entry:
    return entries.sign_up(tournament=event, actor=None, name=name, answers={"1": "A"})


def test_one_page_says_how_full_it_is_whatever_the_state(client: Client, event: Tournament) -> None:
    assert "0 of 2 places taken" in text(client.get("/e/open/sign-up/"))
    answer = typed(client, event, club="North", byes=["2"])
    entry = event.entries.get()
    assert (answer.status_code, answer["Location"]) == (302, f"/e/open/entry/{entry.key}/")
    assert (entry.club, entry.byes, entry.answers) == ("North", [2], {"1": "A"})
    sign_up(event, "Bo")
    page = text(client.get("/e/open/sign-up/"))
    assert "All 2 places are taken" in page and "You would be number 1 on the waiting list." in page
    set_registration(tournament=event, actor=None, waiting_most=0)
    assert "waiting list is full as well" in text(client.get("/e/open/sign-up/"))
    set_registration(tournament=event, actor=None, closes_at=timezone.now() - timedelta(seconds=1))
    page = text(client.get("/e/open/sign-up/"))
    assert "Registration is closed" in page and "Sign up" not in page.partition("Registration is closed")[2]


def test_there_is_no_page_without_registration(client: Client) -> None:
    make_event(slug="other")
    assert client.get("/e/other/sign-up/").status_code == 404
    assert client.get("/e/other/entry/abcdefghijklmnop/").status_code == 404


def test_robots_are_refused_and_a_form_sent_twice_is_one_entry(client: Client, event: Tournament) -> None:
    for given in ({"seconds": 1}, {"website": "https://spam.example"}, {"token": "x"}):
        answer = typed(client, event, **given)
        assert answer.status_code == 400 and "faster than anybody types" in text(answer)
    assert "Load the page again" in text(typed(client, event, seconds=90_000))
    assert not event.entries.exists()


def test_what_is_wrong_stands_at_its_field_and_nothing_typed_is_lost(
    client: Client, event: Tournament
) -> None:
    answer = typed(client, event, q_1="", email="nowhere", club="North")
    page = answer.content.decode()
    assert answer.status_code == 400 and 'value="North"' in page and page.count("field--bad") == 2


def test_an_address_enters_so_many_and_no_more(client: Client, event: Tournament, settings: Any) -> None:
    settings.LIMITS = {**settings.LIMITS, "entries_of_address": (2, 600)}
    answers = [typed(client, event, name=name).status_code for name in ("Ann", "Bo", "Cy")]
    assert answers == [302, 302, 429]


def test_the_own_page_says_the_state_and_an_offer_has_two_answers(client: Client, event: Tournament) -> None:
    first, second, third, fourth = (sign_up(event, name) for name in ("Ann", "Bo", "Cy", "Di"))
    assert "You are entered" in shown(client, first) and "300 kr., owed" in shown(client, first)
    assert "Waiting, number 2" in shown(client, fourth)
    assert send(client, first, do="withdraw").status_code == 302
    assert "You have withdrawn" in shown(client, first)
    page = shown(client, third)
    assert "A place is free" in page and "24 hours left" in page and "1 player waits behind you" in page
    send(client, third, do="stay")
    assert "Waiting, number 1" in shown(client, third) and "A place is free" in shown(client, fourth)
    send(client, fourth, do="take")
    assert "You are entered" in shown(client, fourth)
    refused = send(client, fourth, do="take")
    assert refused.status_code == 409 and "Not possible while the entry is “entered”" in text(refused)
    assert send(client, second, do="nonsense").status_code == 302


def test_only_the_fields_to_correct_are_open(client: Client, event: Tournament) -> None:
    set_registration(tournament=event, actor=None, approval=True)
    entry = sign_up(event, "Ann")
    assert "The desk still has to confirm" in shown(client, entry)
    desk.ask_to_correct(
        tournament=event, actor=None, entry=entry, fields=["club", "answers.1"], message="Which?"
    )
    answer = client.get(f"/e/open/entry/{entry.key}/")
    page = answer.content.decode()
    assert "2 things to correct" in text(answer) and "Which?" in text(answer)
    assert set(re.findall(r'<(?:input|select)[^>]* name="(\w+)"', page)) == {
        "website",
        "token",
        "club",
        "q_1",
    }
    assert send(client, entry, do="change", q_1="C", club="N").status_code == 400
    send(client, entry, do="change", q_1="B", club="North", name="Somebody else")
    entry.refresh_from_db()
    assert (entry.name, entry.club, entry.answers, entry.state) == ("Ann", "North", {"1": "B"}, "received")


def test_the_link_in_the_mail_confirms_the_address(client: Client, event: Tournament) -> None:
    set_registration(tournament=event, actor=None, confirm_email=True)
    with mock.patch("django.db.transaction.on_commit", lambda send, **_more: send()):
        typed(client, event, email="ann@example.org")
    entry = event.entries.get()
    assert "Open the link in the mail" in shown(client, entry)
    link = re.search(r"/e/open/entry/\S+\?proof=(\S+)", str(mail.outbox[0].body))
    assert link and "This is my address" in shown(client, entry, f"?proof={link[1]}")
    send(client, entry, do="confirm", proof="forged")
    assert event.entries.get().state == "received"
    send(client, entry, do="confirm", proof=link[1])
    assert event.entries.get().state == "entered"


def test_the_page_belongs_to_nobody_else(client: Client, event: Tournament) -> None:
    entry = sign_up(event, "Ann")
    answer = client.get(f"/e/open/entry/{entry.key}/")
    assert answer["Cache-Control"] == "private, no-store" and answer["Referrer-Policy"] == "no-referrer"
    assert client.get(f"/e/open/entry/{entry.key}x/").status_code == 404


def test_the_form_may_stand_in_other_sites_and_the_own_page_may_not(
    client: Client, event: Tournament
) -> None:
    form, own = client.get("/e/open/sign-up/"), client.get(f"/e/open/entry/{sign_up(event, 'Ann').key}/")
    assert "frame-ancestors *" in form["Content-Security-Policy"] and "X-Frame-Options" not in form
    assert "frame-ancestors 'none'" in own["Content-Security-Policy"] and own["X-Frame-Options"] == "DENY"
    assert 'target="_top"' in form.content.decode()


def test_the_public_list_shows_names_as_the_event_says(client: Client, event: Tournament) -> None:
    question = {"label": "Section", "kind": "choice", "choices": ["A"], "lists": ["public"]}
    set_registration(tournament=event, actor=None, questions=[question])
    sign_up(event, "Ann Ågård")
    assert "Ann Ågård A" in text(client.get("/e/open/sign-up/"))
    update_event(tournament=event, actor=event.owner, name_form="initials")
    page = text(client.get("/e/open/sign-up/"))
    assert "Entered players" in page and "Ågård" not in page
