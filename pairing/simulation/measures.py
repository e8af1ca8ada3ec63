"""What is measured of a finished tournament, in plain Python, as the definitions say it.

Every number is whole, so that sums come out the same in any order: `spearman` is in millionths, rounded up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from pairing.simulation.configuration import Configuration
from pairing.types import Snapshot

MILLION = 1_000_000

# Of an order: inversions (pairs of different strength in the wrong order) and the difference to the order by points
# and strength; the same for pairs with exactly one of the two in the cut of this order; pairs left equal by the whole
# chain; whether the strongest is first; how many of the strongest make the cut, whether all of them do; Spearman's
# rank correlation with the list. Equal strengths: the one who stands first in the list counts as the stronger, but
# such a pair is no inversion.
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
)
BRIEF_MEASURES = ORDER_MEASURES[:5]
# Of the tournament, whatever the order: matches played, matches of two who had met before, matches of two on
# different points, byes, players who left before the end.
EVENT_MEASURES = ("matches", "rematches", "floats", "byes", "left")


@dataclass(frozen=True, slots=True)
class Measures:
    """`orders[k]` in the order of ORDER_MEASURES, `event` in that of EVENT_MEASURES."""

    orders: tuple[tuple[int, ...], ...]
    event: tuple[int, ...]


def measure(
    configuration: Configuration, event: Snapshot, orders: Sequence[tuple[Sequence[int], Sequence[int]]]
) -> Measures:
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
            )
        )
    return Measures(tuple(found), event_measures(configuration, event))


def count_inversions(configuration: Configuration, order: Sequence[int]) -> tuple[int, int]:
    """All inverted pairs, and those with exactly one of the two in the first places."""
    strengths, inversions, at_the_cut = configuration.strengths, 0, 0
    for (place, ahead), (later, behind) in combinations(enumerate(order), 2):
        if strengths[ahead] < strengths[behind]:
            inversions += 1
            at_the_cut += place < configuration.cut <= later
    return inversions, at_the_cut


def spearman(order: Sequence[int]) -> int:
    """1 - 6 sum d^2 / (n^3 - n) in millionths; d is how far a player is from the place in the list."""
    count = len(order)
    squares = sum((place - player) ** 2 for place, player in enumerate(order))
    return MILLION - 6 * MILLION * squares // (count**3 - count)


def event_measures(configuration: Configuration, event: Snapshot) -> tuple[int, ...]:
    """The measures that no order changes, in the order of EVENT_MEASURES."""
    scoring = configuration.scoring
    worth = {
        "1-0": (scoring.win, scoring.loss),
        "0-1": (scoring.loss, scoring.win),
        "1/2-1/2": (scoring.draw,) * 2,
    }
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
