"""(d) of the objective in fields too large for listing everything: was a candidate passed over who could be had?

Going through the players in order as the rule does, every legal candidate who stands before the partner given is tried:
with that pair fixed, beside the pairs fixed before it, can (a) to (c) still be what they are at best?
"""

from collections.abc import Iterator
from random import Random

from tests.checker.exhaustive import ranked
from tests.checker.facts import Facts, Pair
from tests.checker.matching import cheapest_perfect_matching
from tests.checker.objective import BYE, cost, entries, score_groups, vector, with_bye

Graph = dict[int, set[int]]
Passed = tuple[frozenset[Pair], int, int]


def passed_over(facts: Facts, pairs: list[Pair], order: list[int], graph: Graph) -> Iterator[Passed]:
    """Legal candidates before the partner given: the pairs fixed before, the player, the candidate."""
    partner = {
        player: other for pair in pairs for player, other in (sorted(pair), sorted(pair, reverse=True))
    }
    fixed: frozenset[Pair] = frozenset()
    left = list(order)
    while left:
        player = left.pop(0)
        mine = partner[player]
        for candidate in left[: left.index(mine)]:
            if candidate in graph[player]:
                yield fixed, player, candidate
        left.remove(mine)
        fixed |= {frozenset((player, mine))}


def wrongly_passed_over(facts: Facts, pairs: list[Pair], second_bye: bool, most: int) -> Iterator[str]:
    """Candidates who were passed over and could have been had. At most `most` are looked at, drawn by chance."""
    graph = with_bye(facts, second=second_bye)
    order = ranked(facts) + ([BYE] if BYE in graph else [])
    group = score_groups(facts.points, facts.considered)
    goal = vector(pairs, group)
    passed = list(passed_over(facts, pairs, order, graph))
    for fixed, player, candidate in Random(len(passed)).sample(passed, min(most, len(passed))):
        tried = fixed | {frozenset((player, candidate))}
        gone = {p for pair in tried for p in pair}
        rest = {v: graph[v] - gone for v in graph if v not in gone}
        best = cheapest_perfect_matching(
            rest, lambda a, b: cost(group, a, b), entries(max(group.values()) + 1)
        )
        if best is not None and vector([*tried, *best], group) == goal:
            yield f"{player} could have had {candidate}, who stands before its partner"
