"""Tables without a result."""

from __future__ import annotations

from django.utils import timezone
from rest_framework.request import Request

from tournaments.api.endpoint import endpoint
from tournaments.api.rounds.serializers.outstanding import OutstandingOut
from tournaments.api.rounds.views.rounds import RoundView
from tournaments.rights import can_see_drafts
from tournaments.rounds.selectors.outstanding import Outstanding, outstanding


class OutstandingTables(RoundView):
    reads = can_see_drafts
    restricted = True
    versioned = False

    @endpoint(
        "list_outstanding",
        "Tables of a round without a result, what delays them, and when the round may be over.",
        gives=OutstandingOut,
    )
    def get(self, request: Request, number: int) -> Outstanding:
        round_ = self.round(number)
        round_.tournament = self.event
        return outstanding(round_, timezone.now())
