from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Tournament


class Moment(models.Model):
    """One thing that happened in the table queue of an event; what the queue is follows from all of them in order.

    `facts` is the moment as an event document has it, without `at` (docs/event-format.md).
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="moments")
    number = models.PositiveIntegerField(_("number"))
    # Whole seconds since `Tournament.play_started_at`; never less than that of the moment before.
    at = models.PositiveIntegerField(_("time, in seconds"))
    facts = models.JSONField()
    # The guard against two processes that act on the same due time.
    decision = models.PositiveIntegerField(_("decision"), null=True)

    class Meta:
        verbose_name = _("moment of the queue")
        verbose_name_plural = _("moments of the queue")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="moment_number_once_per_event"),
            models.UniqueConstraint(fields=["tournament", "decision"], name="decision_once_per_event"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: moment {self.number}"
