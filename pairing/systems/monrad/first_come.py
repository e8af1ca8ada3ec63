"""Large groups: everybody takes the first legal candidate, and how much of that is sure to stand."""

from collections.abc import Mapping, Set

from pairing.matching.surely import enough

SHOWN = 12  # at most so many passed candidates are remembered for the reasons


def first_come(
    rest: list[int], barred: Mapping[int, Set[int]], wanted: int
) -> tuple[list[tuple[int, int]], dict[int, list[int]]]:
    """Pair the players in `rest`: in turn, each still free takes the first later one he may meet.

    Returns at most `wanted` pairs of positions, in the order of their first members, and for each first member the
    candidates he had to pass over. Everybody who finds nobody is left out.
    """
    pairs: list[tuple[int, int]] = []
    passed: dict[int, list[int]] = {}
    waiting: list[int] = []  # positions of free players; none of them may meet another one of them
    for j, q in enumerate(rest):
        for place, i in enumerate(waiting):
            p = rest[i]
            if q not in barred[p]:
                del waiting[place]
                pairs.append((i, j))
                break
            found = passed.setdefault(i, [])
            if len(found) < SHOWN:
                found.append(q)
        else:
            waiting.append(j)
    pairs.sort()
    return pairs[:wanted], passed


def sure(
    rest: list[int], pairs: list[tuple[int, int]], barred: Mapping[int, Set[int]], leaving: int, limit: int
) -> int:
    """How many of the first `pairs` leave so many players that all the others certainly work out.

    `limit` players and those who leave the group are enough (`stand_ins`). When nobody leaves, those that are really
    left may allow more pairs.
    """
    keep = max(0, min(len(pairs), (len(rest) - limit - leaving) // 2))
    while not leaving:
        taken = {i for pair in pairs[:keep] for i in pair}
        left = {p for i, p in enumerate(rest) if i not in taken}
        bars = max((len(barred[p] & left) for p in left), default=0)
        better = max(keep, min(len(pairs), (len(rest) - enough(bars)) // 2))
        if better == keep:
            break
        keep = better
    return keep
