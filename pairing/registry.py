"""What the parts below the systems have to ask of them: which one a phase has.

The systems are built on `ranking`, which looks through phases, so these cannot import the list of systems when they are
loaded; they ask here, when an event is at hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pairing.systems.base import System


def registered(slug: str) -> System | None:
    """The system with this name; None when there is none."""
    from pairing.systems import SYSTEMS

    return SYSTEMS.get(slug)
