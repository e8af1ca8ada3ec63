"""Invitations by link and the owner of an event. The key of a link is said once, in the answer to its making."""

from __future__ import annotations

from typing import Any

from django.urls import reverse
from rest_framework import serializers

from tournaments.api.fields import Strict, Text, Whole, Word, computed
from tournaments.api.mirrored import Mirror
from tournaments.events.selectors.addresses import for_phones
from tournaments.models import Invitation, Role
from tournaments.people.selectors import State, state_of
from tournaments.people.services.invitations import LABEL_LENGTH, MOST_DAYS, MOST_USES, USUAL_DAYS

INVITED = [(role.value, role.label) for role in Role if role is not Role.OWNER]
STATES = [(state.value, state.value) for state in State]


class InvitationIn(Strict):
    role = Word(INVITED)
    label: Any = Text(
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
        path = reverse("public:invitation", args=[row.key])
        return for_phones(self.context["request"].build_absolute_uri(path))


class InvitationSeen(serializers.Serializer[Invitation]):
    """What whoever has the key is told."""

    event = serializers.CharField(source="tournament.slug")
    name = serializers.CharField(source="tournament.name")
    role = serializers.ChoiceField(Role.choices)

    @computed()
    def state(self, row: Invitation) -> str:
        return state_of(row).value


class JoinedOut(serializers.Serializer[Any]):
    event = serializers.CharField(source="tournament.slug")
    role = serializers.ChoiceField(Role.choices)


class OwnerIn(Strict):
    username = Text(max_length=150)
    confirm = Text(max_length=60, help_text="The address (slug) of the event.")


class OwnerOut(serializers.Serializer[Any]):
    owner = serializers.CharField(source="owner.username")
