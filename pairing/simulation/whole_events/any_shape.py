"""Compiled: tournaments of any shape, played and measured one after another."""

from typing import Any

import numpy as np

from pairing.simulation.compiled.jit import compiled
from pairing.simulation.compiled.workspace import GAMMA, NOTED
from pairing.simulation.measuring.expected_lots import WRONG_BY_LOT
from pairing.simulation.measuring.measuring import add, measure
from pairing.simulation.playing.any_field import play
from pairing.simulation.playing.small_field import play_small


@compiled
def play_and_measure(
    base: Any,
    first: Any,
    count: Any,
    rules: Any,
    space: Any,
    s: Any,
    table: Any,
    measures: Any,
    total: Any,
    events: Any,
) -> None:
    """Tournaments first, first + 1, ...; `base` is the mixed seed. Sums and squares of EVENT_MEASURES to `events`."""
    for t in range(first, first + count):
        if rules.limits.size > 0:
            play_small(base + t * GAMMA, rules, space)
        else:
            play(base + t * GAMMA, rules, space)
        measure(s, rules.players, space.w, space.opponents, space.halves, table, measures)
        add(s.width, WRONG_BY_LOT, measures, total)
        for k in range(events.shape[1]):
            noted = np.int64(space.w[NOTED, np.uint64(k)])
            events[0, k] += noted
            events[1, k] += noted * noted
