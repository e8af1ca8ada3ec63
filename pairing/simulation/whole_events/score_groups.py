"""Compiled: whole tournaments of Monrad and the shogi championship, stopping where a round is left to the engine."""

from typing import Any

import numpy as np

from pairing.simulation.compiled.jit import compiled, inner
from pairing.simulation.compiled.workspace import (
    ACTIVE,
    FREE,
    GAMMA,
    HAD_BYE,
    LOT as DECIDES,
    LOW,
    MET,
    NOTED,
    ONE,
    PAIRED,
    POINTS,
    STATE,
    ZERO,
    mixed,
    next_number,
)
from pairing.simulation.measuring.expected_lots import WRONG_BY_LOT
from pairing.simulation.measuring.measuring import add, measure
from pairing.simulation.playing.any_field import BYES, leave, score
from pairing.simulation.playing.score_groups import (
    AMONG,
    END,
    FIRSTS,
    HELP,
    LAST,
    LEFT,
    LOSSES,
    MATE,
    draw_lot,
    pair_round,
)
from pairing.simulation.playing.shogi_order import BYE, LINE

# Where we are, a row of whole numbers: the tournament, the one to stop before, the round (-1: not begun), how many are
# active, how many pairs of this round the engine has given (UNKNOWN: none; OVER: it says that this is the end), who has
# its bye (-1: nobody), how many rounds it was asked for.
INDEX, STOP, ROUND, STAYING, GIVEN, RESTS, ASKED = range(7)
UNKNOWN, OVER = -1, -2


@compiled
def play_score_groups(
    base: Any,
    here: Any,
    rules: Any,
    way: Any,
    hall: Any,
    s: Any,
    table: Any,
    measures: Any,
    total: Any,
    events: Any,
) -> bool:
    """Play and measure on; False when the engine is to pair the round HERE says."""
    while here[INDEX] < here[STOP]:
        if here[ROUND] < 0:
            _begin(base + np.uint64(here[INDEX]) * GAMMA, here, rules, hall)
        while here[ROUND] < np.int64(rules.rounds) and here[GIVEN] != OVER:
            if here[GIVEN] == UNKNOWN:
                outcome, count = pair_round(
                    np.uint64(here[ROUND]), np.uint64(here[STAYING]), here[INDEX], rules, way, hall
                )
                if outcome == HELP:
                    here[ASKED] += 1
                    return False
                if outcome == END:
                    break
                _seat(count, here, way, hall)
            _play_round(here, rules, hall)
            here[GIVEN] = UNKNOWN
            here[ROUND] += 1
        measure(s, rules.players, hall.w, hall.opponents, hall.halves, table, measures)
        add(s.width, WRONG_BY_LOT, measures, total)
        for k in range(events.shape[1]):
            noted = np.int64(hall.w[NOTED, np.uint64(k)])
            events[0, k] += noted
            events[1, k] += noted * noted
        here[INDEX] += 1
        here[ROUND] = -1
    return True


@inner
def _begin(start: Any, here: Any, rules: Any, hall: Any) -> None:
    w, x = hall.w, hall.x
    w[STATE, 0] = mixed(start)
    for k in range(5):
        w[NOTED, np.uint64(k)] = ZERO
    for i in range(rules.players):
        w[ACTIVE, i] = i
        w[POINTS, i] = w[MET, i] = w[HAD_BYE, i] = w[FREE, i] = ZERO
        x[LOSSES, i] = x[LEFT, i] = x[FIRSTS, i] = x[LAST, i] = 0
        for k in range(hall.barred.shape[1]):
            hall.barred[i, k] = ZERO
        for number in range(rules.rounds):
            hall.opponents[number, i] = rules.players
            hall.halves[number, i] = hall.seats[number, i] = 0
    here[ROUND], here[STAYING], here[GIVEN] = 0, np.int64(rules.players), UNKNOWN


@inner
def _seat(count: int, here: Any, way: Any, hall: Any) -> None:
    """The pairs of the round, the tables in the order of their first players: who moves first stands behind."""
    x, w, pairs = hall.x, hall.w, 0
    here[RESTS] = -1
    for at in range(count):
        other = x[MATE, at]
        if other < 0:
            here[RESTS] = x[LINE, at]
        elif other > at:
            one, two = x[LINE, at], x[LINE, other]
            if not _moves_first(one, two, here, way, hall):
                one, two = two, one
            w[PAIRED, np.uint64(2 * pairs + 1)], w[PAIRED, np.uint64(2 * pairs)] = one, two
            pairs += 1
    here[GIVEN] = pairs


@inner
def _moves_first(first: int, second: int, here: Any, way: Any, hall: Any) -> Any:
    x = hall.x
    if way.alternate:
        if x[FIRSTS, first] != x[FIRSTS, second]:
            return x[FIRSTS, first] < x[FIRSTS, second]
        if x[LAST, first] != x[LAST, second]:
            return x[LAST, first] > x[LAST, second]
    lots = draw_lot(way.first_mover, here[ROUND] + 1, first, here[INDEX], way, hall)
    return lots <= draw_lot(way.first_mover, here[ROUND] + 1, second, here[INDEX], way, hall)


@inner
def _play_round(here: Any, rules: Any, hall: Any) -> None:
    w, x, number = hall.w, hall.x, np.uint64(here[ROUND])
    pairs = np.uint64(here[GIVEN])
    for k in range(pairs):
        w[DECIDES, k + k + ONE] = next_number(w) & LOW
    score(number, pairs, True, rules, w, hall.barred, hall.opponents, hall.halves)
    for k in range(pairs):
        one, two = w[PAIRED, k + k + ONE], w[PAIRED, k + k]
        hall.seats[number, one], hall.seats[number, two] = 1, 2
        x[FIRSTS, one] += 1
        x[LAST, one], x[LAST, two] = 0, 1
        x[LOSSES, one] += hall.halves[number, one] == 0
        x[LOSSES, two] += hall.halves[number, two] == 0
    if here[RESTS] >= 0:
        player = np.uint64(here[RESTS])
        hall.seats[number, player] = BYE
        w[POINTS, player] += rules.worth[3]
        w[FREE, player] += rules.worth[3]
        w[HAD_BYE, player] = ONE
        w[NOTED, BYES] += ONE
    if number + ONE < rules.rounds and rules.leave_below > ZERO:
        _leave(number, here, rules, hall)


@inner
def _leave(number: Any, here: Any, rules: Any, hall: Any) -> None:
    x, w = hall.x, hall.w
    staying = leave(np.uint64(here[STAYING]), rules.leave_below, w)
    here[STAYING] = np.int64(staying)
    for i in range(rules.players):
        x[AMONG, i] = 0
    for k in range(staying):
        x[AMONG, w[ACTIVE, k]] = 1
    for i in range(rules.players):
        if x[LEFT, i] == 0 and x[AMONG, i] == 0:
            x[LEFT, i] = np.int64(number) + 1
