from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Tournament


class JobKind(models.TextChoices):
    PAIR_ROUND = "pair_round", _("Pair a round")
    STUDY = "study", _("Compare pairing algorithms")
    PLAN_SCHEDULE = "plan_schedule", _("Plan the schedule")
    OUTLOOK = "race", _("What do I need?")


class JobState(models.TextChoices):
    QUEUED = "queued", _("Waiting")
    RUNNING = "running", _("At work")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")


OPEN_WORK = (JobState.QUEUED.value, JobState.RUNNING.value)


class Job(models.Model):
    """Work done outside the request. This row is the truth; the message to a worker is only a hint.

    Whoever works on it holds `token` until `lease_until`. A lease that ran out may be taken over.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, null=True, related_name="jobs")
    kind = models.CharField(max_length=20, choices=JobKind.choices)
    state = models.CharField(max_length=10, choices=JobState.choices, default=JobState.QUEUED)
    token = models.CharField(max_length=32, blank=True, default="")
    lease_until = models.DateTimeField(null=True)
    progress = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    params = models.JSONField(default=dict)
    result = models.JSONField(null=True)
    error = models.JSONField(null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("job")
        verbose_name_plural = _("jobs")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(condition=models.Q(kind__in=JobKind.values), name="job_kind_known"),
            models.CheckConstraint(condition=models.Q(state__in=JobState.values), name="job_state_known"),
            # Two organisers who press Pair at once share one job.
            models.UniqueConstraint(
                fields=["tournament", "kind"],
                condition=models.Q(state__in=list(OPEN_WORK)),
                name="job_one_open_per_event",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}: {self.state}"
