"""Whoever comes from a released version keeps everything: its database is brought to the code of today."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client

from accounts.models import User
from pairing.engine.recheck import recheck
from tests.old_databases.conftest import load, make, opened
from tests.old_databases.test_old_database import schema
from tournaments import snapshots
from tournaments.history.undo import redo_last_step, undo_last_step
from tournaments.models import Tournament

RELEASES = Path(__file__).parent / "releases"
CHANGELOG = Path(__file__).parents[2] / "CHANGELOG.md"
SECRET_KEY = "the-key-of-1.0.0-which-everybody-may-know-000000000"


def test_every_version_that_was_cut_has_its_database_here() -> None:
    cut = re.findall(r"^## (\d+\.\d+\.\d+) - ", CHANGELOG.read_text(), re.MULTILINE)
    assert sorted(cut) == sorted(folder.name for folder in RELEASES.iterdir())


@pytest.fixture(params=sorted(folder.name for folder in RELEASES.iterdir()))
def upgraded(
    request: Any, transactional_db: None, tmp_path: Path, worker_id: str, settings: Any
) -> Iterator[dict[str, Any]]:
    """The database of a version, migrated; the tables of a new installation."""
    settings.SECRET_KEY = SECRET_KEY
    new = schema()
    name = f"test_release_{worker_id}" if connection.vendor == "postgresql" else str(tmp_path / "old.sqlite3")
    make(name)
    load(name, RELEASES / request.param)
    with opened(name):
        call_command("migrate", verbosity=0)
        yield new


def test_its_events_are_as_they_were_and_go_on(upgraded: dict[str, Any], client: Client) -> None:
    assert schema() == upgraded
    owner = User.objects.get(username="organiser")
    client.force_login(owner)
    events = list(Tournament.objects.all())
    assert len(events) >= 6
    for event in events:
        checks = recheck(snapshots.load(event))
        assert checks and all(check.same for check in checks), event.slug
        for page in ("", "standings/", "players/", "rounds/1/"):
            assert client.get(f"/e/{event.slug}/{page}").status_code == 200
        for page in ("", "log/", "rounds/1/", "settings/"):
            assert client.get(f"/desk/{event.slug}/{page}").status_code == 200
    before = snapshots.load(events[0])
    undo_last_step(tournament=events[0], actor=owner)
    assert snapshots.load(events[0]) != before
    redo_last_step(tournament=events[0], actor=owner)
    assert snapshots.load(events[0]) == before
