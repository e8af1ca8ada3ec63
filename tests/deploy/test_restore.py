"""A copy becomes a site again, with its keys or saying that they are missing; one event of it goes elsewhere."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from accounts.models import User
from pairwright.start.folder import only_one
from tests.factories import make_event, make_user, play_round
from tournaments.models import Tournament

ON_SQLITE = pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL has its own test")
MISSING = "The key of that site is missing"


@pytest.fixture(autouse=True)
def settings_of_a_site(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is started here is a site, not a test."""
    for name in ("DJANGO_SETTINGS_MODULE", "SECRET_KEY", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)


def manage(*words: str, **env: str) -> subprocess.CompletedProcess[str]:
    """A command in another site."""
    command = [sys.executable, str(Path(settings.BASE_DIR) / "manage.py"), *words]
    own = {"REDIS_URL": "", **env}
    return subprocess.run(command, env=os.environ | own, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(transactional_db: None, tmp_path: Path) -> Path:
    """A copy of a site with an event of one round, and its key beside it."""
    event = make_event(name="Spring Open", slug="spring", field=4)
    play_round(event)
    printed = StringIO()
    call_command("backup", folder=tmp_path / "backups", with_key=True, stdout=printed)
    return Path(printed.getvalue().splitlines()[0].rpartition(" (")[0])


@ON_SQLITE
def test_a_whole_site_goes_into_an_empty_folder_with_its_key_or_says_that_it_is_missing(
    copy: Path, tmp_path: Path
) -> None:
    key = copy.with_suffix(".secret_key")
    assert key.stat().st_mode & 0o077 == 0
    place = tmp_path / "new"
    done = manage("restore", str(copy), DATA_DIR=str(place))
    assert done.returncode == 0, done.stderr
    assert "1 events and 1 accounts are restored" in done.stdout and MISSING not in done.stdout
    assert (place / "secret_key").read_text() == settings.SECRET_KEY
    with closing(sqlite3.connect(place / "pairwright.sqlite3")) as database:
        assert database.execute("SELECT name FROM tournaments_tournament").fetchall() == [("Spring Open",)]
    with only_one(tmp_path / "served"):
        refused = manage("restore", str(copy), DATA_DIR=str(tmp_path / "served"))
    assert refused.returncode == 1 and "already running" in refused.stderr
    key.unlink()
    assert MISSING in manage("restore", str(copy), DATA_DIR=str(tmp_path / "other")).stdout
    with pytest.raises(CommandError, match="There is a site here already"):
        call_command("restore", copy)


@ON_SQLITE
def test_what_is_no_copy_or_of_another_kind_is_refused_and_leaves_nothing(tmp_path: Path, db: None) -> None:
    for beginning, complaint in (
        (b"no copy", "is no copy that"),
        (b"PGDMP\1", "is of PostgreSQL, this site has SQLite"),
    ):
        file = tmp_path / "file"
        file.write_bytes(beginning)
        with pytest.raises(CommandError, match=complaint):
            call_command("restore", file)
    with pytest.raises(CommandError, match="No such file"):
        call_command("restore", tmp_path / "none")


@ON_SQLITE
def test_one_event_of_a_copy_comes_back_into_the_site(copy: Path) -> None:
    Tournament.objects.all().delete()
    assert_comes(copy, make_user())


@pytest.mark.postgres
def test_one_event_of_a_copy_of_sqlite_comes_into_a_site_on_postgresql(
    transactional_db: None, tmp_path: Path
) -> None:
    elsewhere = {"DATA_DIR": str(tmp_path / "elsewhere"), "SECRET_KEY": "another key, " * 5}
    code = (
        "from tests.factories import make_event, play_round;"
        "play_round(make_event(name='Spring Open', slug='spring', field=4))"
    )
    for words in (("migrate", "--verbosity", "0"), ("shell", "--no-imports", "-c", code)):
        assert not manage(*words, **elsewhere).stderr
    done = manage("backup", "--with-key", **elsewhere)
    assert_comes(Path(done.stdout.splitlines()[0].rpartition(" (")[0]), make_user())


def assert_comes(copy: Path, owner: User) -> None:
    """The event of the copy comes here, and once only."""
    printed = StringIO()
    call_command("restore", copy, event="spring", owner=owner.username, stdout=printed)
    assert printed.getvalue() == "Spring Open: spring\n"
    event = Tournament.objects.get()
    assert (event.owner, event.rounds.count(), event.players.count()) == (owner, 1, 4)
    with pytest.raises(CommandError, match="--owner"):
        call_command("restore", copy, event="spring")


@pytest.mark.postgres
def test_a_site_on_postgresql_goes_into_an_empty_database(copy: Path, tmp_path: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database()")
        (name,) = cursor.fetchone()
    database: dict[str, Any] = connection.settings_dict
    empty = f"{name}_restored"
    with connection._nodb_cursor() as cursor:
        cursor.execute(f'DROP DATABASE IF EXISTS "{empty}" WITH (FORCE)')
        cursor.execute(f'CREATE DATABASE "{empty}"')
    try:
        host = database["HOST"] or ""
        user = f"{database['USER']}:{database['PASSWORD']}@" if database["USER"] else ""
        url = f"postgres://{user}{host}:{database['PORT'] or 5432}/{empty}"
        if host.startswith("/"):
            url = f"postgres://{user}/{empty}?host={host}"
        done = manage("restore", str(copy), DATA_DIR=str(tmp_path / "new"), DATABASE_URL=url)
        assert done.returncode == 0, done.stderr
        assert "1 events and 1 accounts are restored" in done.stdout and MISSING not in done.stdout
        assert User.objects.count() == 1
    finally:
        with connection._nodb_cursor() as cursor:
            cursor.execute(f'DROP DATABASE IF EXISTS "{empty}" WITH (FORCE)')
