"""Who is told of the steps of an event: satellites register here, so that the core need not know them."""

from __future__ import annotations

from typing import Protocol

from tournaments.models import LogEntry, Player, Tournament


class Listener(Protocol):
    """Called inside the transaction of a step: what takes long, or locks another event, waits for its commit."""

    def step_taken(self, tournament: Tournament, action: str, undoes: LogEntry | None) -> None:
        """A line of the log is written; `undoes` is the step that it takes back in the end."""

    def renamed(self, player: Player) -> None:
        """A player has another name."""


_listeners: list[Listener] = []


def register(listener: Listener) -> None:
    """Once for each satellite, when the program starts (`tournaments.apps`)."""
    if listener not in _listeners:
        _listeners.append(listener)


def tell_step(tournament: Tournament, action: str, undoes: LogEntry | None) -> None:
    for listener in _listeners:
        listener.step_taken(tournament, action, undoes)


def tell_renamed(player: Player) -> None:
    for listener in _listeners:
        listener.renamed(player)
