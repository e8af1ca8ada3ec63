"""Invitations by link and the owner of an event. The key of a link is said once, in the answer to its making."""

from typing import Any

from django import urls
from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from accounts.models import User
from tournaments.api.base import EventView, PersonalView
from tournaments.api.endpoint import endpoint
from tournaments.api.fields import Strict, Text, Whole, Word, computed
from tournaments.api.mirrored import Mirror
from tournaments.events.selectors.addresses import for_phones
from tournaments.models import Invitation, Role, Tournament
from tournaments.people.selectors import State, by_key, invitations, state_of
from tournaments.people.services import invitations as service
from tournaments.people.services.invitations import LABEL_LENGTH, MOST_DAYS, MOST_USES, USUAL_DAYS, Joined
from tournaments.people.services.staff import hand_over
from tournaments.rights import Right, having

INVITED = [(role.value, role.label) for role in Role if role is not Role.OWNER]
STATES = [(state.value, state.value) for state in State]


class InvitationIn(Strict):
    role = Word(INVITED)
    label = Text(  # type: ignore[assignment]
        required=False, allow_blank=True, max_length=LABEL_LENGTH, help_text="For whom, for your own list."
    )
    uses = Whole(
        required=False, min_value=1, max_value=MOST_USES, help_text="How many may use it; usually 1."
    )
    days = Whole(
        required=False,
        min_value=1,
        max_value=MOST_DAYS,
        help_text=f"How long it is good; usually {USUAL_DAYS}.",
    )


class InvitationOut(
    Mirror, of=Invitation, shows="id role label uses_left expires_at state created_by created_at"
):
    """A link without its key."""

    role = serializers.ChoiceField(Role.choices)

    @computed()
    def state(self, row: Invitation) -> str:
        return state_of(row).value

    created_by = serializers.CharField(source="created_by.username", default=None, allow_null=True)


class InvitationMade(InvitationOut):
    """A link with its key, which is said this once."""

    key = serializers.CharField()

    @computed(help_text="To be opened in a browser.")
    def url(self, row: Invitation) -> str:
        path = urls.reverse("public:invitation", args=[row.key])
        return for_phones(self.context["request"].build_absolute_uri(path))


class InvitationSeen(serializers.Serializer[Invitation]):
    """What whoever has the key is told."""

    event = serializers.CharField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    role = serializers.ChoiceField(Role.choices)

    @computed()
    def state(self, row: Invitation) -> str:
        return state_of(row).value


class JoinedOut(serializers.Serializer[object]):
    event = serializers.CharField(source="tournament.slug")
    role = serializers.ChoiceField(Role.choices)


class OwnerIn(Strict):
    username = Text(max_length=150)
    confirm = Text(max_length=60, help_text="The address (slug) of the event.")


class OwnerOut(serializers.Serializer[object]):
    owner = serializers.CharField(source="owner.username")


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
