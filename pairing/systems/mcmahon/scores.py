"""McMahon scores (hundredths): where everybody starts by rank, between the bars, and the points scored since.

A rank is worth a win. Bonuses and penalties count too: a bonus without a round places a player above or below the rank,
as for somebody who is to start below the bar because of missed rounds.
"""

from collections.abc import Mapping

from pairing.model.field import Field
from pairing.model.reasons import sentence
from pairing.model.types import HUNDRED, Ladder
from pairing.model.wording import gettext_noop
from pairing.systems.mcmahon.options import McMahonOptions
from pairing.systems.mcmahon.ranks import RANKS, rank_of

START = sentence(
    "mcmahon_start", gettext_noop("starting score by rank, between the bars; half points rounded down")
)


def steps(field: Field, options: McMahonOptions) -> dict[int, int]:
    """How many ranks above the bottom bar everybody starts. A bar below the bottom bar puts everybody on 0."""
    floor = RANKS[options.floor]
    height = max(RANKS[options.bar] - floor, 0)
    found = {}
    for id, entrant in field.entrants.items():
        rank = rank_of(entrant)
        found[id] = 0 if rank is None else min(max(rank - floor, 0), height)
    return found


def at_the_bar(field: Field, options: McMahonOptions) -> frozenset[int]:
    """Those who start at the top bar."""
    top = max(RANKS[options.bar] - RANKS[options.floor], 0)
    return frozenset(id for id, step in steps(field, options).items() if step == top)


def scores(field: Field, options: McMahonOptions) -> Mapping[int, int]:
    """Everybody's McMahon score before round `field.number`."""
    win = field.snapshot.scoring.win or HUNDRED
    points = field.points
    total = {id: step * win + points[id] for id, step in steps(field, options).items()}
    if not options.round_down:
        return total
    return {id: score // win * win for id, score in total.items()}


def ladder(field: Field, options: McMahonOptions) -> Ladder:
    """The standings are by McMahon score."""
    return Ladder(scores(field, options), dict.fromkeys(field.entrants, 0), note=START)
