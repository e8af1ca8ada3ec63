"""How many rounds an event of a system can take, where nobody has said it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pairing.model.errors import PairingError
from pairing.model.options import parse
from pairing.systems import SYSTEMS
from pairing.systems.bracket.options import BracketOptions, DoubleOptions
from pairing.systems.round_robin import RoundRobinOptions, rounds_of


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
