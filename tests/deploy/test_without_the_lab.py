"""Where only what an event needs is installed: every page opens, and the lab says what it lacks and where that is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.browser import scenes
from tests.deploy.test_at_rest import TABLES

ROOT = Path(__file__).resolve().parents[2]
# At the desk, in public and for tables of four; the others are as these.
DAILY = ("history_and_a_draft", "schedule", "public_pages", "lab")
INSTALL = "uv sync --inexact --no-default-groups --extra lab"
# A module that is None in `sys.modules` cannot be imported, and nobody finds it.
NOT_INSTALLED = """
import sys
sys.modules.update(dict.fromkeys(("llvmlite", "numba", "numpy")))
"""
SCENES = """
from unittest.mock import patch
from django.db import transaction
from django.test import Client
from tests.browser.scenes import SCENES
from tournaments.lab.services import kernels, simulation_work

def made(scene):
    # Simulations as if somebody had asked for them where they can be played.
    with patch.object(kernels, "missing", lambda: None), patch.object(simulation_work, "play_all"):
        return scene()

for name in names:
    with transaction.atomic():
        who, addresses = made(SCENES[name])
        client = Client()
        if who is not None:
            client.force_login(who)
        for address in addresses:
            print(name, client.get(address, follow=True).status_code, address)
        transaction.set_rollback(True)
"""
LAB = """
import json
from django.test import Client
from tests.factories import make_event
from tournaments.models import Simulation

event = make_event(field=8, slug="small")
client = Client()
client.force_login(event.owner)
fields = {"field": "normal", "players": 16, "deviation": 200, "outcome": "chance", "draws": 10, "dropouts": 0,
          "rounds": "4", "systems": ["random_swiss"], "chains": ["solkoff"], "runs": 20, "do": "compare"}
document = {"configurations": [{"field": {"model": "arithmetic", "players": 8}, "rounds": 3, "chains": [["solkoff"]]}]}
send = dict(data=json.dumps(document), content_type="application/json")
answers = [
    client.get("/lab/what-if/"),
    client.get("/lab/what-if/?event=small"),
    client.post("/lab/what-if/", fields),
    client.post("/api/v1/simulations/", **send),
    client.post("/api/v1/events/small/simulations/", **send),
]
assert not Simulation.objects.exists()
print(json.dumps([[answer.status_code, answer.content.decode()] for answer in answers]))
"""


@pytest.mark.parametrize("names", [DAILY, pytest.param(tuple(scenes.SCENES), marks=pytest.mark.sweep)])
def test_every_page_of_an_event_opens(names: tuple[str, ...], tmp_path: Path) -> None:
    answers = [line.split(" ", 2) for line in without(f"{names = }" + SCENES, tmp_path).splitlines()]
    assert {name for name, _, _ in answers} == set(names)
    assert [(status, address) for _, status, address in answers if status != "200"] == []


def test_pages_and_programs_are_told_what_the_lab_lacks_and_nothing_is_begun(tmp_path: Path) -> None:
    statuses, texts = zip(*json.loads(without(LAB, tmp_path)), strict=True)
    assert statuses == (200, 200, 200, 409, 409)
    assert all("numba, numpy" in text and INSTALL in text for text in texts)
    assert [json.loads(text)["code"] for text in texts[3:]] == ["lab_missing"] * 2


@pytest.mark.parametrize("words", [("simulate", "-"), ("study", "tiebreaks"), ("study", "all"), ("warm",)])
def test_commands_that_simulate_say_it_in_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    done = manage(*words, folder=tmp_path)
    assert done.returncode == (1 if words == ("warm",) else 2)
    (line,) = done.stderr.splitlines()
    assert "numba, numpy" in line and INSTALL in line
    assert not done.stdout


def test_a_study_that_simulates_nothing_is_made(tmp_path: Path) -> None:
    done = manage("study", "wcsc", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")


def manage(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    code = NOT_INSTALLED + f"sys.argv[1:] = {words!r}\nfrom manage import main\nmain()"
    return run(code, {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"})


def without(code: str, folder: Path) -> str:
    done = run(
        NOT_INSTALLED + TABLES + code, {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def run(code: str, own: dict[str, str]) -> subprocess.CompletedProcess[str]:
    env = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=env | own,
        input="{}",
        capture_output=True,
        text=True,
        check=False,
    )
