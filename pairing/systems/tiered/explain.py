"""What a player reads about a pairing of the league."""

from __future__ import annotations

from pairing.model.reasons import sentence
from pairing.model.wording import gettext_noop

BYE_LOT = sentence(
    "tiered_bye",
    gettext_noop("bye: first in lot order of the {count} players who have had none in this event"),
)
BYE_AGAIN = sentence(
    "tiered_bye_again", gettext_noop("bye: first in lot order; everybody still in has had one in this event")
)
UP_LOT = sentence(
    "tiered_up_lot",
    gettext_noop(
        "{player} is paired up to the tier with fewer losses: first in lot order of the lower half of the own tier by"
        " strength of schedule"
    ),
)
UP_RANK = sentence(
    "tiered_up_rank",
    gettext_noop("{player} is paired up to the tier with fewer losses: highest ranked of the own tier"),
)
UP_NEXT = sentence(
    "tiered_up_next",
    gettext_noop(
        "{player} is paired up to the tier with fewer losses: whoever came before has been paired up in this event"
    ),
)
UP_AGAIN = sentence(
    "tiered_up_again",
    gettext_noop("{player} is paired up once more: everybody of that tier has been paired up in this event"),
)
FIRST_ROUND = sentence("tiered_first_round", gettext_noop("next to each other in lot order"))
FIRST_POSSIBLE = sentence(
    "tiered_first_possible",
    gettext_noop("the next in lot order for {player} who leaves an opponent to everybody"),
)
NEIGHBOURS = sentence("tiered_neighbours", gettext_noop("next to each other in the ranking"))
NEXT_POSSIBLE = sentence(
    "tiered_next_possible",
    gettext_noop("the next in the ranking for {player} who leaves an opponent to everybody"),
)
NOT_MET_BEFORE = sentence(
    "tiered_not_met", gettext_noop("not {players}: met in this event or a season not long ago")
)
LOWEST = sentence(
    "tiered_lowest",
    gettext_noop(
        "{player} has the hardest schedule of those without an opponent and meets the lowest ranked of them who has"
        " not been met"
    ),
)
LOWEST_LATER = sentence(
    "tiered_lowest_later",
    gettext_noop("{player} meets the lowest ranked without an opponent who has not been met"),
)
LOWEST_POSSIBLE = sentence(
    "tiered_lowest_possible",
    gettext_noop(
        "{player} has the hardest schedule of those without an opponent and meets the lowest ranked of them who"
        " leaves an opponent to everybody"
    ),
)
REFUSED = sentence(
    "tiered_refused",
    gettext_noop(
        "{player} refused {a_player}: {mirror_player}, who mirrors {player}'s place, ranks below {a_player}"
    ),
)
INSISTED = sentence(
    "tiered_insisted", gettext_noop("{player} would have refused, but nobody else is left for {a_player}")
)
TAKEN_BACK = sentence(
    "tiered_taken_back", gettext_noop("the match of {players} was taken back: nobody was left for {player}")
)
SEASON_REMATCH = sentence(
    "tiered_season_rematch",
    gettext_noop(
        "they met in season {season}: without a rematch of an earlier season this tier cannot be paired"
    ),
)
EVENT_REMATCH = sentence(
    "tiered_event_rematch",
    gettext_noop(
        "rematch of this event: without one these players cannot be paired, not even together with a lower tier"
    ),
)
JOINED = sentence(
    "tiered_joined",
    gettext_noop(
        "the tiers with {lost} and with {lower_lost} losses were paired as one by ranking: the upper one has"
        " no complete pairing"
    ),
)
