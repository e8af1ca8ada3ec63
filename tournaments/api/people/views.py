"""Invitations by link: made, listed, revoked, accepted; and the event handed over."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from accounts.models import User
from tournaments.api.base import EventView, PersonalView
from tournaments.api.endpoint import endpoint
from tournaments.api.people.serializers import (
    InvitationIn,
    InvitationMade,
    InvitationOut,
    InvitationSeen,
    JoinedOut,
    OwnerIn,
    OwnerOut,
)
from tournaments.models import Invitation, Tournament
from tournaments.people.selectors import by_key, invitations
from tournaments.people.services import invitations as service
from tournaments.people.services.invitations import Joined
from tournaments.people.services.staff import hand_over
from tournaments.rights import Right, having


class StaffView(EventView):
    tag = "Events"
    reads = having(Right.STAFF)
    writes = having(Right.STAFF)
    versioned = False
    restricted = True


class Invitations(StaffView):
    asks_password = ("POST",)

    @endpoint("list_invitations", "Links that give a role, latest first, without their keys.", gives=InvitationOut,
              many=True)  # fmt: skip
    def get(self, request: Request) -> QuerySet[Invitation]:
        return invitations(self.event)

    @endpoint(
        "create_invitation",
        "Make a link that gives a role.",
        takes=InvitationIn,
        gives=InvitationMade,
        status=201,
        description="The answer has the key of the link; no other answer has it. A link for a display is opened in a "
        "browser, which needs no account then; accepted here it gives the role to your account.",
    )
    def post(self, request: Request, data: dict[str, Any]) -> Response:
        made = service.create(tournament=self.event, actor=self.actor, **data)
        where = reverse("api:invitation-of-event", [self.event.slug, made.pk], request=request)
        return self.shown(InvitationMade, made, status=201, where=where)


class OneInvitation(StaffView):
    @endpoint("revoke_invitation", "Nobody joins by this link any more; its displays go dark.")
    def delete(self, request: Request, invitation: int) -> None:
        row = invitations(self.event).get(pk=invitation)
        service.revoke(tournament=self.event, actor=self.actor, invitation=row)


class Owner(StaffView):
    asks_password = ("PUT",)

    @endpoint(
        "hand_over",
        "Make somebody else the owner; you stay as a director.",
        takes=OwnerIn,
        gives=OwnerOut,
        description="Only the owner does that. `confirm` is the address of the event.",
    )
    def put(self, request: Request, data: dict[str, Any]) -> Tournament:
        user = User.objects.get(username=data["username"])
        hand_over(tournament=self.event, actor=self.actor, user=user, confirm_slug=data["confirm"])
        return self.event


class OpenedInvitation(PersonalView):
    tag = "Events"

    @endpoint("read_invitation", "Which event and role a link is for.", gives=InvitationSeen)
    def get(self, request: Request, key: str) -> Invitation:
        return by_key(key)


class AcceptInvitation(PersonalView):
    tag = "Events"

    @endpoint(
        "accept_invitation",
        "Take the role of a link.",
        gives=JoinedOut,
        description="409 `already_staff` where your role is as good, `invitation_used_up`, `invitation_expired`, "
        "`invitation_revoked`; a role is never lowered.",
    )
    def post(self, request: Request, key: str) -> Joined:
        return service.accept(invitation=by_key(key), user=self.actor)
