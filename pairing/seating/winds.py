"""Who sits East, South, West and North, when the tables of all rounds are known.

Four rounds are a bipartite graph of players and tables, an edge for everyone who sits at a table, four edges at
each end. Along a closed walk through all edges of a part every second edge gives one half with two edges at each
end (a walk between two sides has even length); the halves of the halves are the four winds, so that everybody has
each wind exactly once (Euler; D. König, Über Graphen und ihre Anwendung, 1916). Rounds left over at the end: three
with a fourth that nobody plays; two so that everybody has East and North or South and West; one as it comes.
"""

from __future__ import annotations

from collections.abc import Sequence

from pairing.seating.quality import WINDS, Rounds, Table

Edge = tuple[int, int]
EAST, SOUTH, WEST, NORTH = range(WINDS)


def with_winds(rounds: Rounds, players: int) -> list[list[Table]]:
    """The same tables with the seats of each in the order East, South, West, North; players 0 to `players` - 1.

    From four rounds on nobody misses a wind, and nobody has one more than ceil(R / 4) times.
    """
    seated: list[list[Table]] = []
    for start in range(0, len(rounds), WINDS):
        block = rounds[start : start + WINDS]
        seated += {1: _as_they_are, 2: _two, 3: _four, 4: _four}[len(block)](block, players)
    return seated


def _as_they_are(block: Rounds, players: int) -> list[list[Table]]:
    return [list(tables) for tables in block]


def _four(block: Rounds, players: int) -> list[list[Table]]:
    """Three or four rounds in which nobody sits on one wind twice."""
    tables = [table for one in block for table in one]
    played = len(tables)
    if len(block) < WINDS:
        tables += block[0]  # the round nobody plays
    edges = [(player, players + at) for at, table in enumerate(tables) for player in table]
    seats = [[0] * WINDS for _ in tables]
    first, second = halves(edges, players + len(tables))
    for wind, quarter in enumerate((*_halves_of(first, edges), *_halves_of(second, edges))):
        for edge in quarter:
            player, table = edges[edge]
            seats[table - players][wind] = player
    return _rounds(seats[:played], players // WINDS)


def _halves_of(part: Sequence[int], edges: Sequence[Edge]) -> tuple[list[int], list[int]]:
    chosen = [edges[edge] for edge in part]
    return tuple([part[at] for at in half] for half in halves(chosen, 1 + max(map(max, chosen))))  # type: ignore[return-value]


def _two(block: Rounds, players: int) -> list[list[Table]]:
    """Two rounds: East and North for one half of each table, South and West for the other.

    Here a player is an edge between his table in the first round and his table in the second. One half of the edges
    of a walk has two players at each table; going around such a ring, East where a player leaves, North where
    he arrives, gives each table one of both.
    """
    count = players // WINDS
    place = [[0, 0] for _ in range(players)]
    for which, tables in enumerate(block):
        for at, table in enumerate(tables):
            for player in table:
                place[player][which] = at + which * count
    edges = [(a, b) for a, b in place]
    seats = [[0] * WINDS for _ in range(2 * count)]
    for half, (leaving, arriving) in zip(
        halves(edges, 2 * count), ((EAST, NORTH), (SOUTH, WEST)), strict=True
    ):
        chosen = [edges[player] for player in half]
        for walk in closed_walks(chosen, 2 * count):
            for step, edge in enumerate(walk):
                from_, to = chosen[edge] if step % 2 == 0 else reversed(chosen[edge])
                seats[from_][leaving] = seats[to][arriving] = half[edge]
    return _rounds(seats, count)


def _rounds(seats: Sequence[Sequence[int]], tables: int) -> list[list[Table]]:
    flat: list[Table] = [(e, s, w, n) for e, s, w, n in seats]
    return [flat[start : start + tables] for start in range(0, len(flat), tables)]


def halves(edges: Sequence[Edge], nodes: int) -> tuple[list[int], list[int]]:
    """Two halves of the edges (by their places) of a bipartite graph, every node having as many of one as of the
    other. Every node must have an even number of edges.
    """
    first: list[int] = []
    second: list[int] = []
    for walk in closed_walks(edges, nodes):
        first += walk[::2]
        second += walk[1::2]
    return first, second


def closed_walks(edges: Sequence[Edge], nodes: int) -> list[list[int]]:
    """Closed walks that use every edge once (edges by their places), each starting at the first end of its first
    edge. Every node must have an even number of edges, so that a walk can only get stuck where it began.
    """
    at: list[list[int]] = [[] for _ in range(nodes)]
    for edge in reversed(range(len(edges))):
        for node in edges[edge]:
            at[node].append(edge)
    used = [False] * len(edges)
    walks: list[list[int]] = []
    for start, (node, _) in enumerate(edges):
        walk: list[int] = []
        edge = start
        while not used[edge]:
            used[edge] = True
            walk.append(edge)
            node = edges[edge][1] if edges[edge][0] == node else edges[edge][0]
            while at[node] and used[at[node][-1]]:
                at[node].pop()
            if at[node]:
                edge = at[node][-1]
        if walk:
            walks.append(walk)
    return walks
