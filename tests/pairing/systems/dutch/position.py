"""A position: all that the rules of the FIDE (Dutch) system look at when a round is to be paired.

Points are whole hundredths. Rounds and pairing numbers (TPN) start at 1.
"""

from dataclasses import dataclass

GAMES = ("w", "b")
FORFEITS = ("+", "-")
PAB = "U"  # the bye that the pairing gives


@dataclass(frozen=True, slots=True)
class Entry:
    """One round of one player.

    `kind`: `w` or `b` for a game really played with that colour, `+` or `-` for a game won or lost by forfeit, `U` for
    the bye of the pairing, `F`, `H` or `Z` for a full-, half- or zero-point bye; a player who was not there, or not
    entered yet, has a `Z` as well. `result` of a game: `1`, `=` or `0`.
    """

    kind: str
    points: int = 0
    opponent: int | None = None
    result: str = ""


NOT_THERE = Entry("Z")


@dataclass(frozen=True, slots=True)
class Player:
    """`extra` are the points that the pairing score of rounds 1, 2, ... has besides those of the results before it:
    virtual points of an acceleration, bonuses, penalties; () for none.
    """

    tpn: int
    rounds: tuple[Entry, ...] = ()
    here: bool = True
    extra: tuple[int, ...] = ()

    def score(self, number: int) -> int:
        """The pairing score with which this player goes into round `number`."""
        more = self.extra[number - 1] if number <= len(self.extra) else 0
        return more + sum(entry.points for entry in self.rounds[: number - 1])


@dataclass(frozen=True, slots=True)
class Position:
    """Round `number` of an event is to be paired; `players` have the TPNs 1, 2, ... in this order.

    `planned` is the number of rounds, where declared; `initial` the colour drawn by lot, `w` or `b`. `win` and `loss`
    are what a game won and lost brings.
    """

    players: tuple[Player, ...]
    number: int
    planned: int | None = None
    initial: str = "w"
    forbidden: frozenset[frozenset[int]] = frozenset()
    win: int = 100
    loss: int = 0

    @property
    def is_last(self) -> bool:
        return self.number == self.planned

    def player(self, tpn: int) -> Player:
        return self.players[tpn - 1]


@dataclass(frozen=True, slots=True)
class Pairing:
    """The answer: (White, Black) of every pair, and who gets the bye."""

    pairs: frozenset[tuple[int, int]]
    bye: int | None = None


def pairing(pairs: object, bye: int | None = None) -> Pairing:
    """A Pairing of any iterable of (White, Black)."""
    return Pairing(frozenset(tuple(pair) for pair in pairs), bye)  # type: ignore[attr-defined]
