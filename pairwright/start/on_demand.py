"""A service that is there only while it has work: the worker of `pairwright start`, which an event needs rarely."""

import socket
import time
from collections.abc import Callable
from functools import cache
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from pairwright.start.service import Service
from pairwright.terminal import say

# Where Celery's messages lie in the broker: those nobody has yet, and those somebody has and has not done.
QUEUE, HELD = "celery", "unacked"


def has_messages(address: str) -> bool:
    """Whether the broker at this REDIS_URL holds messages for a worker; one that does not answer holds none."""
    parts = urlsplit(address)
    commands: list[tuple[str, ...]] = [("SELECT", database(parts)), ("LLEN", QUEUE), ("HLEN", HELD)]
    if parts.password:
        names = [parts.username] if parts.username else []
        commands.insert(0, ("AUTH", *map(unquote, [*names, parts.password])))
    try:
        with connected(parts) as line, line.makefile("rb") as answers:
            line.sendall(b"".join(map(encoded, commands)))
            replies = [answers.readline().decode().strip() for _ in commands]
            if refused := [reply for reply in replies if reply.startswith("-")]:
                complain(refused[0].removeprefix("-"))
                return False
            return any(int(count.removeprefix(":")) for count in replies[-2:])
    except (OSError, ValueError):
        return False


@cache
def complain(refusal: str) -> None:
    """Once: nobody else would say why the worker never comes."""
    say(f"the broker that REDIS_URL names refuses this: {refusal}")


def database(parts: SplitResult) -> str:
    """As the settings read it: of a socket it stands behind the question mark."""
    query = parse_qs(parts.query)
    on_socket = (query.get("db") or query.get("virtual_host") or ["0"])[0]
    return parts.path.strip("/") or "0" if parts.hostname else on_socket


def connected(parts: SplitResult) -> socket.socket:
    if parts.hostname:
        return socket.create_connection((parts.hostname, parts.port or 6379), timeout=1)
    line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    line.settimeout(1)
    line.connect(parts.path)
    return line


def encoded(words: tuple[str, ...]) -> bytes:
    """A command in Redis's protocol."""
    parts = [f"${len(word.encode())}\r\n{word}\r\n" for word in words]
    return f"*{len(words)}\r\n{''.join(parts)}".encode()


class OnDemand(Service):
    """Started when it is wanted, and asked to leave when it has not been for a while; it may be wanted again then."""

    IDLE = 120.0

    def __init__(
        self, name: str, command: list[str], env: dict[str, str], is_wanted: Callable[[], bool]
    ) -> None:
        self.is_wanted = is_wanted
        self.wanted_at = 0.0
        self.leaving = False
        super().__init__(name, command, env, at_once=False)

    def start(self) -> None:
        self.leaving = False
        super().start()

    def look_after(self) -> None:
        if self.leaving and self.process is not None and self.process.poll() is not None:
            self.end_group()
            self.process = None
            self.pause = self.FIRST_PAUSE
        now = time.monotonic()
        if self.is_wanted():
            self.wanted_at = now
            super().look_after()
        elif self.process is not None:
            super().look_after()
            if now - self.wanted_at > self.IDLE and not self.leaving:
                # It ends what it may have begun since, and leaves in the broker what it has not.
                self.leaving = True
                self.ask_to_stop()
