"""The sentences of repairs: reasons of tables, rules that are broken, and refusals."""

from pairing.model.errors import message
from pairing.model.reasons import gettext_noop, sentence

# Why a table or a bye is new.
PAIRED_ANEW = sentence("repair_paired_anew", gettext_noop("Paired again to repair the round."))
APART = sentence(
    "repair_apart",
    gettext_noop("{player} ({score}) meets {other_player} ({met_score}): {apart_score} apart."),
)
BYE_ANEW = sentence("repair_bye_anew", gettext_noop("A new bye, to repair the round."))
BY_HAND = sentence("repair_by_hand", gettext_noop("Paired by hand."))
BYE_BY_HAND = sentence("repair_bye_by_hand", gettext_noop("Bye given by hand."))
MOVED_BY_HAND = sentence(
    "repair_moved_by_hand", gettext_noop("Moved by hand from table {from_table} to table {table}.")
)

# What stays although it should not.
PLAYING_GONE = sentence(
    "repair_playing_gone",
    gettext_noop("{player} should no longer be in this round, but is playing at table {table}."),
)
FIXED_TAKEN = sentence(
    "repair_fixed_taken", gettext_noop("{player} has the fixed table {table}, which is taken.")
)

# Rules, as a repair that gives them up and the check of a change by hand tell them.
MET = sentence("repair_met", gettext_noop("{player} and {other_player} have already met in this event."))
MET_EARLIER = sentence(
    "repair_met_earlier", gettext_noop("{player} and {other_player} met in an earlier season.")
)
NOT_TO_MEET = sentence("repair_not_to_meet", gettext_noop("{player} and {other_player} are kept apart."))
HAD_BYE = sentence("repair_had_bye", gettext_noop("{player} has already had a bye."))
HOUSE_TOGETHER = sentence(
    "repair_house_together",
    gettext_noop("{count} house players share a table, though {tables} tables could have one each."),
)
NOT_SEATED = sentence("repair_not_seated", gettext_noop("{player} has neither a table nor a bye."))
TWICE = sentence("repair_twice", gettext_noop("{player} appears more than once in the round."))
STRANGER = sentence("repair_stranger", gettext_noop("{player} does not take part in this round."))
TABLE_TWICE = sentence("repair_table_twice", gettext_noop("Table {table} appears more than once."))
SEATS = sentence("repair_seats", gettext_noop("Table {table} has {count} players; it needs {seats}."))
BYE_ABOVE = sentence(
    "repair_bye_above",
    gettext_noop("{player} ({score}) has the bye; the lowest score that may have it is {low_score}."),
)
BYES = sentence("repair_byes", gettext_noop("{count} players have a bye where {least} would do: {players}."))
NO_BYE_ASKED = sentence("repair_no_bye_asked", gettext_noop("{player} has a bye, but has not requested one."))
ASKED_BYE = sentence("repair_asked_bye", gettext_noop("{player} has requested a bye, but is paired."))
NOT_ITS_TABLE = sentence("repair_not_its_table", gettext_noop("{player} has the fixed table {table}."))
NOT_THE_SYSTEM = sentence(
    "repair_not_the_system", gettext_noop("The pairing rules would not make this table: {players}.")
)

INSTEAD = sentence(
    "repair_instead", gettext_noop("By the rules of the system {players} are at one table, and this is why:")
)

# Refusals.
WRONG_ROUND = message(
    "repair_wrong_round",
    gettext_noop("Round {number} cannot be repaired: only the last round can, and that is round {last}."),
)
NO_SUCH_TABLE = message("repair_no_such_table", gettext_noop("{where}: the round has no table {table}."))
NO_SUCH_PLAYER = message(
    "repair_no_such_player", gettext_noop("{where}: {player} is not in the event or not in the round.")
)
SAME_PLAYER = message(
    "repair_same_player", gettext_noop("{player} is named twice. Choose two different players.")
)
BAD_TABLE = message(
    "repair_bad_table", gettext_noop("“{table}” is not a table number. Choose a table of the hall.")
)
FROZEN_TABLE = message("repair_frozen_table", gettext_noop("{where}: table {table} is being played."))
HELD_UP = message(
    "repair_held_up",
    gettext_noop("The only repair of this round would change table {table}, which is being played."),
)
TOO_MANY = message(
    "repair_too_many",
    gettext_noop("Tables to change: {value} is not possible; choose a whole number from 1 to {high}."),
)
NOT_TWO = message(
    "repair_not_two",
    gettext_noop("Two players can only be paired at tables of two; this event has {seats} at a table."),
)
NONE_FOUND = message(
    "repair_none_found",
    gettext_noop("No repair of round {number} changes only a few tables. Pair the round again."),
)
NO_CHOICE = message(
    "repair_no_choice",
    gettext_noop(
        "In this system players cannot be paired again among themselves: the rules decide who meets whom."
    ),
)
