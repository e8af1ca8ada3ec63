"""The event document out and in; and the tools that pair and rank a document without storing anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from pairing import document, engine, ranking
from pairing.errors import Impossible, PairingError
from pairing.types import Snapshot
from tournaments.api import schema
from tournaments.api.base import ApiView, EventView
from tournaments.api.endpoint import IDEMPOTENCY, Nothing, checked
from tournaments.api.idempotency import once
from tournaments.api.parsers import MAX_DOCUMENT_BYTES
from tournaments.api.problems import Refused
from tournaments.api.throttles import TOOLS
from tournaments.api.views.events import created
from tournaments.models import Status
from tournaments.permissions import can_see_drafts
from tournaments.services.documents import export_event, import_event
from tournaments.services.errors import CoreError

# The tools compute for anybody; larger fields belong into an event or on the command line.
MAX_TOOL_PLAYERS = 3000
# Not for outsiders: who may not meet whom, who asked for a bye, and (while lots are still to be drawn) the seed.
STAFF_ONLY = ("forbidden_pairs", "bye_requests")


class Document(EventView):
    tag = "Documents"

    @extend_schema(
        operation_id="read_document",
        summary="The event as an event document (`pairwright-event/1`).",
        description="For the staff with drafts; for others without drafts, forbidden pairs and requested byes, and "
        "with the draw seed only when the event is finished.",
        responses={200: OpenApiResponse(schema.DOCUMENT, "The event document.")},
    )
    def get(self, request: Request, slug: str) -> Response:
        checked(Nothing, request.query_params.dict())
        staff = can_see_drafts(request.user, self.event)
        found = export_event(self.event, drafts=staff)
        hidden = () if staff else STAFF_ONLY
        if not staff and self.event.status != Status.FINISHED:
            hidden = (*STAFF_ONLY, "draw_seed")
        return Response({name: value for name, value in found.items() if name not in hidden})


class ImportEvent(ApiView):
    tag = "Documents"
    max_bytes = MAX_DOCUMENT_BYTES

    @extend_schema(
        operation_id="import_event",
        summary="Make an event from an event document; private until you decide otherwise.",
        description="Make an event from an event document; private until you decide otherwise.",
        parameters=[IDEMPOTENCY],
        request={"application/json": schema.DOCUMENT},
        responses={201: OpenApiResponse(schema.EVENT, "The event.")},
    )
    def post(self, request: Request) -> Response:
        checked(Nothing, request.query_params.dict())

        def work() -> Response:
            return created(self, import_event(document_data=request.data, owner=request.user))

        return once(request, work)


class Tool(ApiView):
    """Open to everybody, within limits. Nothing is stored."""

    tag = "Tools"
    permission_classes = [AllowAny]
    throttle_classes = TOOLS
    throttle_scope = "tools"
    max_bytes = MAX_DOCUMENT_BYTES

    def compute(self, request: Request, tool: Callable[[Snapshot], dict[str, Any]]) -> Response:
        checked(Nothing, request.query_params.dict())
        snapshot = document.load(request.data)
        if len(snapshot.entrants) > MAX_TOOL_PLAYERS:
            text = _("The tools take at most %(limit)s players.") % {"limit": MAX_TOOL_PLAYERS}
            raise Refused(400, "too_many_players", text, field="players", limit=MAX_TOOL_PLAYERS)
        try:
            return Response(tool(snapshot))
        except PairingError as error:
            # Here the state of the event is part of the request, so nothing is a conflict.
            plain = CoreError(error).to_json()
            raise Refused(400, error.code, plain["message"], **plain["params"]) from error


class PairTool(Tool):
    @extend_schema(
        operation_id="tool_pair",
        summary="The next round of an event document.",
        description="What `manage.py pair` writes. A round without a legal pairing is an answer too: 200 with "
        "`impossible` and no matches.",
        request={"application/json": schema.DOCUMENT},
        responses={200: OpenApiResponse(schema.PLAN, "The plan of the round.")},
    )
    def post(self, request: Request) -> Response:
        return self.compute(request, _plan)


class StandingsTool(Tool):
    @extend_schema(
        operation_id="tool_standings",
        summary="The standings of an event document.",
        description="What `manage.py standings` writes.",
        request={"application/json": schema.DOCUMENT},
        responses={200: OpenApiResponse(schema.STANDINGS, "The standings.")},
    )
    def post(self, request: Request) -> Response:
        return self.compute(request, _standings)


def _plan(snapshot: Snapshot) -> dict[str, Any]:
    try:
        return document.plan_to_json(engine.pair(snapshot))
    except Impossible as error:
        return document.impossible_to_json(len(snapshot.rounds) + 1, error)


def _standings(snapshot: Snapshot) -> dict[str, Any]:
    return document.standings_to_json(ranking.rank(snapshot), ranking.standings_round(snapshot))
