"""Compiled: whether players can be paired off without barred pairs (Edmonds' algorithm)."""

from typing import Any

import numpy as np

from pairing.simulation.compiled.jit import compiled, inner

ONE, SIX, LAST = np.uint64(1), np.uint64(6), np.uint64(63)

# The rows of the space for it, by local number of a player; -1 is nobody. WHO: the players themselves.
WHO, MATE, PARENT, BASE, QUEUE, SEEN, IN_FLOWER, CLIMBED = range(8)
ROWS = 8


@inner
def apart(first: Any, second: Any, barred: Any) -> Any:
    """Whether these two may not meet; `barred` has a row of bits for everybody."""
    return (barred[np.uint64(first), np.uint64(second) >> SIX] >> (np.uint64(second) & LAST)) & ONE != 0


@compiled
def can_be_paired(size: Any, graph: Any, barred: Any) -> bool:
    """Whether the first `size` players of WHO have a perfect matching."""
    for i in range(size):
        graph[MATE, i] = -1
    for i in range(size):
        if graph[MATE, i] < 0:
            for j in range(i + 1, size):
                if graph[MATE, j] < 0 and not apart(graph[WHO, i], graph[WHO, j], barred):
                    graph[MATE, i], graph[MATE, j] = j, i
                    break
    for root in range(size):
        if graph[MATE, root] < 0:
            end = _path_from(root, size, barred, graph)
            if end < 0:
                return False
            _turn(end, graph)
    return True


@inner
def _turn(end: int, graph: Any) -> None:
    """Along the path that ends here, swap who is paired and who is not."""
    while end >= 0:
        before = graph[PARENT, end]
        following = graph[MATE, before]
        graph[MATE, end], graph[MATE, before] = before, end
        end = following


@inner
def _path_from(root: int, size: int, barred: Any, graph: Any) -> int:
    """The end of an alternating path from `root` to somebody else without a partner; -1: there is none."""
    for i in range(size):
        graph[PARENT, i], graph[BASE, i], graph[SEEN, i] = -1, i, 0
    graph[SEEN, root] = 1
    graph[QUEUE, 0] = root
    taken, waiting = 0, 1
    while taken < waiting:
        v = graph[QUEUE, taken]
        taken += 1
        for to in range(size):
            if v == to or apart(graph[WHO, v], graph[WHO, to], barred):
                continue
            if graph[BASE, v] == graph[BASE, to] or graph[MATE, v] == to:
                continue
            mate = graph[MATE, to]
            if to == root or (mate >= 0 and graph[PARENT, mate] >= 0):
                waiting = _shrink(v, to, size, waiting, graph)
            elif graph[PARENT, to] < 0:
                graph[PARENT, to] = v
                if mate < 0:
                    return to
                graph[SEEN, mate] = 1
                graph[QUEUE, waiting] = mate
                waiting += 1
    return -1


@inner
def _shrink(v: int, to: int, size: int, waiting: int, graph: Any) -> int:
    """Make one of the odd cycle that the edge v-to closes; returns the new end of the queue."""
    base = _common_base(v, to, size, graph)
    for i in range(size):
        graph[IN_FLOWER, i] = 0
    _mark(v, base, to, graph)
    _mark(to, base, v, graph)
    for i in range(size):
        if graph[IN_FLOWER, graph[BASE, i]]:
            graph[BASE, i] = base
            if graph[SEEN, i] == 0:
                graph[SEEN, i] = 1
                graph[QUEUE, waiting] = i
                waiting += 1
    return waiting


@inner
def _common_base(a: int, b: int, size: int, graph: Any) -> int:
    for i in range(size):
        graph[CLIMBED, i] = 0
    while True:
        a = graph[BASE, a]
        graph[CLIMBED, a] = 1
        if graph[MATE, a] < 0:
            break
        a = graph[PARENT, graph[MATE, a]]
    while True:
        b = graph[BASE, b]
        if graph[CLIMBED, b]:
            return b
        b = graph[PARENT, graph[MATE, b]]


@inner
def _mark(v: int, base: int, child: int, graph: Any) -> None:
    while graph[BASE, v] != base:
        mate = graph[MATE, v]
        graph[IN_FLOWER, graph[BASE, v]] = 1
        graph[IN_FLOWER, graph[BASE, mate]] = 1
        graph[PARENT, v] = child
        child = mate
        v = graph[PARENT, mate]
