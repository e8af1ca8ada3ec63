"""No Windows here: what it lacks is taken away from a process and all that it starts. What Windows does in its own way
(ending processes, keys, terminals) stays untried.
"""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.pairwright.running import Running, wait_for

# What is imported first does without the rest there, by code of its own, and so does the event loop of web processes.
LACKING = """
import asyncio, billiard.compat, celery.platforms, filelock, multiprocessing
import os, signal, socket, sys
multiprocessing.set_start_method("spawn")
sys.modules.update(dict.fromkeys(("fcntl", "grp", "pwd", "resource", "termios")))
for module, names in {
    os: ("fork", "getpriority", "getuid", "nice", "setpriority"),
    signal: ("SIGXCPU",),
    socket: () if "granian" in sys.orig_argv or "from multiprocessing" in str(sys.orig_argv) else ("AF_UNIX",),
}.items():
    for name in names:
        delattr(module, name)
"""
EVERYTHING = """
import django, pkgutil
from importlib import import_module
django.setup()
for package in ("accounts", "config", "pairing", "pairwright", "research", "tournaments"):
    for module in pkgutil.walk_packages([package], f"{package}."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
"""
SANDBOX = """
import django, operator, time
django.setup()
from tournaments.sandbox import sandbox
from tournaments.steps.refusals import common as refuse
tried = sandbox.Sandbox("tried", refuse.too_much_to_read)
print([tried.run(operator.add, number, 1) for number in (1, 2)])
sandbox.LONGEST = 0.5
try:
    tried.run(time.sleep, 60)
except Exception as error:
    print(error.code)
idle = sandbox.Sandbox("idle", refuse.too_much_to_read, idle_seconds=0.1)
print(idle._running().wait(30))
"""
SERVE = """
from config import serve
from pairwright.start import services
print(serve.allow_open_files() == serve.FILES, services.start_broker({}, "nowhere"))
"""


@pytest.mark.parametrize(
    ("code", "said"),
    [
        pytest.param(EVERYTHING, "", id="every module is imported"),
        pytest.param(SANDBOX, "[2, 3]\ntoo_much_work\n0\n", id="documents are read in time"),
        pytest.param(SERVE, "True []\n", id="no broker"),
    ],
)
def test_without_what_windows_lacks(code: str, said: str, tmp_path: Path) -> None:
    env = os.environ | {
        "PYTHONPATH": lacking(tmp_path),
        "DATA_DIR": str(tmp_path / "data"),
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "ENV_FILE": os.devnull,
    }
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(said)


def lacking(folder: Path) -> str:
    """The PYTHONPATH with which a process lacks it."""
    (folder / "sitecustomize.py").write_text(LACKING)
    return str(folder)


@pytest.mark.sweep
def test_a_whole_site_without_it(tmp_path: Path) -> None:
    """No broker, so no worker; its processes begin as new ones, and read what strangers send in others."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "demo-loaded").touch()
    site = Running(tmp_path, PYTHONPATH=lacking(tmp_path))
    try:
        wait_for(lambda: site.said("is ready"), "the first page")
        assert site.said("no Redis or Valkey found")
        address = f"http://127.0.0.1:{site.port}/"
        urllib.request.urlopen(address).close()
        asked = urllib.request.Request(
            f"{address}api/v1/tools/seating/",
            b'{"players": 16, "rounds": 3}',
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(asked) as answer:
            assert len(json.load(answer)["rounds"]) == 3
    finally:
        site.stop()
