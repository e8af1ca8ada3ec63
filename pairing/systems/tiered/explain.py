"""What a player reads about a pairing of the league."""

from pairing.model.reasons import gettext_noop, sentence

BYE_LOT = sentence(
    "tiered_bye",
    gettext_noop(
        "The bye goes to the first in lot order of the {count} players who have had none in this event."
    ),
)
BYE_AGAIN = sentence(
    "tiered_bye_again",
    gettext_noop("The bye goes to the first in lot order: all players still in have had one in this event."),
)
BYE_FEWEST = sentence(
    "tiered_bye_fewest",
    gettext_noop(
        "The bye goes to the first in lot order of the {count} players who have had the fewest: "
        "all players still in have had one in this event."
    ),
)
UP_LOT = sentence(
    "tiered_up_lot",
    gettext_noop(
        "{player} is paired up to the group with fewer losses: first by lot in the lower "
        "half of their group by strength of schedule."
    ),
)
UP_RANK = sentence(
    "tiered_up_rank",
    gettext_noop("{player} is paired up to the group with fewer losses: highest-ranked of their group."),
)
UP_NEXT = sentence(
    "tiered_up_next",
    gettext_noop(
        "{player} is paired up to the group with fewer losses: those before them have "
        "already been paired up in this event."
    ),
)
UP_AGAIN = sentence(
    "tiered_up_again",
    gettext_noop(
        "{player} is paired up once more: all players of that group have been paired up in this event."
    ),
)
UP_SERVES = sentence(
    "tiered_up_serves",
    gettext_noop(
        "{player} is paired up to the group with fewer losses: with {players}, who come first, "
        "it could not be paired."
    ),
)
UP_SERVES_AGAIN = sentence(
    "tiered_up_serves_again",
    gettext_noop(
        "{player} is paired up once more to the group with fewer losses: with {players}, who come first, "
        "it could not be paired."
    ),
)
FIRST_ROUND = sentence("tiered_first_round", gettext_noop("Next to each other in lot order."))
FIRST_POSSIBLE = sentence(
    "tiered_first_possible",
    gettext_noop(
        "{player} meets the next player in lot order, as long as no one is left without an opponent."
    ),
)
NEIGHBOURS = sentence("tiered_neighbours", gettext_noop("Next to each other in the ranking."))
NEXT_POSSIBLE = sentence(
    "tiered_next_possible",
    gettext_noop(
        "{player} meets the next player in the ranking, as long as no one is left without an opponent."
    ),
)
NOT_MET_BEFORE = sentence(
    "tiered_not_met", gettext_noop("Not {players}: already played in this event or a recent season.")
)
LOWEST = sentence(
    "tiered_lowest",
    gettext_noop(
        "{player} has the highest strength of schedule of the players still free and "
        "meets the lowest-ranked of them not met before."
    ),
)
LOWEST_LATER = sentence(
    "tiered_lowest_later",
    gettext_noop("{player} meets the lowest-ranked free player not met before."),
)
LOWEST_POSSIBLE = sentence(
    "tiered_lowest_possible",
    gettext_noop(
        "{player} has the highest strength of schedule of the players still free and "
        "meets the lowest-ranked of them, as long as no one is left without an opponent."
    ),
)
REFUSED = sentence(
    "tiered_refused",
    gettext_noop(
        "{player} refused {a_player}: {mirror_player}, in the mirrored place, ranks below {a_player}."
    ),
)
INSISTED = sentence(
    "tiered_insisted", gettext_noop("{player} would have refused {a_player}, who has no one else left.")
)
TAKEN_BACK = sentence(
    "tiered_taken_back",
    gettext_noop("The match {players} was undone, because {player} had no opponent left."),
)
SEASON_REMATCH = sentence(
    "tiered_season_rematch",
    gettext_noop(
        "They met in season {season}: without a rematch of an earlier season this group cannot be paired."
    ),
)
EVENT_REMATCH = sentence(
    "tiered_event_rematch",
    gettext_noop(
        "Rematch of this event: without one these players cannot be paired, not even "
        "together with the next group."
    ),
)
JOINED_UPPER = sentence(
    "tiered_joined_upper",
    gettext_noop(
        "The groups with {lost} and {lower_lost} losses were paired together by strength of schedule: "
        "the upper one has no full pairing of its own."
    ),
)
JOINED = sentence(
    "tiered_joined",
    gettext_noop(
        "The groups with {lost} and {lower_lost} losses were paired together by ranking: "
        "the upper one has no full pairing of its own."
    ),
)
