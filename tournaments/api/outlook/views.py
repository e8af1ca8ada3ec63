"""Who is through, who is out, and the odds of everybody else."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.outlook.serializers import RaceOut, shown
from tournaments.api.refusals import refuse
from tournaments.outlook.jobs import outlook_answer
from tournaments.outlook.selectors.outlook import has_outlook, outlook_table


class Outlook(EventView):
    tag = "Standings"
    foresees = True  # it may be refused, until there is a first answer

    @endpoint(
        "read_race",
        "Who makes the next cut, or the first places: who is certain, who is out, and the odds of everybody else.",
        gives=RaceOut,
        description="404 where nothing can be told: before the first published round, after the end, without a planned"
        " number of rounds, and at tables of four. In a bracket, who can reach which place and how many wins it takes."
        " After every change it is worked out again beside the requests. Until then this is the last answer, with"
        " `is_current` false; 409 `being_worked_out` before there is any.",
    )
    def get(self, request: Request) -> dict[str, Any]:
        if not has_outlook(self.event):
            raise Http404
        answer = outlook_answer(self.event)
        if not answer.is_current:
            self.etag = None
        if not answer.key:
            raise refuse.being_worked_out()
        table = outlook_table(self.event, answer)
        if table is None:
            raise Http404
        self.names = {row.number: row.name for row in table.rows}
        return shown(table, answer)
