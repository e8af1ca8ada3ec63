"""The screens of the hall: which there are, and what each shows."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from tournaments.api.base import EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.hall.serializers import ScreenIn, ScreenOut
from tournaments.hall.selectors.screens import screen_by_key, screens_of
from tournaments.hall.services import screens
from tournaments.models import Screen
from tournaments.rights import Right, having


class ScreenView(EventView):
    """A view below one event that knows its screens. Whether one is there depends on the moment: no ETag."""

    tag = "Screens"
    reads = having(Right.SCREENS)
    writes = having(Right.SCREENS)
    restricted = True
    versioned = False

    def rows(self) -> QuerySet[Screen]:
        return screens_of(self.event).select_related("tournament")


class Screens(ScreenView):
    @endpoint("list_screens", "The screens of the hall.", gives=ScreenOut, many=True)
    def get(self, request: Request) -> QuerySet[Screen]:
        return self.rows()

    @endpoint("create_screen", "A new screen.", takes=ScreenIn, gives=ScreenOut, status=201)
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        made = screens.create_screen(tournament=self.event, actor=self.actor, **data)
        where = reverse("api:screen", [self.event.slug, made.key], request=request)
        return self.shown(ScreenOut, made, status=201, where=where)


class OneScreen(ScreenView):
    @endpoint("read_screen", "One screen.", gives=ScreenOut)
    def get(self, request: Request, key: str) -> Screen:
        return screen_by_key(self.event, key)

    @endpoint("change_screen", "Show something else on it.", takes=ScreenIn, gives=ScreenOut)
    def patch(self, request: Request, key: str, data: dict[str, Any]) -> Screen:
        row = screen_by_key(self.event, key)
        return screens.update_screen(tournament=self.event, actor=self.actor, screen=row, **data)

    @endpoint("delete_screen", "Its address finds nothing any more.")
    def delete(self, request: Request, key: str) -> None:
        row = screen_by_key(self.event, key)
        screens.delete_screen(tournament=self.event, actor=self.actor, screen=row)
