"""What docs/architecture.md says under "To add something": how many places something new has to be told.

An event setting: tests/tournaments/events/test_settings.py.
"""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from pairing.formats.document import EVENT
from pairing.model.schema import schema
from pairing.model.types import RESULTS
from pairing.systems import SYSTEMS
from pairing.tiebreaks import TIEBREAKS
from tests.architecture.source import ROOT, python_files
from tests.desk.pages import Desk, text
from tests.factories import make_event, publish
from tournaments.desk import documents, urls
from tournaments.forms.result_choices import SHORT, choices
from tournaments.hall.desk import prints as hall
from tournaments.models import Result, Tournament
from tournaments.players.desk import prints as players
from tournaments.rights import Right
from tournaments.rounds.desk import outstanding, prints as rounds
from tournaments.schedules.desk import prints as schedules
from tournaments.standings.desk import prints as winners
from tournaments.standings.selectors.standings import standings
from tournaments.templatetags.pairwright import MARKS


def page() -> str:
    return (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8").partition("## To add something")[2]


def test_every_file_the_page_names_is_there() -> None:
    named = {name for name in re.findall(r"`([\w/]+\.(?:py|md|json))`", page()) if "/" in name}
    assert len(named) > 8
    missing = [
        name for name in named if not any((ROOT / root / name).exists() for root in ("", "tournaments"))
    ]
    assert not missing


@pytest.mark.django_db
def test_a_system_is_known_everywhere_once_it_is_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SYSTEMS, "another", replace(SYSTEMS["monrad"], slug="another", name="Another system"))
    event = make_event(system="another", field=4)
    desk = Desk(event.owner, event)
    assert "Another system" in text(desk.get("settings"))
    assert desk.client.get("/api/v1/systems/another/").status_code == 200
    assert publish(event).system == "another"


@pytest.mark.django_db
def test_a_tiebreak_is_known_everywhere_once_it_is_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    twin = replace(TIEBREAKS["solkoff"], code="another", name="Another tie-break")
    monkeypatch.setitem(TIEBREAKS, "another", twin)
    event = make_event(tiebreaks=["another"], field=4)
    publish(event)
    assert "Another tie-break" in text(Desk(event.owner, event).get("settings"))
    assert [len(line.tiebreaks) for line in standings(event).lines] == [1] * 4
    listed: Any = Desk().client.get("/api/v1/tiebreaks/").json()
    assert "another" in {row["code"] for row in listed["tiebreaks"]}


def test_a_print_is_a_function_and_a_template() -> None:
    """Its address comes from the declaration, and a page of the desk, or the list of documents, leads to it."""
    of_all = (rounds, outstanding, hall, players, schedules, winners)
    sheets = [one for module in of_all for one in module.sheets]
    printed = [one for one in urls.urlpatterns if "/print/" in str(one.pattern)]
    assert printed == sheets
    pages = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html"))
    listed = {one.page for one in (*documents.OF_A_ROUND, *documents.OF_THE_EVENT, *documents.FOR_THE_HALL)}
    for sheet in sheets:
        assert sheet.name in listed or f"'desk:{sheet.name}'" in pages or f'"desk:{sheet.name}"' in pages, (
            sheet.name
        )


def test_every_right_is_asked_for() -> None:
    """A right is a line of the table and the place that asks."""
    code = "".join(path.read_text(encoding="utf-8") for path in python_files("tournaments"))
    asked = {
        right
        for right in Right
        if re.search(rf"(?:having|may|_for|require)\([^)]*Right\.{right.name}\b", code)
    }
    assert {right for right in Right if right not in asked} == {Right.OWN_PAGE}  # it comes with the key


def test_a_result_is_in_every_list_of_results() -> None:
    """Two lists and a migration say what there is; the others say what it is called, typed and written in files."""
    known = set(RESULTS)
    assert {*Result.values} == known
    assert set(SHORT) == {choice.value for choice in choices(Tournament())} == known == set(MARKS)
    written = json.dumps(schema(EVENT))
    assert all(json.dumps(result) in written for result in known)
