"""dev.py: the parts that can be tried without installing anything, and one real start with murders."""

import os
import re
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from devtools import install
from tests.pairwright.running import Running, wait_for

ROOT = Path(__file__).resolve().parents[2]


def test_an_installed_environment_is_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    python = tmp_path / "bin" / "python"
    python.parent.mkdir()
    python.touch()
    calls: list[tuple[object, ...]] = []
    monkeypatch.setattr(install, "VENV", tmp_path)
    monkeypatch.setattr(install, "PYTHON", python)
    monkeypatch.setattr(install, "find_uv", lambda: "uv")
    monkeypatch.setattr(install, "call", lambda *words, env=None: calls.append(words) or 0)
    install.install(everything=False)
    install.install(everything=False)
    assert len(calls) == 1
    install.install(everything=True)  # more is wanted than was installed
    install.install(everything=False)  # which then also holds the running parts
    assert len(calls) == 2


def test_without_uv_only_what_runs_is_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    commands: list[tuple[object, ...]] = []
    monkeypatch.setenv("NO_UV", "1")
    monkeypatch.setattr(install, "VENV", tmp_path)
    monkeypatch.setattr(install, "PYTHON", tmp_path / "python")
    monkeypatch.setattr(install, "must", lambda *words: commands.append(words))
    install.install(everything=False)
    assert commands[-1][-2:] == ("-r", ROOT / "requirements.lock")
    with pytest.raises(SystemExit, match="NO_UV"):
        install.install(everything=True)


def test_the_script_explains_itself_and_names_a_wrong_word() -> None:
    script = [sys.executable, str(ROOT / "dev.py")]
    told = subprocess.run(script, capture_output=True, text=True, check=True).stdout
    words = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert words
    for word in words[1].split():
        assert re.search(rf"^    {word} ", told, re.MULTILINE), word
    wrong = subprocess.run([*script, "rum"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
    assert "no word 'rum'" in wrong.stderr


def test_an_old_python_gets_a_sentence_and_not_a_traceback(tmp_path: Path) -> None:
    code = (
        "import sys, runpy; sys.version_info = (3, 9, 2); sys.version = '3.9.2 (x)'; sys.argv = ['', 'run']\n"
    )
    code += f"runpy.run_path({str(ROOT / 'dev.py')!r}, run_name='__main__')"
    empty = {"PATH": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], env=empty, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.strip() == "Python 3.11 or newer is needed, this is 3.9.2."


@pytest.mark.sweep
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks processes up in /proc")
def test_whoever_is_killed_comes_back_and_nobody_is_left_at_the_end(tmp_path: Path) -> None:
    """Every day a site starts and ends from its wheel, and tests/pairwright/test_start.py ends what `start` watches."""
    (tmp_path / "data").mkdir()
    running = Running(tmp_path)
    try:
        wait_for(lambda: running.said("is ready"), "the first page")
        log = running.log.read_text()
        assert f"http://localhost:{running.port}/" in log
        assert re.search(r"owner of the demo: organiser / \S{12,}", log)
        assert set(running.children()) == {"granian", "server"}
        all_of_them = {"granian", "celery", "server"}
        running.ask_worker()
        before = wait_for(
            lambda: set(found := running.children()) == all_of_them and found, "web, worker and broker"
        )
        assert running.health()["broker"] == "ok"
        for pid in before.values():
            os.kill(pid, signal.SIGKILL)
        wait_for(lambda: running.children().get("server") not in {None, before["server"]}, "the broker")
        running.ask_worker()
        after = wait_for(
            lambda: (
                set(found := running.children()) == all_of_them
                and not set(found.values()) & set(before.values())
                and found
            ),
            "all of them to come back",
        )
        wait_for(lambda: running.health().get("broker") == "ok", "a page after the murders")
    finally:
        running.stop()
    assert running.process.returncode == 0
    assert not [pid for pid in (*before.values(), *after.values()) if Path(f"/proc/{pid}").exists()]
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", running.port)) != 0
