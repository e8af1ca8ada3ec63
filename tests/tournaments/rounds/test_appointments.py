"""Matches by appointment: a date and a time, postponed for a reason, overdue; and what keeps them."""

import datetime
import json
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from pairing.formats.document import load
from tests.desk.pages import Desk, text
from tests.factories import make_event, publish, refused, table
from tests.tournaments.steps import take_back
from tournaments import snapshots
from tournaments.files.services import documents
from tournaments.history import undo
from tournaments.history.replay import replay
from tournaments.models import Action, LogEntry, Match, Round, Tournament
from tournaments.rounds.selectors.appointments import out_of_turn
from tournaments.rounds.selectors.outstanding import outstanding
from tournaments.rounds.services.appointments import arrange
from tournaments.steps import state
from tournaments.steps.apply_delta import write

pytestmark = pytest.mark.django_db
EVENING = datetime.datetime(2026, 12, 3, 19, 0, tzinfo=ZoneInfo("Europe/Copenhagen"))


@pytest.fixture
def event() -> Tournament:
    made = make_event(field=4, system="round_robin", rounds_planned=3, time_zone="Europe/Copenhagen")
    publish(made)
    return made


def first(event: Tournament) -> Match:
    return table(event.rounds.get(number=1), 1)


def agree(event: Tournament, moment: object = "2026-12-03T19:00", **more: object) -> Match:
    return arrange(tournament=event, actor=None, match=first(event), agreed_for=moment, **more)  # type: ignore[arg-type]


def test_a_moment_without_a_zone_is_one_of_the_event(event: Tournament) -> None:
    agree(event)
    assert first(event).agreed_for == EVENING
    agree(event, "2026-12-03T18:00:30Z")
    assert first(event).agreed_for == EVENING


@pytest.mark.parametrize("wrong", ["tomorrow", "2026-02-30T10:00", "0001-01-01T00:00", "9999-12-31T23:59"])
def test_no_moment_is_refused_with_an_example(event: Tournament, wrong: str) -> None:
    with refused("bad_moment"):
        agree(event, wrong)


def test_a_match_is_postponed_for_a_reason_and_undo_takes_it_back(event: Tournament) -> None:
    before = state.whole(event)
    agree(event, None, postponed=True, why="  moving \n house")
    row = first(event)
    assert (row.postponed, row.postponed_why, row.agreed_for) == (True, "moving house", None)
    assert LogEntry.objects.get(tournament=event, action=Action.MATCH_ARRANGED).note == "moving house"
    take_back(event)
    assert state.whole(event) == before
    undo.redo_last_step(tournament=event, actor=None)
    assert first(event).postponed and replay(event).same


def test_the_same_again_is_no_step_and_without_postponement_there_is_no_reason(event: Tournament) -> None:
    agree(event, why="forgotten")
    steps = LogEntry.objects.filter(tournament=event).count()
    agree(event)
    assert LogEntry.objects.filter(tournament=event).count() == steps
    assert first(event).postponed_why == ""


def test_a_state_of_before_these_columns_is_brought_back(event: Tournament) -> None:
    agree(event)
    now = state.whole(event)
    new = ("agreed_for", "postponed", "postponed_why")
    old = {key: {f: v for f, v in row.items() if f not in new} for key, row in now["matches"].items()}
    write(event, {"matches": {key: [now["matches"][key], None] for key in old}})
    write(event, {"matches": {key: [None, row] for key, row in old.items()}})
    assert first(event).agreed_for is None


def test_a_document_has_the_day_and_no_reason_and_comes_back(event: Tournament) -> None:
    assert "agreed_for" not in json.dumps(documents.export_event(event))
    agree(event, postponed=True, why="ill")
    data = documents.export_event(event)
    match = data["rounds"][0]["matches"][0]
    assert (match["agreed_for"], match["postponed"]) == ("2026-12-03T18:00Z", True)
    assert "ill" not in json.dumps(data)
    copy = documents.store(load(data), owner=event.owner)
    assert snapshots.load(copy).rounds == snapshots.load(event).rounds


def test_a_match_is_overdue_when_its_day_is_over(event: Tournament) -> None:
    yesterday = timezone.now() - datetime.timedelta(days=1)
    agree(event, yesterday)
    assert [(f.match.table, f.overdue) for f in out_of_turn(event)] == [(1, True)]
    tables = outstanding(Round.objects.get(tournament=event), timezone.now()).tables
    assert [row.overdue for row in tables] == [True, False]
    agree(event, timezone.now())
    assert out_of_turn(event) == ()
    # Planned with its round, three days ago; postponed it is nobody's fault.
    Tournament.objects.filter(pk=event.pk).update(
        starts_on=timezone.localdate() - datetime.timedelta(days=3),
        round_starts=[{"day": 1, "time": "10:00"}],
    )
    event.refresh_from_db()
    agree(event, None)
    assert [f.overdue for f in out_of_turn(event)] == [True, True]
    agree(event, None, postponed=True)
    assert [(f.match.postponed, f.overdue) for f in out_of_turn(event)] == [(True, False), (False, True)]


def test_the_desk_sets_it_and_names_it_on_now_and_among_the_outstanding_tables(event: Tournament) -> None:
    desk = Desk(event.owner, event)
    desk.press("arrange", 1, 1, data={"agreed_for": "2026-12-03T19:00", "postponed": "on", "why": "ill"})
    for page in (text(desk.get("outstanding", 1)), text(desk.get("event"))):
        assert "postponed" in page and "3 Dec 2026, 19:00" in page and "ill" in page
    public = desk.client.get(f"/e/{event.slug}/rounds/1/").content.decode()
    assert "3 Dec 2026, 19:00" in public and "postponed" in public and ">ill<" not in public
    number = first(event).seats.get(position=0).player.number
    assert "3 Dec 2026, 19:00" in desk.client.get(f"/e/{event.slug}/players/{number}/").content.decode()
