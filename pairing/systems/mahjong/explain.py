"""Why people sit at a table of four, in sentences they can read."""

from collections.abc import Mapping, Sequence, Set
from itertools import combinations

from pairing.model.field import Field
from pairing.model.reasons import Reason, because, gettext_noop, sentence

ALL_NEW = sentence("mahjong_all_new", gettext_noop("All at this table meet for the first time."))
MET = sentence(
    "mahjong_met", gettext_noop("{player} and {other_player} have already met, in round {rounds}.")
)
FILLS_UP = sentence(
    "mahjong_fills_up",
    gettext_noop(
        "{house_player} is a house player: the others play for points, the house player has no place."
    ),
)

# The schedule.
PLANNED = sentence("mahjong_planned", gettext_noop("Round {round} of the schedule drawn at the start."))
STORED = sentence("mahjong_stored", gettext_noop("Round {round} of the schedule of this event."))
PLANNED_AGAIN = sentence(
    "mahjong_planned_again",
    gettext_noop(
        "Round {round} of a schedule made after round {after} for the players still in; "
        "what was played stays."
    ),
)
SITS_FOR_LEFT = sentence(
    "mahjong_sits_for_left",
    gettext_noop("{house_player} replaces {player}, who withdrew after round {round}."),
)
SITS_FOR_AWAY = sentence(
    "mahjong_sits_for_away",
    gettext_noop("{house_player} replaces {player}, who does not play in this round."),
)
TOOK_HOUSE = sentence(
    "mahjong_took_house",
    gettext_noop("{player}, who joined in round {round}, has the seat of a house player."),
)
TOOK_LEFT = sentence(
    "mahjong_took_left",
    gettext_noop(
        "{player}, who joined in round {round}, has the seat of {left_player}, who "
        "withdrew after round {left}."
    ),
)
STANDS_IN = sentence(
    "mahjong_stands_in",
    gettext_noop("{player}, who would have a bye, takes the seat of {away_player} in this round."),
)
NO_SEAT = sentence(
    "mahjong_no_seat",
    gettext_noop("Joined after the schedule was made; no house player has a seat to give up this round."),
)
PLANNED_BYE = sentence(
    "mahjong_planned_bye",
    gettext_noop("The schedule has this bye: the number of players is not a multiple of four."),
)
ONLY_HOUSE = sentence(
    "mahjong_only_house",
    gettext_noop("Tables of the schedule with house players only are not played: {count}."),
)
MANY_HOUSE = sentence(
    "mahjong_many_house",
    gettext_noop(
        "House players have {count} seats of this round; a new schedule for the rest would need {needed}."
    ),
)

# Swiss.
BY_LOT = sentence("mahjong_by_lot", gettext_noop("First round: tables are drawn by lot."))
BY_RATING = sentence("mahjong_by_rating", gettext_noop("First round by rating: places {places}."))
BY_STANDING = sentence("mahjong_by_standing", gettext_noop("Places {places} of the standings."))

# The final phase.
CUT_SEEDS = sentence("mahjong_cut_seeds", gettext_noop("Top {size}: seeds {places} of the cut."))
CUT_DRAWN = sentence("mahjong_cut_drawn", gettext_noop("Top {size}: drawn by lot."))
LAST_OF_CUT = sentence(
    "mahjong_last_of_cut",
    gettext_noop("Last round of the top {size}, by total: this table plays for places {first} to {last}."),
)
REST_BY_STANDING = sentence(
    "mahjong_rest_by_standing", gettext_noop("Behind the top {size} by current standings: places {places}.")
)
WINDS_BY_LOT = sentence("mahjong_winds_by_lot", gettext_noop("Winds are drawn by lot."))
THE_CUT = sentence("mahjong_the_cut", gettext_noop("Top {size}, best first: {players}."))
CARRIED = sentence(
    "mahjong_carried",
    gettext_noop("{percent}% of the total after round {round} counts from here on."),
)
MOVED_UP = sentence(
    "mahjong_moved_up",
    gettext_noop("{player} moves up into the top {size}: {left_player} has withdrawn."),
)
TIE_CHAIN = sentence(
    "mahjong_tie_chain",
    gettext_noop(
        "{player} and {other_player} both have {score}: {player} comes first on the tie-break {tiebreak}."
    ),
)
TIE_LOT = sentence(
    "mahjong_tie_lot",
    gettext_noop("{player} and {other_player} are tied on everything: {player} comes first by lot."),
)


def rounds_met(field: Field) -> dict[frozenset[int], list[int]]:
    """The rounds in which two players sat at one table, whatever became of the match."""
    met: dict[frozenset[int], list[int]] = {}
    for round_ in field.rounds:
        for match in round_.matches:
            for pair in combinations(match.seats, 2):
                met.setdefault(frozenset(pair), []).append(round_.number)
    return met


def who_met(
    seats: Sequence[int], met: Mapping[frozenset[int], Sequence[int]], house: Set[int]
) -> tuple[Reason, ...]:
    """Who of a table has met before, and when; house players do not count. Nothing to say in the first round."""
    people = [player for player in seats if player not in house]
    again = [
        because(MET, player=a, other_player=b, rounds=", ".join(map(str, rounds)))
        for a, b in combinations(people, 2)
        if (rounds := met.get(frozenset((a, b))))
    ]
    return tuple(again) if again or not met or len(people) < 2 else (because(ALL_NEW),)


def listed(places: Sequence[int]) -> str:
    """Places as a text: `1, 2, 3, 5`."""
    return ", ".join(map(str, sorted(places)))
