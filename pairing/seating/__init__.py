"""Schedules for four at a table, all rounds planned at once, and what they reach.

`plan` is the way in. Built in turn: opponents (kept schedules, a construction, annealing), table numbers (cheapest
matchings and a little annealing), winds (Euler circuits); `bounds` says what cannot be beaten, and why.
"""

from __future__ import annotations

from pairing.seating.quality import Quality
from pairing.seating.schedule import Seating, house_players, plan

__all__ = ["Quality", "Seating", "house_players", "plan"]
