"""Can the whole round be paired, and on which score is the bye (C4, C5)?"""

from pairing.matching.problem import Cost, Layer, NoPerfectMatching, Problem, bits
from pairing.matching.weighted import Matcher
from pairing.systems.dutch.lineup import Lineup, span


class Unpairable(Exception):
    """No legal pairing of the round: see `NoPerfectMatching`; the bye is one vertex after the last player."""

    def __init__(self, outer: list[int], inner: int) -> None:
        super().__init__("no legal pairing")
        self.outer = outer
        self.inner = inner


def bye_group(lineup: Lineup) -> int | None:
    """The scoregroup of the player who gets the bye: the lowest that has somebody who may get it and without whom
    all others can be paired. None for an even number of players. Errors: Unpairable.
    """
    count = len(lineup.players)
    if not lineup.odd:
        if not lineup.sure(0):
            _solve(list(lineup.near), [0] * count, [[0]], lineup)
        return None
    with_taker = [g for g, members in enumerate(lineup.groups) if lineup.takers & span(members)]
    if with_taker and lineup.sure(0, bye=True):
        return with_taker[-1]
    near = [mask | (lineup.takers >> v & 1) << count for v, mask in enumerate(lineup.near)]
    groups = len(lineup.groups)
    cost: Cost = [[0] * (groups + 1) for _ in range(groups + 1)]
    for g in range(groups):
        # C5: the bye goes to the lowest scoregroup that can do without somebody.
        cost[g][groups] = cost[groups][g] = 2 * (groups - 1 - g)
    group = [g for g, members in enumerate(lineup.groups) for _ in members]
    mate = _solve([*near, lineup.takers], [*group, groups], cost, lineup)
    return group[mate[count]]


def can_be_completed(lineup: Lineup, floaters: list[int], first: int) -> bool:
    """Whether floaters and all players from `first` on can be paired off, one who may get the bye left over if they are
    odd in number.
    """
    players = [*floaters, *range(first, len(lineup.players))]
    odd = len(players) % 2
    below = lineup.takers & span(range(first, len(lineup.players)))
    if lineup.sure(first, len(floaters), bye=bool(odd)) and (below or not odd):
        return True
    place = {v: at for at, v in enumerate(players)}
    everybody = sum(1 << v for v in players)
    near = [sum(1 << place[w] for w in bits(lineup.near[v] & everybody)) for v in players]
    if odd:
        takers = sum(1 << at for at, v in enumerate(players) if lineup.takers >> v & 1)
        near = [mask | (takers >> at & 1) << len(players) for at, mask in enumerate(near)] + [takers]
    try:
        _solve(near, [0] * len(near), [[0]], lineup)
    except Unpairable:
        return False
    return True


def _solve(near: list[int], group: list[int], cost: Cost, lineup: Lineup) -> list[int]:
    problem = Problem(group, len(cost), [Layer(near, cost)], lineup.work)
    try:
        return Matcher(problem).solve(across=True).mate
    except NoPerfectMatching:
        return _matched(problem)  # the proof is that of the usual way


def _matched(problem: Problem) -> list[int]:
    try:
        return Matcher(problem).solve().mate
    except NoPerfectMatching as none:
        raise Unpairable(none.outer, none.inner) from None


def fewest_rematches(lineup: Lineup, again: dict[int, dict[int, int]]) -> set[frozenset[int]]:
    """The rematches to release so that the round can be paired: as few as possible, then between players as low and
    as long ago as possible. `again`: per vertex those it may only meet once more, with the round of their last game.

    Errors: Unpairable.
    """
    count = len(lineup.players)
    groups = len(lineup.groups)
    size = count + lineup.odd
    near = list(lineup.near)
    if lineup.odd:
        near = [*(m | (lineup.takers >> v & 1) << count for v, m in enumerate(near)), lineup.takers]
    group = [g for g, members in enumerate(lineup.groups) for _ in members] + [groups] * lineup.odd
    plain: Cost = [[0] * (groups + 1) for _ in range(groups + 1)]
    layers = [Layer(near, plain)]
    base = (size // 2 + 1).bit_length()
    rounds = sorted({number for others in again.values() for number in others.values()})
    for at, number in enumerate(rounds):
        layers.append(Layer(_met_in(number, again, size), _rematch_cost(groups, len(rounds), at, base)))
    mate = _matched(Problem(group, groups + 1, layers, lineup.work))
    chosen = ((v, w) for v, w in enumerate(mate) if v < w and w in again.get(v, ()))
    return {frozenset((lineup.ids[v], lineup.ids[w])) for v, w in chosen}


def _met_in(number: int, again: dict[int, dict[int, int]], size: int) -> list[int]:
    near = [0] * size
    for v, others in again.items():
        near[v] = sum(1 << w for w, last in others.items() if last == number)
    return near


def _rematch_cost(groups: int, rounds: int, at: int, base: int) -> Cost:
    """What a rematch costs: one; then by the scores of the two, the higher the worse; then the later the worse."""
    cost: Cost = [[None] * (groups + 1) for _ in range(groups + 1)]
    pairs = [(i, j) for i in range(groups - 1, -1, -1) for j in range(groups - 1, i - 1, -1)]
    one = 1 << base * (rounds + len(pairs))
    for digit, (i, j) in enumerate(pairs):
        cost[i][j] = cost[j][i] = 2 * (one + (1 << base * (rounds + digit)) + (1 << base * at))
    return cost
