import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Role, Tournament
from tournaments.models.sealed import SealedField
from tournaments.seals import Purpose


def new_invitation_key() -> str:
    """22 characters that fit an address and that nobody guesses: 128 random bits."""
    return secrets.token_urlsafe(16)


class Invitation(models.Model):
    """A link that gives whoever opens it a role in an event, until it has been used often enough or ends."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(_("role"), max_length=20, choices=Role.choices)
    key = SealedField(
        purpose=Purpose.INVITATION, max_length=80, unique=True, default=new_invitation_key, editable=False
    )
    label = models.CharField(_("for whom"), max_length=120, blank=True, default="")
    uses_left = models.PositiveSmallIntegerField(_("uses left"), default=1)
    expires_at = models.DateTimeField(_("valid until"))
    revoked_at = models.DateTimeField(null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="invitation_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.role} {self.label}"
