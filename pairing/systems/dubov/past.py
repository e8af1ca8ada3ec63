"""What the rounds so far have made of every player: besides what the Dutch system asks, the average rating of the
opponents met and the upfloats (C.04.4.1, articles 1.6 to 1.8).
"""

from dataclasses import dataclass

from pairing.model.field import Field
from pairing.model.types import RESULTS
from pairing.systems.dubov.options import DubovOptions
from pairing.systems.dutch.acceleration import Acceleration
from pairing.systems.dutch.histories import BLACK, MILD, History, histories
from pairing.systems.dutch.lineup import acceleration_of, planned_rounds


@dataclass(frozen=True, slots=True)
class Past:
    """`aro`: 0 for who has not played. `upfloats`: how often, and whether in the round before. `most`: who has been
    upfloated so often is a maximum upfloater; `last`: this is the last round, where that does not count.
    """

    history: dict[int, History]
    aro: dict[int, int]
    upfloats: dict[int, int]
    lately: frozenset[int]
    most: int
    last: bool


def past(field: Field, options: DubovOptions) -> Past:
    """Before round `field.number`. Errors: PairingError, where the acceleration does not fit the event."""
    rounds = planned_rounds(field, options.dutch)
    acceleration = acceleration_of(field, options.dutch)
    history = histories(field, acceleration, last=False)
    for each in history.values():
        if not each.colours:  # 1.6.4
            each.wants, each.strength = BLACK, MILD
    upfloats, lately = _upfloats(field, acceleration)
    most = 2 + (rounds or 0) // 5
    return Past(history, _averages(field), upfloats, lately, most, field.turn == rounds)


def _averages(field: Field) -> dict[int, int]:
    """1.7: the average rating of the opponents met over the board, rounded, a half upwards."""
    rating = {id: entrant.rating or 0 for id, entrant in field.entrants.items()}
    found = {}
    for id, met in field.played.items():
        total = sum(rating[other] for other in met)
        found[id] = (2 * total + len(met)) // (2 * len(met)) if met else 0
    return found


def _upfloats(field: Field, acceleration: Acceleration) -> tuple[dict[int, int], frozenset[int]]:
    """How often everybody has played somebody on a higher score, and who has in the round before."""
    count = dict.fromkeys(field.entrants, 0)
    lately: set[int] = set()
    for round_ in field.rounds:
        before = Field(field.snapshot, round_.number).points
        extra = acceleration.of_round(round_.number)
        score = {id: points + extra.get(id, 0) for id, points in before.items()}
        lately = set()
        for match in round_.matches:
            a, b = match.seats
            if match.result and not RESULTS[match.result][0].is_forfeit and score[a] != score[b]:
                lower = a if score[a] < score[b] else b
                count[lower] += 1
                lately.add(lower)
    return count, frozenset(lately)
