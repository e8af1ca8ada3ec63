"""Who is told of the steps of an event: nouns above register here, so that what is below need not know them."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Protocol

from tournaments.models import LogEntry, Player, Tournament
from tournaments.steps.delta import Delta


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


_listeners: list[Listener] = []
_recorders: dict[Callable[[Tournament, Delta], None], frozenset[str]] = {}
_followers: dict[Callable[[Tournament, str, LogEntry | None], None], frozenset[str]] = {}


def register(listener: Listener) -> None:
    """Once for each listener, when the program starts (`tournaments.apps`)."""
    if listener not in _listeners:
        _listeners.append(listener)


def follow(step_taken: Callable[[Tournament, str, LogEntry | None], None], actions: frozenset[str]) -> None:
    """The same for whoever is to hear of these actions only."""
    _followers[step_taken] = actions


def when_recorded(step_recorded: Callable[[Tournament, Delta], None], sections: frozenset[str]) -> None:
    """Whoever is to know what a step has changed in these sections, at its end and inside its transaction."""
    _recorders[step_recorded] = sections


def tell_recorded(tournament: Tournament, delta: Delta) -> None:
    for step_recorded, sections in _recorders.items():
        if sections & delta.keys():
            step_recorded(tournament, delta)


def tell_step(tournament: Tournament, action: str, undoes: LogEntry | None) -> None:
    for listener in _listeners:
        listener.step_taken(tournament, action, undoes)
    for step_taken, actions in _followers.items():
        if action in actions:
            step_taken(tournament, action, undoes)


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
