"""Reports of another program over REST, and out of a folder that is watched."""

import os
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from tests.api.conftest import Api
from tests.factories import make_event
from tests.tournaments.files.reports import BUDAPEST, after, tables
from tests.tournaments.steps import fresh
from tournaments.models import LogEntry, Tournament

pytestmark = pytest.mark.django_db

FIRST = f"Round 1 is new: tables: {tables(BUDAPEST, 1)}, results: {tables(BUDAPEST, 1)}."


@pytest.fixture
def spring() -> Tournament:
    return make_event(name="Spring", slug="spring", rounds_planned=9)


def test_over_rest_it_is_looked_at_taken_and_taken_over(spring: Tournament) -> None:
    api = Api(spring.owner)
    address = "events/spring/follow/"
    body = {"report": after(BUDAPEST, 7), "program": "Sharly Chess"}
    looked = api.post(address, {**body, "dry_run": True})
    assert looked["changes"][0] == FIRST
    assert not spring.players.exists()
    assert api.post(address, {**body, "seen_version": looked["version"]})["otherwise"] == []
    assert api.get("events/spring/")["follows"] == "Sharly Chess"
    key = spring.players.get(number=1).key
    taken = api.post(address, {"report": BUDAPEST, "filename": "r8.trf"})
    [eighth] = taken["otherwise"]
    assert (eighth["round"], eighth["why"][1]["rule"], eighth["why"][1]["score"]) == (8, "C5", 1)
    assert spring.players.get(number=1).key == key
    refusal = api.send("POST", "events/spring/players/", {"name": "Ann"})
    assert (refusal.status_code, refusal.json()["code"]) == (409, "followed")
    stale = api.send("POST", address, {"report": after(BUDAPEST, 7), "seen_version": looked["version"]})
    assert (stale.status_code, stale.json()["code"]) == (409, "event_changed")
    assert api.send("DELETE", address).status_code == 204
    assert api.send("POST", "events/spring/players/", {"name": "Ann"}).status_code == 201


def watch(folder: Path) -> tuple[str, str]:
    out, err = StringIO(), StringIO()
    options = {"program": "Vega", "once": True, "every": 0.01, "stdout": out, "stderr": err}
    call_command("follow", "spring", str(folder), **options)
    return out.getvalue(), err.getvalue()


def export(folder: Path, name: str, content: str, moment: int) -> None:
    (folder / name).write_text(content)
    os.utime(folder / name, (moment, moment))


def test_the_newest_report_of_a_folder_is_taken(spring: Tournament, tmp_path: Path) -> None:
    assert watch(tmp_path) == ("", "")
    export(tmp_path, "z-round-1.trf", after(BUDAPEST, 1), 1_000)
    export(tmp_path, "round-2.TRF", after(BUDAPEST, 2), 2_000)
    export(tmp_path, "notes.txt", "not a report", 3_000)
    out, err = watch(tmp_path)
    assert (out.splitlines()[:2], err) == (
        ["round-2.TRF: taken", FIRST],
        "",
    )
    assert watch(tmp_path) == ("round-2.TRF: nothing new\n", "")
    export(tmp_path, "round-3.trf", after(BUDAPEST, 3), 4_000)
    assert (
        f"Round 3 is new: tables: {tables(BUDAPEST, 3)}, results: {tables(BUDAPEST, 3)}."
        in watch(tmp_path)[0]
    )
    assert fresh(spring).follows == "Vega"


def test_a_file_that_cannot_be_taken_is_one_line_and_changes_nothing(
    spring: Tournament, tmp_path: Path
) -> None:
    export(tmp_path, "broken.trf", "001    x", 1_000)
    lines = LogEntry.objects.count()
    out, err = watch(tmp_path)
    assert out == ""
    assert err.startswith("broken.trf: not taken: line 1: start number")
    assert err.count("\n") == 1
    assert LogEntry.objects.count() == lines


def test_a_command_for_nothing_says_what_is_missing(spring: Tournament, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="there is no event autumn"):
        call_command("follow", "autumn", str(tmp_path))
    with pytest.raises(CommandError, match="is no folder"):
        call_command("follow", spring.slug, str(tmp_path / "missing"))
