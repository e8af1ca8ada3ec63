"""The program in docs/api.md, run as it stands there against a real server."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from pytest_django.live_server_helper import LiveServer

from tests.factories import make_token, make_user
from tournaments.models import Status, Tournament

MANUAL = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text(encoding="utf-8")


def run_program_of_the_manual(*arguments: str) -> subprocess.CompletedProcess[str]:
    (program,) = re.findall(r"```python\n(.*?)```", MANUAL, re.DOTALL)
    return subprocess.run(
        [sys.executable, "-c", program, *arguments],
        capture_output=True, text=True, encoding="utf-8", check=False, timeout=120,
    )  # fmt: skip


@pytest.mark.django_db(transaction=True)
def test_the_client_in_the_manual_runs_an_event_or_says_what_is_wrong(live_server: LiveServer) -> None:
    done = run_program_of_the_manual(live_server.url, make_token(make_user()))
    assert (done.returncode, done.stderr) == (0, "")
    event = Tournament.objects.get()
    assert (event.status, event.rounds.count(), event.players.count()) == (Status.FINISHED, 3, 10)
    assert len(done.stdout.splitlines()) == 4 + 5 + 5 + 10, done.stdout
    done = run_program_of_the_manual(live_server.url, "pw_wrong")
    assert done.returncode == 1 and done.stderr.startswith("401 authentication_failed")
