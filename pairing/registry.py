"""What the parts below the systems have to ask of a system: which one an event has, and how many it seats.

The systems are built on `field` and `ranking`, so these cannot import the list of systems when they are loaded; they
ask here, when an event is at hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairing.systems.base import System

TWO, FOUR = 2, 4


def registered(slug: str) -> System | None:
    """The system with this name; None when there is none."""
    from pairing.systems import SYSTEMS

    return SYSTEMS.get(slug)


def seats_of(slug: str) -> int:
    """How many sit at a table of this system, 2 or 4; 2 for a name that is not known."""
    system = registered(slug)
    return TWO if system is None else system.seats
