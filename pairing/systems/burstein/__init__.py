"""The Burstein system of FIDE: C.04.4.2, in force since 1 February 2026.

After seeding rounds, which are paired as in the Dutch system, players are ranked by the strength of the opponents they
have met, and in each bracket the first meets the last. Sources: FIDE Handbook C.04.4.2 (its preface, and its articles
as far as they are quoted by the engine py4swiss, which is also the peer the pairings are compared with).

brackets (3, 4 and the bye, by C5 to C8 as costs) -> explain. plan ranks the players (1.7, 1.8) and puts them together.
Histories, colours and the matching problem are those of the Dutch system.
"""

from __future__ import annotations

from pairing.model.field import LAST_SORTED_IN
from pairing.model.reasons import gettext_noop
from pairing.model.seat_words import BY_COLOUR
from pairing.model.types import TWO
from pairing.systems.base import System, everybody_present
from pairing.systems.burstein.options import BursteinOptions
from pairing.systems.burstein.plan import known, pair
from pairing.systems.dutch.lineup import extra_points, looked_at

BURSTEIN = System(
    slug="burstein",
    name=gettext_noop("FIDE (Burstein)"),
    summary=gettext_noop(
        "Chess by the rules of FIDE: equal scores, and who has met strong opponents meets who has met weak ones."
    ),
    seats=TWO,
    options=BursteinOptions,
    pair=pair,
    playing=everybody_present,
    bye_for_one=True,
    default_tiebreaks=("BH:cut=1", "BH", "DE", "WIN"),
    met=lambda field: field.played,
    seat_words=BY_COLOUR,
    so_far=lambda field, options: looked_at(field, known(field, options)),
    extra_points=lambda field, options: extra_points(field, options.dutch),
    had_bye=lambda field, options: frozenset(
        id for id, history in known(field, options).items() if history.had_bye
    ),
    draws_once=lambda options: bool(options.initial_colour == "lot"),
    numbered_until=LAST_SORTED_IN,
)

__all__ = ["BURSTEIN", "BursteinOptions"]
