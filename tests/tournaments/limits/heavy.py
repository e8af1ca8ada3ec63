"""Pieces of work for a sandbox, which imports them without Django."""

from __future__ import annotations

import sys

from pairing.model.errors import TOO_FEW, Impossible

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


def fail() -> None:
    raise KeyError("a bug of ours")
