"""Ratings as lists write them: `1,850`, `1 905`, `1'905`, `1755,5`, `1.755,5`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

_SPACES = " \u00a0\u202f'’"
_GROUPED = re.compile(rf"([+-]?)([1-9]\d{{0,2}}(?:[.,{_SPACES}]\d{{3}})+|\d+)(?:[.,](\d+))?")
_SPACED = re.compile(rf"([+-]?)([1-9]\d{{0,2}}(?:[{_SPACES}]\d{{3}})+|\d+)(?:[.,](\d+))?")
_SMALL = re.compile(r"[+-]?\d{1,3}[.,](?:\d{1,2}|\d{4,})")
# Below this a part of a point says too much to be rounded away: ranks of go are 3.2 and -4.5.
_ROUNDED_FROM = 100


@dataclass(frozen=True, slots=True)
class Ratings:
    """How a column of ratings is written.

    `is_small`: it has numbers such as 25.1, so 25.123 is no thousands. `is_signed`: it has negative numbers, so 0 is a
    rating; elsewhere it stands for none, as in lists of chess.
    """

    is_small: bool = False
    is_signed: bool = False

    @classmethod
    def of(cls, cells: Iterable[str]) -> Ratings:
        known = [cell for cell in cells if _GROUPED.fullmatch(cell)]
        return cls(any(map(_SMALL.fullmatch, known)), any(cell.startswith("-") for cell in known))

    def plain(self, cell: str) -> str:
        """The rating as a whole number, "" for none; what is no number, or would lose too much, as it is."""
        number = (_SPACED if self.is_small else _GROUPED).fullmatch(cell)
        if not number:
            return cell
        sign, whole, part = number.groups()
        value = Decimal(f"{sign}{re.sub(r'[^0-9]', '', whole)}.{part or 0}")
        if not value and not self.is_signed:
            return ""
        if value % 1 and abs(value) < _ROUNDED_FROM:
            return cell
        return str(value.quantize(Decimal(1), ROUND_HALF_UP))
