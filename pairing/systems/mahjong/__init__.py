"""Four at a table: a schedule of all rounds, Swiss, and events with a final phase (rules: mahjong.md).

A schedule: planning (which one) -> chairs (who takes which seat when players leave or join) -> schedule. Swiss:
the order -> grouping (tables) -> the winds, in swiss. The final phase: phases (who is in the cut, what
counts, the seeding) -> final.
"""

from pairing.model.options import parse
from pairing.model.types import FOUR, Snapshot
from pairing.systems.base import System, everybody_present, once_for_all
from pairing.systems.mahjong.final import outlook as outlook_of_final, pair_final
from pairing.systems.mahjong.options import FinalOptions, ScheduleOptions, SwissOptions
from pairing.systems.mahjong.phases import ladder
from pairing.systems.mahjong.planning import Schedule, draw_numbers, whole_schedule
from pairing.systems.mahjong.schedule import outlook, pair_schedule
from pairing.systems.mahjong.swiss import pair_swiss

__all__ = ["MAHJONG", "draw_numbers", "schedule_of"]

CHAIN = ("firsts", "seconds", "thirds", "best_game", "raw_points", "draw_number")

MAHJONG_SCHEDULE = System(
    slug="mahjong_schedule",
    name="Schedule for four",
    summary="Riichi mahjong, all rounds planned at once: opponents, winds and tables as even as they can be.",
    seats=FOUR,
    options=ScheduleOptions,
    pair=pair_schedule,
    playing=everybody_present,
    default_tiebreaks=CHAIN,
    outlook=outlook,
    plans_ahead=True,
    draws_once=once_for_all,
)
MAHJONG_SWISS = System(
    slug="mahjong_swiss",
    name="Swiss for four",
    summary="Riichi mahjong, round by round: the leaders share tables, with as few rematches as possible.",
    seats=FOUR,
    options=SwissOptions,
    pair=pair_swiss,
    playing=everybody_present,
    default_tiebreaks=CHAIN,
)
MAHJONG_FINAL = System(
    slug="mahjong_final",
    name="Four at a table, with a final",
    summary="Riichi mahjong: qualifying rounds, then a cut with half the points, and final rounds for every place.",
    seats=FOUR,
    options=FinalOptions,
    pair=pair_final,
    playing=everybody_present,
    default_tiebreaks=CHAIN,
    outlook=outlook_of_final,
    ladder=ladder,
    plans_ahead=True,
    draws_once=once_for_all,
)
MAHJONG = (MAHJONG_SCHEDULE, MAHJONG_SWISS, MAHJONG_FINAL)


def schedule_of(snapshot: Snapshot) -> Schedule:
    """The whole schedule of an event: the stored one, or the one computed from the start.

    Rounds, tables in the order of their numbers, ids in the order of the seats. House players who are no entrants yet
    have the ids after the highest one. () for a system without a schedule. Errors: PairingError for bad options, and
    for fields and rounds that cannot be planned; Impossible for pairs that cannot be kept apart.
    """
    for system in MAHJONG:
        if system.slug == snapshot.system and system.plans_ahead:
            return whole_schedule(snapshot, parse(system.options, snapshot.options))
    return ()
