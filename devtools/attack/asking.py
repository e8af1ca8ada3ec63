"""Requests to the instance, sent as any client sends them, and their answers."""

from __future__ import annotations

import http.client
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from email.message import Message
from typing import Any, NamedTuple
from urllib.parse import urlsplit

PATIENCE = 90
CUT_OFF = 0
"""The status of a connection that ended without an answer."""


class Answer(NamedTuple):
    status: int
    text: str
    headers: Message

    @property
    def asks_to_try_again(self) -> bool:
        return self.status in (429, 503) and self.headers.get("Retry-After", "").isdigit()

    @property
    def word(self) -> str:
        return str(self.status) if self.status != CUT_OFF else "no answer"

    @property
    def fault(self) -> str:
        """What is wrong with it, whatever was asked: an error of ours, silence, "later" without saying when."""
        if self.status >= 500 or self.status in (CUT_OFF, 429):
            return "" if self.asks_to_try_again else f"{self.word}: {self.text[:200]}"
        return ""


def ask(
    address: str, method: str, path: str, body: Any = None, headers: Mapping[str, str] | None = None
) -> Answer:
    """Redirects are answers, too. Bytes are sent as they are, everything else as JSON."""
    data = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    parts = urlsplit(address)
    line = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=PATIENCE)
    try:
        line.request(method, path, data, {"Content-Type": "application/json", **(headers or {})})
        got = line.getresponse()
        return Answer(got.status, got.read().decode(errors="replace"), got.headers)
    except (OSError, http.client.HTTPException) as error:
        return Answer(CUT_OFF, repr(error), Message())
    finally:
        line.close()


@dataclass
class Told:
    """How often an attack was told what, and what must not have happened."""

    answers: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def note(self, what: str, answer: Answer) -> None:
        self.answers[f"{what} {answer.word}"] += 1
        if answer.fault:
            self.faults.append(f"{what}: {answer.fault}")


Person = Callable[[Told], None]


def all_at_once(people: Sequence[Person]) -> Told:
    """What they were told. Errors: the first that one of them raised."""
    told = Told()
    with ThreadPoolExecutor(len(people)) as pool:
        for done in [pool.submit(person, told) for person in people]:
            done.result()
    return told
