"""A copy of an event: everything that was set, nothing that was played."""

import datetime

import pytest

from pairing.model.types import TWO
from pairing.systems import SYSTEMS, seats_of
from tests.desk.pages import Desk
from tests.factories import make_event, make_table_event, make_user
from tests.tournaments.steps import fresh, played
from tournaments.events.services import events, phases
from tournaments.events.services.settings import SETTINGS
from tournaments.files.services.copies import copy_event
from tournaments.hall.services.screens import create_screen, facts_of
from tournaments.history.undo import undo_last_step
from tournaments.models import ForbiddenPair, LogEntry, Role, Status, Tournament
from tournaments.players.services.players import forbid_pair
from tournaments.players.services.table_numbers import set_tables
from tournaments.steps.refusals import ServiceError

pytestmark = pytest.mark.django_db
PHASES = [
    {"system": {"name": "monrad"}, "rounds": 3},
    {"cut": {"rank": 4}, "system": {"name": "bracket"}},
]


def settings_of(event: Tournament) -> dict[str, object]:
    return {one.name: getattr(event, one.name) for one in SETTINGS.values() if not one.of_one_event}


def test_a_copy_has_the_settings_tables_and_screens_and_no_round() -> None:
    event = played(field=4, rounds=1)
    owner = event.owner
    set_tables(tournament=event, actor=owner, ranges=[[1, 9]], skip=[3])
    events.update_event(tournament=event, actor=owner, venue="Hall 3", starts_on=datetime.date(2026, 1, 2))
    events.update_event(tournament=event, actor=owner, round_starts=[{"day": 1, "time": "10:00"}])
    create_screen(tournament=event, actor=owner, name="Left", mode="tables", last_table=40)
    helper = make_user()
    copy = fresh(copy_event(tournament=event, owner=helper, name="Again", starts_on="2027-03-04"))
    assert settings_of(copy) == settings_of(fresh(event))
    assert (copy.name, copy.owner, str(copy.starts_on)) == ("Again", helper, "2027-03-04")
    assert (copy.status, copy.tables) == (Status.SETUP, fresh(event).tables)
    assert not copy.rounds.exists() and not copy.players.exists() and not copy.staff_rows.exists()
    assert copy.draw_seed != event.draw_seed and copy.slug != event.slug
    ours, theirs = copy.screens.get(), event.screens.get()
    assert facts_of(ours) == facts_of(theirs) and ours.key != theirs.key


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_is_copied_with_its_options(system: str) -> None:
    make = make_event if seats_of(system) == TWO else make_table_event
    event = make(system=system)
    copy = copy_event(tournament=event, owner=event.owner, name="Again")
    assert settings_of(fresh(copy)) == settings_of(fresh(event))


def test_phases_are_copied() -> None:
    event = phases.create_event(owner=make_user(), name="Swiss and cut", phases=PHASES)
    copy = fresh(copy_event(tournament=event, owner=event.owner, name="Again"))
    assert copy.phases == fresh(event).phases and settings_of(copy) == settings_of(fresh(event))


def test_players_come_along_if_asked_for_and_are_not_checked_in() -> None:
    event = played(field=4, rounds=1)
    event.players.update(checked_in=True, club="Aarhus")
    first, second = event.players.order_by("number")[:2]
    event.players.filter(number=3).update(number=30)
    forbid_pair(tournament=event, actor=event.owner, first=first, second=second)
    copy = copy_event(tournament=event, owner=event.owner, name="Again", with_players=True)
    rows = copy.players.order_by("number").values_list("number", "name", "club", "rating", "checked_in")
    assert [row[0] for row in rows] == [1, 2, 3, 4] and {row[2:] for row in rows} >= {("Aarhus", 2000, False)}
    assert {row[1] for row in rows} == set(event.players.values_list("name", flat=True))
    pair = ForbiddenPair.objects.get(tournament=copy)
    assert {pair.a.name, pair.b.name} == {first.name, second.name}
    assert not {player.key for player in copy.players.all()} & {player.key for player in event.players.all()}
    for _step in range(2):
        undo_last_step(tournament=copy, actor=copy.owner)
    assert not copy.players.exists() and LogEntry.objects.filter(tournament=copy).count() == 5


def test_planned_times_need_a_date_and_then_nothing_is_made() -> None:
    event = make_event(starts_on="2026-01-02", round_starts=[{"day": 1, "time": "10:00"}])
    with pytest.raises(ServiceError) as caught:
        copy_event(tournament=event, owner=event.owner, name="Again")
    assert (caught.value.code, caught.value.field, Tournament.objects.count()) == (
        "needs_date",
        "starts_on",
        1,
    )


def test_a_director_copies_it_at_the_desk_and_owns_the_copy() -> None:
    event, director = make_event(field=2), make_user()
    events.set_staff(tournament=event, actor=event.owner, user=director, role=Role.DIRECTOR)
    desk = Desk(director, event)
    assert f"/desk/{event.slug}/settings/copy/" in Desk(director).get("events").content.decode()
    said = desk.press("copy", data={"name": "Thursday club", "with_players": "on"})
    made = Tournament.objects.get(name="Thursday club")
    assert "Thursday club is created." in said
    assert (made.owner, made.players.count()) == (director, 2)


def test_a_form_that_is_refused_keeps_what_was_typed() -> None:
    event = make_event(starts_on="2026-01-02", start_time="10:00")
    page = Desk(event.owner, event).post("copy", data={"name": "Again", "starts_on": ""})
    assert 'value="Again"' in page.content.decode() and Tournament.objects.count() == 1
