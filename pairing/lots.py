"""Drawing of lots that anybody can repeat.

A lot is the first 8 bytes, big-endian, of SHA-256 over the UTF-8 bytes of the parts joined by `|`; the lower number
comes first (rules/tiered-league.md, "Lots"). There is no generator and no state: the same seed, event and round
give the same draw on any machine, and a player can recompute one with any SHA-256 tool.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def lot(*parts: object) -> int:
    """The lot of `parts` (texts are brought to Unicode NFC first): an integer in [0, 2**64)."""
    text = unicodedata.normalize("NFC", "|".join(map(str, parts)))
    return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


@dataclass(frozen=True, slots=True)
class Lots:
    """Lots of one event: every number starts from the event's draw seed."""

    seed: str

    def number(self, *parts: object) -> int:
        """The lot of (seed, *parts)."""
        return lot(self.seed, *parts)

    def order(self, items: Iterable[T], *context: object, key: Callable[[T], object] = str) -> list[T]:
        """`items` in the order of their lots (seed, *context, key(item)); equal lots keep the given order.

        Meant for thousands of items, so the common prefix is hashed once.
        """
        prefix = unicodedata.normalize("NFC", "|".join(map(str, (self.seed, *context)))) + "|"
        base = sha256(prefix.encode())

        def draw(item: T) -> bytes:
            hashed = base.copy()
            hashed.update(unicodedata.normalize("NFC", str(key(item))).encode())
            return hashed.digest()[:8]

        return sorted(items, key=draw)
