"""The open tools: a document paired or ranked, a schedule planned, for anybody and without storing anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from pairing.errors import PairingError
from pairing.registry import FOUR, TWO, seats_of
from tournaments import sandbox_work
from tournaments.api import schema
from tournaments.api.base import ApiView
from tournaments.api.endpoint import Nothing, checked
from tournaments.api.parsers import MAX_DOCUMENT_BYTES
from tournaments.api.problems import Refused
from tournaments.api.serializers.schedules import SeatingIn
from tournaments.api.throttles import TOOLS
from tournaments.services import sandbox
from tournaments.services.errors import CoreError

# The tools compute for anybody; larger fields belong into an event or on the command line.
MAX_TOOL_PLAYERS = {TWO: 3000, FOUR: 1000}
# What the planner calls its input, and what it is called here; all else it refuses comes of the forbidden pairs.
FIELDS = {
    "players": "players",
    "rounds": "rounds",
    "rounds per day": "rounds_per_day",
    "house players": "house",
    "uneven": "uneven",
}


class Tool(ApiView):
    """Open to everybody, within limits. Nothing is stored."""

    tag = "Tools"
    permission_classes = [AllowAny]
    throttle_classes = TOOLS
    throttle_scope = "tools"
    max_bytes = MAX_DOCUMENT_BYTES

    def compute(self, request: Request, work: Callable[[Any], dict[str, Any]]) -> Response:
        checked(Nothing, request.query_params.dict())
        _refuse_large(request.data)
        try:
            return Response(sandbox.TOOLS.run(work, request.data))
        except PairingError as error:
            raise _wrong(error) from error


def _refuse_large(data: Any) -> None:
    """Counted before anything else looks: to validate 300,000 players takes seconds."""
    players, system = (
        (data.get(name) for name in ("players", "system")) if isinstance(data, dict) else (None, None)
    )
    name = system.get("name") if isinstance(system, dict) else None
    limit = MAX_TOOL_PLAYERS[seats_of(name if isinstance(name, str) else "")]
    if isinstance(players, list) and len(players) > limit:
        text = _("The tools take at most %(limit)s players.") % {"limit": limit}
        raise Refused(400, "too_many_players", text, field="players", limit=limit)


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
        return self.compute(request, sandbox_work.plan)


class StandingsTool(Tool):
    @extend_schema(
        operation_id="tool_standings",
        summary="The standings of an event document.",
        description="What `manage.py standings` writes.",
        request={"application/json": schema.DOCUMENT},
        responses={200: OpenApiResponse(schema.STANDINGS, "The standings.")},
    )
    def post(self, request: Request) -> Response:
        return self.compute(request, sandbox_work.standings)


class SeatingTool(Tool):
    @extend_schema(
        operation_id="tool_seating",
        summary="A schedule for four at a table.",
        description="What `manage.py seating` writes: rounds, tables in the order of their numbers, seats East, South, "
        "West, North; how good it is, and which figures no schedule can beat.",
        request=SeatingIn,
        responses={200: OpenApiResponse(schema.SEATING, "The schedule.")},
    )
    def post(self, request: Request) -> Response:
        checked(Nothing, request.query_params.dict())
        asked = checked(SeatingIn, request.data)
        try:
            return Response(sandbox.TOOLS.run(sandbox_work.schedule, **asked))
        except PairingError as error:
            raise _wrong(error, FIELDS.get(str(error.params.get("where")), "forbidden")) from error


def _wrong(error: PairingError, field: str | None = None) -> Refused:
    """Here the state of the event is part of the request, so nothing is a conflict."""
    plain = CoreError(error).to_json()
    refused = Refused(400, error.code, plain["message"], field=field)
    refused.params = plain["params"]
    return refused
