"""Where only what an event needs is installed: every page opens, and the lab says what it lacks and where that is."""

import json
import os
import subprocess
import sys
from collections.abc import Collection, Iterable
from pathlib import Path

import pytest

from tests.browser import scenes
from tests.deploy.test_at_rest import TABLES

ROOT = Path(__file__).resolve().parents[2]
# What the lab shows, and a page that asks for searches; that others load nothing of it: test_at_rest.py.
DAILY = ("lab",)
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
COMMANDS = """
import io, json
from contextlib import redirect_stderr, redirect_stdout
from manage import main

def told(*words):
    sys.argv[1:], sys.stdin, code = words, io.StringIO("{}"), 0
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        try:
            main()
        except SystemExit as end:
            code = end.code
    return code or 0, out.getvalue(), err.getvalue()

refused = [("simulate", "-"), ("study", "tiebreaks"), ("study", "all"), ("warm",)]
print(json.dumps([told(*words) for words in (*refused, ("study", "wcsc"))]))
"""


@pytest.mark.sweep
def test_every_page_of_an_event_opens(tmp_path: Path) -> None:
    assert_open(scenes.SCENES, without(pages_of(scenes.SCENES), tmp_path).splitlines())


def test_pages_and_programs_are_told_what_the_lab_lacks_and_nothing_is_begun(tmp_path: Path) -> None:
    *pages, told = without(pages_of(DAILY) + LAB, tmp_path).splitlines()
    assert_open(DAILY, pages)
    statuses, texts = zip(*json.loads(told), strict=True)
    assert statuses == (200, 200, 200, 409, 409)
    assert all("numba, numpy" in text and INSTALL in text for text in texts)
    assert [json.loads(text)["code"] for text in texts[3:]] == ["lab_missing"] * 2


def test_commands_that_simulate_say_it_in_one_line_and_a_study_that_simulates_nothing_is_made(
    tmp_path: Path,
) -> None:
    own = {"DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "config.settings"}
    *refused, made = json.loads(run(NOT_INSTALLED + COMMANDS, own))
    assert [code for code, _out, _told in refused] == [2, 2, 2, 1]
    assert all(INSTALL in told and "numba, numpy" in told for _code, _out, told in refused)
    assert [(out, told.count("\n")) for _code, out, told in refused] == [("", 1)] * 4
    assert (made[0], made[2]) == (0, "")


def pages_of(names: Iterable[str]) -> str:
    return f"names = {tuple(names)}" + SCENES


def assert_open(names: Collection[str], lines: list[str]) -> None:
    answers = [line.split(" ", 2) for line in lines]
    assert {name for name, _, _ in answers} == set(names)
    assert [(status, address) for _, status, address in answers if status != "200"] == []


def without(code: str, folder: Path) -> str:
    own = {"DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    return run(NOT_INSTALLED + TABLES + code, own)


def run(code: str, own: dict[str, str]) -> str:
    """What a process prints whose surroundings have these variables."""
    env = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "REDIS_URL"}}
    words = [sys.executable, "-c", code]
    done = subprocess.run(words, cwd=ROOT, env=env | own, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout
