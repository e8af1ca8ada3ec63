"""The front that takes requests in: what it gives to the pages, and what it does with bodies that it does not take."""

import asyncio
import io
import logging
from collections.abc import AsyncIterator, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from config import errors
from config.environ import File, environ_of
from config.front import REFUSED, Front, Limits
from config.middleware import bodies_not_taken_in

KB = 1024


class Headers(list[tuple[str, str]]):
    """As granian has them: pairs, of which several may have one name."""

    def items(self) -> Iterable[tuple[str, str]]:
        return self

    def get(self, name: str, default: str | None = None) -> str | None:
        return dict(self).get(name, default)

    def __contains__(self, name: object) -> bool:
        return name in dict(self)


@dataclass
class Scope:
    method: str = "POST"
    path: str = "/desk/"
    query_string: str = ""
    http_version: str = "1.1"
    scheme: str = "http"
    server: str = "127.0.0.1:8000"
    client: str = "192.168.1.7:50123"
    authority: str | None = None
    headers: Headers = field(default_factory=Headers)


class Sent:
    """What a visitor sends, and what the server is told to answer."""

    def __init__(self, *parts: bytes, ends: bool = True, broken: bool = False) -> None:
        self.parts, self.ends, self.broken = parts, ends, broken
        self.read = 0
        self.answers: list[tuple[int, dict[str, str], Any]] = []

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self.parts:
            self.read += len(part)
            yield part
        if not self.ends:
            await asyncio.Event().wait()
        for _ in range(1 + self.broken):  # so many ends granian shows
            yield b""

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: Any) -> None:
        self.answers.append((status, dict(headers), body))

    response_str = response_file = response_bytes

    def response_empty(self, status: int, headers: list[tuple[str, str]]) -> None:
        self.response_bytes(status, headers, b"")


class Pages:
    """They answer with what they were asked, and remember it."""

    def __init__(self) -> None:
        self.seen: list[tuple[dict[str, Any], bytes]] = []

    def __call__(self, environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        body = environ["wsgi.input"].read()
        self.seen.append((environ, body))
        start(f"{environ.get(REFUSED, 200)} x", [("Content-Type", "text/plain")])
        return [b"got ", body]


def ask(front: Front, *asked: tuple[Scope, Sent]) -> None:
    async def main() -> None:
        front.__rsgi_init__(asyncio.get_running_loop())
        await asyncio.gather(*(front.__rsgi__(scope, sent) for scope, sent in asked))

    run(main())


def run(main: Coroutine[Any, Any, None]) -> None:
    """In a thread of its own: browser tests leave a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, main).result()


def scope_of(sent: Sent, announced: int | None = None, **more: Any) -> Scope:
    length = sum(map(len, sent.parts)) if announced is None else announced
    return Scope(headers=Headers([("content-length", str(length))]), **more)


def chunked() -> Scope:
    return Scope(headers=Headers([("transfer-encoding", "chunked")]))


def test_what_a_request_says_stands_where_wsgi_has_it() -> None:
    headers = [
        ("host", "club.example"),
        ("content-type", "text/csv"),
        ("content-length", "77"),
        ("accept", "a"),
        ("accept", "b"),
        ("cookie", "one=1"),
        ("cookie", "two=2"),
        ("x_forwarded_for", "6.6.6.6"),
    ]
    scope = Scope(path="/e/æ", query_string="q=%C3%A6&r=æ", http_version="1", headers=Headers(headers))
    environ = environ_of(scope, b"name")
    assert environ["PATH_INFO"] == "/e/\xc3\xa6"  # PEP 3333: bytes as characters
    assert environ["QUERY_STRING"] == "q=%C3%A6&r=\xc3\xa6"
    assert (environ["SERVER_NAME"], environ["SERVER_PORT"]) == ("127.0.0.1", "8000")
    assert (environ["SERVER_PROTOCOL"], environ["SCRIPT_NAME"]) == ("HTTP/1.0", "")
    assert (environ["CONTENT_TYPE"], environ["CONTENT_LENGTH"]) == ("text/csv", "4")
    assert (environ["HTTP_ACCEPT"], environ["HTTP_COOKIE"]) == ("a,b", "one=1;two=2")
    assert environ["REMOTE_ADDR"] == "192.168.1.7"
    assert not {"HTTP_X_FORWARDED_FOR", "HTTP_CONTENT_TYPE", "HTTP_CONTENT_LENGTH"} & set(environ)
    assert "CONTENT_LENGTH" not in environ_of(Scope(method="GET"), None)


@pytest.mark.parametrize(
    ("shown", "address"), [("[::1]:80", "::1"), ("10.0.0.1:80", "10.0.0.1"), ("", ""), ("/run/x", "/run/x")]
)
def test_every_kind_of_address_is_read(shown: str, address: str) -> None:
    assert environ_of(Scope(client=shown), None)["REMOTE_ADDR"] == address


def test_a_body_in_parts_is_whole_when_the_pages_see_it() -> None:
    pages, sent, announced_by_its_end = Pages(), Sent(b"na", b"me"), Sent(b"a", b"bc")
    front = Front(pages, Limits())
    ask(front, (scope_of(sent), sent))
    ask(front, (chunked(), announced_by_its_end))
    assert [(environ["CONTENT_LENGTH"], body) for environ, body in pages.seen] == [
        ("4", b"name"),
        ("3", b"abc"),
    ]
    assert sent.answers == [(200, {"Content-Type": "text/plain"}, b"got name")]
    assert front.held == 0


def test_without_a_body_nothing_is_waited_for() -> None:
    pages = Pages()
    for scope in (Scope(method="HEAD"), scope_of(Sent())):
        sent = Sent(ends=False)
        ask(Front(pages, Limits()), (scope, sent))
        assert sent.answers[0][0] == 200
    assert [environ["REQUEST_METHOD"] for environ, _ in pages.seen] == ["HEAD", "POST"]


def test_as_many_slow_bodies_as_come_hold_up_nobody() -> None:
    """The first that is not slow is answered while all the others have their place and send nothing more."""
    pages, ordinary = Pages(), Sent(b"quick")
    slow = [Sent(b"s", ends=False) for _ in range(100)]
    front = Front(pages, Limits(threads=1))

    async def main() -> None:
        front.__rsgi_init__(asyncio.get_running_loop())
        waiting = [asyncio.create_task(front.__rsgi__(scope_of(sent, 10), sent)) for sent in slow]
        await front.__rsgi__(scope_of(ordinary), ordinary)
        assert not [task for task in waiting if task.done()]
        for task in waiting:
            task.cancel()

    run(main())
    assert [body for _, body in pages.seen] == [b"quick"]
    assert ordinary.answers[0][2] == b"got quick"


def test_a_body_that_comes_too_late_is_told_so_and_not_carried_out() -> None:
    pages, sent = Pages(), Sent(b"result=1", ends=False)
    front = Front(pages, Limits(seconds=0.01))
    ask(front, (scope_of(sent, 9), sent))
    ((environ, body),) = pages.seen
    assert (environ[REFUSED], environ["CONTENT_LENGTH"], body) == (408, "0", b"")
    ((status, headers, _),) = sent.answers
    assert (status, headers["connection"]) == (408, "close")
    assert front.held == 0


def test_a_body_that_ends_too_early_is_not_carried_out() -> None:
    pages = Pages()
    short, broken = Sent(b"result"), Sent(b"result", broken=True)
    ask(Front(pages, Limits()), (scope_of(short, 8), short), (chunked(), broken))
    assert pages.seen == []
    assert [sent.answers[0][0] for sent in (short, broken)] == [400, 400]


def test_a_body_that_is_too_large_is_read_to_its_end_and_not_kept() -> None:
    """Its sender looks for an answer only then."""
    pages, sent = Pages(), Sent(*[b"x" * KB] * 9)
    front = Front(pages, Limits(body=4 * KB, small=0))
    largest = []
    pages_call = pages.__call__
    front.pages = lambda environ, start: largest.append(front.held) or pages_call(environ, start)
    ask(front, (scope_of(sent), sent))
    assert sent.read == 9 * KB
    assert (pages.seen[0][0][REFUSED], pages.seen[0][1]) == (413, b"")
    assert largest == [0]


@pytest.mark.parametrize("scope", [scope_of(Sent(), 10 * KB), chunked()])
def test_of_a_body_without_end_no_more_is_read(scope: Scope) -> None:
    pages, sent = Pages(), Sent(*[b"x" * KB] * 10)
    ask(Front(pages, Limits(body=KB, thrown_away=2 * KB)), (scope, sent))
    assert pages.seen[0][0][REFUSED] == 413
    assert sent.read <= 3 * KB


def test_all_bodies_together_hold_only_so_much_and_small_ones_still_come_through() -> None:
    pages = Pages()
    front = Front(pages, Limits(seconds=1, small=KB, held=4 * KB))
    large = [Sent(*[b"x" * KB] * 3, ends=False) for _ in range(3)]
    small = Sent(b"x" * KB)
    ask(front, *((scope_of(sent, 4 * KB), sent) for sent in large), (scope_of(small), small))
    assert [sent.answers[0][0] for sent in large] == [408, 408, 503]
    assert small.answers[0][0] == 200
    assert front.held == 0


def test_where_too_many_wait_for_a_thread_the_next_is_told_when_to_come_again() -> None:
    pages = Pages()
    sent = Sent()
    ask(Front(pages, Limits(waiting=0)), (Scope(method="GET"), sent))
    ((status, headers, _),) = sent.answers
    assert (status, headers["retry-after"], pages.seen) == (503, "5", [])


class Streamed:
    def __init__(self, *parts: bytes) -> None:
        self.parts, self.closed = parts, False

    def __iter__(self) -> Iterator[bytes]:
        yield from self.parts
        raise_at_end = b"" in self.parts
        if raise_at_end:
            raise RuntimeError("a bug of ours")

    def close(self) -> None:
        self.closed = True


def answering(answer: Any, environ: dict[str, Any], start: Any) -> Any:
    start("200 OK", [])
    return answer


def test_an_answer_in_parts_is_handed_over_whole_and_closed() -> None:
    answer, sent = Streamed(b"a", b"b"), Sent()
    ask(Front(partial(answering, answer), Limits()), (Scope(method="GET"), sent))
    assert sent.answers == [(200, {}, b"ab")]
    assert answer.closed


def test_a_file_is_left_to_the_server_and_a_part_of_one_is_not(tmp_path: Path) -> None:
    path = tmp_path / "x.css"
    path.write_bytes(b"a{}")
    given: list[Any] = [path.open("rb"), path.open("rb"), io.BytesIO(b"made")]
    given[1].seek(1)
    told = []
    for file in given:
        sent = Sent()
        ask(Front(partial(answering, File(file)), Limits()), (Scope(method="GET"), sent))
        told.append(sent.answers[0][2])
        assert file.closed
    assert told == [str(path), b"{}", b"made"]


def test_a_bug_is_answered_and_goes_into_the_log(caplog: pytest.LogCaptureFixture) -> None:
    def early(environ: dict[str, Any], start: Any) -> Iterable[bytes]:
        raise RuntimeError("a bug of ours")

    answer = Streamed(b"half", b"")
    for pages in (early, partial(answering, answer)):
        sent = Sent()
        with caplog.at_level(logging.ERROR):
            ask(Front(pages, Limits()), (Scope(method="GET"), sent))
        ((status, _, body),) = sent.answers
        assert (status, "bug" in body, "bug" in caplog.text) == (500, False, True)
        caplog.clear()
    assert answer.closed


@pytest.mark.parametrize(
    ("status", "words", "code"),
    [(408, "too slowly", "request_timeout"), (413, "too large", "too_large"), (503, "at once", "busy")],
)
def test_what_was_not_taken_in_is_said_as_a_page_and_to_programs(
    rf: Any, status: int, words: str, code: str
) -> None:
    carried_out: list[Any] = []
    middleware = bodies_not_taken_in(lambda request: carried_out.append(request))
    page = middleware(rf.post("/desk/", **{REFUSED: status}))
    problem = middleware(rf.post("/api/v1/events/", **{REFUSED: status}))
    assert (page.status_code, words in page.content.decode()) == (status, True)
    assert f'"code": "{code}"' in problem.content.decode()
    assert carried_out == []
    assert errors.not_taken_in(rf.post("/"), 503)["Retry-After"] == "5"
