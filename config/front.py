"""Receive requests on an event loop, and give each to a thread once all of it has arrived.

A visitor who sends slowly, or never finishes, holds a connection and the received bytes, but no thread. However many
do so, the other visitors get answers. granian speaks HTTP and calls `Front` for each request (RSGI).
"""

import asyncio
import logging
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any

from config.environ import File, environ_of

logger = logging.getLogger(__name__)
Headers = list[tuple[str, str]]
Pages = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

REFUSED = "pairwright.refused"
"""In the environ of a request whose body was not taken in: the status to answer it with."""
PLAIN: Headers = [("content-type", "text/plain; charset=utf-8")]
CLOSE: Headers = [("connection", "close")]


@dataclass(frozen=True)
class Limits:
    seconds: float = 20
    """A body has this long to arrive, and a second more for each so many bytes of it."""
    bytes_in_a_second: int = 8 * 1024
    body: int = 7 * 1024 * 1024
    """A little more than forms and the API take: what they refuse they explain better."""
    thrown_away: int = 64 * 1024 * 1024
    """A browser shows no answer before it has sent all: of a body that is too large, so much is read and forgotten."""
    small: int = 16 * 1024
    held: int = 64 * 1024 * 1024
    """All bodies together hold so much memory, the first bytes of each (`small`) not counted."""
    threads: int = 16
    waiting: int = 1000


class Refused(Exception):
    """The body is not taken in."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Gone(Exception):
    """Nobody is there any more to hear an answer."""


class Front:
    def __init__(self, pages: Pages, limits: Limits) -> None:
        self.pages, self.limits = pages, limits
        self.held = 0
        self.jobs: SimpleQueue[Callable[[], None]] = SimpleQueue()

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        for number in range(self.limits.threads):
            Thread(target=self._work, name=f"request-{number}", daemon=True).start()

    async def __rsgi__(self, scope: Any, proto: Any) -> None:
        announced = announced_length(scope.headers)
        if announced == 0:
            await self._have_answered(scope, proto, None)
            return
        body = Body(self)
        try:
            whole = await body.read(proto, announced)
            await self._have_answered(scope, proto, whole)
        except Refused as refusal:
            body.let_go()
            await self._have_answered(scope, proto, b"", refusal.status)
        except Gone:
            proto.response_empty(400, CLOSE)
        finally:
            body.let_go()

    async def _have_answered(self, scope: Any, proto: Any, body: bytes | None, refused: int = 0) -> None:
        if self.jobs.qsize() >= self.limits.waiting:
            proto.response_str(
                503, [*PLAIN, *CLOSE, ("retry-after", "5")], "Too many requests are waiting.\n"
            )
            return
        loop = asyncio.get_running_loop()
        answered = loop.create_future()

        def job() -> None:
            try:
                self._answer(scope, proto, body, refused)
            finally:
                with suppress(RuntimeError):  # the server has ended meanwhile
                    loop.call_soon_threadsafe(_settle, answered)

        self.jobs.put(job)
        await answered

    def _work(self) -> None:
        while True:
            self.jobs.get()()

    def _answer(self, scope: Any, proto: Any, body: bytes | None, refused: int) -> None:
        try:
            environ = environ_of(scope, body)
            if refused:
                environ[REFUSED] = refused
            send(self.pages, environ, proto, CLOSE if refused else [])
        except BaseException:
            logger.exception("%s %s", scope.method, scope.path)
            proto.response_str(500, PLAIN, "Something went wrong on the server.\n")


def announced_length(headers: Any) -> int | None:
    """None where the body only says that it ends when it ends."""
    if "transfer-encoding" in headers:
        return None
    return int(headers.get("content-length", "0"))


def _settle(answered: asyncio.Future[None]) -> None:
    if not answered.done():
        answered.set_result(None)


class Body:
    """What has arrived of a body so far."""

    def __init__(self, front: Front) -> None:
        self.front, self.limits = front, front.limits
        self.parts: list[bytes] = []
        self.size = self.counted = 0

    async def read(self, proto: Any, announced: int | None) -> bytes:
        if (announced or 0) > self.limits.thrown_away:
            raise Refused(413)
        due = asyncio.get_running_loop().time() + self.limits.seconds
        ends = 0
        try:
            async with asyncio.timeout_at(due) as deadline:
                async for part in proto:
                    ends += not part
                    self._take(part)
                    deadline.reschedule(
                        due + min(self.size, self.limits.body) / self.limits.bytes_in_a_second
                    )
        except TimeoutError:
            raise Refused(408) from None
        # A connection that breaks looks like an end, and is followed by another one.
        if ends > 1 or announced not in (None, self.size):
            raise Gone
        if self.size > self.limits.body:
            raise Refused(413)
        whole = b"".join(self.parts)
        self.parts.clear()
        return whole

    def _take(self, part: bytes) -> None:
        self.size += len(part)
        if self.size > self.limits.thrown_away:
            raise Refused(413)
        if self.size > self.limits.body:
            self.let_go()
            return
        self.parts.append(part)
        more = max(0, self.size - self.limits.small) - self.counted
        self.counted += more
        self.front.held += more
        if more and self.front.held > self.limits.held:
            raise Refused(503)

    def let_go(self) -> None:
        self.parts.clear()
        self.front.held -= self.counted
        self.counted = 0


def send(pages: Pages, environ: dict[str, Any], proto: Any, more: Headers) -> None:
    """Have the pages answer, and hand the whole answer to the server: it waits for slow readers, no thread does."""
    told: list[Any] = []
    parts: list[bytes] = []

    def start(status: str, headers: Headers, exc_info: Any = None) -> Callable[[bytes], None]:
        told[:] = [int(status[:3]), headers + more]
        return parts.append

    answer = pages(environ, start)
    try:
        if isinstance(answer, File) and (path := answer.path()):
            proto.response_file(*told, path)
            return
        parts.extend(answer)
        proto.response_bytes(*told, b"".join(parts))
    finally:
        if close := getattr(answer, "close", None):
            close()
