"""Compiled: rounds of Monrad and of the shogi championship, as the engine pairs them.

Only what is certain is done here. If every group with an even number can be paired inside, and every other one but for
one player, then the engine's answer is the first such pairing in the order of preference: no rule is given up, and
nobody above could get anything better (docs/decisions/0010). Any other round is left to the engine.
"""

from typing import Any, NamedTuple

import numpy as np

from pairing.simulation.compiled.hashing import lot, put_number, put_text
from pairing.simulation.compiled.jit import inner
from pairing.simulation.compiled.workspace import ACTIVE, HAD_BYE, ONE, ZERO
from pairing.simulation.drawing.first_that_works import FOUND, IN_ORDER, MAY_LEAVE, MEMBER, PARTNER, choose
from pairing.simulation.drawing.perfect_matching import apart
from pairing.simulation.playing.shogi_order import LINE, ROWS as ROWS_OF_STANDING, SCORE, line_up, sort

# More rows of `x`. By player: LOT; LOSSES; LEFT, after which round, 0 for nobody who has left; FIRSTS, how often in the
# first seat; LAST, the last seat. By place in LINE: MATE, the place of the opponent, -1 if there is none. PLACE: of the
# members of a group, their places in LINE. BEGINS: where groups begin.
LOT, LOSSES, LEFT, FIRSTS, LAST, MATE, PLACE, BEGINS, AMONG = range(ROWS_OF_STANDING, ROWS_OF_STANDING + 9)
ROWS = ROWS_OF_STANDING + 9
BY_LIST, ONCE, EVERY_ROUND = range(3)  # when lots are drawn
UPPERMOST, LOWEST, LEFT_OVER = range(3)  # who leaves a group of an odd number
FROM_TOP, FROM_BOTTOM, BY_HALF = range(3)  # whom they meet
END, HELP, DONE = -1, 0, 1


class Way(NamedTuple):
    """How a system pairs."""

    monrad: bool
    drawn: int
    losses: int  # with so many a player is out
    alternate: bool  # who moves first
    ranked: bool  # in groups: by the ranking so far, or in list order
    method: int
    floater: int
    meets: int
    ahead: bool  # on assumed results of the round before
    radix: int  # more than any sum of points
    seed: Any  # uint8: the bytes every lot begins with
    draw: Any  # uint8
    first_mover: Any  # uint8


class Hall(NamedTuple):
    """Room for one tournament besides `Space`, whose fields it has too."""

    w: Any
    barred: Any
    graph: Any
    opponents: Any
    halves: Any
    seats: Any  # uint8 [rounds, n]: 1 who moved first, 2 second, BYE for a bye
    x: Any  # int64 [ROWS, n + 2]
    block: Any  # uint8 [64]: a text
    words: Any  # uint32 [64]


@inner
def draw_lot(purpose: Any, number: Any, player: Any, index: Any, way: Any, hall: Any) -> Any:
    """The lot of a player for this purpose in this round (0: in the whole event)."""
    at = put_text(way.seed, 0, hall.block)
    at = put_number(index, at, hall.block)
    at = put_text(purpose, at, hall.block)
    if number > 0:
        at = put_number(number, at, hall.block)
    return lot(player + 1, at, hall.block, hall.words)


@inner
def pair_round(number: Any, active: Any, index: Any, rules: Any, way: Any, hall: Any) -> Any:
    """MATE for everybody who plays; HELP if this is not certain, END if too few are left.

    Returned are the outcome and how many places of LINE there are.
    """
    x, w = hall.x, hall.w
    for i in range(rules.players):
        x[AMONG, i] = 0
    for k in range(active):
        i = w[ACTIVE, k]
        x[AMONG, i] = not way.monrad or x[LOSSES, i] < way.losses
    assumed: Any = np.int64(number) - 1
    if not way.ahead or number == ZERO or number + ONE == rules.rounds:
        assumed = -1
    line_up(number, assumed, way.ranked, rules.worth, way.radix, hall, x)
    count = 0
    for at in range(np.int64(rules.players)):
        if x[AMONG, x[LINE, at]]:
            x[LINE, count] = x[LINE, at]
            count += 1
    if count < 2:
        return END, count
    for at in range(count):
        x[MATE, at] = -1
    if way.monrad:
        return _pair_monrad(number, count, index, way, hall), count
    return _pair_shogi(count, way, hall), count


@inner
def _pair_monrad(number: Any, count: int, index: Any, way: Any, hall: Any) -> int:
    x = hall.x
    if way.drawn == EVERY_ROUND or (way.drawn == ONCE and number == ZERO):
        named = np.int64(number) + 1 if way.drawn == EVERY_ROUND else 0
        for at in range(count):
            i = x[LINE, at]
            drawn = draw_lot(way.draw, named, i, index, way, hall)
            x[LOT, i] = -1 - np.int64(drawn ^ np.uint64(1 << 63))  # the lower lot is the higher number
    groups = _find_groups(count, x)
    if way.drawn != BY_LIST:
        for group in range(groups):
            sort(LOT, x[BEGINS, group], x[BEGINS, group + 1], x)
    waiting = -1
    for group in range(groups):
        bye = count % 2 if group + 1 == groups else 0
        if (x[BEGINS, group + 1] - x[BEGINS, group] - bye) % 2 and waiting < 0:
            waiting = group
            continue
        odd = (x[BEGINS, group + 1] - x[BEGINS, group] - bye) % 2
        if not _pair_groups(waiting if odd else -1, group, bye, hall):
            return HELP
        if odd:
            waiting = -1
    return DONE


@inner
def _find_groups(count: int, x: Any) -> int:
    """BEGINS: where groups of equal points begin in LINE, and where the last one ends; how many."""
    groups = 0
    for at in range(count):
        if at == 0 or x[SCORE, x[LINE, at]] != x[SCORE, x[LINE, at - 1]]:
            x[BEGINS, groups] = at
            groups += 1
    x[BEGINS, groups] = count
    return groups


@inner
def _pair_groups(upper: int, group: int, bye: int, hall: Any) -> bool:
    """Pair a group, with one of `upper` (-1: nobody) and a bye, if that can be."""
    x, w, size = hall.x, hall.w, 0
    for part in (upper, group):
        if part >= 0:
            for at in range(x[BEGINS, part], x[BEGINS, part + 1]):
                x[MEMBER, size], x[PLACE, size] = x[LINE, at], at
                x[MAY_LEAVE, size] = part == group and w[HAD_BYE, np.uint64(x[LINE, at])] == ZERO
                size += 1
    split = x[BEGINS, upper + 1] - x[BEGINS, upper] if upper >= 0 else 0
    if choose(size, split, bye, IN_ORDER, x, hall.barred) != FOUND:
        return False
    _take(size, x)
    return True


@inner
def _take(size: int, x: Any) -> None:
    """The pairs that were chosen, by place in LINE."""
    for k in range(size):
        if x[PARTNER, k] < size:
            x[MATE, x[PLACE, k]] = x[PLACE, x[PARTNER, k]]


@inner
def _pair_shogi(count: int, way: Any, hall: Any) -> int:
    x, w = hall.x, hall.w
    bye = -1
    if count % 2:
        bye = count - 1
        while bye >= 0 and w[HAD_BYE, np.uint64(x[LINE, bye])] != ZERO:
            bye -= 1
        if bye < 0:
            return HELP
    groups = _find_groups(count, x)
    for group in range(groups):
        end, size = x[BEGINS, group + 1], 0
        for at in range(x[BEGINS, group], end):
            if at != bye and x[MATE, at] < 0:
                x[MEMBER, size], x[PLACE, size] = x[LINE, at], at
                size += 1
        if size % 2 and way.floater != LEFT_OVER:
            if not _with_floater(size, group, groups, bye, way, hall):
                return HELP
        elif size > 0 and not _by_itself(size, group, groups, bye, way, hall):
            return HELP
    return DONE


@inner
def _by_itself(size: int, group: int, groups: int, bye: int, way: Any, hall: Any) -> bool:
    """Pair a group, whoever is left over meeting somebody below."""
    x = hall.x
    if size % 2:
        for k in range(size):
            x[MAY_LEAVE, k] = _below(k, size, group, groups, bye, way.meets, hall) >= 0
    if choose(size, 0, size % 2, way.method, x, hall.barred) != FOUND:
        return False
    _take(size, x)
    for k in range(size):
        if x[PARTNER, k] == size:
            other = _below(k, size, group, groups, bye, way.meets, hall)
            x[MATE, x[PLACE, k]], x[MATE, other] = other, x[PLACE, k]
    return True


@inner
def _with_floater(size: int, group: int, groups: int, bye: int, way: Any, hall: Any) -> bool:
    """Take a floater out of a group, the first one who can be spared, and pair the rest."""
    x = hall.x
    for turn in range(size):
        k = turn if way.floater == UPPERMOST else size - 1 - turn
        other = _below(k, size, group, groups, bye, way.meets, hall)
        if other < 0:
            continue
        player, place = x[MEMBER, k], x[PLACE, k]
        for at in range(k, size - 1):
            x[MEMBER, at], x[PLACE, at] = x[MEMBER, at + 1], x[PLACE, at + 1]
        found = choose(size - 1, 0, 0, way.method, x, hall.barred)
        if found == FOUND:
            _take(size - 1, x)
            x[MATE, place], x[MATE, other] = other, place
            return True
        if found < 0:
            return False
        for at in range(size - 1, k, -1):
            x[MEMBER, at], x[PLACE, at] = x[MEMBER, at - 1], x[PLACE, at - 1]
        x[MEMBER, k], x[PLACE, k] = player, place
    return False


@inner
def _below(k: int, size: int, group: int, groups: int, bye: int, meets: int, hall: Any) -> Any:
    """The place in LINE of the first of the lower groups member k may meet; -1: there is nobody."""
    x = hall.x
    upwards = meets == FROM_BOTTOM or (meets == BY_HALF and 2 * k <= size - 1)
    for lower in range(group + 1, groups):
        start, end = x[BEGINS, lower], x[BEGINS, lower + 1]
        for turn in range(end - start):
            at = end - 1 - turn if upwards else start + turn
            if at != bye and x[MATE, at] < 0 and not apart(x[MEMBER, k], x[LINE, at], hall.barred):
                return at
    return -1
