"""The event document out and in."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.api import schema
from tournaments.api.base import ApiView, EventView
from tournaments.api.endpoint import IDEMPOTENCY, Nothing, checked, endpoint
from tournaments.api.events.views.events import created
from tournaments.api.files.serializers import ReportOut
from tournaments.api.idempotency import once
from tournaments.api.parsers import UnreadJSON, refusing_unreadable
from tournaments.files.services import event_files
from tournaments.files.services.documents import export_event, export_report
from tournaments.files.services.event_files import import_document
from tournaments.models import Status
from tournaments.players.selectors.players import house_players
from tournaments.rights import Right, can_see_drafts, having
from tournaments.schedules.selectors import schedules

# Not for outsiders: who may not meet whom, who asked for a bye; while lots are still to be drawn, the seed; and a
# schedule that may still be planned anew.
STAFF_ONLY = ("forbidden_pairs", "bye_requests")


class Document(EventView):
    tag = "Documents"

    @extend_schema(
        operation_id="read_document",
        summary="The event as an event document (`pairwright-event/1`).",
        description="For the staff with drafts; for others without drafts, forbidden pairs and requested byes, with a "
        "schedule only when its first round is published, and with the draw seed only when the event is finished. "
        "While seeds are secret, nobody's has one that was not shown.",
        responses={200: OpenApiResponse(schema.DOCUMENT, "The event document.")},
    )
    def get(self, request: Request, slug: str) -> Response:
        checked(Nothing, request.query_params.dict())
        staff = can_see_drafts(request.user, self.event)
        found = export_event(self.event, drafts=staff)
        return Response(found if staff else self._shown(found))

    def _shown(self, document: dict[str, Any]) -> dict[str, Any]:
        """Without what outsiders may not see."""
        house, hidden = set(house_players(self.event).values_list("number", flat=True)), self._hidden()
        players = [one for one in document["players"] if not one.get("house") or one["id"] in house]
        return {name: value for name, value in {**document, "players": players}.items() if name not in hidden}

    def _hidden(self) -> tuple[str, ...]:
        """What outsiders may not see, or not yet."""
        seed = () if self.event.status == Status.FINISHED else ("draw_seed",)
        schedule = () if schedules.is_public(self.event) else ("schedule",)
        return (*STAFF_ONLY, *seed, *schedule)


class FideReport(EventView):
    tag = "Documents"
    reads = having(Right.SETTINGS)
    restricted = True

    @endpoint(
        "read_fide_report",
        "The event as a FIDE report (TRF), with the rounds that are published.",
        gives=ReportOut,
        description="For matches of two. Players are numbered from the strongest, as start numbers are. FIDE IDs, "
        "dates of birth and arbiters are not in it.",
    )
    def get(self, request: Request) -> dict[str, str]:
        return {"report": export_report(self.event)}


class ImportEvent(ApiView):
    tag = "Documents"
    parser_classes = [UnreadJSON]
    max_bytes = event_files.MAX_BYTES

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
            with refusing_unreadable():
                body: Any = request.data or b""
                return created(self, import_document(body, owner=self.actor))

        return once(request, work, in_one_transaction=False)
