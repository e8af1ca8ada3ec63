"""TIEBREAKS: the one list of tie-breaks; FAMILIES: the same in groups, in the order in which organisers see them."""

from pairing.tiebreaks.base import Family, Tiebreak
from pairing.tiebreaks.buchholz import BUCHHOLZ
from pairing.tiebreaks.counts import COUNTS
from pairing.tiebreaks.encounter import ENCOUNTER, HEAD_TO_HEAD
from pairing.tiebreaks.go import GO
from pairing.tiebreaks.league import LEAGUE
from pairing.tiebreaks.netrunner import NETRUNNER
from pairing.tiebreaks.own_record import OWN_RECORD
from pairing.tiebreaks.percentages import PERCENTAGES
from pairing.tiebreaks.placements import PLACEMENTS
from pairing.tiebreaks.ratings import RATINGS
from pairing.tiebreaks.solkoff import SOLKOFF

_ALL = (
    *SOLKOFF, *HEAD_TO_HEAD, *OWN_RECORD, *BUCHHOLZ, *COUNTS, *ENCOUNTER, *RATINGS, *PERCENTAGES, *LEAGUE,
    *PLACEMENTS, *GO, *NETRUNNER,
)  # fmt: skip
FAMILIES: tuple[Family, ...] = (
    Family(
        "Strength of the opponents",
        "Players whose opponents scored more come first.",
        (*SOLKOFF, *BUCHHOLZ, *GO, *NETRUNNER),
    ),
    Family(
        "Matches between the tied players",
        "What the tied players scored against each other decides.",
        (*HEAD_TO_HEAD, *ENCOUNTER),
    ),
    Family(
        "The player's own record",
        "What the player did: wins, the order of the points, or the place on the list.",
        (*OWN_RECORD, *COUNTS),
    ),
    Family("Ratings", "The ratings of the opponents, and results measured against them.", RATINGS),
    Family(
        "Percentages", "Shares of the matches or games won, by the player or by the opponents.", PERCENTAGES
    ),
    Family(
        "League with elimination",
        "Fewest losses first, then the players who met the stronger opponents.",
        LEAGUE,
    ),
    Family("Places at tables of four", "Places, games and points at the player's own tables.", PLACEMENTS),
)
TIEBREAKS: dict[str, Tiebreak] = {tiebreak.code: tiebreak for tiebreak in _ALL}
