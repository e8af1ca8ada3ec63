"""The objective of monrad.md, (a) to (c), as counts that can be compared; and its optimum by weighted
matching.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

from tests.checker.facts import Facts, Pair
from tests.checker.matching import cheapest_perfect_matching, has_perfect_matching

BYE = 0  # stands for the bye among player ids, which are positive
Cost = tuple[object, ...]


def score_groups(points: Mapping[int, Fraction], players: Iterable[int]) -> dict[int, int]:
    """Each player's score group: 0 for the highest score."""
    scores = sorted({points[p] for p in players}, reverse=True)
    return {p: scores.index(points[p]) for p in players}


def bye_candidates(facts: Facts, *, second: bool = False) -> list[int]:
    return [p for p in facts.considered if second or p not in facts.had_bye]


def lowest_bye_score(facts: Facts, *, rematches: bool = False, second: bool = False) -> Fraction | None:
    """(a): the lowest score on which a bye leaves the others a legal pairing; None if there is none."""
    players = facts.considered
    graph = facts.legal_graph(players, rematches=rematches)
    for player in sorted(bye_candidates(facts, second=second), key=lambda p: facts.points[p]):
        rest = {v: graph[v] - {player} for v in players if v != player}
        if has_perfect_matching(rest):
            return facts.points[player]
    return None


def exists(facts: Facts, *, rematches: bool = False, second: bool = False) -> bool:
    """Whether any pairing of the round keeps the rules (with what is waived)."""
    if len(facts.considered) % 2:
        return lowest_bye_score(facts, rematches=rematches, second=second) is not None
    return has_perfect_matching(facts.legal_graph(facts.considered, rematches=rematches))


def with_bye(facts: Facts, *, rematches: bool = False, second: bool = False) -> dict[int, set[int]]:
    """The graph of possible opponents; with an odd number of players the bye is one more vertex."""
    players = facts.considered
    graph = facts.legal_graph(players, rematches=rematches)
    if len(players) % 2:
        candidates = set(bye_candidates(facts, second=second))
        graph = {p: others | ({BYE} if p in candidates else set()) for p, others in graph.items()}
        graph[BYE] = candidates
    return graph


def cost(group: Mapping[int, int], a: int, b: int) -> Counter[Cost]:
    """What a pair (or the bye, as player BYE) adds to the counts of (a), (b) and (c)."""
    if BYE in (a, b):
        return Counter({("bye", group[a or b]): 1})
    upper, lower = sorted((group[a], group[b]))
    if upper == lower:
        return Counter()
    return Counter({("floats", upper): 1, ("meets", upper, lower): -1})


def entries(groups: int) -> list[Cost]:
    """The counts in the order in which they are compared, each to be as small as possible.

    A bye high up is worst, so those come first; then floaters per group from the top; then, for each group's
    floaters, how many meet the next score, the one after, ...: as many as possible, counted negative.
    """
    down = range(groups)
    return [
        *(("bye", i) for i in down),
        *(("floats", i) for i in down),
        *(("meets", i, j) for i in down for j in down if i < j),
    ]


def vector(pairs: Iterable[Pair], group: Mapping[int, int]) -> list[int]:
    """The counts of a whole pairing, comparable with `<`."""
    total: Counter[Cost] = Counter()
    for pair in pairs:
        total.update(cost(group, *pair))
    return [total[entry] for entry in entries(max(group.values()) + 1)]


def best_vector(facts: Facts, *, second: bool = False) -> list[int] | None:
    """The counts of the best legal pairing, by exact weighted matching: for fields up to about 60 players."""
    group = score_groups(facts.points, facts.considered)
    graph = with_bye(facts, second=second)
    order = entries(max(group.values()) + 1)
    best = cheapest_perfect_matching(graph, lambda a, b: cost(group, a, b), order)
    return None if best is None else vector(best, group)


def best_with_rematches(facts: Facts, *, second: bool = False) -> list[int] | None:
    """The counts of the best pairing when players may meet again; None if even that does not help."""
    group = score_groups(facts.points, facts.considered)
    graph = with_bye(facts, rematches=True, second=second)
    best = cheapest_perfect_matching(
        graph, lambda a, b: rematch_cost(facts, group, a, b), rematch_entries(facts, group)
    )
    return None if best is None else rematch_vector(facts, best)


def rematch_entries(facts: Facts, group: Mapping[int, int]) -> list[Cost]:
    """First how many rematches; then how many per pair of scores, from the top; then how many of the round just
    played, of the one before, and so on; then (a), (b) and (c) as ever.
    """
    down = range(max(group.values()) + 1)
    return [
        ("rematches",),
        *(("rematch", i, j) for i in down for j in down if i <= j),
        *(("met in", number) for number in range(facts.number, 0, -1)),
        *entries(len(down)),
    ]


def rematch_entry_count(facts: Facts) -> int:
    """How many of those counts are about rematches."""
    group = score_groups(facts.points, facts.considered)
    return len(rematch_entries(facts, group)) - len(entries(max(group.values()) + 1))


def rematch_cost(facts: Facts, group: Mapping[int, int], a: int, b: int) -> Counter[Cost]:
    total = cost(group, a, b)
    met = facts.met.get(frozenset((a, b)))
    if met:
        upper, lower = sorted((group[a], group[b]))
        total.update({("rematches",): 1, ("rematch", upper, lower): 1, ("met in", met): 1})
    return total


def rematch_vector(facts: Facts, pairs: Iterable[Pair]) -> list[int]:
    """The counts of a pairing in which players may meet again, comparable with `<`."""
    group = score_groups(facts.points, facts.considered)
    total: Counter[Cost] = Counter()
    for pair in pairs:
        total.update(rematch_cost(facts, group, *pair))
    return [total[entry] for entry in rematch_entries(facts, group)]
