"""A memory of results that is bounded by their size, not only by their number.

`functools.lru_cache` counts results: 64 schedules of a club evening are nothing, 64 of 3,000 players fill the memory of
a server, and whoever sends the documents chooses which. Here it is the weight of all results together that is bounded.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import update_wrapper
from threading import Lock
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")


def remember(most: int, weigh: Callable[..., int]) -> Callable[[Callable[..., Result]], Remembered[Result]]:
    """A decorator: the latest results of a function of hashable arguments, as long as they weigh `most` together.

    `weigh` says what a result weighs, in a unit of the function's own (seats, games); it is given the result and then
    the arguments, since these are kept with it. The results are shared, so they must not be changed.
    """

    def decorate(function: Callable[..., Result]) -> Remembered[Result]:
        return Remembered(function, most, weigh)

    return decorate


class Remembered(Generic[Result]):
    """A function with its memory; `weight` is what is in it."""

    def __init__(self, function: Callable[..., Result], most: int, weigh: Callable[..., int]) -> None:
        update_wrapper(self, function)
        self._function, self._most, self._weigh = function, most, weigh
        self._results: OrderedDict[Hashable, tuple[Result, int]] = OrderedDict()
        self._lock = Lock()
        self.weight = 0

    def __call__(self, *arguments: Any, **named: Any) -> Result:
        key = (arguments, tuple(named.items()))
        with self._lock:
            if key in self._results:
                self._results.move_to_end(key)
                return self._results[key][0]
        result = self._function(*arguments, **named)
        self._keep(key, result, self._weigh(result, *arguments, **named))
        return result

    def _keep(self, key: Hashable, result: Result, weight: int) -> None:
        """One that is too heavy by itself is not kept: it would push everything else out."""
        with self._lock:
            if weight > self._most or key in self._results:
                return
            self._results[key] = result, weight
            self.weight += weight
            while self.weight > self._most:
                self.weight -= self._results.popitem(last=False)[1][1]
