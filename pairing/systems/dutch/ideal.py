"""The best colours a bracket can have by the numbers of its players alone (a lower bound for C12 and C13).

Whoever wants the colour of the majority can meet the others, or each other at the price of C12, or float. The strong
ones among them can avoid each other (C13) as long as there are others.
"""

from dataclasses import dataclass

from pairing.systems.dutch.histories import BLACK, WHITE


@dataclass(frozen=True, slots=True)
class Ideal:
    """The bound, and which pairs can be in a candidate that reaches it: see `partners`.

    `wanting`: all players of the bracket by the colour they want; `strong`: those who do so at least strongly.
    """

    c12: int
    c13: int
    wanting: tuple[int, int]
    strong: int
    majority: int

    @property
    def cost(self) -> tuple[int, int]:
        return self.c12, self.c13

    def partners(self, player: int) -> int:
        """Whom a player (a bit) can meet as far as colours go; -1: everybody."""
        most = self.wanting[self.majority]
        if not self.c12:
            return ~next((mask for mask in self.wanting if mask & player), 0)
        core = most & self.strong
        if self.c13:
            return -1 if core & player else core
        if not most & player:
            return most
        return ~core if core & player else -1

    def floaters(self, everybody: int) -> int:
        """Who can float alone as far as colours go."""
        most = self.wanting[self.majority]
        if self.c13:
            return most & self.strong
        if self.c12 or 2 * most.bit_count() > everybody.bit_count():
            return most
        return everybody

    def pair_cost(self, player: int, other: int) -> tuple[int, int]:
        """C12 and C13 of two players (bits), not both of whom have an absolute preference for one colour."""
        for mask in self.wanting:
            if mask & player and mask & other:
                return 1, int(bool(self.strong & player and self.strong & other))
        return 0, 0


def ideal(players: int, wanting: tuple[int, int], strong: int) -> Ideal:
    """The bound for these players of whom, if they are odd in number, one floats."""
    wanting = wanting[WHITE] & players, wanting[BLACK] & players
    majority = WHITE if wanting[WHITE].bit_count() >= wanting[BLACK].bit_count() else BLACK
    most, total = wanting[majority], players.bit_count()
    core = (most & strong).bit_count()
    c12 = max(0, (2 * most.bit_count() - total) // 2)
    c13 = max(0, (2 * core - total - total % 2) // 2) if c12 else 0
    return Ideal(c12, c13, wanting, strong, majority)
