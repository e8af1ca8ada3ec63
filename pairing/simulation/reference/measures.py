"""What is measured of a finished tournament, in plain Python, as the definitions say it.

Every number is whole, so that sums come out the same in any order: `spearman` is in millionths, rounded up, and what
is expected of a lot in parts of UNITS, rounded to the nearest.
"""

from bisect import bisect_left, insort
from collections import Counter
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
# such a pair is no inversion. These measures let strength decide between those left equal, which favours the strongest
# and every order that leaves many equal; those `by_lot` are what a lot between them would give on average (of
# `all_best_in_cut` and `best_wins`, the chance).
_ALL = (
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
# These came later. They stand last, so that tallies stored before can still be read.
LOT_INVERSIONS = ("inversions_by_lot", "cut_inversions_by_lot")
ADDED = ("spearman_by_lot", *LOT_INVERSIONS)
ORDER_MEASURES = (*_ALL, *ADDED)
# Of an order of an event that goes on (`onward`): the chance, with a lot between those level at the end, that the
# winner did not lead before, alone or level with others, and how many of those in the cut at the end were not in it
# before; first against the standings it goes on from, then against those before its last round.
CHANGES = ("new_winner", "new_in_cut", "new_winner_at_last", "new_in_cut_at_last")
ONWARD_MEASURES = (*_ALL, *CHANGES, *ADDED)
# So many parts make one, in the measures by lot. A lot puts every second pair in the wrong order; sixtieths are exact
# where at most six share the last place of the cut.
HALVES, SIXTIETHS = 2, 60
UNITS = (MILLION, 1000, MILLION, MILLION, HALVES, SIXTIETHS)
BRIEF_MEASURES = (*_ALL[:5], *LOT_INVERSIONS)
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


def measured(configuration: Configuration) -> tuple[str, ...]:
    """The measures of an order that are counted."""
    if configuration.brief:
        return BRIEF_MEASURES
    return ORDER_MEASURES if configuration.start is None else ONWARD_MEASURES


def places(configuration: Configuration) -> list[int]:
    """Where these stand among the measures of one tournament."""
    names = measured(configuration)
    return [ORDER_MEASURES.index(name) for name in names] if configuration.brief else list(range(len(names)))


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
                spearman(6 * sum((place - player) ** 2 for place, player in enumerate(order)), len(order)),
                *map(nearest, by_lot(configuration.cut, order, equal), UNITS[:3]),
                spearman(squares_by_lot(order, equal), len(order)),
                *map(nearest, inversions_by_lot(configuration, order, equal), UNITS[4:]),
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
    return inversions, _wrong(strengths[: configuration.cut], strengths[configuration.cut :])


def by_lot(cut: int, order: Sequence[int], equal: Sequence[int]) -> tuple[Fraction, Fraction, Fraction]:
    """What the measures by lot expect, exactly: every order of those who are equal is as likely."""
    wins = Fraction(order.index(0) < equal[0], equal[0])
    start, size = _across(cut, equal)
    inside = sum(player < cut for player in order[:start])
    level = sum(player < cut for player in order[start : start + size])
    room = cut - start
    all_of_them = Fraction(inside == start and level == room, comb(size, room))
    return wins, inside + Fraction(level * room, size), all_of_them


def inversions_by_lot(
    configuration: Configuration, order: Sequence[int], equal: Sequence[int]
) -> tuple[Fraction, Fraction]:
    """`count_inversions` as a lot between those left equal would give them on average, exactly."""
    cut, strengths = configuration.cut, [configuration.strengths[player] for player in order]
    open_pairs, start, by_strength = 0, 0, list[int]()
    for size in equal:
        open_pairs += _uneven(strengths[start : start + size])
        by_strength += sorted(order[start : start + size])
        start += size
    start, size = _across(cut, equal)
    above, level, below = strengths[:start], strengths[start : start + size], strengths[start + size :]
    share = Fraction(cut - start, size)
    at_cut = _wrong(above, below) + _wrong(above, level) * (1 - share) + _wrong(level, below) * share
    if size > 1:
        at_cut += _uneven(level) * share * Fraction(start + size - cut, size - 1)
    return count_inversions(configuration, by_strength)[0] + Fraction(open_pairs, 2), at_cut


def _across(cut: int, equal: Sequence[int]) -> tuple[int, int]:
    """Where the group of equals begins that has the last place of the cut, and its size."""
    start = 0
    for size in equal:
        if start + size >= cut:
            break
        start += size
    return start, size


def _uneven(strengths: Sequence[int]) -> int:
    """Pairs of different strength."""
    return comb(len(strengths), 2) - sum(comb(same, 2) for same in Counter(strengths).values())


def _wrong(ahead: Sequence[int], behind: Sequence[int]) -> int:
    """Pairs of one ahead and a stronger one behind."""
    ordered = sorted(ahead)
    return sum(bisect_left(ordered, strength) for strength in behind)


def changes(cut: int, before: Order, after: Order) -> tuple[int, int]:
    """What came between two standings: the chance of a new winner in millionths, and how many are new in the cut."""
    (earlier, tied), (order, equal) = before, after
    leaders, winners = set(earlier[: tied[0]]), order[: equal[0]]
    new = sum(player not in leaders for player in winners)
    return nearest(Fraction(new, len(winners)), MILLION), len(set(order[:cut]).difference(earlier[:cut]))


def nearest(share: Fraction, unit: int) -> int:
    """A share in parts of a unit, the nearest whole number; a half goes up."""
    return (2 * share.numerator * unit + share.denominator) // (2 * share.denominator)


def spearman(squares: int, count: int) -> int:
    """1 - 6 sum d^2 / (n^3 - n) in millionths, of six times the sum; d is how far a player is from the place in the
    list.
    """
    return MILLION - MILLION * squares // (count**3 - count)


def squares_by_lot(order: Sequence[int], equal: Sequence[int]) -> int:
    """Six times what a lot between the equal gives on average for the sum: everyone has each place of the group as
    often.
    """
    total = start = 0
    for size in equal:
        for player in order[start : start + size]:
            ahead = start - player
            total += 6 * ahead * (ahead + size - 1) + (size - 1) * (2 * size - 1)
        start += size
    return total


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
