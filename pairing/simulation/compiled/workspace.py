"""Compiled: the room for one tournament, and random numbers.

The room is one table `w` of 64-bit words, since handing many arrays from function to function takes longer than what
the functions do. Words are unsigned, because a signed index is asked each time whether it counts from the end.
"""

from typing import Any

import numpy as np

from pairing.simulation.compiled.jit import inner

ZERO, ONE, TWO, U30, U27, U31, U32 = (np.uint64(number) for number in (0, 1, 2, 30, 27, 31, 32))
GAMMA = np.uint64(0x9E3779B97F4A7C15)
FIRST, SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
LOW = np.uint64((1 << 31) - 1)

# The rows of `w`. STATE: of the random numbers, and how many matches anybody can have had. PAIRED: the players of the
# pools that are drawn, pairs side by side, in each pool from its end; LOT: at the first one's place what decides their
# match. START: where the pools (later the groups of the standings) begin. FREE: points for byes. NOTED: EVENT_MEASURES.
# PARTNERS, TURN, CHOICES: see `drawing_in_turn`.
(
    STATE,
    ACTIVE,
    ORDER,
    POOL,
    PAIRED,
    LOT,
    KEPT,
    START,
    BUCKET,
    POINTS,
    MET,
    HAD_BYE,
    FREE,
    NOTED,
    SLOT,
    PARTNERS,
    TURN,
    CHOICES,
) = range(18)
ROWS = 18


@inner
def mixed(number: Any) -> Any:
    number = (number ^ (number >> U30)) * FIRST
    number = (number ^ (number >> U27)) * SECOND
    return number ^ (number >> U31)


@inner
def next_number(w: Any) -> Any:
    state = w[STATE, 0] + GAMMA
    w[STATE, 0] = state
    return mixed(state)


@inner
def among(number: Any, count: Any) -> Any:
    return ((number >> U32) * count) >> U32
