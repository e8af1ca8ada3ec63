"""Events: listed, made, read, changed, finished, deleted; their staff."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from tournaments.api.base import ApiView, EventView
from tournaments.api.endpoint import endpoint
from tournaments.api.serializers.events import (
    DeleteQuery,
    EventChange,
    EventNew,
    EventOut,
    EventQuery,
    EventRow,
    StaffIn,
    StaffOut,
    created,
)
from tournaments.api.serializers.rules import stored_scoring
from tournaments.corrections.services import edits
from tournaments.events.selectors.events import archived_by, events_of, events_visible
from tournaments.events.services import bin as bins, events
from tournaments.events.services.archive import set_archived
from tournaments.events.services.phases import create_event as create_with_phases, set_phases
from tournaments.models import Staff, Tournament
from tournaments.rights import Right, having
from tournaments.steps.names import matches


class Events(ApiView):
    tag = "Events"

    def context(self) -> dict[str, object]:
        """The events one works on are looked up once for the whole list."""
        user = self.request.user
        rows = Staff.objects.filter(user=user) if isinstance(user, User) else Staff.objects.none()
        return {**super().context(), "staffed": set(rows.values_list("tournament", flat=True))}

    @endpoint(
        "list_events",
        "Public events and your own, newest first.",
        query=EventQuery,
        gives=EventRow,
        paged=True,
    )
    def get(self, request: Request, query: dict[str, object]) -> QuerySet[Tournament]:
        mine = query.get("mine") and isinstance(request.user, User)
        rows = _filtered(events_of(self.actor) if mine else events_visible(request.user), query)
        if "archived" not in query or not isinstance(request.user, User):
            return rows
        archived = archived_by(request.user)
        return rows.filter(pk__in=archived) if query["archived"] else rows.exclude(pk__in=archived)

    @endpoint("create_event", "Make an event; you are its owner.", takes=EventNew, gives=EventOut, status=201)
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        phases = data.pop("phases", None)
        if phases:
            given = _with_scoring(data)
            return created(self, create_with_phases(owner=self.actor, phases=phases, **given))
        given = _with_scoring(data, data["system"])
        return created(self, events.create_event(owner=self.actor, **given))


class OneEvent(EventView):
    tag = "Events"
    deletes = having(Right.DELETE)
    asks_password = ("DELETE",)

    @endpoint("read_event", "An event with its rules.", gives=EventOut)
    def get(self, request: Request) -> Tournament:
        return self.event

    @endpoint(
        "update_event",
        "Change settings.",
        takes=EventChange,
        gives=EventOut,
        description="Once a round is paired, tie-breaks, scoring and a number of rounds that changes how rounds are "
        "paired are edits of the past: they need a `reason`. What they would change: `preview_impact`, kind "
        "`settings`.",
    )
    def patch(self, request: Request, data: dict[str, Any]) -> Tournament:
        given = _with_scoring(data, data.get("system", self.event.system))
        phases = given.pop("phases", None)
        given.pop("confirmed", None)
        with transaction.atomic():
            if given or phases is None:
                edits.change_settings(tournament=self.event, actor=self.actor, **given)
            if phases is not None:
                seen = given.get("seen_version") if len(given) == 1 else None
                set_phases(tournament=self.event, actor=self.actor, phases=phases, seen_version=seen)
        return self.event

    @endpoint(
        "delete_event",
        "Put an event into the bin.",
        query=DeleteQuery,
        description="Nobody finds it any more; its owners restore it from `/bin/` within 30 days.",
    )
    def delete(self, request: Request, query: dict[str, Any]) -> None:
        bins.delete_event(tournament=self.event, actor=self.actor, confirm_slug=query["confirm"])


class Archived(EventView):
    """The archive of its owner's list; nothing else changes."""

    tag = "Events"
    writes = having(Right.STAFF)

    @endpoint("archive_event", "Take an event out of your list at the desk.")
    def put(self, request: Request) -> None:
        set_archived(tournament=self.event, archived=True)

    @endpoint("unarchive_event", "Bring an event back into your list at the desk.")
    def delete(self, request: Request) -> None:
        set_archived(tournament=self.event, archived=False)


class Finish(EventView):
    tag = "Events"

    @endpoint("finish_event", "The standings are final.", gives=EventOut)
    def post(self, request: Request) -> Tournament:
        return events.finish_event(tournament=self.event, actor=self.actor)


class Reopen(EventView):
    tag = "Events"

    @endpoint("reopen_event", "Go on with a finished event.", gives=EventOut)
    def post(self, request: Request) -> Tournament:
        return events.reopen_event(tournament=self.event, actor=self.actor)


class StaffList(EventView):
    tag = "Events"
    reads = having(Right.STAFF)
    restricted = True

    @endpoint("list_staff", "Who works on the event, besides its owner.", gives=StaffOut, many=True)
    def get(self, request: Request) -> object:
        return self.event.staff_rows.select_related("user").order_by("user__username")


class StaffMember(EventView):
    tag = "Events"
    writes = having(Right.STAFF)
    asks_password = ("PUT", "DELETE")

    @endpoint("set_staff", "Give somebody a role.", takes=StaffIn, gives=StaffOut)
    def put(self, request: Request, username: str, data: dict[str, Any]) -> Staff:
        user = User.objects.get(username=username)
        events.set_staff(tournament=self.event, actor=self.actor, user=user, role=data["role"])
        return Staff.objects.select_related("user").get(tournament=self.event, user=user)

    @endpoint("remove_staff", "Take a role away.")
    def delete(self, request: Request, username: str) -> None:
        row = Staff.objects.select_related("user").get(tournament=self.event, user__username=username)
        events.set_staff(tournament=self.event, actor=self.actor, user=row.user, role=None)


def _with_scoring(data: dict[str, Any], system: str = "") -> dict[str, Any]:
    """The settings with their scoring, if there is one, as the services take it; of two without a system."""
    return {**data, "scoring": stored_scoring(system, data["scoring"])} if "scoring" in data else data


def _filtered(rows: QuerySet[Tournament], query: dict[str, Any]) -> QuerySet[Tournament]:
    exact = {name: query[name] for name in ("status", "system") if name in query}
    rows = rows.filter(**exact)
    if "starts_from" in query:
        rows = rows.filter(starts_on__gte=query["starts_from"])
    if "starts_to" in query:
        rows = rows.filter(starts_on__lte=query["starts_to"])
    if "search" in query:
        names = rows.order_by().values_list("pk", "name", "venue")
        found = [pk for pk, name, venue in names if matches(query["search"], f"{name} {venue}")]
        rows = rows.filter(pk__in=found)
    return rows
