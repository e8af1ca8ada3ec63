from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.player import Player


class IdempotencyKey(models.Model):
    """The answer given to a request, so that the same request sent twice does its work once.

    `status` is empty while the first request is still being worked on. `path` is the pattern of its address, and
    `response` is sealed: a key may be part of either.
    """

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=200)
    method = models.CharField(max_length=10)
    path = models.CharField(max_length=500)
    body_digest = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(null=True)
    response = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        verbose_name = _("idempotency key")
        verbose_name_plural = _("idempotency keys")
        constraints = [
            models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once_per_user"),
        ]

    def __str__(self) -> str:
        return f"{self.method} {self.path} {self.key}"


class SentAnswer(models.Model):
    """What a player's phone was answered, so that what it sends again, because the reply was lost, is done once.

    `state` is what became of it then: a `ClaimState`, or empty for what is no report.
    """

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    key = models.CharField(max_length=64)
    digest = models.CharField(max_length=64)
    state = models.CharField(max_length=12, blank=True, default="")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("answer from a phone")
        verbose_name_plural = _("answers from phones")
        constraints = [
            models.UniqueConstraint(fields=["player", "key"], name="sent_answer_once_per_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.key}"
