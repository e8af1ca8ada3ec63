"""TIEBREAKS: the one list of tie-breaks, in the order in which organisers see them."""

from __future__ import annotations

from pairing.tiebreaks.base import Tiebreak
from pairing.tiebreaks.buchholz import BUCHHOLZ
from pairing.tiebreaks.counts import COUNTS
from pairing.tiebreaks.encounter import ENCOUNTER
from pairing.tiebreaks.head_to_head import HEAD_TO_HEAD
from pairing.tiebreaks.league import LEAGUE
from pairing.tiebreaks.own_record import OWN_RECORD
from pairing.tiebreaks.percentages import PERCENTAGES
from pairing.tiebreaks.placements import PLACEMENTS
from pairing.tiebreaks.ratings import RATINGS
from pairing.tiebreaks.solkoff import SOLKOFF

_ALL = (
    *SOLKOFF, *HEAD_TO_HEAD, *OWN_RECORD, *BUCHHOLZ, *COUNTS, *ENCOUNTER, *RATINGS, *PERCENTAGES, *LEAGUE,
    *PLACEMENTS,
)  # fmt: skip
TIEBREAKS: dict[str, Tiebreak] = {tiebreak.code: tiebreak for tiebreak in _ALL}
