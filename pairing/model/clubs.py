"""Club mates: players of one club, whom an event may keep apart in all rounds or in the first ones.

Two names are one club where they differ in case, accents and spaces only. A player without a club is nobody's mate.
The pairs follow from the clubs each time they are asked for, so a club that is entered or corrected later counts from
the next round on.
"""

from collections.abc import Iterable
from itertools import combinations
from math import comb

from pairing.model.errors import Impossible, message
from pairing.model.folding import folded
from pairing.model.reasons import gettext_noop
from pairing.model.types import Entrant, Snapshot

Pairs = tuple[tuple[int, int], ...]

IN_ALL_ROUNDS = 1000
"""What `clubs_apart_rounds` is where club mates are to be kept apart however many rounds there are."""

CLUBS_APART = message(
    "clubs_apart",
    gettext_noop(
        "Round {number} cannot be paired because club mates are kept apart ({clubs}). "
        "Keep them apart in fewer rounds, or not at all."
    ),
)


def clubs(entrants: Iterable[Entrant]) -> tuple[tuple[Entrant, ...], ...]:
    """The players of each club with two or more of them, in order of registration; clubs by their first players."""
    members: dict[str, list[Entrant]] = {}
    for entrant in entrants:
        if club := folded(entrant.club or ""):
            members.setdefault(club, []).append(entrant)
    return tuple(tuple(club) for club in members.values() if len(club) > 1)


def mates(snapshot: Snapshot, number: int) -> Pairs:
    """The pairs of club mates who are kept apart in round `number`, the lower id first; () where they may meet."""
    if number > snapshot.clubs_apart_rounds:
        return ()
    members = (sorted(entrant.id for entrant in club) for club in clubs(snapshot.entrants))
    return tuple(pair for ids in members for pair in combinations(ids, 2))


def kept_apart(snapshot: Snapshot, number: int) -> Pairs:
    """Every pair that may not meet in round `number`: those named one by one, and club mates who are kept apart."""
    derived = mates(snapshot, number)
    if not derived:
        return snapshot.forbidden_pairs
    named = {frozenset(pair) for pair in snapshot.forbidden_pairs}
    return snapshot.forbidden_pairs + tuple(pair for pair in derived if frozenset(pair) not in named)


def count_apart(snapshot: Snapshot, number: int) -> int:
    """How many pairs `kept_apart` makes in round `number` at most, without making them: a pair of club mates that is
    named as well counts twice.
    """
    kept = clubs(snapshot.entrants) if number <= snapshot.clubs_apart_rounds else ()
    return len(snapshot.forbidden_pairs) + sum(comb(len(club), 2) for club in kept)


def because_of_clubs(error: Impossible, snapshot: Snapshot, number: int) -> Impossible:
    """The refusal of a round that only its club mates stand in the way of: it names the clubs of those who prove it, or
    all of them where none does.
    """
    present = [entrant for entrant in snapshot.entrants if entrant.takes_part_in(number)]
    concerned = clubs(present)
    proving = [club for club in concerned if any(entrant.id in error.players for entrant in club)]
    names = ", ".join(str(club[0].club).strip() for club in proving or concerned)
    return Impossible(CLUBS_APART, error.players, number=number, clubs=names)
