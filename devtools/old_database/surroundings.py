"""The same installation every time: a clock that moves only when told to, and secrets drawn from a seed."""

from __future__ import annotations

import base64
import random
import secrets
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from unittest import mock

import knox.crypto
import time_machine

BEGIN = datetime(2026, 11, 21, 8, 0, tzinfo=UTC)


class Clock:
    """Time in the installation."""

    def __init__(self, traveller: time_machine.Traveller) -> None:
        self._traveller = traveller

    def on(self, **more: float) -> None:
        """Let time pass, half a minute unless told otherwise."""
        self._traveller.shift(timedelta(**(more or {"seconds": 30})))

    def now(self) -> datetime:
        return datetime.now(UTC)


@contextmanager
def surroundings() -> Iterator[Clock]:
    chance = random.Random("an old database")

    def some_bytes(count: int | None = None) -> bytes:
        return chance.randbytes(32 if count is None else count)

    def text(count: int | None = None) -> str:
        return base64.urlsafe_b64encode(some_bytes(count)).rstrip(b"=").decode()

    drawn = {
        "token_bytes": some_bytes,
        "token_hex": lambda count=None: some_bytes(count).hex(),
        "token_urlsafe": text,
        "choice": chance.choice,
        "randbelow": chance.randrange,
    }
    with ExitStack() as stack:
        for name, draw in drawn.items():
            stack.enter_context(mock.patch.object(secrets, name, draw))
        stack.enter_context(mock.patch.object(knox.crypto, "generate_bytes", some_bytes))
        yield Clock(stack.enter_context(time_machine.travel(BEGIN, tick=False)))
