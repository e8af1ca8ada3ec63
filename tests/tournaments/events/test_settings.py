"""A setting of an event is declared once; form, API, cleaning, undo and page follow, and fit the model."""

from typing import Any

import pytest
from django.db import models
from rest_framework.test import APIClient

from tests.desk.pages import Desk, opened, text
from tests.factories import make_event, make_token, publish, refused
from tournaments.api.serializers.events import EventIn, EventOut
from tournaments.api.serializers.settings import setting_field, taken
from tournaments.events.forms.event import EventForm
from tournaments.events.services import settings
from tournaments.events.services.events import update_event
from tournaments.events.services.setting import Kind, Section, Setting
from tournaments.events.services.settings import SETTINGS
from tournaments.history.undo import undo_last_step
from tournaments.models import Tournament
from tournaments.steps import state

# Columns of an event that nobody sets among its settings, and what sets them.
NOT_SET = {
    "id": "the database",
    "owner": "who made it, or took it over",
    "status": "the rounds, and whoever finishes it",
    "follows": "the page of the reports of another program",
    "play_started_at": "the page of the queue",
    "phases": "the page of the phases, and with them system, options and rounds",
    "tables": "the page of the hall",
    "adjustments": "the page of bonuses and penalties",
    "virtual_points": "a report",
    "schedule": "the page of the schedule",
    "schedule_searched": "the page of the schedule",
    "series": "the page of the series",
    "series_meetings": "the series",
    "left_series": "the bin",
    "message": "the page of the message to players",
    "prizes": "the page of the prizes",
    "deleted_at": "the bin",
    "archived": "the list of its owner",
    "hidden": "who runs the site",
    "has_hidden_names": "how the names of its players are shown",
    "table_key": "the page of the codes",
    "version": "every step",
    "public_version": "counts the changes people outside can see",
    "people_version": "every step that writes to players",
    "created_at": "the clock",
}  # fmt: skip
COLUMNS = {
    Kind.LINE: models.CharField,
    Kind.SLUG: models.SlugField,
    Kind.ZONE: models.CharField,
    Kind.SYSTEM: models.CharField,
    Kind.WORD: models.CharField,
    Kind.TEXT: models.TextField,
    Kind.DATE: models.DateField,
    Kind.TIME: models.TimeField,
    Kind.WHOLE: models.IntegerField,
    Kind.FIRST_ROUNDS: models.IntegerField,
    Kind.FLAG: models.BooleanField,
}


def columns() -> set[str]:
    return {field.name for field in Tournament._meta.concrete_fields}


def test_every_column_is_a_setting_or_is_said_to_be_none() -> None:
    assert columns() == SETTINGS.keys() | NOT_SET.keys()
    assert not SETTINGS.keys() & NOT_SET.keys()


def test_every_column_is_brought_back_by_an_undo_or_is_said_not_to_be() -> None:
    assert columns() == {*state.SETTINGS} | state.NOT_STATE
    assert {*SETTINGS} <= {*state.SETTINGS}


@pytest.mark.parametrize("one", SETTINGS.values(), ids=str)
def test_what_a_setting_says_fits_its_column(one: Setting) -> None:
    column = one.column
    assert isinstance(column, COLUMNS.get(one.kind, models.JSONField))
    assert bool(column.choices) is (one.kind is Kind.WORD)
    if one.kind in (Kind.WHOLE, Kind.FIRST_ROUNDS):
        column.run_validators(one.low), column.run_validators(one.high)
        with refused("bad_number", field=one.name):
            one.cleaned(one.high + 1)
    if one.kind in (Kind.LINE, Kind.TEXT):
        assert 0 < one.longest <= (column.max_length or 0)
        with refused("too_long", field=one.name):
            one.cleaned("x" * (one.longest + 1))
    assert one.required is not (column.has_default() or column.null or one.name == "slug")


def test_every_setting_is_in_the_api_and_every_one_with_a_place_on_the_page() -> None:
    assert SETTINGS.keys() <= EventIn().fields.keys()
    assert {name for name in SETTINGS if not SETTINGS[name].only_taken} <= EventOut().fields.keys()
    form = EventForm()
    placed = [field.name for rows in form.sections.values() for row in rows for field in row]
    assert placed == [one.name for section in Section for one in settings.on_page(section)]
    assert {*placed} == {one.name for one in settings.on_page()} <= form.fields.keys()
    assert all(one.label for one in settings.on_page())


@pytest.mark.parametrize("kind", Kind)
def test_the_api_has_a_field_for_every_kind(kind: Kind) -> None:
    one = next(one for one in SETTINGS.values() if one.kind is kind)
    assert taken(one).required is one.required
    assert setting_field(one)


@pytest.fixture
def new_setting(monkeypatch: pytest.MonkeyPatch) -> Setting:
    """A column that is there (some other page sets it) declared as a setting: all there is to a new one."""
    one = Setting(
        name="schedule_searched",
        kind=Kind.FLAG,
        label="A new switch",
        place=(Section.ROUNDS, 9),
        shown="New.",
    )
    monkeypatch.setitem(SETTINGS, one.name, one)
    return one


def test_a_declaration_is_enough_for_page_api_log_and_undo(new_setting: Setting) -> None:
    """A column of the model with its migration, and the declaration: no other file knows of the setting."""
    event, name = make_event(), new_setting.name

    def stored() -> Any:
        return Tournament.objects.values_list(name, flat=True).get(pk=event.pk)

    desk = Desk(event.owner, event)
    page = desk.get("settings")
    assert "A new switch" in text(page)
    desk.press("settings", data={**opened(page), name: "on"})
    assert stored() is True
    assert "schedule searched" in text(desk.get("log"))
    undo_last_step(tournament=event, actor=None)
    assert stored() is False
    api = APIClient(HTTP_AUTHORIZATION=f"Token {make_token(event.owner)}")
    answer = api.patch(f"/api/v1/events/{event.slug}/", {name: True}, format="json")
    assert (answer.status_code, answer.json()[name], stored()) == (200, True, True)
    answer = api.patch(f"/api/v1/events/{event.slug}/", {name: "perhaps"}, format="json")
    assert (answer.status_code, answer.json()["field"]) == (400, name)
    update_event(tournament=Tournament.objects.get(), actor=None, **{name: False})
    assert stored() is False


def test_ratings_stand_beside_the_names_of_pairings_unless_the_event_hides_them() -> None:
    event = make_event(field=4, round_minutes=50)  # ratings 2000 to 1970
    publish(event)
    desk = Desk(event.owner, event)
    draft = f"/e/{event.slug}/rounds/1/", desk.url("round", 1), desk.url("print_tables", 1)
    assert all("1970" in text(desk.client.get(page)) for page in draft)
    update_event(tournament=Tournament.objects.get(), actor=event.owner, show_ratings=False)
    assert not any("1970" in text(desk.client.get(page)) for page in draft)


def test_the_clock_runs_from_the_head_of_every_page() -> None:
    event = make_event(field=4, round_minutes=50)
    publish(event)
    desk = Desk(event.owner, event)
    assert 'aria-label="Start the clock"' in desk.get("players").content.decode()
    answer = desk.post("change_clock", 1, data={"do": "start"}, HX_Request="true")
    assert 'aria-label="Pause the clock"' in answer.content.decode()
