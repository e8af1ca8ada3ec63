"""The reasons of the worked examples: what rules/dutch.md names as deciding is what the players are told."""

import json

import pytest

from pairing.engine import pair
from pairing.formats.document import load
from pairing.systems.dutch import sentences as says
from pairing.systems.dutch.colours import INITIAL, WIDER
from tests.pairing.places import VECTORS

TOLD = {
    "a_later_arrival_has_no_number_yet_for_the_colours": (3, says.COLOURS[INITIAL]),
    "the_bye_as_low_as_possible_before_more_pairs": (1, says.FOR_THE_BYE),
    "the_rest_can_be_paired_before_more_pairs": (5, says.FOR_THE_REST),
    "the_next_group_is_looked_at": (3, says.FOR_THE_NEXT),
    "the_bye_to_who_has_missed_fewer_rounds": (4, says.BYE_PLAYED),
    "no_second_downfloat_in_a_row": (2, says.NOT_DOWN_AGAIN),
    "no_second_upfloat_in_a_row": (2, says.NOT_UP_AGAIN),
    "the_larger_number_goes_down": (6, says.EXCHANGED),
    "topscorers_with_one_absolute_preference_may_meet": (3, says.COLOURS[WIDER]),
    "a_forfeited_game_may_be_played_again": (1, says.BYE_HAD),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_decided_is_told(name: str) -> None:
    player, code = TOLD[name]
    vector = json.loads((VECTORS / "dutch" / f"{name}.json").read_text(encoding="utf-8"))
    plan = pair(load(vector["event"]))
    why = [m.why for m in plan.matches if player in m.seats] + [
        b.why for b in plan.byes if b.player == player
    ]
    assert code in {reason.code for reason in why[0]}


def test_a_former_bye_is_no_reason_where_second_byes_are_allowed() -> None:
    """C2 is given up for all players, so it is not what keeps the other two from the bye."""
    path = VECTORS / "dutch" / "a_second_bye_is_allowed_for_one_round.json"
    vector = json.loads(path.read_text(encoding="utf-8"))
    (bye,) = pair(load(vector["event"]), overrides=vector["options"]).byes
    assert says.BYE_HAD not in {reason.code for reason in bye.why}
