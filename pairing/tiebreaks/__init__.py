"""Tie-breaks: the list of them (`catalogue`), tie-break orders (`chain`), named orders (`presets`), and the ranking
of an event (`ranking`).
"""

from pairing.tiebreaks.base import Explanation, Term, Tiebreak
from pairing.tiebreaks.catalogue import FAMILIES, TIEBREAKS
from pairing.tiebreaks.chain import dump_chain, parse_chain, refuse_drops_all, remarks
from pairing.tiebreaks.presets import PRESETS, Preset

__all__ = [
    "FAMILIES",
    "PRESETS",
    "TIEBREAKS",
    "Explanation",
    "Preset",
    "Term",
    "Tiebreak",
    "dump_chain",
    "parse_chain",
    "refuse_drops_all",
    "remarks",
]
