"""Who is through, who is out, and the odds of everybody else."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.serializers.race import RaceOut, shown
from tournaments.selectors.race import race_table


class RaceOfEvent(EventView):
    tag = "Standings"

    @endpoint(
        "read_race",
        "Who makes the next cut, or the first places: who is certain, who is out, and the odds of everybody else.",
        gives=RaceOut,
        description="404 where nothing can be told: before the first published round, after the end, without a planned"
        " number of rounds, and at tables of four. In a bracket, who can reach which place and how many wins it takes.",
    )
    def get(self, request: Request) -> dict[str, Any]:
        table = race_table(self.event)
        if table is None:
            raise Http404
        return shown(table)
