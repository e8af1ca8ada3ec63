"""Compiling the simulations ahead of time, and where the compiled code is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from config import env
from tournaments.lab.services import simulation_work

ROOT = Path(__file__).resolve().parents[2]
ASK_THE_COMMAND = """
import os, django
django.setup()
from django.core.management import call_command
from tournaments.management.commands import warm
before = os.nice(0)
warm.load_kernels = lambda: print("lower by", os.nice(0) - before)
call_command("warm")
"""


def test_compiling_has_a_low_priority_and_one_does_it_at_a_time(tmp_path: Path) -> None:
    variables = {**os.environ, "DATA_DIR": str(tmp_path / "new"), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", ASK_THE_COMMAND],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "lower by 10"
    assert (tmp_path / "new" / "warm.lock").exists()


@pytest.mark.parametrize(
    "wrong", [None, OSError("no more processes"), subprocess.TimeoutExpired("warm", 600)]
)
def test_kernels_are_compiled_by_another_process_and_then_loaded(
    monkeypatch: pytest.MonkeyPatch, wrong: Exception | None
) -> None:
    steps: list[str] = []

    def run(command: list[str], **_options: object) -> None:
        steps.append(command[-1])
        assert Path(command[1]) == ROOT / "manage.py"
        if wrong:
            raise wrong

    monkeypatch.setattr(simulation_work.subprocess, "run", run)
    monkeypatch.setattr(simulation_work, "load_kernels", lambda: steps.append("loaded"))
    simulation_work.warm_up()
    assert steps == ["warm", "loaded"]


def test_compiled_code_lies_in_the_data_directory_where_the_program_is_read_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    env.compiled_code(tmp_path)
    assert "NUMBA_CACHE_DIR" not in os.environ
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/elsewhere")
    env.compiled_code(tmp_path)
    assert os.environ["NUMBA_CACHE_DIR"] == "/elsewhere"
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    env.compiled_code(tmp_path)
    assert os.environ["NUMBA_CACHE_DIR"] == str(tmp_path / "numba")
