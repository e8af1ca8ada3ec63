"""`manage.py prepare`, as every start calls it: which databases it refuses, which it copies, and what it says."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from tests.conftest import ROOT, migrated_database


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "pairwright.sqlite3"
    if migrated_database().exists():
        shutil.copyfile(migrated_database(), path)
    else:
        assert manage("prepare", folder=tmp_path).returncode == 0
    return path


def manage(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    env |= {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings", "ENV_FILE": os.devnull}
    return subprocess.run(
        [sys.executable, "manage.py", *words], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )


def asked(database: Path, sql: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(database)) as connection, connection:
        return connection.execute(sql).fetchall()


def test_one_of_an_older_version_is_copied_and_migrated(database: Path, tmp_path: Path) -> None:
    steps = "SELECT name FROM django_migrations WHERE app = 'tournaments' ORDER BY id"
    newest, last = asked(database, steps), asked(database, steps)[-2][0]
    assert manage("migrate", "tournaments", str(last), folder=tmp_path).returncode == 0
    older = asked(database, steps)
    assert older == newest[:-1]
    done = manage("prepare", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    (copy,) = (tmp_path / "backups").iterdir()
    assert f"older version; a copy from before it is migrated: {copy} " in done.stdout
    assert asked(copy, steps) == older
    assert asked(database, steps) == newest
    again = manage("prepare", folder=tmp_path)
    assert (again.returncode, again.stdout, again.stderr) == (0, "", "")
    assert len(list((tmp_path / "backups").iterdir())) == 1


def test_one_of_a_newer_version_is_refused_in_one_line_and_left_alone(database: Path, tmp_path: Path) -> None:
    asked(
        database, "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '0999_later', 0)"
    )
    before = asked(database, "SELECT * FROM django_migrations")
    done = manage("prepare", "--demo", folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    (line,) = done.stderr.splitlines()
    assert f"{database} is of a newer version" in line and "0999_later" in line
    assert asked(database, "SELECT * FROM django_migrations") == before
    assert not (tmp_path / "backups").exists()


def test_what_is_no_database_is_named_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "pairwright.sqlite3").write_text("a letter, much longer than the head of a database " * 9)
    done = manage("prepare", folder=tmp_path)
    assert done.returncode == 1
    assert done.stderr == "[pairwright] The database cannot be prepared: file is not a database\n"


def test_a_command_on_a_folder_without_a_database_says_what_makes_one(tmp_path: Path) -> None:
    done = manage("demo", folder=tmp_path)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "no such table" in line and "`prepare`" in line
