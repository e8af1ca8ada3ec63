"""Three measures of how far two lists of ranks agree, from -1 (turned round) to 1 (the same order)."""

from collections.abc import Sequence
from itertools import combinations
from math import sqrt


def pearson(first: Sequence[float], second: Sequence[float]) -> float | None:
    """The product-moment correlation of the numbers as they are; None where one list is constant or too short."""
    count = len(first)
    if count < 2:
        return None
    mean, other = sum(first) / count, sum(second) / count
    both = sum((a - mean) * (b - other) for a, b in zip(first, second, strict=True))
    spread = sum((a - mean) ** 2 for a in first) * sum((b - other) ** 2 for b in second)
    return _bounded(both / sqrt(spread)) if spread else None


def spearman(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Pearson of the places inside the two lists, equal values sharing the mean of their places."""
    return pearson(places(first), places(second))


def kendall(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Tau-b: pairs in the same order minus pairs in the opposite order, allowing for ties."""
    same = one = other = 0
    for i, j in combinations(range(len(first)), 2):
        a, b = _sign(first[i] - first[j]), _sign(second[i] - second[j])
        same += a * b
        one += a != 0
        other += b != 0
    return _bounded(same / sqrt(one * other)) if one and other else None


def places(values: Sequence[float]) -> list[float]:
    """The place of every value, 1 for the least; equal values share the mean of their places."""
    ordered = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(ordered, 1)))}
    last = {value: place for place, value in enumerate(ordered, 1)}
    return [(first[value] + last[value]) / 2 for value in values]


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)


def _bounded(value: float) -> float:
    """Without what rounding may add beyond 1."""
    return max(-1.0, min(1.0, value))
