"""Schedules for four at a table, all rounds planned at once, and what they reach.

`plan` is the way in, `replan` for what is left when players come and go. Built in turn: opponents (kept schedules, a
construction, base rounds that turn, annealing), table numbers (cheapest matchings and a little annealing), winds
(Euler circuits, exchanges along paths); `bounds` and `proofs` say what cannot be beaten, and why; `picture` counts what
people want to see.
"""

from pairing.seating.pictures import Picture, picture
from pairing.seating.proofs import Figure, explained
from pairing.seating.quality import Quality, house_places, house_players, measure
from pairing.seating.replanning import replan
from pairing.seating.schedule import Seating, plan

__all__ = [
    "Figure",
    "Picture",
    "Quality",
    "Seating",
    "explained",
    "house_places",
    "house_players",
    "measure",
    "picture",
    "plan",
    "replan",
]
