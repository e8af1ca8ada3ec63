"""Connections held open: a request that never ends, or an answer that is read byte by byte."""

from __future__ import annotations

import socket
import time
from functools import partial
from urllib.parse import urlsplit

from devtools.attack.asking import Person, Told, all_at_once

EACH, SECONDS, PAUSE = 20, 35, 2.0
HEAD = b"POST /accounts/login/ HTTP/1.1\r\nHost: 127.0.0.1\r\n"
# With a cookie of this kind the form's own token is looked for, which is to read the body.
BODY = (
    HEAD
    + b"Cookie: csrftoken="
    + b"x" * 32
    + b"\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n"
)
READ = b"GET /api/schema/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


def hold(address: str) -> Told:
    """Of each kind more than there are threads for requests in a process."""
    kinds: list[Person] = [
        partial(_send_slowly, address, "head", HEAD),
        partial(_send_slowly, address, "body", BODY),
        partial(_read_slowly, address),
    ]
    return all_at_once([person for person in kinds for _ in range(EACH)])


def _connected(address: str) -> socket.socket:
    parts = urlsplit(address)
    return socket.create_connection((parts.hostname or "", parts.port or 80), timeout=SECONDS)


def _send_slowly(address: str, kind: str, start: bytes, told: Told) -> None:
    """A byte every now and then: the server has to put an end to it. Errors: OSError where nobody answers at all."""
    with _connected(address) as line:
        line.sendall(start)
        end = time.monotonic() + SECONDS
        try:
            while time.monotonic() < end:
                time.sleep(PAUSE)
                line.sendall(b"x")
        except OSError:
            told.answers[f"{kind} ended by the server"] += 1
        else:
            told.faults.append(f"a {kind} that never ends was waited for")


def _read_slowly(address: str, told: Told) -> None:
    """An answer may be read as slowly as one likes, as long as it holds nobody up."""
    with _connected(address) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.sendall(READ)
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and line.recv(1):
            time.sleep(PAUSE)
    told.answers["answer read slowly"] += 1
