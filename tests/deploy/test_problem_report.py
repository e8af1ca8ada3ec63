"""A problem report says what a helper has to know, and nothing that is secret or of somebody else."""

import logging
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from config import env, logs
from config.logs import PlainLines
from config.release import VERSION
from tests.factories import make_event, make_user

pytestmark = pytest.mark.django_db


@pytest.fixture
def folder(tmp_path: Path, settings: Any) -> Path:
    """A data folder with two errors in its file, the second with the address of a player."""
    settings.DATA_DIR = tmp_path
    handler = logs.errors_file(tmp_path)
    logger = logging.Logger("test")
    handler.setFormatter(PlainLines("%(levelname)s %(message)s"))
    logger.addHandler(handler)
    logger.error("the first")
    logger.error("failed at /e/spring/me/kbqzmxnvp/")
    handler.close()
    return tmp_path


def test_the_file_of_errors_is_private_and_its_end_is_read_in_whole_lines(folder: Path) -> None:
    assert (folder / logs.FILE).stat().st_mode & 0o077 == 0
    assert logs.last_errors(folder, 1000) == "ERROR the first\nERROR failed at /e/spring/me/***/\n"
    assert logs.last_errors(folder, 40) == "ERROR failed at /e/spring/me/***/\n"
    assert logs.last_errors(folder / "none", 40) == ""


def test_the_command_prints_versions_sizes_settings_and_errors_and_no_secret(
    folder: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    monkeypatch.setenv("EMAIL_HOST_PASSWORD", "secret of the mailbox")
    monkeypatch.setenv("PUBLIC_DEMO", "0")
    make_event(name="Nobody's business", field=4)
    out = StringIO()
    call_command("problem_report", stdout=out)
    text = out.getvalue()
    for part in (
        f"version {VERSION}",
        "tournaments_player 4",
        "EMAIL_HOST_PASSWORD=(set)",
        "PUBLIC_DEMO=0",
        "the first",
    ):
        assert part in text
    for secret in ("secret of the mailbox", settings.SECRET_KEY, "kbqzmxnvp", "Nobody's business"):
        assert secret not in text


def test_only_plain_values_are_shown() -> None:
    assert {
        "SECRET_KEY",
        "DATABASE_URL",
        "REDIS_URL",
        "EMAIL_HOST_PASSWORD",
        "ALLOWED_HOSTS",
    } <= env.READ.keys() - env.PLAIN


def test_the_button_shows_it_before_anything_is_saved_and_errors_only_at_the_machine(
    folder: Path, client: Client, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["localhost", "testserver", "pairings.example.org"]
    assert client.get("/problem/").status_code == 302
    client.force_login(make_user())
    here = client.get("/problem/", headers={"host": "localhost:8000"})
    assert VERSION in here.content.decode() and "the first" in here.content.decode()
    file = client.get("/problem/?file=1", headers={"host": "localhost:8000"})
    assert "attachment" in file["Content-Disposition"] and "the first" in file.content.decode()
    far = [
        client.get("/problem/", headers={"host": "pairings.example.org"}),
        client.get("/problem/", headers={"host": "localhost:8000"}, REMOTE_ADDR="192.0.2.7"),
    ]
    settings.PROXY_COUNT = 1
    far.append(client.get("/problem/", headers={"host": "localhost:8000"}))
    assert all(page.status_code == 200 and "the first" not in page.content.decode() for page in far)
