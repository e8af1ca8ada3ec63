"""The open tools: a document paired or ranked, a schedule planned, for anybody and without storing anything."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from pairing.model.errors import PairingError
from pairing.model.types import FOUR, TWO
from pairing.seating.quality import MOST_HOUSE
from pairing.seating.schedule import PLAYERS, ROUNDS, UNEVEN
from tournaments.api import schema
from tournaments.api.base import ApiView
from tournaments.api.endpoint import Nothing, checked
from tournaments.api.fields import Real, Strict, Whole, Word
from tournaments.api.parsers import UnreadJSON, refusing_unreadable
from tournaments.api.problems import Refused
from tournaments.api.throttles import TOOLS
from tournaments.files.services import event_files
from tournaments.sandbox import sandbox, unread, work as sandbox_work
from tournaments.steps.refusals import CoreError

# Where nothing better is known the search goes on for so long; the rest of the site waits meanwhile.
LONGEST_SEARCH = 2.0
MAX_FORBIDDEN = 2000


class Pairs(serializers.ListField):
    """Pairs of players who never share a table."""

    child = serializers.ListField(child=Whole(min_value=1, max_value=PLAYERS[-1]), min_length=2, max_length=2)

    def to_internal_value(self, data: Any) -> Any:
        # Counted before each is validated, which takes seconds for all that fit into a request.
        if isinstance(data, list) and self.max_length is not None and len(data) > self.max_length:
            self.fail("max_length", max_length=self.max_length)
        pairs = super().to_internal_value(data)
        if any(first == second for first, second in pairs):
            raise serializers.ValidationError(_("Give two different players."))
        return pairs


class SeatingIn(Strict):
    """What `manage.py seating` takes, and more."""

    players = Whole(
        min_value=PLAYERS[0],
        max_value=PLAYERS[-1],
        help_text="House players too: a multiple of four, unless there are byes.",
    )
    rounds = Whole(min_value=ROUNDS[0], max_value=ROUNDS[-1])
    rounds_per_day = Whole(
        required=False,
        allow_null=True,
        min_value=1,
        max_value=ROUNDS[-1],
        help_text="A new day starts every so many rounds; left out: one day.",
    )
    seconds = Real(
        default=1.0,
        min_value=0,
        max_value=LONGEST_SEARCH,
        help_text="How long to search at most where no best schedule is known.",
    )
    seed = Whole(default=0, min_value=0, max_value=2**53, help_text="Another number, another search.")
    house = Whole(
        default=0,
        min_value=0,
        max_value=MOST_HOUSE,
        help_text="So many of the players, those with the highest numbers, are house players.",
    )
    uneven = Word(
        [(word, word) for word in UNEVEN],
        default=UNEVEN[0],
        help_text="`byes`: players who are no multiple of four take turns at sitting out.",
    )
    forbidden = Pairs(required=False, max_length=MAX_FORBIDDEN, help_text="Who never share a table.")


# The tools compute for anybody; larger fields belong into an event or on the command line.
MAX_TOOL_PLAYERS: dict[int, int] = {TWO: 3000, FOUR: 1000}
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


class DocumentTool(Tool):
    """One that takes an event document, which is read where the work is done."""

    parser_classes = [UnreadJSON]
    max_bytes = event_files.MAX_BYTES

    def compute(self, request: Request, work: Callable[[Any], dict[str, Any]]) -> Response:
        checked(Nothing, request.query_params.dict())
        try:
            with refusing_unreadable():
                body: Any = request.data or b""
                return Response(sandbox.TOOLS.run(unread.from_document, work, body, MAX_TOOL_PLAYERS))
        except PairingError as error:
            raise _wrong(error) from error


class PairTool(DocumentTool):
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


class StandingsTool(DocumentTool):
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
