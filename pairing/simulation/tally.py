"""What has been counted, in whole numbers: chunks add up to the same in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, fields
from typing import Any

from pairing.model.errors import BAD_INPUT, PairingError
from pairing.model.reasons import phrase
from pairing.simulation.reference.measures import HALVES, Measures

Table = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """`runs` tournaments of one configuration.

    Per order and measure (those of `measured`): `sums`, and sums of `squares`. `products` are, per two orders, the sums
    of the products of their inversions; `bins` per order how many tournaments had inversions in each bin of equal
    `width`; both also of the inversions by lot (empty in a tally of an earlier version). `events` and `event_squares`
    are sums and squares of EVENT_MEASURES.
    """

    runs: int
    sums: Table
    squares: Table
    products: Table
    bins: Table
    width: int
    events: tuple[int, ...]
    event_squares: tuple[int, ...]
    products_by_lot: Table = ()
    bins_by_lot: Table = ()

    def merge(self, other: Tally) -> Tally:
        """Both together; they have to be of the same configuration."""
        return Tally(
            self.runs + other.runs,
            _added(self.sums, other.sums),
            _added(self.squares, other.squares),
            _added(self.products, other.products),
            _added(self.bins, other.bins),
            self.width,
            _added_row(self.events, other.events),
            _added_row(self.event_squares, other.event_squares),
            _added(self.products_by_lot, other.products_by_lot),
            _added(self.bins_by_lot, other.bins_by_lot),
        )

    def to_data(self) -> dict[str, Any]:
        """As plain JSON data."""
        return {field.name: _listed(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_data(cls, data: Any) -> Tally:
        """From plain JSON data. Errors: PairingError."""
        try:
            given = {
                field.name: _unlisted(data[field.name])
                for field in fields(cls)
                if field.default is MISSING or field.name in data
            }
        except (KeyError, TypeError) as error:
            raise PairingError(BAD_INPUT, where="tally", detail=phrase("not a stored tally")) from error
        return cls(**given)


def tally(tournaments: Sequence[Measures], places: Sequence[int], width: int, bins: int) -> Tally:
    """The tally of some tournaments measured one by one, of the measures in these places, of which the first are
    inversions and the last two those by lot; at least one tournament.
    """
    orders = range(len(tournaments[0].orders))
    rows = [[[m.orders[k][i] for m in tournaments] for i in places] for k in orders]
    strict, by_lot = [row[0] for row in rows], [row[-2] for row in rows]
    events = list(zip(*(m.event for m in tournaments), strict=True))
    return Tally(
        len(tournaments),
        tuple(tuple(sum(values) for values in row) for row in rows),
        tuple(tuple(sum(v * v for v in values) for values in row) for row in rows),
        _products(strict),
        tuple(_binned(values, width, bins) for values in strict),
        width,
        tuple(sum(values) for values in events),
        tuple(sum(v * v for v in values) for values in events),
        _products(by_lot),
        tuple(_binned(values, HALVES * width, bins) for values in by_lot),
    )


def _products(rows: Sequence[Sequence[int]]) -> Table:
    return tuple(tuple(sum(a * b for a, b in zip(one, other, strict=True)) for other in rows) for one in rows)


def _binned(values: Sequence[int], width: int, bins: int) -> tuple[int, ...]:
    counted = Counter(value // width for value in values)
    return tuple(counted[k] for k in range(bins))


# What both have: a tally stored by an earlier version may lack the last measures, and what is by lot.
def _added(first: Table, second: Table) -> Table:
    return tuple(_added_row(a, b) for a, b in zip(first, second, strict=False))


def _added_row(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(first, second, strict=False))


def _listed(value: Any) -> Any:
    return [_listed(each) for each in value] if isinstance(value, tuple) else value


def _unlisted(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_unlisted(each) for each in value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(value)
    return value
