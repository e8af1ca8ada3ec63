"""A seed for every round, so that its lots are secret before the round and anybody's to recompute after it.

All of them follow from one text, the master, that stays secret until the event is over. Before a round the hash of its
seed is shown, the commitment; after it the seed. Whoever has both knows that the seed was settled beforehand:

    printf '%s' 'SEED' | sha256sum                           the commitment shown before
    printf '%s' 'MASTER|ROUND' | sha256sum | cut -c1-32      the seed of a round, when the event is over
"""

from itertools import accumulate

from pairing.model.lots import sha256sum
from pairing.model.options import parse
from pairing.model.types import Phase, Snapshot
from pairing.systems import SYSTEMS

SEED_DIGITS = 32


def round_seed(master: str, number: int) -> str:
    """The seed of round `number`: the first 32 hex digits of SHA-256 over the UTF-8 bytes of `master|number`.

    `printf '%s' 'MASTER|NUMBER' | sha256sum | cut -c1-32` prints the same.
    """
    return sha256sum(f"{master}|{number}")[:SEED_DIGITS]


def commitment(seed: str) -> str:
    """What is shown of a seed while it is secret: SHA-256 of its UTF-8 bytes, all 64 hex digits.

    `printf '%s' 'SEED' | sha256sum` prints the same.
    """
    return sha256sum(seed)


def seed_of(snapshot: Snapshot, master: str, number: int) -> str:
    """The seed round `number` of an event is drawn from. Errors: PairingError for bad options.

    Where a system draws once and its first round is there, that round's seed stands, be it of an earlier master.
    """
    drawn = drawn_with(snapshot, number)
    known = snapshot.rounds[drawn - 1].seed if drawn < number and drawn <= len(snapshot.rounds) else ""
    return known or round_seed(master, drawn)


def drawn_with(snapshot: Snapshot, number: int) -> int:
    """The round whose seed round `number` is drawn from: its own, or the first one of its system where that draws once
    for all its rounds (`System.draws_once`). Errors: PairingError for bad options.
    """
    first, phase = _phase_of(snapshot, number)
    system = SYSTEMS.get(phase.system)
    if system is None or not system.draws_once(parse(system.options, phase.options)):
        return number
    return first


def draws_lots(snapshot: Snapshot) -> bool:
    """Whether any round of the event is drawn from a seed; a league computes its lots from names."""
    names = [phase.system for phase in snapshot.phases] or [snapshot.system]
    return any(system is None or system.draws_lots for system in map(SYSTEMS.get, names))


def _phase_of(snapshot: Snapshot, number: int) -> tuple[int, Phase]:
    """The first round of the phase of round `number`, and that phase; the whole event where it has no phases."""
    if not snapshot.phases:
        return 1, Phase(snapshot.system, snapshot.options)
    starts = accumulate((phase.rounds or 0 for phase in snapshot.phases[:-1]), initial=1)
    return max(
        ((start, phase) for start, phase in zip(starts, snapshot.phases, strict=True) if start <= number),
        key=lambda found: found[0],
    )
