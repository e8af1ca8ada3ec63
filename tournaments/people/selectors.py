"""Invitations: which there are, what has become of each, and the one behind a key."""

from enum import StrEnum

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models import Invitation, Role, Staff, Tournament
from tournaments.seals import Purpose, seals


class State(StrEnum):
    OPEN = "open"
    USED_UP = "used_up"
    EXPIRED = "expired"
    REVOKED = "revoked"

    @property
    def label(self) -> str:
        return str(_LABELS[self])


_LABELS = {
    State.OPEN: _("open"),
    State.USED_UP: _("used up"),
    State.EXPIRED: _("expired"),
    State.REVOKED: _("revoked"),
}


def state_of(invitation: Invitation) -> State:
    if invitation.revoked_at is not None:
        return State.REVOKED
    if invitation.uses_left < 1:
        return State.USED_UP
    return State.OPEN if invitation.expires_at > timezone.now() else State.EXPIRED


def invitations(tournament: Tournament) -> QuerySet[Invitation]:
    """All of an event, latest first."""
    return Invitation.objects.filter(tournament=tournament).select_related("created_by")


def by_key(key: str) -> Invitation:
    """The invitation of this key. Errors: Invitation.DoesNotExist."""
    rows = Invitation.objects.filter(tournament__deleted_at=None).select_related("tournament__owner")
    return rows.get(key__in=list(seals(key, Purpose.INVITATION)))


def staff_of(tournament: Tournament) -> list[Staff]:
    """Everybody but the owner, by role and name."""
    rows = Staff.objects.filter(tournament=tournament).select_related("user").order_by("user__username")
    order = list(Role)
    return sorted(rows, key=lambda row: order.index(Role(row.role)))


def is_display(tournament: Tournament, invitation: int) -> bool:
    """Whether a browser that was let in by this invitation may still show the screens of the event."""
    rows = Invitation.objects.filter(pk=invitation, tournament=tournament, role=Role.DISPLAY)
    return rows.filter(revoked_at=None).exists()
