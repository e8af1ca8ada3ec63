"""How many rounds an event of a system can take, where nobody has said it."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from pairing.model.errors import PairingError
from pairing.model.options import parse
from pairing.systems import SYSTEMS
from pairing.systems.bracket.options import BracketOptions, DoubleOptions
from pairing.systems.round_robin import RoundRobinOptions, rounds_of

MOST_ROUNDS = 1000  # as many as an event document may plan


def longest(slug: str, options: Mapping[str, Any], players: int) -> int:
    """The rounds of a bracket or a table for so many players; of other systems as many as it takes to have one
    unbeaten player.
    """
    count = max(players, 2)
    unbeaten = (count - 1).bit_length()
    system = SYSTEMS.get(slug)
    if system is None:
        return unbeaten
    try:
        chosen = parse(system.options, options)
        if isinstance(chosen, BracketOptions | DoubleOptions):
            return len(chosen.chart(min(count, chosen.size or count)).stages)
    except PairingError:
        return unbeaten
    return rounds_of(count, chosen) if isinstance(chosen, RoundRobinOptions) else unbeaten


def needed(slug: str, options: Mapping[str, Any], players: int) -> int:
    """The rounds it can take until a bracket is decided, all have met in a round robin, or one player is left of those
    not eliminated; 0 for systems in which any number of rounds will do, and where the options are wrong.
    """
    system = SYSTEMS.get(slug)
    try:
        chosen = parse(system.options, options) if system else None
    except PairingError:
        return 0
    if isinstance(chosen, BracketOptions | DoubleOptions | RoundRobinOptions):
        return (chosen.after_round or 0) + longest(slug, options, players)
    losses = getattr(chosen, "elimination", None)
    return until_one_left(players, losses) if losses else 0


def until_one_left(players: int, losses: int) -> int:
    """Rounds until at most one of `players` has fewer than `losses` losses, without draws: neighbours by losses meet,
    and a player who has to meet one with more losses loses. Counted round by round, up to MOST_ROUNDS.
    """
    field, rounds = {0: players}, 0  # by losses how many; there are few different ones, however many players
    while sum(field.values()) > 1 and rounds < MOST_ROUNDS:
        after: Counter[int] = Counter()
        left: list[int] = []  # the losses of whoever has nobody with as many to meet
        for lost in sorted(field):
            after.update(before + 1 for before in left)
            pairs, odd = divmod(field[lost] - len(left), 2)
            after[lost] += pairs + len(left)
            after[lost + 1] += pairs
            left = [lost] * odd
        after.update(left)
        field = {lost: count for lost, count in after.items() if count and lost < losses}
        rounds += 1
    return rounds
