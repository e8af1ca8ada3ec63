"""Drawing of lots that anybody can repeat.

A lot is the first 8 bytes, big-endian, of SHA-256 over the UTF-8 bytes of the parts joined by `|`; the lower number
comes first (rules/tiered-league.md, "Lots"). There is no generator and no state: the same seed, event and round
give the same draw on any machine, and a player can recompute one with any SHA-256 tool.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeVar

from pairing.model.errors import BAD_INPUT, PairingError
from pairing.model.reasons import phrase
from pairing.model.types import Entrant, Snapshot

T = TypeVar("T")
BYTES = 8


def sha256sum(text: str) -> str:
    """What `printf '%s' TEXT | sha256sum` prints: 64 hex digits."""
    return sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class DrawnLot:
    """A lot that was drawn, with all it is made of. `purpose` is the part behind the seed (`draw`, `first_mover`);
    `item` what the lot is for where it puts something in order, as it stands in the text: nearly always a player's id.
    """

    text: str
    purpose: str
    item: str = ""

    @property
    def sha256(self) -> str:
        """The sum of the text, as sha256sum prints it."""
        return sha256sum(self.text)

    @property
    def lot(self) -> str:
        """The lot as the first 16 digits of the sum."""
        return self.sha256[: 2 * BYTES]

    @property
    def number(self) -> int:
        return int(self.lot, 16)


# Whoever wants to see the lots of a pairing listens here; systems neither know nor pay for it.
_listener: ContextVar[list[DrawnLot] | None] = ContextVar("lots", default=None)


@contextmanager
def recorded() -> Iterator[list[DrawnLot]]:
    """The list that every lot is added to that is drawn from a seed meanwhile, in the order in which they are drawn."""
    drawn: list[DrawnLot] = []
    token = _listener.set(drawn)
    try:
        yield drawn
    finally:
        _listener.reset(token)


def lot(*parts: object) -> int:
    """The lot of `parts` (texts are brought to Unicode NFC first): an integer in [0, 2**64)."""
    return int.from_bytes(sha256(_text(*parts).encode()).digest()[:BYTES], "big")


def _text(*parts: object) -> str:
    return unicodedata.normalize("NFC", "|".join(map(str, parts)))


@dataclass(frozen=True, slots=True)
class Lots:
    """Lots of one event: every number starts from the event's draw seed."""

    seed: str

    def number(self, *parts: object) -> int:
        """The lot of (seed, *parts)."""
        if (heard := _listener.get()) is not None:
            heard.append(DrawnLot(_text(self.seed, *parts), str(parts[0]) if parts else ""))
        return lot(self.seed, *parts)

    def order(self, items: Iterable[T], *context: object, key: Callable[[T], object] = str) -> list[T]:
        """`items` in the order of their lots (seed, *context, key(item)); equal lots keep the given order.

        Meant for thousands of items, so the common prefix is hashed once.
        """
        prefix = _text(self.seed, *context) + "|"
        base = sha256(prefix.encode())
        heard, purpose = _listener.get(), str(context[0]) if context else ""

        def draw(item: T) -> bytes:
            hashed, last = base.copy(), _text(key(item))
            hashed.update(last.encode())
            if heard is not None:
                heard.append(DrawnLot(prefix + last, purpose, last))
            return hashed.digest()[:BYTES]

        return sorted(items, key=draw)


# The lots of a league: a number for every player, season and round that anybody can compute again.
#
# Rules: tiered-league.md, "Lots". `printf '%s' 'NAME|SEASON|ROUND' | sha256sum` shows the lot as its first
# 16 digits, the name in Unicode NFC; the lower comes first.
FIRST_SEASON = 1  # that of an event which names none
LEAGUE = "tiered"
HEX_DIGITS = 16


@dataclass(frozen=True, slots=True)
class SeasonLot:
    """One lot with what it is made of. `player` is an id where the name stands for a player of an event; `stored` is
    the lot itself where the name is not told.
    """

    name: str
    season: int
    round: int
    player: int | None = None
    stored: int | None = None

    @property
    def text(self) -> str:
        """What is hashed."""
        return unicodedata.normalize("NFC", f"{self.name}|{self.season}|{self.round}")

    @property
    def sha256(self) -> str:
        """The whole sum, as sha256sum prints it."""
        return sha256sum(self.text)

    @property
    def number(self) -> int:
        """The lot: the first 8 bytes of the sum, big-endian."""
        return int(self.sha256[:HEX_DIGITS], 16) if self.stored is None else self.stored

    def to_json(self) -> dict[str, Any]:
        """With the lot as 16 digits: JSON readers lose the end of numbers as large as this."""
        known = {} if self.player is None else {"player": self.player}
        told = self.stored is None
        return {
            **known,
            "name": self.name,
            "season": self.season,
            "round": self.round,
            "text": self.text if told else "",
            "sha256": self.sha256 if told else "",
            "lot": f"{self.number:0{HEX_DIGITS}x}",
        }


def season_of(snapshot: Snapshot) -> int:
    """The season an event draws its lots for."""
    return FIRST_SEASON if snapshot.season is None else snapshot.season


def lot_of(entrant: Entrant, season: int, number: int) -> SeasonLot:
    """The lot of a player of an event in a round."""
    return SeasonLot(entrant.name, season, number, entrant.id, dict(entrant.lots).get(number))


def lots_of_names(names: Iterable[str], season: int, number: int) -> list[SeasonLot]:
    """The lots of these names in the order they come; equal names keep the order given."""
    return sorted((SeasonLot(name, season, number) for name in names), key=lambda lot: lot.number)


def lots_of_event(snapshot: Snapshot, number: int | None = None) -> list[SeasonLot]:
    """The lots of everybody who takes part in a round (default: the next one), in the order they come.

    Of an event with phases it wants what `pairing.engine.phases.of_round` makes of it. Errors: PairingError, for an
    event whose system draws otherwise.
    """
    if snapshot.system != LEAGUE:
        detail = phrase(
            "{name} does not draw by name; choose {allowed}", name=snapshot.system, allowed=LEAGUE
        )
        raise PairingError(BAD_INPUT, where="system", detail=detail)
    drawn = len(snapshot.rounds) + 1 if number is None else number
    season = season_of(snapshot)
    lots = (lot_of(e, season, drawn) for e in snapshot.entrants if e.takes_part_in(drawn))
    return sorted(lots, key=lambda lot: lot.number)
