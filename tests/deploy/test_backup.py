"""A copy taken in the middle of an event holds what had been written, and nothing half."""

import sqlite3
import subprocess
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import connection


def backup(folder: Path, **options: int) -> Path:
    printed = StringIO()
    call_command("backup", folder=folder, stdout=printed, **options)
    return Path(printed.getvalue().splitlines()[0].rpartition(" (")[0])


@pytest.fixture
def somebody(transactional_db: None) -> str:
    get_user_model().objects.create_user(username="Ōyama Yasuharu")
    return "Ōyama Yasuharu"


@pytest.mark.skipif(connection.vendor != "sqlite", reason="the copy of SQLite; PostgreSQL has its own test")
def test_a_copy_of_sqlite_opens_as_a_database_with_everything_in_it(somebody: str, tmp_path: Path) -> None:
    copy = backup(tmp_path / "new folder")
    assert copy.stat().st_mode & 0o077 == 0
    with closing(sqlite3.connect(copy)) as opened:
        assert opened.execute("SELECT username FROM accounts_user").fetchall() == [(somebody,)]
        assert opened.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.postgres
def test_a_copy_of_postgresql_can_be_restored(somebody: str, tmp_path: Path) -> None:
    copy = backup(tmp_path)
    sql = subprocess.run(
        ["pg_restore", "--data-only", "--table=accounts_user", "--file=-", copy],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert somebody in sql


def test_only_the_newest_copies_are_kept(somebody: str, tmp_path: Path) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("mine")
    backup(tmp_path)
    second, third = backup(tmp_path), backup(tmp_path, keep=2)
    assert sorted(tmp_path.iterdir()) == sorted([other, second, third])


def test_a_negative_number_to_keep_is_refused_and_nothing_written(db: None, tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="--keep"):
        backup(tmp_path, keep=-1)
    assert not list(tmp_path.iterdir())


def test_a_database_that_cannot_be_copied_leaves_no_file(
    db: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "vendor", "postgresql")
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))
    with pytest.raises(CommandError, match="pg_dump"):
        backup(tmp_path)
    assert not list(tmp_path.iterdir())
