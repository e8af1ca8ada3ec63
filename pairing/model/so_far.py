"""What a round looks at of everybody's rounds before it, besides scores and opponents: seats had, floats."""

from enum import StrEnum
from typing import NamedTuple


class Wish(StrEnum):
    """How much a player is due one of the two seats (FIDE C.04.3, 1.7: colour preference)."""

    MILD = "mild"
    STRONG = "strong"
    ABSOLUTE = "absolute"


class Float(StrEnum):
    """Where the opponent of a round was, by score."""

    DOWN = "down"
    UP = "up"


class SoFar(NamedTuple):
    """One player before a round; a tuple, because those of a whole event are kept for the page that shows them.

    `seats`: those of the matches that count for it, 0 for the first, the latest last. `due` is the seat the player
    should have now, None where either will do, and `wish` says how much. `floats`: by round, of those rounds that the
    rules still look at. `extra` (hundredths): points that count for the pairing of this round only (acceleration).
    """

    seats: tuple[int, ...] = ()
    due: int | None = None
    wish: Wish = Wish.MILD
    floats: tuple[tuple[int, Float], ...] = ()
    extra: int = 0
