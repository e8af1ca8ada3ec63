"""The Dubov system of FIDE: C.04.4.1, in force since 1 February 2026.

In each score group those who seek White, by the average rating of the opponents they have met, meet those who seek
Black by number, so that opponents become equally strong for all. Sources: FIDE Handbook C.04.4.1 as it is quoted by the
engine py4swiss, which is also the peer the pairings are compared with.

past (ratings met, upfloats: 1.6 to 1.8) -> upfloaters (C5 to C10: 3.2.1, 3.2.2) -> brackets (3.2.3 to 3.2.5).
plan puts them together and explains them. Histories, colours and the bye are those of the Dutch and
the Burstein system.
"""

from __future__ import annotations

from pairing.model.field import LAST_SORTED_IN
from pairing.model.reasons import gettext_noop
from pairing.model.seat_words import BY_COLOUR
from pairing.model.types import TWO
from pairing.systems.base import System, everybody_present
from pairing.systems.dubov.options import DubovOptions
from pairing.systems.dubov.past import past
from pairing.systems.dubov.plan import pair
from pairing.systems.dutch.lineup import extra_points, looked_at

DUBOV = System(
    slug="dubov",
    name=gettext_noop("FIDE (Dubov)"),
    summary=gettext_noop(
        "Chess by the rules of FIDE: equal scores, White seekers against Black seekers, average ratings evened out."
    ),
    seats=TWO,
    options=DubovOptions,
    pair=pair,
    playing=everybody_present,
    bye_for_one=True,
    default_tiebreaks=("BH:cut=1", "BH", "DE", "WIN"),
    met=lambda field: field.played,
    seat_words=BY_COLOUR,
    so_far=lambda field, options: looked_at(field, past(field, options).history),
    extra_points=lambda field, options: extra_points(field, options.dutch),
    had_bye=lambda field, options: frozenset(
        id for id, history in past(field, options).history.items() if history.had_bye
    ),
    draws_once=lambda options: bool(options.initial_colour == "lot"),
    numbered_until=LAST_SORTED_IN,
)

__all__ = ["DUBOV", "DubovOptions"]
