"""C10 and C11: in the last round, pairs with a topscorer in which somebody gets a colour too often."""

from collections.abc import Sequence

from pairing.systems.dutch.colours import colour_of, too_many, unusual
from pairing.systems.dutch.histories import ABSOLUTE, WHITE, History
from pairing.systems.dutch.lineup import Lineup

Special = dict[tuple[int, int], list[tuple[int, int]]]


def special_pairs(lineup: Lineup, bracket: Sequence[int]) -> Special:
    """The legal pairs of a bracket that count in C10 or C11, by how many players do in each.

    Who has an absolute preference gets it but against another one, unless colours have been set by hand.
    """
    players = lineup.players
    found: Special = {}
    absolute = [v for v in bracket if players[v].strength == ABSOLUTE]
    odd = {v for v in absolute if unusual(players[v])}
    for v in absolute:
        for w in bracket if v in odd else absolute:
            elsewhere = w < v if (v in odd) == (w in odd) else w in odd
            if elsewhere or not lineup.near[v] >> w & 1:
                continue
            one, other = players[min(v, w)], players[max(v, w)]
            if one.top or other.top:
                count = counted(one, other)
                if any(count):
                    found.setdefault(count, []).append((v, w))
    return found


def counted(higher: History, lower: History) -> tuple[int, int]:
    """How many of a pair count in C10 and in C11. The initial colour matters to nobody with a preference."""
    colour, _ = colour_of(higher, lower, WHITE)
    one, other = too_many(higher, colour), too_many(lower, 1 - colour)
    return one[0] + other[0], one[1] + other[1]
