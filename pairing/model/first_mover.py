"""Who moves first: the seat order of a two-seat match.

`alternate` (rules/wcsc.md, "First mover"): fewer first moves so far moves first; then who moved second last time;
then the lot. `lot`: the lot alone. Seats of forfeited matches count: the colour was given.
"""

from collections import Counter
from collections.abc import Callable
from itertools import chain
from typing import Any

from pairing.model.field import Field
from pairing.model.lots import Lots
from pairing.model.so_far import SoFar

CHOICES = {
    "alternate": "Fewer first moves so far, then the player who moved second last time, then by lot",
    "lot": "Always by lot",
}


def seating(field: Field, lots: Lots, rule: str) -> Callable[[int, int], tuple[int, int]]:
    """A function that puts two players in seat order (first mover, second mover) for round `field.number`.

    The lot of a player is (seed, "first_mover", round, id); the lower one moves first.
    """
    number = field.number

    def by_lot(a: int, b: int) -> tuple[int, int]:
        first = lots.number("first_mover", number, a) <= lots.number("first_mover", number, b)
        return (a, b) if first else (b, a)

    if rule == "lot" or not field.rounds:
        return by_lot
    firsts = Counter(chain.from_iterable([m.seats[0] for m in round_.matches] for round_ in field.rounds))
    last = _LastSeats(field)

    def alternate(a: int, b: int) -> tuple[int, int]:
        x, y = firsts[a], firsts[b]
        if x == y:
            x, y = last.seat(b), last.seat(a)
            if x == y:
                return by_lot(a, b)
        return (a, b) if x < y else (b, a)

    return alternate


def moves_so_far(field: Field, options: Any) -> dict[int, SoFar]:
    """Of every entrant, the seats had; nothing where the lot alone decides (`options.first_mover`)."""
    if options.first_mover == "lot":
        return {}
    return {player: SoFar(seats) for player, seats in field.seat_history.items()}


class _LastSeats:
    """The seat of a player in the last match he was paired in, looked up from the last round backwards."""

    def __init__(self, field: Field) -> None:
        self.rounds = field.rounds[::-1]
        self.seats: list[dict[int, int]] = []

    def seat(self, player: int) -> int:
        """0: moved first last time, 1: second; 0 for somebody who has not been paired yet."""
        for back, round_ in enumerate(self.rounds):
            if back == len(self.seats):
                pairs = [m.seats for m in round_.matches]
                self.seats.append({p: seat for pair in pairs for seat, p in enumerate(pair)})
            found = self.seats[back].get(player)
            if found is not None:
                return found
        return 0
