"""Compiled: the order in which the shogi championship pairs (`pairing.systems.wcsc.basis`)."""

from typing import Any

import numpy as np

from pairing.simulation.compiled.jit import inner
from pairing.simulation.drawing.first_that_works import ROWS as ROWS_OF_CHOICE

# More rows of `x`, by player: points and the sum of opponents' points a round is paired on, those of beaten opponents,
# and the same without the highest and the lowest. By place: the order. KEY: what somebody's place depends on.
SCORE, SUM, BEATEN, MIDDLE, LINE, KEY = range(ROWS_OF_CHOICE, ROWS_OF_CHOICE + 6)
ROWS = ROWS_OF_CHOICE + 6
WON, DRAWN, LOST, BYE = 2, 1, 0, 3


@inner
def scored(number: Any, player: Any, assumed: Any, space: Any) -> Any:
    """What counts for this player in this round: LOST, DRAWN, WON, BYE, -1 for nothing. `assumed`: see `basis`."""
    other = space.opponents[number, player]
    if other == space.barred.shape[0]:
        return BYE if space.seats[number, player] == BYE else -1
    if number != assumed:
        return np.int64(space.halves[number, player])
    if number > 0:
        return DRAWN
    return WON if player < other else LOST


@inner
def line_up(played: Any, assumed: Any, ranked: bool, worth: Any, radix: int, space: Any, x: Any) -> None:
    """LINE: everybody by points, then by the ranking so far or in list order."""
    players = np.uint64(space.barred.shape[0])
    for i in range(players):
        x[SCORE, i] = 0
        for number in range(played):
            what = scored(number, i, assumed, space)
            if what >= 0:
                x[SCORE, i] += np.int64(worth[what])
    for i in range(players):
        x[KEY, i] = x[SCORE, i]
        if ranked:
            _add_up(i, played, assumed, space, x)
            x[KEY, i] = ((x[SCORE, i] * radix + x[SUM, i]) * radix + x[BEATEN, i]) * radix + x[MIDDLE, i]
        x[LINE, i] = i
    sort(KEY, 0, np.int64(players), x)
    if ranked:
        _settle(played, assumed, space, x)


@inner
def _add_up(i: Any, played: Any, assumed: Any, space: Any, x: Any) -> None:
    total, beaten, wins, least, most = 0, 0, 0, 0, 0
    for number in range(played):
        what = scored(number, i, assumed, space)
        if what < 0 or what == BYE:
            continue
        points = x[SCORE, space.opponents[number, i]]
        total += points
        if what == WON:
            least = points if wins == 0 else min(least, points)
            most = max(most, points)
            beaten += points
            wins += 1
    x[SUM, i], x[BEATEN, i] = total, beaten
    x[MIDDLE, i] = beaten - least - most if wins > 2 else 0


@inner
def sort(row: int, start: Any, end: Any, x: Any) -> None:
    """These places of LINE by what the row says of a player, the highest first; the equal stay as they are."""
    for at in range(start + 1, end):
        player, to = x[LINE, at], at
        while to > start and x[row, x[LINE, to - 1]] < x[row, player]:
            x[LINE, to] = x[LINE, to - 1]
            to -= 1
        x[LINE, to] = player


@inner
def _settle(played: Any, assumed: Any, space: Any, x: Any) -> None:
    """Whoever are equal so far: by wins less losses among themselves."""
    players = space.barred.shape[0]
    start = 0
    while start < players:
        level, end = x[KEY, x[LINE, start]], start + 1
        while end < players and x[KEY, x[LINE, end]] == level:
            end += 1
        if end - start > 1:
            for at in range(start, end):
                player = x[LINE, at]
                x[BEATEN, player] = _balance(np.uint64(player), level, played, assumed, space, x)
            sort(BEATEN, start, end, x)
        start = end


@inner
def _balance(i: Any, level: int, played: Any, assumed: Any, space: Any, x: Any) -> int:
    total = 0
    for number in range(played):
        what = scored(number, i, assumed, space)
        if what in (WON, LOST) and x[KEY, space.opponents[number, i]] == level:
            total += what - 1
    return total
