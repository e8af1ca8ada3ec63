"""House players: they fill seats so that every table has four, and nobody wants to meet two of them at once."""

from collections.abc import Collection, Sequence
from itertools import combinations

from pairing.seating.quality import counted_meetings

MOST_HOUSE = 3
MOST_COMPARED = 1_000  # choices without a meeting whose effect on the others is looked at


def house_players(players: int) -> int:
    """How many house players make the number of players a multiple of four (section 2 of the rules)."""
    return -players % 4


def house_places(
    rounds: Sequence[Sequence[Sequence[int]]], count: int, *, among: Collection[int] | None = None
) -> tuple[int, ...]:
    """Which ids of a finished schedule are best taken by `count` (0 to 3) house players, in ascending order.

    The fewest times two of them share a table; then the fewest times any other player meets them, and the fewest
    players who do so often; then the highest numbers. `among`: the ids to choose from (all of the schedule).
    """
    if not 0 <= count <= MOST_HOUSE:
        raise ValueError(f"{count} house players; a schedule never needs more than {MOST_HOUSE}")
    met = counted_meetings(rounds)
    ids = sorted(met if among is None else among, reverse=True)
    found: list[tuple[int, ...]] = []
    fewest = -1
    for chosen in combinations(ids, count):
        together = sum(met[a].get(b, 0) for a, b in combinations(chosen, 2))
        if fewest < 0 or together < fewest:
            found, fewest = [], together
        if together == fewest:
            found.append(chosen)
            if fewest == 0 and len(found) >= MOST_COMPARED:
                break
    best = min(found, key=lambda chosen: _burden(met, chosen))
    return tuple(sorted(best))


def _burden(met: dict[int, dict[int, int]], chosen: tuple[int, ...]) -> tuple[int, int]:
    """Of the player who meets house players most often: how often, and how many such players there are."""
    times = [
        sum(row.get(house, 0) for house in chosen) for player, row in met.items() if player not in chosen
    ]
    return (max(times), times.count(max(times))) if times else (0, 0)
