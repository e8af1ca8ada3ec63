"""The bracket of an event."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.brackets.serializers import BracketOut, shown
from tournaments.api.endpoint import endpoint
from tournaments.brackets.selectors.brackets import bracket_of, has_bracket


class BracketOfEvent(EventView):
    tag = "Standings"

    @endpoint(
        "read_bracket",
        "The bracket, game by game, as far as its rounds are published; before it begins, as it would be now.",
        gives=BracketOut,
        description="404 for an event without a bracket in any of its phases; 400 with the reason while none can be"
        " drawn, as with fewer than two players.",
    )
    def get(self, request: Request) -> dict[str, Any]:
        found = bracket_of(self.event) if has_bracket(self.event) else None
        if found is None:
            raise Http404
        self.names = {side.number: side.name for row in found.rows for side in row.sides if side.number}
        return shown(found)
