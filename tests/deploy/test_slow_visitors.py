"""The web server as `config.serve` starts it, and many visitors who never end what they send."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from config import serve

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 120.0
SLOW = 40  # more than there are threads
# With a cookie of this kind the form's own token is looked for, which is to read the body.
HEAD = (
    b"POST /accounts/login/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    b"Cookie: csrftoken=" + b"x" * 32 + b"\r\nContent-Length: 1000\r\n\r\n"
)


def page(port: int, patience: float) -> int:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/accounts/login/", timeout=patience) as answer:
        return int(answer.status)


@pytest.fixture
def port(tmp_path: Path) -> Iterator[int]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    own = {"DATA_DIR": str(tmp_path), "ENV_FILE": os.devnull, "BODY_SECONDS": "3"}
    left_out = ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    surroundings = {name: value for name, value in os.environ.items() if name not in left_out}
    words = f"-m config.serve --host 127.0.0.1 --port {port} --log-level warning".split()
    server = subprocess.Popen([sys.executable, *words], cwd=ROOT, env=surroundings | own)
    try:
        end = time.monotonic() + PATIENCE
        while True:
            try:
                page(port, PATIENCE)
                break
            except OSError:
                assert server.poll() is None and time.monotonic() < end
                time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        try:
            server.wait(timeout=PATIENCE)
        finally:
            server.kill()


def all_said(visitor: socket.socket) -> bytes:
    parts = []
    while part := visitor.recv(65536):
        parts.append(part)
    return b"".join(parts)


def test_pages_are_answered_while_bodies_do_not_end_and_those_are_given_up(port: int) -> None:
    slow = [socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) for _ in range(SLOW)]
    for visitor in slow:
        visitor.sendall(HEAD + b"n")
    assert page(port, PATIENCE) == 200
    for visitor in slow:
        with visitor:
            said = all_said(visitor)  # up to the end of the connection
        assert said.startswith(b"HTTP/1.1 408 ")
        assert b"arrived too slowly" in said


def test_a_process_may_hold_thousands_of_connections_where_it_may_open_the_files() -> None:
    for files, connections in ((serve.FILES, "4096"), (1024, "512"), (1_000_000, "4096")):
        words = serve.command(files)
        assert words[words.index("--backpressure") + 1] == connections
    told = subprocess.run([*serve.command(256), "--help"], capture_output=True, text=True, check=True).stdout
    assert not [word for word in serve.command(256) if word.startswith("--") and word not in told]


def test_the_server_is_told_to_give_memory_back_and_what_its_operator_sets_wins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    started: list[dict[str, str]] = []
    monkeypatch.setattr(os, "execve", lambda _path, _words, given: started.append(given))
    monkeypatch.setenv("MALLOC_ARENA_MAX", "4")
    monkeypatch.delenv("MALLOC_MMAP_THRESHOLD_", raising=False)
    serve.main()
    assert started[0]["MALLOC_MMAP_THRESHOLD_"] == serve.MEMORY["MALLOC_MMAP_THRESHOLD_"]
    assert started[0]["MALLOC_ARENA_MAX"] == "4"
