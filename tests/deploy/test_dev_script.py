"""dev.py: the parts that can be tried without installing anything, and one real start with murders."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import redis
import segno

from devtools import DEMO_LOADED, install, lan, on_demand, serve, service
from tests.conftest import migrated_database

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180.0


def wait_for(condition: Callable[[], Any], what: str) -> Any:
    """No assertion about speed: this is only where waiting ends, on the slowest and busiest machine."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if found := condition():
            return found
        time.sleep(0.1)
    return pytest.fail(f"waited {PATIENCE:g} s in vain: {what}")


def test_a_port_that_is_taken_or_is_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        taken = holder.getsockname()[1]
        monkeypatch.setenv("PORT", str(taken))
        with pytest.raises(SystemExit, match="PORT="):
            serve.free_port("127.0.0.1")
    assert f"port {taken} on 127.0.0.1 is taken" in capsys.readouterr().out
    for value in ("http", "0", "65536", "-1"):
        monkeypatch.setenv("PORT", value)
        with pytest.raises(SystemExit, match="1 to 65535"):
            serve.free_port("127.0.0.1")


def test_the_socket_of_the_broker_fits_into_what_the_system_allows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("x" * 60) / ("y" * 60)
    monkeypatch.setattr(serve, "DATA", deep)
    assert len(str(serve.broker_socket())) < 100
    other = serve.broker_socket()
    monkeypatch.setattr(serve, "DATA", deep / "z")
    assert serve.broker_socket() != other


def test_on_the_network_it_answers_to_its_own_names_and_addresses_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    monkeypatch.setattr(lan, "own_addresses", lambda: ["192.168.1.5", "10.0.0.7"])
    monkeypatch.setattr(lan.socket, "gethostname", lambda: "Laptop.local")
    assert "ALLOWED_HOSTS" not in serve.serving_env("127.0.0.1")
    local = "localhost,127.0.0.1,[::1],laptop.local,laptop"
    assert serve.serving_env("0.0.0.0")["ALLOWED_HOSTS"] == f"192.168.1.5,10.0.0.7,{local}"
    assert serve.serving_env("10.0.0.7")["ALLOWED_HOSTS"] == f"10.0.0.7,{local}"
    monkeypatch.setenv("ALLOWED_HOSTS", "club.example")
    assert serve.serving_env("0.0.0.0")["ALLOWED_HOSTS"] == "club.example"


@pytest.mark.parametrize(
    ("variables", "terminal", "answer", "host"),
    [
        ({}, False, "y", "127.0.0.1"),
        ({"CI": "true"}, True, "y", "127.0.0.1"),
        ({}, True, "", "127.0.0.1"),
        ({}, True, "Y", "0.0.0.0"),
        ({"LAN": "1"}, False, "", "0.0.0.0"),
        ({"LAN": "0"}, True, "y", "127.0.0.1"),
        ({"HOST": "10.0.0.7"}, True, "y", "10.0.0.7"),
    ],
)
def test_the_network_comes_in_only_where_somebody_says_so(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], terminal: bool, answer: str, host: str
) -> None:
    for name in ("CI", "HOST", "LAN"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    for stream in (sys.stdin, sys.stdout):
        monkeypatch.setattr(stream, "isatty", lambda: terminal, raising=False)
    monkeypatch.setattr(sys.stdin, "fileno", lambda: 0, raising=False)
    monkeypatch.setattr(os, "tcgetpgrp", lambda stream: os.getpgrp())
    monkeypatch.setattr("builtins.input", lambda question: answer)
    assert lan.chosen_host() == host


@pytest.mark.parametrize(
    ("variables", "said"),
    [({"LAN": "yes"}, "1 .* or 0"), ({"LAN": "1", "HOST": "localhost"}, "contradict")],
)
def test_where_to_listen_is_refused_where_it_makes_no_sense(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], said: str
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(SystemExit, match=said):
        lan.chosen_host()


def test_phones_are_told_the_address_and_a_terminal_shows_its_code(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The code is the library's own, dot for dot."""
    monkeypatch.setattr(lan, "own_addresses", lambda: ["192.168.1.5"])
    lan.tell_phones("0.0.0.0", 8000)
    plain = capsys.readouterr().out
    assert "http://192.168.1.5:8000/" in plain
    assert "█" not in plain
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    lan.tell_phones("0.0.0.0", 8000)
    shown = re.sub(r"\033\[[\d;]+m", "", capsys.readouterr().out).splitlines()[1:]
    pairs = {"█": "00", "▀": "01", "▄": "10", " ": "11"}  # a light dot is drawn, a dark one is left out
    rows = ["".join(pairs[sign][half] for sign in line[2:]) for line in shown for half in (0, 1)]
    code = segno.make("http://192.168.1.5:8000/", error="m").matrix_iter(border=2)
    assert rows[: len(rows[0])] == ["".join(map(str, row)) for row in code]


def test_what_keeps_ending_is_started_again_ever_later(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(service.time, "monotonic", lambda: clock[0])
    short = service.Service("short", [sys.executable, "-c", ""], dict(os.environ))
    pauses = []
    for _ in range(8):
        assert short.process
        short.process.wait()
        short.look_after()
        assert short.process is None
        pauses.append(short.start_again_at - clock[0])
        clock[0] = short.start_again_at
        short.look_after()
        assert short.process is not None
    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30]
    clock[0] += 61  # it ran long enough: the next end counts as the first
    short.process.wait()
    short.look_after()
    assert short.start_again_at - clock[0] == 0.5


def test_a_worker_is_there_only_while_it_has_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, messages = [1000.0], [False]
    monkeypatch.setattr(on_demand.time, "monotonic", lambda: clock[0])
    sleeps = [sys.executable, "-c", "import time; time.sleep(600)"]
    worker = on_demand.OnDemand("worker", sleeps, dict(os.environ), lambda: messages[0])
    try:
        worker.look_after()
        assert worker.process is None
        messages[0] = True
        worker.look_after()
        first = worker.process
        assert first
        clock[0] += 1000  # long work, which lies in the broker until it is done
        worker.look_after()
        messages[0] = False
        clock[0] += worker.IDLE - 1
        worker.look_after()
        assert worker.process is first and not worker.leaving
        clock[0] += 2
        worker.look_after()
        first.wait(timeout=PATIENCE)
        worker.look_after()
        assert worker.process is None
        messages[0] = True
        worker.look_after()
        assert worker.process not in {None, first}
    finally:
        worker.stop()


def test_a_broker_says_whether_anything_waits_or_is_being_done(tmp_path: Path) -> None:
    """Against the real one, in whose words Celery would leave it."""
    program = serve.broker_program()
    if program is None:
        pytest.skip("no Redis or Valkey")
    path = Path(tempfile.mkdtemp()) / "b"  # a short path: sockets allow no long one
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    secret = (
        "unix://:p%20w@{path}?db=2",
        "redis://:p%20w@127.0.0.1:{port}/2",
        "redis://default:p%20w@localhost:{port}/2",
    )
    addresses = [address.format(path=path, port=port) for address in secret]

    def told() -> list[bool]:
        return [on_demand.has_messages(address) for address in addresses]

    assert told() == [False] * 3
    options = ["--port", str(port), "--unixsocket", str(path), "--save", "", "--dir", str(tmp_path)]
    broker = subprocess.Popen([program, *options, "--requirepass", "p w"], stdout=subprocess.DEVNULL)
    try:
        asking = redis.Redis(unix_socket_path=str(path), password="p w", db=2)
        wait_for(lambda: path.exists() and asking.ping(), "the broker")
        assert told() == [False] * 3
        asking.lpush("celery", "message")
        assert told() == [True] * 3
        assert not on_demand.has_messages(addresses[1].replace("p%20w", "wrong"))
        assert not on_demand.has_messages(addresses[1].replace("/2", "/3"))
        asking.rpop("celery")
        asking.hset("unacked", "tag", "message")
        assert told() == [True] * 3
        asking.hdel("unacked", "tag")
        assert told() == [False] * 3
    finally:
        broker.kill()
        broker.wait()
        shutil.rmtree(path.parent)


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


class Running:
    """`dev.py run` in a folder of its own, on a free port."""

    def __init__(self, folder: Path, **more: str) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.data = folder / "data"
        self.log = folder / "log"
        own = ("DATA_DIR", "DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE", "SECRET_KEY", "ENV_FILE")
        surroundings = {name: value for name, value in os.environ.items() if name not in own}
        surroundings |= {"DATA_DIR": str(self.data), "PORT": str(self.port), "ENV_FILE": os.devnull, **more}
        with self.log.open("w") as out:
            self.process = subprocess.Popen(
                [sys.executable, str(ROOT / "dev.py"), "run"], env=surroundings, stdout=out, stderr=out
            )

    def said(self, text: str) -> bool:
        if self.process.poll() is not None:
            pytest.fail(f"dev.py run ended: {self.log.read_text()}")
        return text in self.log.read_text()

    def health(self) -> dict[str, Any]:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=5) as answer:
                found: dict[str, Any] = json.load(answer)
                return found
        except OSError:
            return {}

    def children(self) -> dict[str, int]:
        """Program name -> process, of those that dev.py itself has started."""
        found = {}
        for entry in Path("/proc").glob("[0-9]*/stat"):
            try:
                parent = int(entry.read_text().rpartition(")")[2].split()[1])
                words = (entry.parent / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if parent == self.process.pid and any(words):  # what has ended and nobody has waited for has none
                joined = b" ".join(words).decode()
                name = next((n for n in ("granian", "celery", "server") if n in joined), joined)
                found[name] = int(entry.parent.name)
        return found

    def ask_worker(self) -> None:
        """Leave a message of a job that is not there: it starts a worker, which finds nothing to do."""
        code = "from config.celery import app; app.send_task('tournaments.run_job', [0])"
        broker = f"unix://{self.data}/broker.sock?db=0"
        env = {**os.environ, "DATA_DIR": str(self.data), "REDIS_URL": broker, "ENV_FILE": os.devnull}
        wait_for(
            lambda: (
                not subprocess.run(
                    [sys.executable, "-c", code], cwd=ROOT, env=env, capture_output=True, check=False
                ).returncode
            ),
            "the broker to take a message",
        )

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=PATIENCE)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks processes up in /proc")
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.sweep)])
def test_whoever_is_killed_comes_back_and_nobody_is_left_at_the_end(tmp_path: Path, whole: bool) -> None:
    """Every day on tables that are there already, without the demo event, and with one process for the web."""
    (tmp_path / "data").mkdir()
    if not whole:
        (tmp_path / "data" / DEMO_LOADED.name).touch()
        if (tables := migrated_database()).exists():
            shutil.copyfile(tables, tmp_path / "data" / "pairwright.sqlite3")
    running = Running(tmp_path, **({} if whole else {"WEB_WORKERS": "1"}))
    try:
        wait_for(lambda: running.said("is ready"), "the first page")
        log = running.log.read_text()
        assert f"http://localhost:{running.port}/" in log
        assert bool(re.search(r"owner of the demo: organiser / \S{12,}", log)) == whole
        assert set(running.children()) == {"granian", "server"}
        running.ask_worker()
        all_of_them = {"granian", "celery", "server"}
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
