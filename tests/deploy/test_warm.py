"""Compiling the simulations ahead of time, and where the compiled code is kept."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from config import env
from pairing.simulation import fingerprint
from tournaments.lab.services import kernels

ROOT = Path(__file__).resolve().parents[2]
ASK_THE_COMMAND = """
import os, django
django.setup()
from django.core.management import call_command
from tournaments.management.commands import warm
before = os.nice(0)
warm.kernels.load = lambda: print("lower by", os.nice(0) - before)
print(warm.kernels.are_compiled())
call_command("warm")
print(warm.kernels.are_compiled())
call_command("warm")
"""


def test_compiling_has_a_low_priority_and_is_done_once(tmp_path: Path) -> None:
    """The lock that lets one at a time do it is left behind."""
    own = {"DATA_DIR": str(tmp_path / "new"), "NUMBA_CACHE_DIR": str(tmp_path / "numba")}
    variables = {**os.environ, **own, "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", ASK_THE_COMMAND],
        cwd=ROOT,
        env=variables,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == ["False", "lower by 10", "True"]
    assert (tmp_path / "numba" / "warm.lock").exists()


class Compiler:
    """Another process, which takes so many beats."""

    def __init__(self, beats: int) -> None:
        self.beats = beats

    def wait(self, timeout: float) -> int:
        self.beats -= 1
        if self.beats >= 0:
            raise subprocess.TimeoutExpired("warm", timeout)
        return 0


@pytest.mark.parametrize(("there", "beats"), [(True, 0), (False, 0), (False, 3)])
def test_a_slice_waits_for_another_process_that_compiles_and_keeps_its_lease(
    monkeypatch: pytest.MonkeyPatch, there: bool, beats: int
) -> None:
    started: list[list[str]] = []

    def start(command: list[str], **_options: object) -> Compiler:
        started.append(command)
        return Compiler(beats)

    monkeypatch.setattr(kernels, "are_compiled", lambda: there)
    monkeypatch.setattr("subprocess.Popen", start)
    beaten: list[None] = []
    kernels.compile_first(lambda: beaten.append(None))
    assert [command[1:] for command in started] == ([] if there else [[str(ROOT / "manage.py"), "warm"]])
    assert len(beaten) == beats


def test_a_machine_that_starts_no_more_processes_plays_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_words: object, **_options: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(kernels, "are_compiled", lambda: False)
    monkeypatch.setattr("subprocess.Popen", refuse)
    kernels.compile_first()


def test_what_was_compiled_of_other_sources_does_not_count(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sources = tmp_path / "simulation"
    sources.mkdir()
    (sources / "kernel.py").write_text("1")
    monkeypatch.setattr(settings, "COMPILED_CODE", tmp_path / "numba")
    monkeypatch.setattr(fingerprint, "SOURCES", [sources / "kernel.py"])
    monkeypatch.setattr(kernels, "load", lambda: None)
    assert not kernels.are_compiled()
    kernels.make()
    assert kernels.are_compiled()
    (sources / "kernel.py").write_text("12")
    assert not kernels.are_compiled()


def test_compiled_code_lies_in_the_data_directory_where_the_program_is_read_only(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    assert env.compiled_code(tmp_path) == ROOT / "pairing" / "simulation" / "__pycache__"
    assert "NUMBA_CACHE_DIR" not in os.environ
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/elsewhere")
    assert env.compiled_code(tmp_path) == Path("/elsewhere")
    assert os.environ["NUMBA_CACHE_DIR"] == "/elsewhere"
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    assert env.compiled_code(tmp_path) == tmp_path / "numba"
    assert os.environ["NUMBA_CACHE_DIR"] == str(tmp_path / "numba")
