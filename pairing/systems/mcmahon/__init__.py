"""McMahon for Go: everybody starts on a score by rank, between a top bar and a bottom bar, and meets equal scores.

Sources: European Go Federation, Tournament System Rules (the McMahon score grows by what a game gives; half points are
rounded down; ties by SOS) and the rules of its European Cup; British Go Association, McMahon tournament pairing rules
(functional specification) and Organisers' Handbook, chapter 4 (the bar; pairing within a score, drawing up and down as
little as possible; handicap by the difference of the scores less one, none above the bar); OpenGotha 3.52, help (the
bars and what they are at first, split and slip, split and fold). Pairing itself is that of Swiss-Monrad.

options (a title or a rating as a rank) -> plan (McMahon scores, and the round).
"""

from pairing.model.reasons import gettext_noop
from pairing.model.types import TWO
from pairing.systems.base import System, everybody_present
from pairing.systems.mcmahon.options import McMahonOptions
from pairing.systems.mcmahon.plan import ladder, pair

MCMAHON = System(
    slug="mcmahon",
    name=gettext_noop("McMahon (Go)"),
    summary=gettext_noop(
        "Players start on a score by rank, between a top bar and a bottom bar; equal scores meet where possible."
    ),
    seats=TWO,
    options=McMahonOptions,
    pair=pair,
    playing=everybody_present,
    default_tiebreaks=("SOS", "SOSOS"),
    ladder=ladder,
    own_points=True,
)

__all__ = ["MCMAHON", "McMahonOptions"]
