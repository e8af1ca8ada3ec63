import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Tournament


def new_simulation_key() -> str:
    """22 characters that fit an address and that nobody guesses: 128 random bits."""
    return secrets.token_urlsafe(16)


class ChunkState(models.TextChoices):
    QUEUED = "queued", _("Waiting")
    RUNNING = "running", _("At work")
    DONE = "done", _("Done")
    FAILED = "failed", _("Failed")
    CANCELLED = "cancelled", _("Cancelled")


class Simulation(models.Model):
    """Events played by chance, to compare rules. Whoever has the key may look, so the link can be passed on.

    `document` holds everything that decides the numbers: `configurations` (at most six, each with a `label`), `seed`
    and `runs` of each of them.
    """

    key = models.CharField(max_length=32, unique=True, default=new_simulation_key, editable=False)
    tournament = models.ForeignKey(
        Tournament, on_delete=models.SET_NULL, null=True, blank=True, related_name="simulations"
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="simulations"
    )
    document = models.JSONField()
    created_at = models.DateTimeField(auto_now_add=True)
    cancelled_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("simulation")
        verbose_name_plural = _("simulations")
        ordering = ["-id"]

    def __str__(self) -> str:
        return self.key


class SimulationChunk(models.Model):
    """A fixed slice of the runs of one configuration. This row is the truth; the message to a worker is only a hint.

    Whoever works on it holds `token` until `lease_until`; only the holder's tally is stored, so nothing is counted
    twice. A slice whose lease ran out is played again, by somebody else, with the same numbers.
    """

    simulation = models.ForeignKey(Simulation, on_delete=models.CASCADE, related_name="chunks")
    configuration = models.PositiveSmallIntegerField()
    start = models.PositiveIntegerField()
    count = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=ChunkState.choices, default=ChunkState.QUEUED)
    token = models.CharField(max_length=32, blank=True, default="")
    lease_until = models.DateTimeField(null=True)
    progress = models.PositiveIntegerField(default=0)
    tally = models.JSONField(null=True)
    error = models.JSONField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("part of a simulation")
        verbose_name_plural = _("parts of a simulation")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["simulation", "configuration", "start"], name="simulation_chunk_once"
            ),
            models.CheckConstraint(condition=models.Q(state__in=ChunkState.values), name="chunk_state_known"),
            models.CheckConstraint(condition=models.Q(count__gte=1), name="chunk_has_a_run"),
        ]

    def __str__(self) -> str:
        return f"{self.simulation_id}/{self.configuration}/{self.start}: {self.state}"
