"""What has been counted, in whole numbers: chunks add up to the same in any order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from pairing.model.errors import BAD_INPUT, PairingError
from pairing.model.wording import said
from pairing.simulation.reference.measures import Measures

Table = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Tally:
    """`runs` tournaments of one configuration.

    Per order and measure (ORDER_MEASURES, or only the brief ones): `sums`, and sums of `squares`. `products` are, per
    two orders, the sums of the products of their inversions; `bins` per order how many tournaments had inversions in
    each bin of equal `width`. `events` and `event_squares` are sums and squares of EVENT_MEASURES.
    """

    runs: int
    sums: Table
    squares: Table
    products: Table
    bins: Table
    width: int
    events: tuple[int, ...]
    event_squares: tuple[int, ...]

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
        )

    def to_data(self) -> dict[str, Any]:
        """As plain JSON data."""
        return {field.name: _listed(getattr(self, field.name)) for field in fields(self)}

    @classmethod
    def from_data(cls, data: Any) -> Tally:
        """From plain JSON data. Errors: PairingError."""
        try:
            given = {field.name: _unlisted(data[field.name]) for field in fields(cls)}
        except (KeyError, TypeError) as error:
            raise PairingError(BAD_INPUT, where="tally", detail=said("not a stored tally")) from error
        return cls(**given)


def tally(found: Sequence[Measures], measures: int, width: int, bins: int) -> Tally:
    """The tally of some tournaments measured one by one, of the first so many measures; at least one."""
    orders = range(len(found[0].orders))
    rows = [[[m.orders[k][i] for m in found] for i in range(measures)] for k in orders]
    counted = [[0] * bins for _ in orders]
    for k in orders:
        for inversions in rows[k][0]:
            counted[k][inversions // width] += 1
    events = list(zip(*(m.event for m in found), strict=True))
    return Tally(
        len(found),
        tuple(tuple(sum(values) for values in row) for row in rows),
        tuple(tuple(sum(v * v for v in values) for values in row) for row in rows),
        tuple(tuple(_product(rows[a][0], rows[b][0]) for b in orders) for a in orders),
        tuple(tuple(row) for row in counted),
        width,
        tuple(sum(values) for values in events),
        tuple(sum(v * v for v in values) for values in events),
    )


def _product(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(a * b for a, b in zip(one, other, strict=True))


def _added(one: Table, other: Table) -> Table:
    return tuple(_added_row(a, b) for a, b in zip(one, other, strict=True))


def _added_row(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    """What both have: a tally stored by an earlier version may lack the last measures."""
    return tuple(a + b for a, b in zip(one, other, strict=False))


def _listed(value: Any) -> Any:
    return [_listed(each) for each in value] if isinstance(value, tuple) else value


def _unlisted(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_unlisted(each) for each in value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(value)
    return value
