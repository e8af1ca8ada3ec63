"""Virtual points of an accelerated event: the Baku acceleration (C.04.7, article 1), or points given by name."""

from dataclasses import dataclass

from pairing.model.errors import PairingError, message
from pairing.model.field import Field
from pairing.model.reasons import gettext_noop
from pairing.model.types import VirtualPoints

NEEDS_ROUNDS = message(
    "dutch_acceleration_needs_rounds",
    gettext_noop("Acceleration depends on the number of rounds. Plan the rounds of the event (Settings)."),
)
NEEDS_SCORING = message(
    "dutch_acceleration_needs_scoring",
    gettext_noop(
        "Baku acceleration needs a win worth two draws and a loss worth 0. Change the points (Settings)."
    ),
)


@dataclass(frozen=True, slots=True)
class Acceleration:
    """Who is accelerated, and by how much in which round; nobody stands in two rows."""

    rows: tuple[VirtualPoints, ...] = ()

    def of_round(self, number: int) -> dict[int, int]:
        """The virtual points (hundredths) of the players who have some when this round is paired."""
        worth = ((row.players, row.points[number - 1]) for row in self.rows if number <= len(row.points))
        return {id: points for players, points in worth if points for id in players}


def baku(field: Field, rounds: int | None) -> Acceleration:
    """The upper half of those entered before round 1 (rounded up to an even number), and late entries ranked among
    them. Half of the rounds are accelerated: the first half of these by a win, the others by half a win.

    Errors: PairingError, where the number of rounds is open or the points are others than those of chess.
    """
    scoring = field.snapshot.scoring
    if rounds is None:
        raise PairingError(NEEDS_ROUNDS)
    if scoring.win != 2 * scoring.draw or scoring.loss:
        raise PairingError(NEEDS_SCORING)
    place, begin = field.start_place, field.snapshot.begins_after
    first = sorted(place[id] for id, entrant in field.entrants.items() if entrant.joined_round <= begin + 1)
    half = 2 * -(-len(first) // 4)
    last = max(first[:half], default=-1)
    upper = tuple(id for id, at in place.items() if at <= last)
    accelerated = -(-rounds // 2)
    whole = -(-accelerated // 2)
    points = (0,) * begin + (scoring.win,) * whole + (scoring.win // 2,) * (accelerated - whole)
    return Acceleration((VirtualPoints(upper, points),))
