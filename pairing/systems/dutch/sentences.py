"""The sentences of the Dutch system, each once: what a player reads under "Why this opponent?"."""

from __future__ import annotations

from pairing.model.reasons import sentence
from pairing.model.wording import gettext_noop
from pairing.systems.dutch.colours import GRANTED, HIGHER, INITIAL, LATEST, STRONGER, WIDER

# Who meets whom in a score group.
HALVES = sentence(
    "dutch_halves", gettext_noop("The upper half of the score group meets the lower half, in order of rank.")
)
EXCHANGED = sentence(
    "dutch_exchanged",
    gettext_noop(
        "{player} changed halves: with the halves as they were, the score group could not be paired as well."
    ),
)
FIRST_FOR_FLOATER = sentence(
    "dutch_first_for_floater",
    gettext_noop("{player} came down from a higher score and meets the highest ranked opponent possible."),
)
NOT_COLOUR_TWICE = sentence(
    "dutch_not_colour_twice", gettext_noop("Not {players}: both must have the same colour now (C3).")
)
NOT_COLOUR = sentence(
    "dutch_not_colour", gettext_noop("Not {players}: both prefer the same colour (C12, C13).")
)
NOT_UP_AGAIN = sentence(
    "dutch_not_up_again",
    gettext_noop("Not {players}: paired up in one of the last two rounds already (C15, C17)."),
)
NOT_WHOLE = sentence(
    "dutch_not_whole", gettext_noop("Not {players}: the score group as a whole would be paired worse.")
)
UP_AGAIN = sentence(
    "dutch_up_again",
    gettext_noop(
        "{player} was paired up in one of the last two rounds already; it could not be avoided (C15, C17)."
    ),
)

# Why somebody left a score group.
NOBODY_THERE = sentence(
    "dutch_nobody_there",
    gettext_noop(
        "No opponent on {score}: already played, kept apart, or the same colour needed, with everyone there."
    ),
)
ODD = sentence("dutch_odd", gettext_noop("An odd number of players was on {score}, so one floats (C6)."))
FEW_PAIRS = sentence(
    "dutch_few_pairs",
    gettext_noop("Players left over on {score}: {count}. No more pairs may meet there (C1, C3)."),
)
FOR_THE_REST = sentence(
    "dutch_for_the_rest",
    gettext_noop(
        "Players left over on {score}: {count}. With more pairs, players below would have no opponent (C4)."
    ),
)
FOR_THE_BYE = sentence(
    "dutch_for_the_bye",
    gettext_noop(
        "Players left over on {score}: {count}. With more pairs, the bye would go to a higher score (C5)."
    ),
)
LOWEST_FLOATS = sentence(
    "dutch_lowest_floats", gettext_noop("{player} is the lowest ranked there and floats.")
)
FOR_THE_NEXT = sentence(
    "dutch_for_the_next",
    gettext_noop("With another floater, the next score group could not be paired as well (C8)."),
)
NOT_DOWN_AGAIN = sentence(
    "dutch_not_down_again",
    gettext_noop("Not {players}: floated down in one of the last two rounds already (C14, C16)."),
)
DOWN_AGAIN = sentence(
    "dutch_down_again",
    gettext_noop(
        "{player} floated down in one of the last two rounds already; it could not be avoided (C14, C16)."
    ),
)

# Colours, by the rule of article 5.
COLOURS = {
    GRANTED: sentence("dutch_colour_granted", gettext_noop("Colours as both prefer or do not mind (5.2.1).")),
    STRONGER: sentence(
        "dutch_colour_stronger",
        gettext_noop("Both prefer the same colour; {player} needs it more and gets it (5.2.2)."),
    ),
    WIDER: sentence(
        "dutch_colour_wider",
        gettext_noop(
            "Both need the same colour; {player} has had the other one more often and gets it (5.2.2)."
        ),
    ),
    LATEST: sentence(
        "dutch_colour_latest",
        gettext_noop(
            "Both prefer the same colour; they change from when they last had different ones (5.2.3)."
        ),
    ),
    HIGHER: sentence(
        "dutch_colour_higher",
        gettext_noop("Both prefer the same colour; {player} is ranked higher and gets it (5.2.4)."),
    ),
    INITIAL: sentence(
        "dutch_colour_initial",
        gettext_noop("Neither has had a colour yet; the number of {player} decides, odd or even (5.2.5)."),
    ),
}
THIRD_TIME = sentence(
    "dutch_third_time",
    gettext_noop(
        "{player} gets a colour too often; in the last round topscorers and their opponents may (C10, C11)."
    ),
)

# The bye.
BYE_LOWEST = sentence(
    "dutch_bye_lowest", gettext_noop("The bye goes to a player on {score}, the lowest score possible (C5).")
)
BYE_HAD = sentence(
    "dutch_bye_had", gettext_noop("Not {players}: already had a bye, or a win without playing (C2).")
)
BYE_OTHERS = sentence(
    "dutch_bye_others", gettext_noop("Not {players}: other players would have no opponent (C4).")
)
BYE_PLAYED = sentence(
    "dutch_bye_played", gettext_noop("Not {players}: missed more rounds than {player} (C9).")
)
