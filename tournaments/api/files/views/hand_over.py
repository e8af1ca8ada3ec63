"""The hand-over pack out and in. Like everything here it travels as JSON: the file is base64."""

from __future__ import annotations

import base64
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.base import EventView, PersonalView
from tournaments.api.endpoint import endpoint
from tournaments.api.files.serializers import PackIn, PackOut, PassPhraseIn, TakenOverOut
from tournaments.files.services.event_files import MAX_BYTES
from tournaments.files.services.hand_over import make_pack, open_pack
from tournaments.rights import Right, having


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
