"""SYSTEMS: the one list of pairing systems, in the order in which users see them."""

from pairing.model.seat_words import BY_MOVE, SeatWords
from pairing.model.types import TWO, TableKind
from pairing.systems.base import System
from pairing.systems.bracket import BRACKETS
from pairing.systems.burstein import BURSTEIN
from pairing.systems.dubov import DUBOV
from pairing.systems.dutch import DUTCH
from pairing.systems.keizer import KEIZER
from pairing.systems.mahjong import MAHJONG
from pairing.systems.mcmahon import MCMAHON
from pairing.systems.monrad import MONRAD
from pairing.systems.monrad_rank import MONRAD_RANK
from pairing.systems.random_swiss import RANDOM_SWISS
from pairing.systems.round_robin import ROUND_ROBIN
from pairing.systems.tiered import TIERED
from pairing.systems.wcsc import WCSC

_ALL: tuple[System, ...] = (
    MONRAD,
    MONRAD_RANK,
    RANDOM_SWISS,
    WCSC,
    DUTCH,
    BURSTEIN,
    DUBOV,
    MCMAHON,
    KEIZER,
    TIERED,
    *BRACKETS,
    ROUND_ROBIN,
    *MAHJONG,
)

SYSTEMS: dict[str, System] = {system.slug: system for system in _ALL}


def seats_of(slug: str) -> TableKind:
    """How many sit at a table of this system; two for a name that is not known."""
    system = SYSTEMS.get(slug)
    return TWO if system is None else system.seats


def seat_words_of(slug: str) -> SeatWords:
    """What the two seats of this system are called; by who moves first for a name that is not known."""
    system = SYSTEMS.get(slug)
    return BY_MOVE if system is None else system.seat_words
