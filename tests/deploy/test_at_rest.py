"""What the program holds while nobody asks for a study: nothing that only studies need."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ONLY_FOR_STUDIES = {"llvmlite", "numba", "numpy"}

TABLES = """
import os, sys
import django
from django.conf import settings
settings.MIGRATION_MODULES = {name: None for name in ("accounts", "axes", "knox", "tournaments")}
django.setup()
from django.test.utils import setup_databases, setup_test_environment
setup_test_environment()
setup_databases(verbosity=0, interactive=False)
"""
PAGES = """
import config.rsgi
from django.test import Client
from tests.factories import make_event, make_user
user = make_user()
event = make_event(owner=user, field=8, slug="small", visibility="public")
client = Client()
client.force_login(user)
def see(path):
    assert client.get(path, follow=True).status_code == 200, path
def press(path, **more):
    assert client.post(path, more, follow=True).status_code == 200, path
for path in ("", "players/", "settings/", "standings/"):
    see(f"/desk/small/{path}")
press("/desk/small/pair/")
press("/desk/small/rounds/1/publish/")
for table in range(1, 5):
    press("/desk/small/rounds/1/result/", table=table, result="1-0")
press("/desk/small/rounds/1/complete/")
assert event.rounds.get().state == "completed"
for path in ("", "rounds/1/", "standings/", "cross/"):
    see(f"/e/small/{path}")
assert client.get("/api/v1/events/small/").status_code == 200
"""
WORKER = """
from config.celery import app
import django
django.setup()
app.loader.import_default_modules()
import celery.apps.worker, celery.concurrency.prefork
assert "tournaments.play_slice" in app.tasks
"""


@pytest.mark.parametrize("does", [TABLES + PAGES, WORKER], ids=["the desk of a small event", "a worker"])
def test_it_loads_nothing_that_only_studies_need(does: str, tmp_path: Path) -> None:
    tell = "\nimport sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    env = {**os.environ, "DATA_DIR": str(tmp_path), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    for name in ("DATABASE_URL", "REDIS_URL"):
        env.pop(name, None)
    done = subprocess.run(
        [sys.executable, "-c", does + tell], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    loaded = set(done.stdout.split())
    assert {"django", "tournaments", "pairing"} <= loaded
    assert not loaded & ONLY_FOR_STUDIES
