"""An event as a document, a report, a copy, or a hand-over pack."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api import schema
from tournaments.api.base import ApiView, EventView, PersonalView
from tournaments.api.endpoint import IDEMPOTENCY, Nothing, checked, endpoint
from tournaments.api.fields import Flag, Strict, Text, version_field
from tournaments.api.idempotency import once
from tournaments.api.parsers import UnreadJSON, refusing_unreadable
from tournaments.api.serializers.events import EventOut, NewEventIn, created
from tournaments.api.serializers.rounds import Reasons
from tournaments.files.services import event_files, following
from tournaments.files.services.copies import copy_event
from tournaments.files.services.documents import export_event, export_report
from tournaments.files.services.event_files import MAX_BYTES, import_document
from tournaments.files.services.following import Taking
from tournaments.files.services.hand_over import (
    LONGEST_PASS_PHRASE,
    SHORTEST_PASS_PHRASE,
    make_pack,
    open_pack,
)
from tournaments.models import Status
from tournaments.players.selectors.players import house_players
from tournaments.rights import Right, can_see_drafts, having
from tournaments.schedules.selectors import schedules
from tournaments.steps.log import SUBJECT_LENGTH


class PassPhrase(Text):
    """Spaces at its ends count."""

    def __init__(self, **more: Any) -> None:
        super().__init__(trim_whitespace=False, max_length=LONGEST_PASS_PHRASE, write_only=True, **more)


class Base64(Text):
    """Bytes as text."""

    default_error_messages = {"not_base64": _("This is not base64.")}

    def to_internal_value(self, data: object) -> Any:
        try:
            return base64.b64decode(super().to_internal_value(data), validate=True)
        except (binascii.Error, ValueError):
            self.fail("not_base64")


class PassPhraseIn(Strict):
    pass_phrase = PassPhrase(min_length=SHORTEST_PASS_PHRASE)


class ReportOut(serializers.Serializer[object]):
    report = serializers.CharField(help_text="The text of the file, TRF.")


class PackOut(serializers.Serializer[object]):
    file = serializers.CharField(help_text="The hand-over pack, base64.")


class PackIn(Strict):
    file = Base64(help_text="The hand-over pack, base64.")
    pass_phrase = PassPhrase()
    slug = Text(required=False, max_length=60, help_text="Another address, where that of the event is taken.")


class TakenOverOut(serializers.Serializer[object]):
    event = serializers.CharField(source="event.slug", help_text="The address (slug) of the event here.")
    without_account = serializers.ListField(
        child=serializers.CharField(), help_text="User names on its staff that have no account here."
    )


class CopyIn(NewEventIn):
    with_players = Flag(required=False, help_text="Players come along; no one is checked in.")


# Not for outsiders: who may not meet whom, who asked for a bye; while lots are still to be drawn, the seed; and a
# schedule that may still be planned anew.
STAFF_ONLY = ("forbidden_pairs", "bye_requests")


class Document(EventView):
    tag = "Documents"

    @extend_schema(
        operation_id="read_document",
        summary="The event as an event document (`pairwright-event/1`).",
        description="For the staff with drafts, and with what is known of persons but for e-mail addresses and "
        "birthdays; for others without these, forbidden pairs and requested byes, with a schedule only when its first "
        "round is published, and with the draw seed only when the event is finished. "
        "While seeds are secret, nobody's has one that was not shown.",
        responses={200: OpenApiResponse(schema.DOCUMENT, "The event document.")},
    )
    def get(self, request: Request, slug: str) -> Response:
        checked(Nothing, request.query_params.dict())
        staff = can_see_drafts(request.user, self.event)
        found = export_event(self.event, drafts=staff, persons=staff)
        return Response(found if staff else self._shown(found))

    def _shown(self, document: dict[str, Any]) -> dict[str, object]:
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
        description="For matches of two. Players are numbered from the strongest, as start numbers are. Arbiters are "
        "not in it.",
    )
    def get(self, request: Request) -> dict[str, str]:
        return {"report": export_report(self.event)}


class FollowIn(Strict):
    report = Text(trim_whitespace=False, help_text="The text of the file, TRF.")
    filename = Text(default="", allow_blank=True, max_length=SUBJECT_LENGTH, help_text="For the log.")
    program = Text(
        required=False,
        max_length=following.PROGRAM_LENGTH,
        help_text="Whose reports they are. Needed with the first one.",
    )
    dry_run = Flag(required=False, default=False, help_text="Only say what it would change.")
    seen_version = version_field()


class OtherwiseOut(serializers.Serializer[object]):
    round = serializers.IntegerField()
    why = Reasons()


class FollowOut(serializers.Serializer[object]):
    version = serializers.IntegerField(help_text="Of the event with which the report was compared.")
    program = serializers.CharField()
    changes = serializers.ListField(
        child=serializers.CharField(), help_text="Sentences; none: all of it is here already."
    )
    otherwise = OtherwiseOut(
        many=True,
        allow_null=True,
        help_text="Rounds that automatic pairing would have paired otherwise, and the first criterion against what was "
        "played; null: not compared, it would take too long.",
    )
    notes = serializers.ListField(
        source="report.notes",
        child=serializers.CharField(),
        help_text="What there is no place for here, in English.",
    )


class Follow(EventView):
    tag = "Documents"
    writes = having(Right.SETTINGS)
    max_bytes = MAX_BYTES

    @endpoint(
        "take_report",
        "Take the FIDE report (TRF) of the program that the event follows.",
        takes=FollowIn,
        gives=FollowOut,
        own_transaction=True,
        description="The first one lets an event without rounds follow the program. Players are known again by FIDE "
        "ID, start number, name and games: numbers and keys stay. One step, which can be undone. Until the event is "
        "taken over, what reports say is changed by reports only; everything else answers 409 `followed`.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> Taking:
        given = {"tournament": self.event, "content": data.pop("report"), "program": data.pop("program", "")}
        is_look = data.pop("dry_run")
        taking = following.foresee(**given) if is_look else following.take(actor=self.actor, **given, **data)
        self.names = taking.names
        return taking

    @endpoint("take_event_over", "Follow no more: from now on the event is changed here.")
    def delete(self, request: Request) -> None:
        following.take_over(tournament=self.event, actor=self.actor)


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


class Copy(EventView):
    tag = "Events"

    @endpoint(
        "copy_event",
        "Make an event like this one, without its rounds; you are its owner.",
        takes=CopyIn,
        gives=EventOut,
        status=201,
        description="Settings, phases, the tables of the hall and screens are the same. Players come along with "
        "`with_players`: not checked in, numbered from 1, pairs kept apart as before.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        return created(self, copy_event(tournament=self.event, owner=self.actor, **data))


class MakePack(EventView):
    tag = "Documents"
    writes = having(Right.STAFF)
    asks_password = ("POST",)

    @endpoint(
        "make_hand_over_pack",
        "Everything of the event in one file, encrypted with a pass phrase.",
        takes=PassPhraseIn,
        gives=PackOut,
        keyed=False,
        description="Opened on another installation it is the same event there: printed codes open, every step can "
        "be undone. The pass phrase is kept nowhere.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        pack = make_pack(tournament=self.event, actor=self.actor, **data)
        return self.shown(PackOut, {"file": base64.b64encode(pack).decode()})


class OpenPack(PersonalView):
    tag = "Documents"
    max_bytes = MAX_BYTES * 4 // 3 + 10_000  # base64, and the other fields

    @endpoint(
        "open_hand_over_pack",
        "An event from a hand-over pack; it is yours then.",
        takes=PackIn,
        gives=TakenOverOut,
        own_transaction=True,
        status=201,
        description=f"All or nothing. A pack of more than {MAX_BYTES // 1_000_000} MB is opened by "
        "`manage.py take_over`. Staff members keep their roles if they have an account of the same user name.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        done = open_pack(content=data.pop("file"), owner=self.actor, **data)
        where = reverse("api:event", [done.event.slug], request=request)
        return self.shown(TakenOverOut, done, status=201, where=where)
