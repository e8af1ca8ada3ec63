"""Results keyed a second time."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from tournaments.api.endpoint import endpoint
from tournaments.api.results.serializers.verification import (
    ProgressOut,
    SecondOut,
    VerifyIn,
    seen_of,
    value_of,
)
from tournaments.api.rounds.views.rounds import RoundView
from tournaments.models import Match
from tournaments.results.selectors.verification import Progress, progress
from tournaments.results.services import verification
from tournaments.results.services.verification import Second
from tournaments.rights import Right, having, may


class VerificationView(RoundView):
    tag = "Results"
    reads = having(Right.VERIFY_RESULTS)
    writes = having(Right.VERIFY_RESULTS)
    restricted = True


class Verification(VerificationView):
    @endpoint("read_verification", "How far the second pass over a round is.", gives=ProgressOut)
    def get(self, request: Request, number: int) -> Progress:
        return progress(self.event, self.round(number))


class Verify(VerificationView):
    @endpoint(
        "verify_result",
        "Key the result of a table a second time.",
        takes=VerifyIn,
        gives=SecondOut,
        description="The same result verifies the table. Another one is refused with 409 `verification_differs`, whose "
        "`params` say both and who entered the first and when; then send the right one with `seen`, what the first "
        "pass had. In a completed round that is a correction and takes the right to correct.",
    )
    def post(self, request: Request, number: int, table: int, data: dict[str, Any]) -> Second:
        match = Match.objects.get(round=self.round(number), table=table)
        given: dict[str, Any] = {"tournament": self.event, "actor": self.actor, "match": match}
        value = value_of(data)
        if "seen" not in data:
            return verification.verify(**given, value=value)
        given |= {"may_correct": may(request.user, self.event, Right.CORRECT_RESULTS)}
        return verification.settle(**given, value=value, seen=seen_of(data), note=data.get("note", ""))
