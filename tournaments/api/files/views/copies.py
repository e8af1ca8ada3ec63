"""A new event like one there is."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.events.serializers.events import EventOut
from tournaments.api.events.views.events import created
from tournaments.api.files.serializers import CopyIn
from tournaments.files.services.copies import copy_event


class Copy(EventView):
    tag = "Events"

    @endpoint(
        "copy_event",
        "Make an event like this one, without its rounds; you are its owner.",
        takes=CopyIn,
        gives=EventOut,
        status=201,
        description="Settings, phases, the tables of the hall and screens are the same. Players come along with "
        "`with_players`: not checked in, numbered from 1, pairs kept apart as before.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        return created(self, copy_event(tournament=self.event, owner=self.actor, **data))
