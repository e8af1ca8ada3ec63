"""Who can be paired off whatever else happens, by numbers alone; and the few who can then stand for
many.

*Enough of them.* If each of m players (m even) may not meet at most d of the others, and m >= 2 (d
+ 1), then everybody has at least m / 2 possible opponents, and the players can be paired off (G.
Dirac, "Some theorems on abstract graphs", 1952). So a large score group works out whoever leaves it
or comes into it, as long as few do, and every outsider finds a partner in it.

*Stand-ins.* To everybody outside, such a group is k interchangeable players, k being how many pairs
cross its border. So r stand-ins, whom everybody may meet, take the group's place, r and its size
both even or both odd. If in the solution two of them are left for each other, more would change
nothing: the least cost as a function of the numbers of crossing pairs is M-convex (the degree
sequences of matchings form a constant-parity jump system; K. Murota, "M-convex functions on jump
systems", 2006), and all its neighbours were within reach. If not, the group gets more stand-ins; if
it cannot have more, all its players.
"""

from collections.abc import Sequence


def enough(missed: int) -> int:
    """How many players can surely be paired off if none of them may not meet more than `missed` of the others.

    Any larger even number can, too. Source: Dirac, see above.
    """
    return 2 * (missed + 1)


def surely_pairable(degrees: Sequence[int]) -> bool:
    """Whether players with so many possible opponents each, in rising order, can surely be paired off.

    V. Chvátal ("On Hamilton's ideals", 1972): degrees d(1) <= ... <= d(n) with d(i) > i or d(n - i) >= n - i for every
    i < n / 2 have a Hamilton cycle, and every second edge of it is a perfect matching. It says yes where `enough` does.
    """
    count = len(degrees)
    if count <= 2:
        return not count
    return not count % 2 and all(
        degrees[i - 1] > i or degrees[count - i - 1] >= count - i for i in range(1, (count + 1) // 2)
    )


def have_spare(mate: Sequence[int], stand_ins: range) -> bool:
    """Whether two of the `stand_ins` are left for each other, or there are none: then more would change nothing."""
    return not stand_ins or any(mate[stand_in] in stand_ins for stand_in in stand_ins)
