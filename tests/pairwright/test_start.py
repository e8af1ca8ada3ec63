"""What `pairwright start` is made of: where it listens, who looks after its programs, what it tells whom."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
import redis
import segno

from pairwright import sources
from pairwright.start import lan, on_demand, run, service, services
from pairwright.start.folder import only_one
from tests.pairwright.running import PATIENCE, wait_for


def test_a_port_that_is_taken_or_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        taken = holder.getsockname()[1]
        monkeypatch.setenv("PORT", str(taken))
        with pytest.raises(SystemExit, match=f"Port {taken} on 127.0.0.1 is taken .*PORT=") as refusal:
            services.free_port("127.0.0.1")
    assert "\n" not in str(refusal.value)
    for value in ("http", "0", "65536", "-1"):
        monkeypatch.setenv("PORT", value)
        with pytest.raises(SystemExit, match="1 to 65535"):
            services.free_port("127.0.0.1")


def test_the_socket_of_the_broker_fits_into_what_the_system_allows_and_is_ours_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deep = tmp_path / ("x" * 60) / ("y" * 60)
    monkeypatch.setattr(tempfile, "tempdir", tempfile.mkdtemp(prefix="p"))  # a short path, unlike tmp_path
    path = services.broker_socket(deep)
    assert len(str(path)) < 100 and path.parent.stat().st_mode & 0o077 == 0
    assert services.broker_socket(deep) != path  # nobody can tell it beforehand
    shutil.rmtree(tempfile.gettempdir())


def test_on_the_network_it_answers_to_its_own_names_and_addresses_only(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("ALLOWED_HOSTS", raising=False)
    monkeypatch.setattr(lan, "own_addresses", lambda: ["192.168.1.5", "10.0.0.7"])
    monkeypatch.setattr(socket, "gethostname", lambda: "Laptop.local")
    assert "ALLOWED_HOSTS" not in services.serving_env(Path("/data"), "127.0.0.1")
    local = "localhost,127.0.0.1,[::1],laptop.local,laptop"
    assert services.serving_env(Path("/data"), "0.0.0.0")["ALLOWED_HOSTS"] == f"192.168.1.5,10.0.0.7,{local}"
    assert services.serving_env(Path("/data"), "10.0.0.7")["ALLOWED_HOSTS"] == f"10.0.0.7,{local}"
    monkeypatch.setenv("ALLOWED_HOSTS", "club.example")
    assert services.serving_env(Path("/data"), "0.0.0.0")["ALLOWED_HOSTS"] == "club.example"


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
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
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
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
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


def test_a_broker_says_whether_anything_waits_or_is_being_done(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Against the real one, in whose words Celery would leave it."""
    program = services.broker_program()
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
        for _again in range(2):
            assert not on_demand.has_messages(addresses[1].replace("p%20w", "wrong"))
        assert capsys.readouterr().out.count("the broker that REDIS_URL names refuses this: WRONGPASS") == 1
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


@pytest.mark.parametrize(
    ("system", "variables", "folder"),
    [
        ("linux", {}, "/home/anna/.local/share/pairwright"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/pairwright"),
        ("darwin", {}, "/home/anna/Library/Application Support/pairwright"),
        ("win32", {"LOCALAPPDATA": "/home/anna/Local"}, "/home/anna/Local/pairwright"),
        ("linux", {"DATA_DIR": "~/events"}, "/home/anna/events"),
    ],
)
def test_the_data_of_a_wheel_lies_where_the_system_keeps_such_things(
    monkeypatch: pytest.MonkeyPatch, system: str, variables: dict[str, str], folder: str
) -> None:
    """The XDG base directories, Apple's file system basics, Windows' known folders."""
    monkeypatch.setattr(sources, "IS_INSTALLED", True)
    monkeypatch.setattr(sys, "platform", system)
    for name in ("DATA_DIR", "LOCALAPPDATA", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"HOME": "/home/anna", **variables}.items():
        monkeypatch.setenv(name, value)
    assert sources.data_folder() == Path(folder)


def test_an_account_without_a_home_is_asked_for_a_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as it is there
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    with pytest.raises(SystemExit, match="DATA_DIR="):
        sources.usual_folder()


def test_options_are_variables_by_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("DATA_DIR", "HOST", "LAN", "PORT")
    for name in names:
        monkeypatch.setenv(name, "as it was")
    assert not run.read([])
    assert [os.environ[name] for name in names] == ["as it was"] * 4
    assert run.read("--data here --host 10.0.0.7 --no-lan --port 80 --demo".split())
    assert [os.environ[name] for name in names] == ["here", "10.0.0.7", "0", "80"]


def test_two_do_not_serve_one_folder(tmp_path: Path) -> None:
    with only_one(tmp_path / "data"), pytest.raises(SystemExit, match="already running"):
        only_one(tmp_path / "data")
    only_one(tmp_path / "data").release()
    (tmp_path / "file").touch()
    with pytest.raises(SystemExit, match="cannot be used"):
        only_one(tmp_path / "file")
