from __future__ import annotations

import secrets

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.by_audience import OF_PLAYER, CharByAudience, NumberByAudience
from tournaments.models.event import NameForm, Tournament
from tournaments.models.sealed import SealedField
from tournaments.seals import Purpose


class RequestKind(models.TextChoices):
    HALF = "half", _("Half-point bye")
    ZERO = "zero", _("Zero-point bye")
    FULL = "full", _("Full-point bye")


def new_key() -> str:
    """Sixteen characters that fit an address and that nobody guesses: 96 random bits."""
    return secrets.token_urlsafe(12)


class Player(models.Model):
    """A player of one event. `number` is the order of registration and the id in the event document."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveIntegerField(_("number"))
    name = CharByAudience(_("name"), max_length=120, publicly=f"COALESCE({OF_PLAYER}, {{column}})")
    # Only where it is not what `guessed_sort_name` makes of the name.
    sort_name = CharByAudience(
        _("sort name"),
        max_length=120,
        blank=True,
        default="",
        publicly=f"CASE WHEN {OF_PLAYER} IS NULL THEN {{column}} ELSE '' END",
    )
    # How the public reads the name; "": as the event says.
    name_form = models.CharField(
        _("name for the public"), max_length=16, choices=NameForm.choices, blank=True, default=""
    )
    # What the public reads in place of the name, kept by `names.redaction`; "": the name itself.
    public_name = models.CharField(max_length=130, blank=True, default="", editable=False)
    rating = models.IntegerField(_("rating"), null=True, blank=True)
    club = models.CharField(_("club"), max_length=120, blank=True, default="")
    title = models.CharField(_("title"), max_length=20, blank=True, default="")
    federation = models.CharField(_("federation"), max_length=60, blank=True, default="")
    fixed_table = models.PositiveIntegerField(_("fixed table"), null=True, blank=True)
    ranking = models.PositiveIntegerField(_("ranking"), null=True, blank=True)
    mu = models.FloatField(_("skill (mu)"), null=True, blank=True)
    sigma = models.FloatField(_("uncertainty (sigma)"), null=True, blank=True)
    joined_round = models.PositiveSmallIntegerField(_("joined in round"), default=1)
    left_after_round = models.PositiveSmallIntegerField(_("withdrawn after round"), null=True, blank=True)
    checked_in = models.BooleanField(_("checked in"), default=False)
    checked_in_at = models.DateTimeField(_("checked in at"), null=True, blank=True)
    note = models.CharField(_("note for the staff"), max_length=500, blank=True, default="")
    # Fills a seat at a table of four and has no place in the standings.
    house = models.BooleanField(_("house player"), default=False)
    draw_number = models.PositiveIntegerField(_("drawn number"), null=True, blank=True)
    # Who this is in the series of the event, and the rating after its earlier seasons (None: nothing rated yet), kept
    # by `series.services.series`. It stands before `mu` and `sigma`, which are what was typed or imported.
    identity = models.ForeignKey(
        "tournaments.Identity", on_delete=models.SET_NULL, null=True, blank=True, related_name="players"
    )
    series_mu = models.FloatField(null=True, editable=False)
    series_sigma = models.FloatField(null=True, editable=False)
    # Who a person is besides: bounds, who may see it and which games ask for it are said in `steps.person`.
    fide_id = NumberByAudience(_("FIDE ID"), null=True, blank=True, publicly="NULL")
    national_id = CharByAudience(_("national ID"), max_length=30, blank=True, default="", publicly="''")
    birth_year = models.PositiveSmallIntegerField(_("year of birth"), null=True, blank=True)
    # Month and day, `04-23`: the year is known more often, and more people may see it.
    birth_day = CharByAudience(_("birthday"), max_length=5, blank=True, default="", publicly="''")
    sex = models.CharField(_("sex"), max_length=10, blank=True, default="")
    email = CharByAudience(_("e-mail address"), max_length=254, blank=True, default="", publicly="''")
    second_rating = models.IntegerField(_("second rating"), null=True, blank=True)
    second_rating_kind = models.CharField(
        _("kind of the second rating"), max_length=20, blank=True, default=""
    )
    # Written with round 1 (`players.services.starting_ranks`); nobody types it.
    starting_rank = models.PositiveIntegerField(_("starting rank"), null=True, editable=False)
    # Of whoever was forgotten: the lots of a league that were made of the name, by round, as documents have them.
    lots = models.JSONField(default=dict, blank=True, editable=False)
    # Opens the player's own page, from which the scores of the own table are entered.
    key = SealedField(purpose=Purpose.PLAYER, max_length=80, unique=True, default=new_key, editable=False)

    class Meta:
        verbose_name = _("player")
        verbose_name_plural = _("players")
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="player_number_once_per_event"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="player_number_positive"),
            models.UniqueConstraint(
                fields=["tournament", "draw_number"], name="player_draw_number_once_per_event"
            ),
            models.UniqueConstraint(fields=["tournament", "identity"], name="identity_once_per_event"),
            models.CheckConstraint(
                condition=models.Q(identity__isnull=True) | models.Q(house=False),
                name="player_of_the_house_has_no_identity",
            ),
            models.CheckConstraint(
                condition=models.Q(draw_number__isnull=True) | models.Q(draw_number__gte=1),
                name="player_draw_number_positive",
            ),
            models.CheckConstraint(
                condition=models.Q(draw_number__isnull=True) | models.Q(house=False),
                name="player_of_the_house_has_no_draw_number",
            ),
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_name"),
            models.CheckConstraint(
                condition=models.Q(name_form__in=["", *NameForm.values]), name="player_name_form_known"
            ),
            models.CheckConstraint(condition=models.Q(joined_round__gte=1), name="player_joined_positive"),
            models.CheckConstraint(
                condition=models.Q(fixed_table__isnull=True) | models.Q(fixed_table__gte=1),
                name="player_fixed_table_positive",
            ),
            models.CheckConstraint(
                condition=models.Q(ranking__isnull=True) | models.Q(ranking__gte=1),
                name="player_ranking_positive",
            ),
            models.CheckConstraint(
                condition=models.Q(starting_rank__isnull=True) | models.Q(starting_rank__gte=1),
                name="player_starting_rank_positive",
            ),
            models.CheckConstraint(
                condition=models.Q(sigma__isnull=True) | models.Q(sigma__gt=0), name="player_sigma_positive"
            ),
        ]

    def __str__(self) -> str:
        return str(self.name)


class ByeRequest(models.Model):
    """A player asked not to be paired in a round to come."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="bye_requests")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="bye_requests")
    round_number = models.PositiveSmallIntegerField(_("round"))
    kind = models.CharField(_("kind"), max_length=10, choices=RequestKind.choices)

    class Meta:
        verbose_name = _("bye request")
        verbose_name_plural = _("bye requests")
        ordering = ["round_number", "player__number"]
        constraints = [
            models.UniqueConstraint(fields=["player", "round_number"], name="bye_request_once_per_round"),
            models.CheckConstraint(
                condition=models.Q(kind__in=RequestKind.values), name="bye_request_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(round_number__gte=1), name="bye_request_round_positive"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player}: {self.kind} in {self.round_number}"


class ForbiddenPair(models.Model):
    """Two players who are never to meet in this event. Stored with the smaller id first."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="forbidden_pairs")
    a = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="forbidden_as_a")
    b = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="forbidden_as_b")

    class Meta:
        verbose_name = _("pair kept apart")
        verbose_name_plural = _("pairs kept apart")
        ordering = ["a__number", "b__number"]
        constraints = [
            models.UniqueConstraint(fields=["a", "b"], name="forbidden_pair_once"),
            models.CheckConstraint(condition=models.Q(a__lt=models.F("b")), name="forbidden_pair_ordered"),
        ]

    def __str__(self) -> str:
        return f"{self.a} – {self.b}"
