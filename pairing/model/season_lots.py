"""The lots of a league: a number for every player, season and round that anybody can compute again.

Rules: tiered-league.md, "Lots". `printf '%s' 'NAME|SEASON|ROUND' | sha256sum` shows the lot as its first 16 digits, the
name in Unicode NFC; the lower comes first.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from pairing.model.errors import BAD_INPUT, PairingError
from pairing.model.lots import sha256sum
from pairing.model.types import Snapshot
from pairing.model.wording import phrase

FIRST_SEASON = 1  # that of an event which names none
LEAGUE = "tiered"
HEX_DIGITS = 16


@dataclass(frozen=True, slots=True)
class SeasonLot:
    """One lot with what it is made of. `player` is an id where the name stands for a player of an event."""

    name: str
    season: int
    round: int
    player: int | None = None

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
        return int(self.sha256[:HEX_DIGITS], 16)

    def to_json(self) -> dict[str, Any]:
        """With the lot as 16 digits: JSON readers lose the end of numbers as large as this."""
        known = {} if self.player is None else {"player": self.player}
        return {
            **known,
            "name": self.name,
            "season": self.season,
            "round": self.round,
            "text": self.text,
            "sha256": self.sha256,
            "lot": self.sha256[:HEX_DIGITS],
        }


def season_of(snapshot: Snapshot) -> int:
    """The season an event draws its lots for."""
    return FIRST_SEASON if snapshot.season is None else snapshot.season


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
    lots = (
        SeasonLot(e.name, season_of(snapshot), drawn, e.id)
        for e in snapshot.entrants
        if e.takes_part_in(drawn)
    )
    return sorted(lots, key=lambda lot: lot.number)
