"""What the two seats of a table are called: by who moves first, or as colours. Every word for them stands here.

A system says which of them are its own (`System.seat_words`). The words are English and message ids of the catalogues.
"""

from dataclasses import dataclass

from pairing.model.reasons import gettext_noop, sentence

Two = tuple[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWords:
    """The words for the first seat and the second, in this order.

    `names`: what a player is or does there; `heads`: of a column; `to_player` and `of_player`: as a sentence; `wins`
    and `wins_by_forfeit`: who of them won. `signs` are those of a row of seats had, `history` is what such a row is
    called; `first_was`: what the sign of the first seat in a table of rounds means. `rule` is the code of the reason
    that somebody sits in the first seat by the rules.
    """

    names: Two
    heads: Two
    to_player: Two
    of_player: Two
    wins: Two
    wins_by_forfeit: Two
    signs: Two
    history: str
    first_was: str
    rule: str


BY_MOVE = SeatWords(
    names=(gettext_noop("moves first"), gettext_noop("moves second")),
    heads=(gettext_noop("First"), gettext_noop("Second")),
    to_player=(gettext_noop("You move first."), gettext_noop("You move second.")),
    of_player=(gettext_noop("Moves first."), gettext_noop("Moves second.")),
    wins=(gettext_noop("first player wins"), gettext_noop("second player wins")),
    wins_by_forfeit=(
        gettext_noop("first player wins, the other is a no-show"),
        gettext_noop("second player wins, the other is a no-show"),
    ),
    signs=("1", "2"),
    history=gettext_noop("first and second moves so far"),
    first_was=gettext_noop("moved first"),
    rule=sentence("repair_first_mover", gettext_noop("By the rules {player} moves first.")),
)
BY_COLOUR = SeatWords(
    names=(gettext_noop("White"), gettext_noop("Black")),
    heads=(gettext_noop("White"), gettext_noop("Black")),
    to_player=(gettext_noop("You have White."), gettext_noop("You have Black.")),
    of_player=(gettext_noop("Has White."), gettext_noop("Has Black.")),
    wins=(gettext_noop("White wins"), gettext_noop("Black wins")),
    wins_by_forfeit=(
        gettext_noop("White wins, Black is a no-show"),
        gettext_noop("Black wins, White is a no-show"),
    ),
    signs=(gettext_noop("W"), gettext_noop("B")),
    history=gettext_noop("colours so far"),
    first_was=gettext_noop("White"),
    rule=sentence("repair_white", gettext_noop("By the rules {player} has White.")),
)
