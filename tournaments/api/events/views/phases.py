"""The phases of an event: read with where each stands and who gets into it; given all at once."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.events.serializers.phases import PhaseOut, PhasesIn
from tournaments.events.selectors import phases as selector
from tournaments.events.services.phases import set_phases


class Phases(EventView):
    tag = "Events"

    @endpoint(
        "list_phases",
        "The phases of an event: where each stands, and who got in or would get in now.",
        gives=PhaseOut,
        many=True,
        description="Empty for an event of one system.",
    )
    def get(self, request: Request) -> Any:
        return selector.phases(self.event, drafts=self.sees_drafts)

    @endpoint(
        "set_phases",
        "Give an event its phases.",
        takes=PhasesIn,
        gives=PhaseOut,
        many=True,
        description="All of them, as in the event document. One, or none, is an event of one system. A phase that has "
        "begun stays as it is (409 `phase_begun`), with its cut; the number of rounds of the one being played may "
        "change.",
    )
    def put(self, request: Request, data: dict[str, Any]) -> Any:
        set_phases(tournament=self.event, actor=self.actor, **data)
        return selector.phases(self.event, drafts=self.sees_drafts)
