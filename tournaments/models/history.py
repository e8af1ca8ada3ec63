from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Tournament
from tournaments.models.log import LogEntry


class SnapshotReason(models.TextChoices):
    START = "start", _("The first known state")
    BEFORE_PAIRING = "before_pairing", _("Before a round was paired")
    AFTER_PAIRING = "after_pairing", _("After a round was paired")
    BEFORE_REPAIR = "before_repair", _("Before a round was repaired")
    BEFORE_RESTORE = "before_restore", _("Before a restore")
    BY_HAND = "by_hand", _("Created by hand")


class EventSnapshot(models.Model):
    """A moment of an event to go back to. `log_entry` is the last line it contains.

    `state` is the whole state then, or null where it follows from an earlier one and the deltas of the lines between
    (`history.restore_points.state_of`).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="snapshots")
    at = models.DateTimeField(_("time"), auto_now_add=True)
    reason = models.CharField(_("why"), max_length=20, choices=SnapshotReason.choices)
    round_number = models.PositiveSmallIntegerField(_("round"), null=True)
    note = models.CharField(_("note"), max_length=200, blank=True, default="")
    version = models.PositiveBigIntegerField()
    log_entry = models.ForeignKey(LogEntry, on_delete=models.RESTRICT, null=True, related_name="+")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    # JSON, compressed (zlib): an event of 1,000 players and 12 rounds is some megabytes as plain text.
    state = models.BinaryField(null=True)

    class Meta:
        verbose_name = _("restore point")
        verbose_name_plural = _("restore points")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(reason__in=SnapshotReason.values), name="snapshot_reason_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.reason} {self.at:%Y-%m-%d %H:%M}"
