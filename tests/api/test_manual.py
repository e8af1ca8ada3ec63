"""The program in docs/api.md does what it says: it is run, as it stands there, against a real server."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django.live_server_helper import LiveServer

from accounts.models import ApiToken
from tests.factories import make_user
from tournaments.models import Status, Tournament

MANUAL = Path(settings.BASE_DIR) / "docs" / "api.md"


@pytest.mark.django_db(transaction=True)
def test_the_client_in_the_manual_runs_an_event(live_server: LiveServer, tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", MANUAL.read_text(encoding="utf-8"), re.DOTALL)
    client = tmp_path / "client.py"
    client.write_text(program, encoding="utf-8")
    _row, token = ApiToken.objects.create(user=make_user())
    done = subprocess.run(
        [sys.executable, str(client), live_server.url, token],
        capture_output=True, text=True, encoding="utf-8", check=False, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    event = Tournament.objects.get()
    assert (event.status, event.rounds.count(), event.players.count()) == (Status.FINISHED, 3, 10)
    assert len(done.stdout.splitlines()) == 4 + 5 + 5 + 10, done.stdout


@pytest.mark.django_db(transaction=True)
def test_the_client_says_what_is_wrong(live_server: LiveServer, tmp_path: Path) -> None:
    (program,) = re.findall(r"```python\n(.*?)```", MANUAL.read_text(encoding="utf-8"), re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-c", program, live_server.url, "pw_wrong"],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 1 and done.stderr.startswith("401 authentication_failed")
