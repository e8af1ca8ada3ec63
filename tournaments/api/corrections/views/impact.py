"""Edits of the past, foreseen and made."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from tournaments.api.base import EventView
from tournaments.api.corrections.serializers.impact import ConsequencesOut, EditIn, ImpactQuery
from tournaments.api.endpoint import endpoint
from tournaments.api.events.serializers.rules import stored_scoring
from tournaments.corrections.selectors.edits import Edit
from tournaments.corrections.selectors.impact import Consequences, consequences
from tournaments.corrections.services import edits
from tournaments.corrections.services.edits import RIGHTS
from tournaments.rights import Right, having, may


class Impact(EventView):
    tag = "Results"
    reads = having(Right.CORRECT_RESULTS)
    writes = having(Right.CORRECT_RESULTS)
    versioned = False
    restricted = True
    foresees = True  # what is refused now would be refused when it is done

    @endpoint(
        "preview_impact",
        "What an edit of the past would change.",
        query=ImpactQuery,
        gives=ConsequencesOut,
        description="Standings, tie-breaks, cuts, byes, and how the engine would pair later rounds then. Nothing is "
        "written.",
    )
    def get(self, request: Request, query: dict[str, Any]) -> Consequences:
        return consequences(self.event, self._edit(request, query))

    @endpoint(
        "edit_past",
        "Edit the past, with a reason.",
        takes=EditIn,
        gives=ConsequencesOut,
        description="Answers what it changed. With `dry_run` only says so. The log keeps the reason and the numbers.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> Consequences:
        edit = self._edit(request, data)
        if data["dry_run"]:
            return consequences(self.event, edit)
        return edits.make(
            tournament=self.event,
            actor=self.actor,
            edit=edit,
            note=data.get("note", ""),
            seen_version=data.get("version"),
        )

    def _edit(self, request: Request, given: dict[str, Any]) -> Edit:
        """Each kind takes a right of its own, besides that of correcting results."""
        right = RIGHTS.get(given["kind"], Right.CORRECT_RESULTS)
        if not may(request.user, self.event, right):
            self.permission_denied(request)
        values = {k: v for k, v in given.items() if k not in ("kind", "note", "version", "dry_run")}
        if "scoring" in values:
            values["scoring"] = stored_scoring(self.event.system, values["scoring"])
        return edits.read(self.event, given["kind"], values)
