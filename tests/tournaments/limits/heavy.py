"""Pieces of work for a sandbox, which imports them without Django."""

import sys
from pathlib import Path
from typing import Any

from pairing.model.errors import TOO_FEW, Impossible
from pairing.model.reasons import phrase
from pairing.model.schema import DocumentError

_held: list[bytes] = []


def add(one: int, other: int) -> int:
    return one + other


def without_django() -> bool:
    return "django" not in sys.modules


def for_ever() -> None:
    while True:
        pass


def hold(megabytes: int) -> int:
    """As `fill`, and nothing is given back."""
    _held.append(b"x" * (megabytes * 1024 * 1024))
    return len(_held[-1])


def fill(megabytes: int) -> int:
    return len(b"x" * (megabytes * 1024 * 1024))


def refuse() -> None:
    raise Impossible(TOO_FEW, (7,), number=3, count=1, least=2)


def refuse_document() -> None:
    raise DocumentError("players", phrase("{first} or {second}", first=phrase("a list"), second="null"))


def text(size: int) -> str:
    """So many bytes."""
    return "棋" * (size // 3)


def nested(depth: int) -> list[Any]:
    whole: list[Any] = []
    for _level in range(depth):
        whole = [whole]
    return whole


def thing() -> object:
    return object()


class Taken:
    """What makes a file when it is unpickled."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (Path(self.path),)


def fail() -> None:
    raise KeyError("a bug of ours")
