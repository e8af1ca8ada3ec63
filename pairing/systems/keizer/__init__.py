"""Keizer, the ranking of Dutch and Belgian clubs: to beat somebody is worth the value of that player's place in the
ranking, so that nobody has to be there every evening.

Sources, the rules of clubs and the help of programs: Caissa Amsterdam, "Het Keizer-systeem" (values, own value, worked
example); SV Krimpen, "Systeem Keizer" (first value one and a half times the number of players, bye two thirds); SV
Sliedrecht, rules of 2017 (66 % for a bye, 33 % for an excused absence, at most ten of them, meetings in the event);
Schaakclub Haren, round 1 of 2016/17 (a published ranking); KeizerForClubs, documentation (rounds before pairings
repeat, byes in turn, pairing from the top of the ranking).

values (the ranking, computed until it stays) -> plan.
"""

from pairing.model.reasons import gettext_noop
from pairing.model.types import TWO
from pairing.systems.base import System, everybody_present
from pairing.systems.keizer.plan import met, pair
from pairing.systems.keizer.values import KeizerOptions, ladder

KEIZER = System(
    slug="keizer",
    name=gettext_noop("Keizer"),
    summary=gettext_noop(
        "For clubs: neighbours in the ranking meet, and a win is worth the opponent's place. Players may miss rounds."
    ),
    seats=TWO,
    options=KeizerOptions,
    pair=pair,
    playing=everybody_present,
    default_tiebreaks=("sonneborn_berger", "head_to_head"),
    ladder=ladder,
    own_points=True,
    floats=False,
    met=met,
)

__all__ = ["KEIZER", "KeizerOptions"]
