"""Who of a pair has White (C.04.3, article 5)."""

from pairing.systems.dutch.histories import ABSOLUTE, ANY, WHITE, History

# Which rule decided: the numbers of article 5.2, 5.2.2 in two parts.
GRANTED, STRONGER, WIDER, LATEST, HIGHER, INITIAL = "5.2.1", "5.2.2", "5.2.2b", "5.2.3", "5.2.4", "5.2.5"


def colour_of(higher: History, lower: History, initial: int) -> tuple[int, str]:
    """The colour of the higher ranked of a pair, and the rule that gives it. `initial`: the colour of number 1."""
    # 5.2.5: nobody has a preference, so the initial colour decides by the pairing number.
    if higher.wants == ANY and lower.wants == ANY:
        return (initial if higher.odd else 1 - initial), INITIAL
    # 5.2.1: both preferences can be granted.
    if ANY in (higher.wants, lower.wants) or higher.wants != lower.wants:
        return (1 - lower.wants if higher.wants == ANY else higher.wants), GRANTED
    wanted = higher.wants
    # 5.2.2: the stronger preference, of two absolute ones the wider difference.
    if higher.strength != lower.strength:
        return (wanted if higher.strength > lower.strength else 1 - wanted), STRONGER
    one, other = abs(higher.difference), abs(lower.difference)
    if higher.strength == ABSOLUTE and one != other:
        return (wanted if one > other else 1 - wanted), WIDER
    # 5.2.3: alternate from the latest round in which one had White and the other Black.
    for mine, theirs in zip(reversed(higher.colours), reversed(lower.colours), strict=False):
        if mine != theirs:
            return theirs, LATEST
    # 5.2.4: the preference of the higher ranked.
    return wanted, HIGHER


def too_many(history: History, colour: int) -> tuple[bool, bool]:
    """Whether a game with this colour leaves a difference beyond 2 (C10), or is the same for the third time (C11)."""
    after = history.difference + (1 if colour == WHITE else -1)
    return abs(after) > 2, history.colours[-2:] == [colour, colour]


def unusual(history: History) -> bool:
    """Whether even the wanted colour can count in C10 or C11: only after colours set by hand."""
    return history.strength == ABSOLUTE and any(too_many(history, history.wants))
