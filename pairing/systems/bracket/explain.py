"""What a player reads about a match or a bye of a bracket."""

from __future__ import annotations

from pairing.model.reasons import sentence
from pairing.model.wording import gettext_noop

SEEDED = sentence("bracket_seeds", gettext_noop("seed {upper} against seed {lower}"))
LAYER = sentence(
    "bracket_layer",
    gettext_noop("seeded in their layer as in a tier of a Swiss round: {player} meets the lowest ranked"),
)
SWAPPED = sentence(
    "bracket_swapped",
    gettext_noop(
        "{player} and {other_player} changed places: {player} would have met an earlier opponent again"
    ),
)
REMATCH = sentence(
    "bracket_rematch", gettext_noop("a rematch of this event: no swap of lower seeds avoids it")
)
FORBIDDEN = sentence(
    "bracket_forbidden", gettext_noop("a forbidden pair, but the bracket brings them together")
)
ENTERS_LATER = sentence("bracket_bye", gettext_noop("seed {seed} enters the bracket in a later round"))
WAITS = sentence("bracket_waits", gettext_noop("waits for the next match in the bracket"))
WENT_ON = sentence(
    "bracket_went_on",
    gettext_noop(
        "as corrected since, the result says that {other_player} goes on, but {player} has played in round {number}:"
        " the bracket stays as it was played"
    ),
)
WENT_ON_ALONE = sentence(
    "bracket_went_on_alone",
    gettext_noop(
        "as corrected since, the result says that {player} does not go on, but {player} has played in round {number}:"
        " the bracket stays as it was played"
    ),
)
WALKOVER = sentence("bracket_walkover", gettext_noop("no opponent came through or is still here"))
THIRD = sentence("bracket_third", gettext_noop("the losers of the semifinals play for third place"))
LOSERS = sentence("bracket_losers", gettext_noop("losers' bracket: whoever loses here is out"))
FINAL = sentence("bracket_final", gettext_noop("the final"))
SECOND_FINAL = sentence(
    "bracket_second_final", gettext_noop("the second final: each of the two has lost once in the bracket")
)
