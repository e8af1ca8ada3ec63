"""The message to the players of an event; it is read with the event."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.events.serializers.events import EventOut
from tournaments.api.fields import Strict, Text
from tournaments.hall.services.messages import LENGTH, clear_message, set_message
from tournaments.models import Tournament
from tournaments.rights import Right, having


class MessageIn(Strict):
    message = Text(max_length=LENGTH, help_text="Plain text of one line.")


class Message(EventView):
    tag = "Screens"
    writes = having(Right.SCREENS)

    @endpoint(
        "set_message",
        "Show a message to the players, on their own pages and the public ones.",
        takes=MessageIn,
        gives=EventOut,
        description="It stays until it is cleared or replaced, and is read as `message` of the event.",
    )
    def put(self, request: Request, data: dict[str, Any]) -> Tournament:
        return set_message(tournament=self.event, actor=self.actor, **data)

    @endpoint("clear_message", "Clear the message to the players.")
    def delete(self, request: Request) -> None:
        clear_message(tournament=self.event, actor=self.actor)
