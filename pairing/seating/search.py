"""What a search says while it works, and how it is told to stop."""

from collections.abc import Callable

KeepGoing = Callable[[float], bool]
Figures = dict[str, int | float]
Report = Callable[[float, Figures], None]

REPORTS = 100  # at most so many while a search lasts


def quiet(done: float, figures: Figures) -> None:
    """A report nobody reads."""


class Search:
    """A long search in parts: the share done, the best so far, and whether to go on.

    `keep_going` hears the share done, from 0 to 1; once it has said no it is not asked again and every part ends.
    `report` hears the share and the figures of the best schedule so far, only those known by then.
    """

    def __init__(self, keep_going: KeepGoing = lambda done: True, report: Report = quiet) -> None:
        self._keep_going, self._report = keep_going, report
        self._from, self._to = 0.0, 1.0
        self._next = 0.0
        self._key: tuple[int, ...] | None = None
        self._best: Figures = {}
        self.stopped = False

    def part(self, start: float, end: float) -> None:
        """What follows is the part of the whole from `start` to `end` (0 to 1)."""
        self._from, self._to = start, end

    def goes_on(self, done: float) -> bool:
        """Whether to go on, `done` of this part (0 to 1) being behind us."""
        if self.stopped:
            return False
        share = self._from + done * (self._to - self._from)
        if self._best and share >= self._next:
            self._next = share + 1 / REPORTS
            self._report(share, dict(self._best))
        self.stopped = not self._keep_going(share)
        return not self.stopped

    def take(self, key: tuple[int, ...], figures: Figures) -> None:
        """There is a schedule with these figures; the one with the lowest key is the best so far."""
        if self._key is None or key < self._key:
            self._key, self._best = key, figures

    def finished(self, figures: Figures) -> None:
        """Say the last word: all figures of the finished schedule."""
        self._report(1.0, dict(figures))
