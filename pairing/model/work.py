"""How much work a search may be: counted in steps, so that it is the same on any machine.

A step is about as much as a microsecond of elementary work: one pair of players looked at, or a few operations on
sets of players. Searches whose length the event decides count their steps in lumps, before they take them.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from pairing.model.errors import PairingError, message
from pairing.model.reasons import gettext_noop

TOO_MUCH_WORK = message(
    "too_much_work",
    gettext_noop(
        "This is too much work here (at most {limit} steps). Create an event, or use the command line."
    ),
)


class TooMuchWork(Exception):
    """The limit is passed. It says nothing about the event, so nobody on the way may take it for an answer: it is no
    PairingError until `refusing` makes one of it.
    """


class Work:
    """The steps taken so far, and how many there may be; no `limit`: as many as it takes."""

    __slots__ = ("limit", "steps")

    def __init__(self, limit: int | None = None) -> None:
        self.limit = limit
        self.steps = 0

    def take(self, steps: int) -> None:
        """Count so many more. Errors: TooMuchWork, if they pass the limit."""
        self.steps += steps
        if self.limit is not None and self.steps > self.limit:
            raise TooMuchWork


class _Unlimited(Work):
    """As many steps as it takes. It counts none, so that all can share it."""

    __slots__ = ()

    def take(self, steps: int) -> None:
        pass


UNLIMITED: Work = _Unlimited()


@contextmanager
def refusing(work: Work) -> Iterator[None]:
    """Turns a limit that is passed into a refusal: PairingError `too_much_work`."""
    try:
        yield
    except TooMuchWork:
        raise PairingError(TOO_MUCH_WORK, limit=work.limit) from None
