"""The objective of rules/monrad.md as one integer cost per pair of score groups.

Lexicographic goals become digits of a number: a digit's weight exceeds everything the digits below can add up to.
All weights are even, as the matcher wants them.
"""

from pairing.matching.problem import Cost


def group_costs(sizes: list[int], bye: bool) -> tuple[Cost, int]:
    """Costs between score groups (from the top; the bye is one group more), and a weight above all they add up to.

    (b) a digit per group: how many are paired down out of it, upper groups first. (c) per group a digit for every
    lower group: how many of its floaters have to go past that one. (a) the most significant: the bye's group.
    """
    count = len(sizes)
    below = [sum(sizes[i + 1 :]) for i in range(count)]
    cost: Cost = [[None] * (count + bye) for _ in range(count + bye)]
    weight = 2
    past = [[0] * count for _ in range(count)]
    for i in range(count - 2, -1, -1):
        # (c): a digit for each group that a floater may have to go past.
        for j in range(count - 2, i, -1):
            past[i][j] = weight
            if sizes[i] > 1:  # a single player's digits can be one: how many groups he goes past
                weight *= min(sizes[i], below[j]) + 1
        if sizes[i] == 1:
            weight *= count - i
    # (b): a digit for each group, upper groups first.
    down = [0] * count
    for i in range(count - 2, -1, -1):
        down[i] = weight
        weight *= min(sizes[i], below[i]) + 1
    for i in range(count):
        cost[i][i] = 0
        total = down[i]
        for j in range(i + 1, count):
            cost[i][j] = cost[j][i] = total
            total += past[i][j]
    # (a): above all of these, the group of the bye, the lowest first.
    if bye:
        for i in range(count):
            cost[i][count] = cost[count][i] = (count - 1 - i) * weight
        weight *= count
    return cost, weight


def rematch_costs(cost: Cost, weight: int, groups: int, rounds: list[int], pairs: int) -> dict[int, Cost]:
    """Costs of rematches by the round of the last meeting, on top of `cost`, whose digits end below `weight`.

    As few as possible; then between players as low as possible (how many there are per pair of scores, compared
    from the top); then as long ago as possible (how many are of the last round, of the one before, ...). At most
    `pairs` pairs can be rematches.
    """
    base = pairs + 1
    age = {}
    for number in sorted(rounds):
        age[number] = weight
        weight *= base
    level = {}
    for i in range(groups - 1, -1, -1):
        for j in range(groups - 1, i - 1, -1):
            level[i, j] = level[j, i] = weight
            weight *= base
    return {
        number: [
            [
                weight + level[i, j] + extra + c if i < groups and j < groups and c is not None else None
                for j, c in enumerate(row)
            ]
            for i, row in enumerate(cost)
        ]
        for number, extra in age.items()
    }
