"""Files with names and secrets in them are for the account of the site alone, also those of an older release."""

import os
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from config import private
from config.checks import others_cannot_read_our_files

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes of files")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def start(folder: Path, *words: str) -> None:
    """A command with a data directory of its own, where whatever is made is open to others unless we see to it."""
    surroundings = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), "ENV_FILE": os.devnull}
    command = [sys.executable, "manage.py", *words]
    subprocess.run(
        command, cwd=settings.BASE_DIR, env=surroundings, umask=0o022, check=True, capture_output=True
    )


WRITES = "from django.db import connection; connection.cursor().execute('CREATE TABLE t (a)')"


def test_a_new_installation_makes_files_for_itself_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    start(folder, "shell", "--no-imports", "-c", WRITES)
    assert mode(folder) == 0o700
    made = [path for path in folder.iterdir() if path.is_file()]
    assert {path.name for path in made} >= {"secret_key", "pairwright.sqlite3"}
    assert {path.name: mode(path) & 0o077 for path in made} == {path.name: 0 for path in made}


def test_what_an_older_release_left_open_is_closed_at_the_next_start(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    files = [folder / "secret_key", *(folder / f"pairwright.sqlite3{end}" for end in private.JOURNALS)]
    for file in files:
        file.write_text("k" * 60 if file.name == "secret_key" else "")
        file.chmod(0o644)
    start(folder, "shell", "--no-imports", "-c", "pass")
    assert mode(folder) == 0o700
    assert {mode(file) for file in files} == {0o600}


def test_the_journals_of_sqlite_have_the_mode_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "some.sqlite3"
    private.database_file(file)
    old = os.umask(0o022)
    try:
        with closing(sqlite3.connect(file)) as opened:
            opened.execute("PRAGMA journal_mode=WAL")
            opened.execute("CREATE TABLE t (a)")
            found = list(private.files_of(file))
            assert {path.suffix for path in found} == {".sqlite3", ".sqlite3-wal", ".sqlite3-shm"}
            assert {mode(path) for path in found} == {0o600}
    finally:
        os.umask(old)


def test_a_directory_that_is_everybodys_is_left_as_it_is_and_named_by_a_check(tmp_path: Path) -> None:
    everybodys = tmp_path / "like-tmp"
    everybodys.mkdir()
    everybodys.chmod(0o1777)
    private.close(everybodys)
    assert mode(everybodys) == 0o1777


def test_the_check_names_what_is_open_and_is_silent_otherwise(
    tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.DATA_DIR = tmp_path
    monkeypatch.setitem(settings.DATABASES["default"], "NAME", str(tmp_path / "not there"))
    tmp_path.chmod(0o700)
    assert others_cannot_read_our_files(None) == []
    tmp_path.chmod(0o755)
    [warning] = others_cannot_read_our_files(None)
    assert str(tmp_path) in warning.msg
    assert "chmod go-rwx" in (warning.hint or "")
