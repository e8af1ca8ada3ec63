"""What is measured of a finished tournament, in plain Python, as the definitions say it.

Every number is whole, so that sums come out the same in any order: `spearman` is in millionths, rounded up, and what
is expected of a lot in parts of UNITS, rounded to the nearest.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from pairing.model.types import RESULTS, Snapshot
from pairing.simulation.setup.configuration import Configuration

MILLION = 1_000_000
# Players from the first place on, and the sizes of the groups of those left equal.
Order = tuple[Sequence[int], Sequence[int]]

# Of an order: inversions (pairs of different strength in the wrong order) and the difference to the order by points
# and strength; the same for pairs with exactly one of the two in the cut of this order; pairs left equal by the whole
# chain; whether the strongest is first; how many of the strongest make the cut, whether all of them do; Spearman's
# rank correlation with the list. Equal strengths: the one who stands first in the list counts as the stronger, but
# such a pair is no inversion. These measures of players let strength decide between those left equal, which favours
# the strongest; those `by_lot` are what a lot between them would give on average: the chance that the strongest comes
# first, how many of the strongest make the cut, the chance that all of them do.
ORDER_MEASURES = (
    "inversions",
    "difference",
    "cut_inversions",
    "cut_difference",
    "ties",
    "best_wins",
    "best_in_cut",
    "all_best_in_cut",
    "spearman",
    "best_wins_by_lot",
    "best_in_cut_by_lot",
    "all_best_in_cut_by_lot",
)
# Of an order of an event that goes on (`onward`): the chance, with a lot between those level at the end, that the
# winner did not lead before, alone or level with others, and how many of those in the cut at the end were not in it
# before; first against the standings it goes on from, then against those before its last round.
ONWARD_MEASURES = (*ORDER_MEASURES, "new_winner", "new_in_cut", "new_winner_at_last", "new_in_cut_at_last")
UNITS = (MILLION, 1000, MILLION)  # so many parts make one, in the measures by lot
BRIEF_MEASURES = ORDER_MEASURES[:5]
# Of the tournament, whatever the order: matches played, matches of two who had met before, matches of two on
# different points, byes, players who left before the end.
EVENT_MEASURES = ("matches", "rematches", "floats", "byes", "left")


@dataclass(frozen=True, slots=True)
class Measures:
    """`orders[k]` in the order of ORDER_MEASURES (ONWARD_MEASURES where an event goes on), `event` in that of
    EVENT_MEASURES.
    """

    orders: tuple[tuple[int, ...], ...]
    event: tuple[int, ...]


def measure(configuration: Configuration, event: Snapshot, orders: Sequence[Order]) -> Measures:
    """The measures of an event with its orders: players from the first place on, and sizes of equal groups."""
    found: list[tuple[int, ...]] = []
    for order, equal in orders:
        inversions, cut = count_inversions(configuration, order)
        first = found[0] if found else (inversions, 0, cut)
        best = sum(player < configuration.cut for player in order[: configuration.cut])
        found.append(
            (
                inversions,
                inversions - first[0],
                cut,
                cut - first[2],
                sum(size * (size - 1) // 2 for size in equal),
                int(order[0] == 0),
                best,
                int(best == configuration.cut),
                spearman(order),
                *map(nearest, by_lot(configuration.cut, order, equal), UNITS),
            )
        )
    return Measures(tuple(found), event_measures(configuration, event))


def count_inversions(configuration: Configuration, order: Sequence[int]) -> tuple[int, int]:
    """All inverted pairs, and those with exactly one of the two in the first places."""
    strengths = [configuration.strengths[player] for player in order]
    inversions, ahead = 0, list[int]()
    for strength in strengths:
        inversions += bisect_left(ahead, strength)  # the weaker ones who stand ahead
        insort(ahead, strength)
    inside = sorted(strengths[: configuration.cut])
    return inversions, sum(bisect_left(inside, strength) for strength in strengths[configuration.cut :])


def by_lot(cut: int, order: Sequence[int], equal: Sequence[int]) -> tuple[Fraction, Fraction, Fraction]:
    """What the measures by lot expect, exactly: every order of those who are equal is as likely."""
    wins = Fraction(order.index(0) < equal[0], equal[0])
    start = 0
    for size in equal:
        if start + size > cut:
            break
        start += size
    else:  # everybody makes the cut
        return wins, Fraction(cut), Fraction(1)
    inside = sum(player < cut for player in order[:start])
    level = sum(player < cut for player in order[start : start + size])
    room = cut - start
    all_of_them = Fraction(inside == start and level == room, comb(size, room))
    return wins, inside + Fraction(level * room, size), all_of_them


def changes(cut: int, before: Order, after: Order) -> tuple[int, int]:
    """What came between two standings: the chance of a new winner in millionths, and how many are new in the cut."""
    (earlier, tied), (order, equal) = before, after
    leaders, winners = set(earlier[: tied[0]]), order[: equal[0]]
    new = sum(player not in leaders for player in winners)
    return nearest(Fraction(new, len(winners)), MILLION), len(set(order[:cut]).difference(earlier[:cut]))


def nearest(share: Fraction, unit: int) -> int:
    """A share in parts of a unit, the nearest whole number; a half goes up."""
    return (2 * share.numerator * unit + share.denominator) // (2 * share.denominator)


def spearman(order: Sequence[int]) -> int:
    """1 - 6 sum d^2 / (n^3 - n) in millionths; d is how far a player is from the place in the list."""
    count = len(order)
    squares = sum((place - player) ** 2 for place, player in enumerate(order))
    return MILLION - 6 * MILLION * squares // (count**3 - count)


def event_measures(configuration: Configuration, event: Snapshot) -> tuple[int, ...]:
    """The measures that no order changes, in the order of EVENT_MEASURES."""
    scoring = configuration.scoring
    worth = {result: tuple(map(scoring.for_outcome, pair)) for result, pair in RESULTS.items()}
    points = {entrant.id: 0 for entrant in event.entrants}
    met: set[frozenset[int]] = set()
    matches = rematches = floats = byes = 0
    for round_ in event.rounds:
        for match in round_.matches:
            one, other = match.seats
            floats += points[one] != points[other]
        for match in round_.matches:
            matches += 1
            rematches += frozenset(match.seats) in met
            met.add(frozenset(match.seats))
            for player, gained in zip(match.seats, worth[match.result or ""], strict=True):
                points[player] += gained
        for bye in round_.byes:
            byes += 1
            points[bye.player] += scoring.for_bye(bye.kind)
    left = sum(entrant.left_after_round is not None for entrant in event.entrants)
    return matches, rematches, floats, byes, left
