"""Lots: hashes before a round, seeds after it, and everything drawn from them."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.players.serializers.lots import LotsOut, LotsQuery
from tournaments.players.selectors import lots


class Lots(EventView):
    tag = "Rounds"

    @endpoint(
        "read_lots",
        "The seeds of the rounds, and the lots of one of them with all they are made of.",
        query=LotsQuery,
        gives=LotsOut,
        description="The hash of a seed is here before its round is paired: with `secret_seeds` that of the next one, "
        "otherwise that of the event. The seed itself follows when the round is published, or the event is finished. "
        "An event that draws nothing from a seed has no `seeds`.",
    )
    def get(self, request: Request, query: dict[str, Any]) -> dict[str, Any]:
        found = lots.lots_of(self.event, query["round"]) if "round" in query else None
        return {
            "secret_seeds": self.event.secret_seeds,
            "seeds": lots.seed_rows(self.event) if lots.has_seeds(self.event) else [],
            "round": found.number if found else None,
            "lots": None if found is None or found.is_secret else found.lots,
        }
