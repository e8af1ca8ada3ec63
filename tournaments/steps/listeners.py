"""Who is told of the steps of an event: nouns above register here, so that what is below need not know them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from typing import Protocol

from tournaments.models import LogEntry, Player, Tournament


class Listener(Protocol):
    """Called inside the transaction of a step: what takes long, or locks another event, waits for its commit."""

    def step_taken(self, tournament: Tournament, action: str, undoes: LogEntry | None) -> None:
        """A line of the log is written; `undoes` is the step that it takes back in the end."""

    def renamed(self, player: Player) -> None:
        """A player has another name."""

    def going_into_bin(self, tournament: Tournament) -> AbstractContextManager[None]:
        """Around a deletion, the event not locked yet: what has to be locked before it is locked here."""

    def coming_back(self, tournament: Tournament) -> AbstractContextManager[None]:
        """Around a restoration, likewise."""

    def back(self, tournament: Tournament) -> None:
        """The event is restored, inside the change that says so."""

    def going_for_good(self, tournament: Tournament) -> AbstractContextManager[None]:
        """Around the end of an event in the bin, likewise."""


class Quiet:
    """A listener that lets everything pass: for those who are interested in some of it."""

    def step_taken(self, tournament: Tournament, action: str, undoes: LogEntry | None) -> None:
        """Nothing follows."""

    def renamed(self, player: Player) -> None:
        """Nothing follows."""

    def going_into_bin(self, tournament: Tournament) -> AbstractContextManager[None]:
        """Nothing is held."""
        return nullcontext()

    coming_back = going_for_good = going_into_bin

    def back(self, tournament: Tournament) -> None:
        """Nothing follows."""


_listeners: list[Listener] = []
_of_step: list[tuple[Listener, frozenset[str]]] = []


def register(listener: Listener, steps: frozenset[str] = frozenset()) -> None:
    """Once for each listener, when the program starts (`tournaments.apps`). `steps`: the actions it is told of;
    none: of all.
    """
    if listener not in _listeners:
        _listeners.append(listener)
        _of_step.append((listener, steps))


def tell_step(tournament: Tournament, action: str, undoes: LogEntry | None) -> None:
    for listener, steps in _of_step:
        if not steps or action in steps:
            listener.step_taken(tournament, action, undoes)


def tell_renamed(player: Player) -> None:
    for listener in _listeners:
        listener.renamed(player)


def tell_back(tournament: Tournament) -> None:
    for listener in _listeners:
        listener.back(tournament)


def going_into_bin(tournament: Tournament) -> AbstractContextManager[None]:
    return _around(lambda listener: listener.going_into_bin(tournament))


def coming_back(tournament: Tournament) -> AbstractContextManager[None]:
    return _around(lambda listener: listener.coming_back(tournament))


def going_for_good(tournament: Tournament) -> AbstractContextManager[None]:
    return _around(lambda listener: listener.going_for_good(tournament))


@contextmanager
def _around(what: Callable[[Listener], AbstractContextManager[None]]) -> Iterator[None]:
    with ExitStack() as held:
        for listener in _listeners:
            held.enter_context(what(listener))
        yield
