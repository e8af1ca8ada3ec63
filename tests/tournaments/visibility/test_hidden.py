"""An event that the site has hidden: gone for visitors, there for its staff, and shown again by nobody else."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from tests.desk.pages import Desk, text
from tests.factories import make_event, make_user, publish
from tournaments.models import Action, LogEntry, Tournament, Visibility
from tournaments.selectors.log import step_to_undo
from tournaments.services import events, series
from tournaments.services.undo import undo_last_step
from tournaments.views.public import unchanged

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = make_event(owner=make_user("olga"), field=4, name="Spring open", slug="spring")
    publish(tournament)
    return tournament


def hide(*options: str) -> str:
    out = io.StringIO()
    call_command("hide_event", "spring", *options, stdout=out)
    unchanged.forget()
    return out.getvalue().strip()


def test_visitors_and_players_read_that_it_is_hidden_until_it_is_shown_again(event: Tournament) -> None:
    key = event.players.get(number=1).key
    addresses = ["/e/spring/", "/e/spring/pairings/", f"/e/spring/me/{key}/", "/e/spring/screen/"]
    visitor = Client()
    tag = visitor.get(addresses[0])["ETag"]
    assert hide("--reason", "Complaint") == "Spring open is hidden."
    for address in addresses:
        answer = visitor.get(address, headers={"If-None-Match": tag})
        assert (answer.status_code, "have hidden this event" in text(answer)) == (404, True), address
    assert visitor.get("/api/v1/events/spring/").status_code == 404
    assert visitor.get("/api/v1/events/").json()["count"] == 0
    assert "Spring open" not in text(visitor.get("/"))
    assert hide() == "Spring open is hidden already."
    hide("--undo")
    assert "Spring open" in text(visitor.get("/")) and visitor.get(addresses[2]).status_code == 200


def test_its_staff_goes_on_and_reads_why(event: Tournament) -> None:
    hide("--reason", "Complaint of 3 May")
    desk = Desk(event.owner, event)
    assert "have hidden this event" in text(desk.get("event"))
    assert "Hidden by the site" in text(desk.client.get("/desk/"))
    line = LogEntry.objects.filter(tournament=event).first()
    assert line is not None and (line.action, line.note) == (Action.EVENT_HIDDEN, "Complaint of 3 May")
    assert "Complaint of 3 May" in text(desk.get("log"))
    page = desk.client.get("/e/spring/")
    assert page.status_code == 200 and page["Cache-Control"] == "private, no-cache"


def test_neither_settings_nor_undo_show_it(event: Tournament) -> None:
    given: dict[str, Any] = {"tournament": event, "actor": event.owner}
    events.update_event(**given, visibility=Visibility.UNLISTED)
    before = step_to_undo(event)
    hide()
    assert step_to_undo(event) == before
    events.update_event(**given, visibility=Visibility.PUBLIC)
    undo_last_step(**given)
    assert Client().get("/e/spring/").status_code == 404


def test_a_series_does_not_list_it(event: Tournament) -> None:
    league = series.create_series(owner=event.owner, name="League", slug="league")
    series.put_event(series=league, actor=event.owner, tournament=event, season=1)
    assert "Spring open" in text(Client().get("/s/league/"))
    hide()
    assert "Spring open" not in text(Client().get("/s/league/"))


def test_an_event_that_was_private_is_told_to_nobody(event: Tournament) -> None:
    events.update_event(tournament=event, actor=event.owner, visibility=Visibility.PRIVATE)
    hide()
    assert "hidden" not in text(Client().get("/e/spring/"))


def test_what_cannot_be_done_is_said(event: Tournament) -> None:
    with pytest.raises(CommandError, match="There is no event 'autumn'"):
        call_command("hide_event", "autumn")
    with pytest.raises(CommandError, match="at most 500"):
        call_command("hide_event", "spring", "--reason", "x" * 501)
    event.refresh_from_db()
    assert not event.hidden
