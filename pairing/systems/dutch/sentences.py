"""The sentences of the Dutch system, each once: what a player reads under "Why this opponent?"."""

from typing import Any

from pairing.model.reasons import Reason, because, gettext_noop, sentence
from pairing.systems.dutch.colours import GRANTED, HIGHER, INITIAL, LATEST, STRONGER, WIDER

# What a criterion that could not be kept is about.
FLOAT_AGAIN = gettext_noop("float again")
PREFERENCE = gettext_noop("colour preference")
TOO_OFTEN = gettext_noop("colour too often")

# Who meets whom in a score group.
EXTRA = sentence("dutch_extra", gettext_noop("These scores include the extra points of the acceleration."))
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
    "dutch_not_colour_twice", gettext_noop("Not {players}: both must have the same colour now ({rule}).")
)
NOT_COLOUR = sentence(
    "dutch_not_colour", gettext_noop("Not {players}: both prefer the same colour ({rule}).")
)
NOT_UP_AGAIN = sentence(
    "dutch_not_up_again",
    gettext_noop("Not {players}: paired up in one of the last two rounds already ({rule})."),
)
NOT_WHOLE = sentence(
    "dutch_not_whole", gettext_noop("Not {players}: the score group as a whole would be paired worse.")
)
UP_AGAIN = sentence(
    "dutch_up_again",
    gettext_noop(
        "{player} was paired up in one of the last two rounds already; it could not be avoided ({rule})."
    ),
    given_up=FLOAT_AGAIN,
)

COLLAPSED = sentence(
    "dutch_collapsed",
    gettext_noop("The last score groups are paired as one, so that every player has an opponent."),
)

# Why somebody left a score group.
NOBODY_THERE = sentence(
    "dutch_nobody_there",
    gettext_noop(
        "No opponent on {score}: already played, kept apart, or the same colour needed, with everyone there."
    ),
)
ODD = sentence("dutch_odd", gettext_noop("An odd number of players was on {score}, so one floats ({rule})."))
FEW_PAIRS = sentence(
    "dutch_few_pairs",
    gettext_noop("Players left over on {score}: {count}. No more pairs may meet there ({rule})."),
)
FOR_THE_REST = sentence(
    "dutch_for_the_rest",
    gettext_noop(
        "Players left over on {score}: {count}. With more pairs, players below would have no opponent ({rule})."
    ),
)
FOR_THE_BYE = sentence(
    "dutch_for_the_bye",
    gettext_noop(
        "Players left over on {score}: {count}. With more pairs, the bye would go to a higher score ({rule})."
    ),
)
LOWEST_FLOATS = sentence(
    "dutch_lowest_floats", gettext_noop("{player} is the lowest ranked there and floats.")
)
FOR_THE_NEXT = sentence(
    "dutch_for_the_next",
    gettext_noop("With another floater, the next score group could not be paired as well ({rule})."),
)
NOT_DOWN_AGAIN = sentence(
    "dutch_not_down_again",
    gettext_noop("Not {players}: floated down in one of the last two rounds already ({rule})."),
)
DOWN_AGAIN = sentence(
    "dutch_down_again",
    gettext_noop(
        "{player} floated down in one of the last two rounds already; it could not be avoided ({rule})."
    ),
    given_up=FLOAT_AGAIN,
)

# Colours, by the rule of article 5.
COLOURS = {
    GRANTED: sentence(
        "dutch_colour_granted", gettext_noop("Colours as both prefer or do not mind ({rule}).")
    ),
    STRONGER: sentence(
        "dutch_colour_stronger",
        gettext_noop("Both prefer the same colour; {player} needs it more and gets it ({rule})."),
        given_up=PREFERENCE,
    ),
    WIDER: sentence(
        "dutch_colour_wider",
        gettext_noop(
            "Both need the same colour; {player} has had the other one more often and gets it ({rule})."
        ),
        given_up=PREFERENCE,
    ),
    LATEST: sentence(
        "dutch_colour_latest",
        gettext_noop(
            "Both prefer the same colour; they change from when they last had different ones ({rule})."
        ),
        given_up=PREFERENCE,
    ),
    HIGHER: sentence(
        "dutch_colour_higher",
        gettext_noop("Both prefer the same colour; {player} is ranked higher and gets it ({rule})."),
        given_up=PREFERENCE,
    ),
    INITIAL: sentence(
        "dutch_colour_initial",
        gettext_noop("Neither has had a colour yet; the number of {player} decides, odd or even ({rule})."),
    ),
}
THIRD_TIME = sentence(
    "dutch_third_time",
    gettext_noop(
        "{player} gets a colour too often; in the last round topscorers and their opponents may ({rule})."
    ),
    given_up=TOO_OFTEN,
)

# The bye.
BYE_LOWEST = sentence(
    "dutch_bye_lowest",
    gettext_noop("The bye goes to a player on {score}, the lowest score possible ({rule})."),
)
BYE_HAD = sentence(
    "dutch_bye_had", gettext_noop("Not {players}: already had a bye, or a win without playing ({rule}).")
)
BYE_OTHERS = sentence(
    "dutch_bye_others", gettext_noop("Not {players}: other players would have no opponent ({rule}).")
)
BYE_PLAYED = sentence(
    "dutch_bye_played", gettext_noop("Not {players}: missed more rounds than {player} ({rule}).")
)
BYE_LEFT = sentence(
    "dutch_bye_left", gettext_noop("The bye goes to the player whom the last score group leaves over.")
)

# What is better in the round that the rules give than in the one that was played.
HAD_MET = sentence("dutch_had_met", gettext_noop("{players}: they had played each other already ({rule})."))
ARE_APART = sentence(
    "dutch_are_apart", gettext_noop("{players}: they are kept apart in this event ({rule}).")
)
SAME_COLOUR = sentence(
    "dutch_same_colour", gettext_noop("{players}: both must have the same colour now ({rule}).")
)
_AGAIN_DOWN = sentence(
    "dutch_better_down", gettext_noop("On {score} fewer players would float down again so soon ({rule}).")
)
_AGAIN_UP = sentence(
    "dutch_better_up", gettext_noop("On {score} fewer players would be paired up again so soon ({rule}).")
)
_NEARER = sentence(
    "dutch_better_nearer",
    gettext_noop(
        "On {score} players who float again would meet opponents nearer to their own score ({rule})."
    ),
)
_COLOURS_LIKED = sentence(
    "dutch_better_colours", gettext_noop("On {score} more players would get the colour they prefer ({rule}).")
)
_COLOURS_ALLOWED = sentence(
    "dutch_better_limits", gettext_noop("On {score} fewer players would get a colour too often ({rule}).")
)
BETTER = {
    "C5": sentence(
        "dutch_better_bye", gettext_noop("The bye could go to a player on {score}, a lower score ({rule}).")
    ),
    "C6": sentence(
        "dutch_better_pairs", gettext_noop("On {score} more players would have an opponent ({rule}).")
    ),
    "C7": sentence(
        "dutch_better_scores", gettext_noop("On {score} players of lower scores would be left over ({rule}).")
    ),
    "C8": sentence(
        "dutch_better_next",
        gettext_noop(
            "With other players left over on {score}, the next score group could be paired better ({rule})."
        ),
    ),
    "C9": sentence(
        "dutch_better_missed",
        gettext_noop("The bye could go to a player who has missed fewer rounds ({rule})."),
    ),
    **dict.fromkeys(("C10", "C11"), _COLOURS_ALLOWED),
    **dict.fromkeys(("C12", "C13"), _COLOURS_LIKED),
    **dict.fromkeys(("C14", "C16"), _AGAIN_DOWN),
    **dict.fromkeys(("C15", "C17"), _AGAIN_UP),
    **dict.fromkeys(("C18", "C19", "C20", "C21"), _NEARER),
    "3.8.1": sentence(
        "dutch_better_first",
        gettext_noop(
            "On {score} both are equally good; another pairing comes first in the order of the rules ({rule})."
        ),
    ),
}

# The rule each sentence names, in C.04.3 as in force since February 2026, and what it was called before.
RULES = {
    HAD_MET: "C1",
    ARE_APART: "C1",
    SAME_COLOUR: "C3",
    BETTER["C5"]: "C5",
    NOT_COLOUR_TWICE: "C3",
    NOT_COLOUR: "C12, C13",
    NOT_UP_AGAIN: "C15, C17",
    UP_AGAIN: "C15, C17",
    ODD: "C6",
    FEW_PAIRS: "C1, C3",
    FOR_THE_REST: "C4",
    FOR_THE_BYE: "C5",
    FOR_THE_NEXT: "C8",
    NOT_DOWN_AGAIN: "C14, C16",
    DOWN_AGAIN: "C14, C16",
    THIRD_TIME: "C10, C11",
    BYE_LOWEST: "C5",
    BYE_HAD: "C2",
    BYE_OTHERS: "C4",
    BYE_PLAYED: "C9",
    COLOURS[GRANTED]: "5.2.1",
    COLOURS[STRONGER]: "5.2.2",
    COLOURS[WIDER]: "5.2.2",
    COLOURS[LATEST]: "5.2.3",
    COLOURS[HIGHER]: "5.2.4",
    COLOURS[INITIAL]: "5.2.5",
}
CALLED_UNTIL_2026 = {
    "C1, C3": "C.1, C.3",
    "C2": "C.2",
    "C3": "C.3",
    "C4": "C.4",
    "C6": "C.5",
    "C8": "C.7",
    "C10, C11": "C.8, C.9",
    "C12, C13": "C.10, C.11",
    "C14, C16": "C.12, C.14",
    "C15, C17": "C.13, C.15",
    **{f"5.2.{number}": f"E.{number}" for number in range(1, 6)},
}


def reason_of_edition(code: str, *, until_2026: bool, **params: Any) -> Reason:
    """A reason with the name of its rule in that edition, where its sentence names one."""
    if code in RULES:
        params["rule"] = CALLED_UNTIL_2026[RULES[code]] if until_2026 else RULES[code]
    return because(code, **params)
