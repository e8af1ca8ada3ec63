from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.by_audience import OF_PERSON, CharByAudience
from tournaments.models.event import Visibility


class RankingOrder(models.TextChoices):
    """What a ranking goes by; the words of the option `order` of the league's systems."""

    CONSERVATIVE = "conservative", _("mu - 3 sigma: a skill the player has almost surely")
    MU = "mu", _("mu: the most likely skill")


class Series(models.Model):
    """Events that remember each other: seasons of a league. `version` rises with each change of the series itself."""

    slug = models.SlugField(_("address"), max_length=60, unique=True)
    name = models.CharField(_("name"), max_length=120)
    description = models.TextField(_("description"), blank=True, default="", max_length=4000)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="owned_series")
    visibility = models.CharField(
        _("visibility"), max_length=10, choices=Visibility.choices, default=Visibility.PUBLIC
    )
    order = models.CharField(
        _("order of the ranking"),
        max_length=12,
        choices=RankingOrder.choices,
        default=RankingOrder.CONSERVATIVE,
    )
    version = models.PositiveBigIntegerField(default=1, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("series")
        verbose_name_plural = _("series")
        ordering = ["name", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(visibility__in=Visibility.values), name="series_visibility_known"
            ),
            models.CheckConstraint(
                condition=models.Q(order__in=RankingOrder.values), name="series_order_known"
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="series_has_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Identity(models.Model):
    """One person of a series, whatever the name in each season. Its players are what it has done."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="identities")
    name = CharByAudience(_("name"), max_length=120, publicly=f"COALESCE({OF_PERSON}, {{column}})")

    class Meta:
        verbose_name = _("player of a series")
        verbose_name_plural = _("players of a series")
        ordering = ["name", "id"]
        constraints = [models.CheckConstraint(condition=~models.Q(name=""), name="identity_has_name")]

    def __str__(self) -> str:
        return str(self.name)


class SeriesAction(models.TextChoices):
    CREATED = "created", _("Series created")
    CHANGED = "changed", _("Series changed")
    EVENT_ADDED = "event_added", _("Event added")
    EVENT_REMOVED = "event_removed", _("Event removed")
    MERGED = "merged", _("Players merged")
    SPLIT = "split", _("Player split")
    RENAMED = "renamed", _("Player renamed")
    LINKED = "linked", _("Player linked")
    UNDONE = "undone", _("Step undone")


class SeriesLogEntry(models.Model):
    """Who did what to a series. Rows are only ever added; `before` and `after` are enough to undo the step."""

    series = models.ForeignKey(Series, on_delete=models.CASCADE, related_name="log_entries")
    at = models.DateTimeField(_("time"), auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    user_name = models.CharField(_("who"), max_length=150, blank=True, default="")
    action = models.CharField(_("what"), max_length=20, choices=SeriesAction.choices)
    subject = models.CharField(_("about"), max_length=400, blank=True, default="")
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    undoes = models.OneToOneField("self", on_delete=models.RESTRICT, null=True, related_name="undone_by")

    class Meta:
        verbose_name = _("log entry of a series")
        verbose_name_plural = _("log of a series")
        ordering = ["-id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(action__in=SeriesAction.values), name="series_action_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action} {self.subject}"
