"""What may be allowed for one round so that it can be paired: only what really helps."""

from dataclasses import dataclass

from pairing import engine
from pairing.model.errors import PairingError
from pairing.model.options import describe, parse
from pairing.model.types import Snapshot


@dataclass(frozen=True, slots=True)
class Offers:
    """Names of per-round options. Each of them is enough, or, where `together`, only all of them at once.

    No names: nothing that may be allowed makes the round possible.
    """

    names: tuple[str, ...] = ()
    together: bool = False


def offers(snapshot: Snapshot) -> Offers:
    """What an organiser may be offered when `engine.pair` finds no legal pairing of this snapshot.

    Every offer has been tried; an option that changes nothing (a second bye for an even field) is not offered.
    Errors: PairingError for a system or an option that is not known.
    """
    seen = engine.of_next_round(snapshot)
    system = engine.find_system(seen.system)
    parse(system.options, seen.options)
    names = tuple(spec.name for spec in describe(system.options) if spec.per_round)
    alone = tuple(name for name in names if _helps(snapshot, (name,)))
    if alone:
        return Offers(alone)
    return Offers(names, together=True) if len(names) > 1 and _helps(snapshot, names) else Offers()


def _helps(snapshot: Snapshot, names: tuple[str, ...]) -> bool:
    try:
        engine.pair(snapshot, overrides=dict.fromkeys(names, True))
    except PairingError:
        return False
    return True
