"""The FIDE (Dutch) system: C.04.3 in force since 1 February 2026, or as before that (rules/dutch.md).

The steps of a round: histories (what the past has made of every player) -> lineup (order, scoregroups, who may meet
whom) -> completion (the bye's score) -> brackets (or until_2026), one after the other: quick, where the first
candidate can be shown to be the best, else search with network and criteria (the matching problem) and exchanges (the
order of candidates) -> colours -> explain, with the sentences. plan puts them together; verdict says what the rules
have against another round that was played.
"""

from __future__ import annotations

from pairing.model.field import LAST_SORTED_IN
from pairing.model.seat_words import BY_COLOUR
from pairing.model.types import TWO
from pairing.systems.base import System, everybody_present
from pairing.systems.dutch.lineup import barred_from_bye, extra_points, so_far
from pairing.systems.dutch.options import DutchOptions
from pairing.systems.dutch.plan import pair_dutch, why_not

DUTCH = System(
    slug="dutch",
    name="FIDE (Dutch)",
    summary="Chess by the rules of FIDE: equal scores, upper half against lower half, colours in turn.",
    seats=TWO,
    options=DutchOptions,
    pair=pair_dutch,
    playing=everybody_present,
    default_tiebreaks=("BH:cut=1", "BH", "DE", "WIN"),
    met=lambda field: field.played,
    seat_words=BY_COLOUR,
    so_far=so_far,
    extra_points=extra_points,
    had_bye=barred_from_bye,
    bye_for_one=True,
    why_not=why_not,
    draws_once=lambda options: bool(options.initial_colour == "lot"),
    numbered_until=LAST_SORTED_IN,
)
