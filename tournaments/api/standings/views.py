"""Standings, and every tie-break by its numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rest_framework.request import Request

from pairing.tiebreaks import TIEBREAKS
from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.standings.serializers import (
    AfterQuery,
    StandingsOut,
    StandingsQuery,
    WorkingOut,
    explained_out,
)
from tournaments.models import Player
from tournaments.standings.selectors.columns import chain_of
from tournaments.standings.selectors.of_four import final_phase
from tournaments.standings.selectors.places import explained
from tournaments.standings.selectors.standings import StandingsTable, standings


class Standings(EventView):
    tag = "Standings"
    phase: Mapping[str, Any]

    @endpoint("read_standings", "The standings after a round.", query=StandingsQuery, gives=StandingsOut)
    def get(self, request: Request, query: dict[str, Any]) -> StandingsTable:
        table = standings(self.event, query.get("after_round"))
        self.phase = final_phase(self.event, table)
        return replace(table, lines=table.lines[: query["top"]]) if "top" in query else table

    def context(self) -> dict[str, Any]:
        return {**super().context(), "phase": self.phase}


class Working(EventView):
    tag = "Standings"

    @endpoint(
        "explain_standing", "A player's tie-breaks, each by its numbers.", query=AfterQuery, gives=WorkingOut
    )
    def get(self, request: Request, number: int, query: dict[str, Any]) -> dict[str, Any]:
        player = Player.objects.get(tournament=self.event, number=number, house=False)
        after = standings(self.event, query.get("after_round")).after_round
        chain = chain_of(self.event)
        return {
            "after_round": after,
            "number": player.number,
            "tiebreaks": [
                explained_out(spec, TIEBREAKS[spec.code], found)
                for spec, found in explained(self.event, player.number, after)
                if spec in chain
            ],
        }
