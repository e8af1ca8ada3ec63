"""Criteria as digits of one integer cost: the first one taken weighs least."""

from __future__ import annotations

from collections.abc import Iterable

Digits = dict[int, int]
"""The weight of each value of a list: a score, or a difference of scores."""


class Scale:
    """A digit's weight exceeds everything the digits below it can add up to. `most`: how often one can count. All
    weights are even, as the matcher wants them.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.at = 1

    def digit(self, most: int | None = None) -> int:
        """The weight of the next digit, which counts at most so often."""
        weight = 1 << self.at
        self.at += (self.most if most is None else most).bit_length()
        return weight

    def row(self, values: Iterable[int]) -> Digits:
        """A row of digits, the highest value in front."""
        return {value: self.digit() for value in sorted(set(values))}
