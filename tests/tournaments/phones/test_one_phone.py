"""Scores at a table of four from one phone for two players."""

from __future__ import annotations

import pytest

from tests.factories import FOUR_SCORES, make_table_event, publish, refused, table
from tournaments.models import ClaimState, ScoreClaim
from tournaments.services import claims

pytestmark = pytest.mark.django_db


def test_the_same_scores_from_the_same_phone_confirm_nothing() -> None:
    event = make_table_event()
    match = table(publish(event))
    east, south, *_others = (seat.player for seat in match.seats.order_by("position"))
    first = claims.claim_scores(tournament=event, player=east, match=match, raw=FOUR_SCORES, device="phone")
    with refused("same_device"):
        claims.claim_scores(tournament=event, player=south, match=match, raw=FOUR_SCORES, device="phone")
    assert ScoreClaim.objects.get(pk=first.pk).state == ClaimState.WAITING
    claims.claim_scores(tournament=event, player=south, match=match, raw=FOUR_SCORES, device="another")
    assert ScoreClaim.objects.get(pk=first.pk).state == ClaimState.CONFIRMED
