"""What a player reads about a match or a bye of a bracket."""

from pairing.model.reasons import gettext_noop, sentence

SEEDED = sentence("bracket_seeds", gettext_noop("Seed {upper} against seed {lower}."))
LAYER = sentence(
    "bracket_layer",
    gettext_noop("Seeded among players with equally many byes: {player} meets the lowest-ranked."),
)
SWAPPED = sentence(
    "bracket_swapped",
    gettext_noop("{player} and {other_player} were swapped: {player} would have had a rematch."),
)
REMATCH = sentence(
    "bracket_rematch", gettext_noop("A rematch of this event: no swap of lower seeds avoids it.")
)
FORBIDDEN = sentence("bracket_forbidden", gettext_noop("Kept apart, but the bracket brings them together."))
ENTERS_LATER = sentence("bracket_bye", gettext_noop("Seed {seed} joins the bracket in a later round."))
WAITS = sentence("bracket_waits", gettext_noop("Waits for the next match in the bracket."))
WENT_ON = sentence(
    "bracket_went_on",
    gettext_noop(
        "The result was corrected and {other_player} would advance, but {player} has "
        "already played round {number}. The bracket stays as played."
    ),
)
WENT_ON_ALONE = sentence(
    "bracket_went_on_alone",
    gettext_noop(
        "The result was corrected and {player} would be out, but has already played "
        "round {number}. The bracket stays as played."
    ),
)
WALKOVER = sentence("bracket_walkover", gettext_noop("No opponent advanced, or the opponent has withdrawn."))
THIRD = sentence("bracket_third", gettext_noop("The losers of the semifinals play for third place."))
LOSERS = sentence("bracket_losers", gettext_noop("Losers' bracket: a loss here eliminates."))
FINAL = sentence("bracket_final", gettext_noop("The final."))
SECOND_FINAL = sentence(
    "bracket_second_final", gettext_noop("The second final: both have lost once in the bracket.")
)
