from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from tournaments.models.event import Tournament
from tournaments.models.player import Player, new_key
from tournaments.models.sealed import SealedField
from tournaments.seals import Purpose


class EntryState(models.TextChoices):
    """Where an entry stands. Whoever waits has no place; a received entry has one that the desk has yet to confirm."""

    RECEIVED = "received", pgettext_lazy("entry", "received")
    LOOK = "look", pgettext_lazy("entry", "needs a look")
    CORRECT = "correct", pgettext_lazy("entry", "to correct")
    OFFERED = "offered", pgettext_lazy("entry", "offered")
    WAITING = "waiting", pgettext_lazy("entry", "waiting")
    ENTERED = "entered", pgettext_lazy("entry", "entered")
    WITHDRAWN = "withdrawn", pgettext_lazy("entry", "withdrawn")
    REFUSED = "refused", pgettext_lazy("entry", "refused")


class Money(models.TextChoices):
    NOTHING = "", pgettext_lazy("fee", "nothing yet")
    OWED = "owed", pgettext_lazy("fee", "owed")
    PAID = "paid", pgettext_lazy("fee", "paid")
    FREE = "free", pgettext_lazy("fee", "free")
    PAID_BACK = "back", pgettext_lazy("fee", "paid back")


class Registration(models.Model):
    """How players sign up for an event. Without this row nobody can."""

    tournament = models.OneToOneField(Tournament, on_delete=models.CASCADE, related_name="registration")
    opens_at = models.DateTimeField(_("opens"), null=True, blank=True)
    closes_at = models.DateTimeField(_("closes"), null=True, blank=True)
    capacity = models.PositiveIntegerField(_("places"), null=True, blank=True)
    # None: as long as it gets.
    waiting_most = models.PositiveIntegerField(_("length of the waiting list"), null=True, blank=True)
    approval = models.BooleanField(_("the desk confirms each entry"), default=False)
    # None: the first in line moves up at once.
    offer_hours = models.PositiveSmallIntegerField(_("hours a place is offered"), null=True, blank=True)
    # In hundredths of `currency`.
    fee = models.PositiveIntegerField(_("fee"), null=True, blank=True)
    currency = models.CharField(_("currency"), max_length=8, blank=True, default="")
    fee_note = models.CharField(_("about the fee"), max_length=200, blank=True, default="")
    confirm_email = models.BooleanField(_("e-mail addresses are confirmed"), default=False)
    consent = models.TextField(_("consent"), max_length=2000, blank=True, default="")
    # Rises with each change of the text: an entry says which one its player has read.
    consent_version = models.PositiveSmallIntegerField(default=0, editable=False)
    # {"club": "optional", "birth_year": "required"}: which fields besides the name are asked.
    fields = models.JSONField(_("fields"), default=dict, blank=True)
    # [{"id": 1, "label", "kind", "choices", "required", "lists": ["desk", "public"]}]
    questions = models.JSONField(_("questions"), default=list, blank=True)

    class Meta:
        verbose_name = _("registration")
        verbose_name_plural = _("registrations")

    def __str__(self) -> str:
        return f"registration of {self.tournament_id}"


class Entry(models.Model):
    """Somebody who signed up. `number` is the order of arrival, `line` the order in which places are given."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField(_("number"))
    line = models.PositiveIntegerField(_("order"))
    state = models.CharField(_("state"), max_length=10, choices=EntryState.choices)
    # When an offer, or the time to confirm an address, runs out.
    expires_at = models.DateTimeField(_("until"), null=True)
    # Had the place that is free now, and did not take it: it goes to the next in line.
    passed = models.BooleanField(default=False)
    # Place on the waiting list at arrival.
    first_place = models.PositiveIntegerField(null=True)
    name = models.CharField(_("name"), max_length=120)
    club = models.CharField(_("club"), max_length=120, blank=True, default="")
    federation = models.CharField(_("federation"), max_length=60, blank=True, default="")
    title = models.CharField(_("title"), max_length=20, blank=True, default="")
    rating = models.IntegerField(_("rating"), null=True)
    birth_year = models.PositiveSmallIntegerField(_("birth year"), null=True)
    email = models.EmailField(_("e-mail"), blank=True, default="")
    # By the id of the question, as text.
    answers = models.JSONField(_("answers"), default=dict)
    # Numbers of the rounds to sit out.
    byes = models.JSONField(_("rounds to sit out"), default=list)
    consent_version = models.PositiveSmallIntegerField(default=0)
    money = models.CharField(
        _("fee"), max_length=10, choices=Money.choices, blank=True, default=Money.NOTHING
    )
    amount = models.PositiveIntegerField(_("amount"), default=0)
    receipt = models.PositiveIntegerField(_("receipt"), null=True)
    paid_at = models.DateTimeField(_("paid"), null=True)
    # Fields the player is asked to correct, and the line of the desk about it (or about why it was moved or refused).
    to_correct = models.JSONField(_("to correct"), default=list)
    message = models.CharField(_("message to the player"), max_length=300, blank=True, default="")
    # Why the desk has to look: "same:4".
    doubt = models.CharField(max_length=60, blank=True, default="")
    arrived_at = models.DateTimeField(_("arrived"), default=timezone.now)
    confirmed_at = models.DateTimeField(_("address confirmed"), null=True)
    # No constraint, as for penalties: an undo takes a player away and brings the same row back.
    player = models.ForeignKey(
        Player, on_delete=models.DO_NOTHING, db_constraint=False, null=True, related_name="entries"
    )
    # Opens the own page of the entry.
    key = SealedField(purpose=Purpose.ENTRY, max_length=80, unique=True, default=new_key, editable=False)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering = ["number"]
        indexes = [models.Index(fields=["tournament", "state"], name="entry_by_state")]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="entry_number_once_per_event"),
            models.UniqueConstraint(fields=["tournament", "receipt"], name="receipt_once_per_event"),
            models.CheckConstraint(condition=models.Q(state__in=EntryState.values), name="entry_state_known"),
            models.CheckConstraint(condition=models.Q(money__in=Money.values), name="entry_money_known"),
            models.CheckConstraint(condition=~models.Q(name=""), name="entry_has_name"),
        ]

    def __str__(self) -> str:
        return self.name
