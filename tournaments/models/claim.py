from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Player
from tournaments.models.round import Match, Result


class ClaimState(models.TextChoices):
    WAITING = "waiting", _("Waiting for another player of the table")
    CONFIRMED = "confirmed", _("Confirmed")
    DISPUTED = "disputed", _("Disputed")
    WITHDRAWN = "withdrawn", _("Cancelled")
    REJECTED = "rejected", _("Declined by the desk")
    SUPERSEDED = "superseded", _("Entered at the desk since")


# What nobody has decided.
UNDECIDED = (ClaimState.WAITING.value, ClaimState.DISPUTED.value)


class ScoreClaim(models.Model):
    """What one of its players entered for a table; it counts once another of the table confirms it.

    Four seats: `scores` and `sticks`; two seats: `result` and perhaps `games`.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="claims")
    # Raw points in the order of the seats. Penalties are the staff's business.
    scores = models.JSONField(_("scores"), default=list)
    result = models.CharField(_("result"), max_length=7, choices=Result.choices, null=True)
    games = models.JSONField(_("games"), null=True)
    # The browser it came from; where the code on a table was used, the other player needs another one.
    device = models.CharField(max_length=32, blank=True, default="")
    sticks = models.PositiveSmallIntegerField(_("riichi sticks left on the table"), default=0)
    entered_by = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="claims")
    # The other player; empty where the staff accepted the scores.
    confirmed_by = models.ForeignKey(
        Player, on_delete=models.CASCADE, null=True, related_name="confirmed_claims"
    )
    state = models.CharField(
        _("state"), max_length=12, choices=ClaimState.choices, default=ClaimState.WAITING
    )
    note = models.CharField(_("note"), max_length=500, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("score claim")
        verbose_name_plural = _("score claims")
        ordering = ["-id"]
        constraints = [
            # Two phones of one table at once: one of them is told to look again.
            models.UniqueConstraint(
                fields=["match"],
                condition=models.Q(state=ClaimState.WAITING.value),
                name="claim_one_waiting_per_match",
            ),
            models.CheckConstraint(condition=models.Q(state__in=ClaimState.values), name="claim_state_known"),
            models.CheckConstraint(
                condition=~models.Q(confirmed_by=models.F("entered_by")), name="claim_confirmed_by_another"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}: {self.state}"
