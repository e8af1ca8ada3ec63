"""The message to players: set and cleared at the desk and over the API, seen by everybody, logged and undone."""

import pytest
from django.test import Client

from tests.api.conftest import Api
from tests.desk.pages import Desk, text
from tests.factories import make_event, refused
from tests.public.pages import text_of
from tests.tournaments.steps import fresh, played
from tournaments.events.services import events
from tournaments.hall.services.messages import clear_message, set_message
from tournaments.history.restore import restore
from tournaments.history.restore_points import keep_by_hand
from tournaments.history.undo import redo_last_step, undo_last_step
from tournaments.models import Action, LogEntry, Tournament

pytestmark = pytest.mark.django_db
LUNCH = "Lunch is served. <b>Round 4</b> starts at 14:30."


def own_page(event: Tournament) -> str:
    return f"/e/{event.slug}/me/{event.players.get(number=1).key}/"


def test_players_and_visitors_see_it_as_it_was_typed_until_it_is_cleared() -> None:
    event = make_event(field=2)
    desk = Desk(event.owner, event)
    assert "Players see the message." in desk.press("message", data={"message": LUNCH})
    for address in (own_page(event), f"/e/{event.slug}/", f"/e/{event.slug}/standings/"):
        assert LUNCH in text_of(Client(), address), address
    assert "The message is cleared." in desk.press("clear_message")
    assert LUNCH not in text_of(Client(), own_page(event))


def test_it_is_short_and_says_something() -> None:
    event = make_event()
    with refused("message_missing", field="message"):
        set_message(tournament=event, actor=None, message=" \n ")
    with refused("too_long", field="message"):
        set_message(tournament=event, actor=None, message="x" * 201)
    page = Desk(event.owner, event).post("message", data={"message": ""})
    assert page.status_code == 200 and fresh(event).message == ""


def test_it_is_logged_undone_and_done_again_also_of_a_finished_event() -> None:
    event = played(rounds=1, field=2)
    events.finish_event(tournament=event, actor=event.owner)
    set_message(tournament=event, actor=event.owner, message=LUNCH)
    line = LogEntry.objects.filter(tournament=event).first()
    assert line is not None and line.action == Action.MESSAGE_CHANGED
    assert LUNCH in text(Desk(event.owner, event).get("log"))
    undo_last_step(tournament=event, actor=event.owner)
    assert fresh(event).message == ""
    redo_last_step(tournament=event, actor=event.owner)
    assert fresh(event).message == LUNCH
    version = fresh(event).version
    set_message(tournament=event, actor=event.owner, message=LUNCH)
    assert fresh(event).version == version


def test_finishing_the_event_clears_it_and_undo_brings_it_back() -> None:
    event = played(rounds=1, field=2)
    set_message(tournament=event, actor=event.owner, message=LUNCH)
    events.finish_event(tournament=event, actor=event.owner)
    assert fresh(event).message == ""
    for address in (own_page(event), f"/e/{event.slug}/"):
        assert LUNCH not in text_of(Client(), address), address
    assert LUNCH in text(Desk(event.owner, event).get("log"))
    undo_last_step(tournament=event, actor=event.owner)
    assert fresh(event).message == LUNCH


def test_restoring_an_older_state_leaves_the_message_of_the_moment() -> None:
    event = make_event(field=2)
    set_message(tournament=event, actor=event.owner, message="Old")
    kept = keep_by_hand(tournament=event, actor=event.owner, note="lunch")
    clear_message(tournament=event, actor=event.owner)
    events.update_event(tournament=event, actor=event.owner, venue="Hall 3")
    restore(tournament=event, actor=event.owner, snapshot=kept, note="again", seen_version=event.version)
    assert (fresh(event).message, fresh(event).venue) == ("", "")


def test_a_program_sets_reads_and_clears_it() -> None:
    event = make_event()
    api = Api(event.owner)
    address = f"events/{event.slug}/message/"
    assert api.put(address, {"message": LUNCH})["message"] == LUNCH
    assert api.put(address, {"message": ""}, status=400)["code"] == "blank"
    assert api.get(f"events/{event.slug}/")["message"] == LUNCH
    api.delete(address)
    assert api.get(f"events/{event.slug}/")["message"] == ""
