"""Cheapest assignments: H. W. Kuhn, The Hungarian method for the assignment problem, 1955."""

from collections.abc import Sequence


def cheapest(cost: Sequence[Sequence[int]]) -> list[int]:
    """The column of each row in a cheapest assignment of a square of costs (shortest augmenting paths with
    potentials).
    """
    size = len(cost)
    row_of = [-1] * size
    low, high = [0] * size, [0] * size
    for start in range(size):
        before, ended = _shortest(cost, start, row_of, low, high)
        column = ended
        while column >= 0:
            previous = before[column]
            row_of[column] = start if previous < 0 else row_of[previous]
            column = previous
    chosen = [0] * size
    for column, row in enumerate(row_of):
        chosen[row] = column
    return chosen


def _shortest(
    cost: Sequence[Sequence[int]], start: int, row_of: list[int], low: list[int], high: list[int]
) -> tuple[list[int], int]:
    """A cheapest alternating path from row `start` to a free column: the column before each column, and the last one.
    `low` and `high`, the potentials of rows and columns, are brought up to date.
    """
    size = len(cost)
    far = sum(map(sum, cost)) + 1
    distance, before, done = [far * 2] * size, [-1] * size, [False] * size
    row, via, length = start, -1, 0
    while True:
        for column in range(size):
            reach = length + cost[row][column] - low[row] - high[column]
            if not done[column] and reach < distance[column]:
                distance[column], before[column] = reach, via
        via = min((c for c in range(size) if not done[c]), key=lambda c: (distance[c], row_of[c] >= 0))
        length, row = distance[via], row_of[via]
        done[via] = True
        if row < 0:
            break
    low[start] += length
    for column in range(size):
        if done[column] and column != via:
            high[column] -= length - distance[column]
            low[row_of[column]] += length - distance[column]
    return before, via
