"""Who sits East, South, West and North, when the tables of all rounds are known.

Rounds are a bipartite graph of players and tables, an edge for everyone who sits at a table, four edges at each table.
Along a closed walk through all edges of a part every second edge gives one half with half as many edges at each
end (a walk between two sides has even length); the halves of the halves are the four winds. Where everybody plays,
this is done for blocks of four rounds, so that everybody has each wind exactly once in each (Euler; D. König, Über
Graphen und ihre Anwendung, 1916). Rounds left over at the end: three with a fourth that nobody plays; two so that
everybody has East and North or South and West; one as it comes.

Where some sit out, it is done once for all rounds: a player with an odd number of edges gets one more to a table nobody
sits at, and has each wind a quarter of the games, rounded down or up (equitable colouring; D. de Werra, 1971).
Rounds planned after others start like that and are then evened out together with those before (`evening`).
"""

from collections import Counter
from collections.abc import Sequence

from pairing.seating.opponents.bounds import latest_average, latest_average_of
from pairing.seating.places.evening import Evening
from pairing.seating.quality import WINDS, Rounds, Table, average_wind

Edge = tuple[int, int]
EAST, SOUTH, WEST, NORTH = range(WINDS)


def with_winds(
    rounds: Rounds, players: int, before: Sequence[Sequence[int]] | None = None
) -> list[list[Table]]:
    """The same tables with the seats of each in the order East, South, West, North; players 0 to `players` - 1.

    Where everybody plays every round, from four rounds on nobody misses a wind, and nobody has one more than
    ceil(R / 4) times. Where some sit out, everybody has each wind floor(g / 4) or ceil(g / 4) times in g games.
    `before`: how often each player has sat on each wind in rounds already played; they count with the new ones, which
    are as even as exchanges of two winds along paths of tables make them.
    """
    if before is not None:
        return _after_others(rounds, players, before)
    games = Counter(player for tables in rounds for table in tables for player in table)
    if any(games[player] != len(rounds) for player in range(players)):
        return _uneven(rounds, players, games)
    seated = _in_blocks(rounds, players)
    if len(rounds) < WINDS:
        return seated
    evening = Evening(seated, [[0] * WINDS] * players)
    low, high = len(rounds) // WINDS and 1, -(-len(rounds) // WINDS)
    evening.bring_forward(latest_average(len(rounds)), [low] * players, [high] * players)
    return evening.rounds()


def _in_blocks(rounds: Rounds, players: int) -> list[list[Table]]:
    seated: list[list[Table]] = []
    for start in range(0, len(rounds), WINDS):
        block = rounds[start : start + WINDS]
        seated += {1: _as_they_are, 2: _two, 3: _four, 4: _four}[len(block)](block, players)
    return seated


def _uneven(rounds: Rounds, players: int, games: Counter[int]) -> list[list[Table]]:
    played = [games[player] for player in range(players)]
    evening = Evening(_balanced(rounds, players), [[0] * WINDS] * players)
    evening.bring_forward(
        latest_average_of(played),
        [count // WINDS for count in played],
        [-(-count // WINDS) for count in played],
    )
    return evening.rounds()


def _after_others(rounds: Rounds, players: int, before: Sequence[Sequence[int]]) -> list[list[Table]]:
    """The best of two: the winds the tables came with (planned before, perhaps), and winds dealt out anew."""
    found = []
    for seated in (rounds, _balanced(rounds, players)):
        evening = Evening(seated, before)
        evening.even_out()
        most = max(max(row) for row in evening.counts)
        games = [sum(row) for row in evening.counts]
        low = [min(1, min(row)) for row in evening.counts]
        evening.bring_forward(latest_average_of(games), low, [most] * players)
        missing = sum(0 in row for row in evening.counts)
        found.append(((missing, most, max(map(average_wind, evening.counts))), evening.rounds()))
    return min(found, key=lambda one: one[0])[1]


def _as_they_are(block: Rounds, players: int) -> list[list[Table]]:
    return [list(tables) for tables in block]


def _four(block: Rounds, players: int) -> list[list[Table]]:
    """Three or four rounds in which nobody sits on one wind twice."""
    if len(block) == WINDS:
        return _balanced(block, players)
    return _balanced([*block, block[0]], players)[: len(block)]  # with a round nobody plays


def _balanced(rounds: Rounds, players: int) -> list[list[Table]]:
    """Every wind floor(g / 4) or ceil(g / 4) times for somebody who plays g of the rounds."""
    tables = [table for one in rounds for table in one]
    edges = [(player, players + at) for at, table in enumerate(tables) for player in table]
    seats = [[0] * WINDS for _ in tables]
    first, second = _parts(range(len(edges)), edges)
    for wind, quarter in enumerate((*_parts(first, edges), *_parts(second, edges))):
        for edge in quarter:
            player, table = edges[edge]
            seats[table - players][wind] = player
    return _rounds(seats, [len(one) for one in rounds])


def _parts(part: Sequence[int], edges: Sequence[Edge]) -> tuple[list[int], list[int]]:
    """Two halves of some of the edges; whoever has an odd number of them has one more in either."""
    chosen = [edges[edge] for edge in part]
    nobodys = 1 + max(map(max, chosen))
    degree = Counter(node for edge in chosen for node in edge)
    extra = [(node, nobodys) for node in sorted(degree) if degree[node] % 2]
    first, second = halves([*chosen, *extra], nobodys + 1)
    return [part[at] for at in first if at < len(chosen)], [part[at] for at in second if at < len(chosen)]


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
    return _rounds(seats, [count, count])


def _rounds(seats: Sequence[Sequence[int]], tables: Sequence[int]) -> list[list[Table]]:
    flat = iter([(e, s, w, n) for e, s, w, n in seats])
    return [[next(flat) for _ in range(count)] for count in tables]


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
