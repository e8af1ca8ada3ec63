"""Limits hold exactly where the text says: the last allowed value is taken, the next one is refused."""

import pytest

from tournaments.api.serializers.results import PenaltyIn
from tournaments.events.services.rules import clean_scoring, hundredths
from tournaments.schedules.selectors.pictures import BOX, DAY_GAP, TablesPicture
from tournaments.steps.refusals import ServiceError


def test_a_result_gives_ten_thousand_points_at_most() -> None:
    assert hundredths("10000", "scoring.win") == 1_000_000
    assert clean_scoring({"win": 1_000_000})["win"] == 1_000_000
    for refused in (lambda: hundredths("10000.01", "scoring.win"), lambda: clean_scoring({"win": 1_000_001})):
        with pytest.raises(ServiceError, match="points from 0 to 10000"):
            refused()


@pytest.mark.parametrize(
    ("points", "is_taken"), [(-1000, True), (1000, True), (1000.01, False), (-1001, False)]
)
def test_a_penalty_is_a_thousand_points_at_most(points: float, is_taken: bool) -> None:
    asked = PenaltyIn(data={"player": 1, "points": points, "note": "Late"})
    assert asked.is_valid() is is_taken
    assert is_taken or "from -1000 to 1000" in str(asked.errors["points"])


@pytest.mark.parametrize(
    ("boxes", "size"), [(3, "short"), (8, "short"), (9, "middle"), (13, "middle"), (14, "long")]
)
def test_a_row_of_tables_needs_the_more_room_the_more_rounds_there_are(boxes: int, size: str) -> None:
    """Eight rounds on two days are short: the gap between the days belongs to them."""
    assert TablesPicture((), boxes * BOX + (DAY_GAP if boxes == 8 else 0), 22, is_long=False).size == size
