"""What happens in the hall besides the games: clocks, screens, calls for a judge, penalties, what players ask for."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext, gettext_lazy as _, pgettext_lazy

from tournaments.models.event import Tournament
from tournaments.models.player import Player
from tournaments.models.round import Round


class RoundClock(models.Model):
    """The time of a round. It runs while `started_at` is set and `paused_at` is not.

    `used_seconds` is what had run before `started_at`, so that pausing keeps the time. What is left at a moment is
    `length_seconds - used_seconds - (moment - started_at)`; the extra time of a table is on its match.
    """

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="clock")
    length_seconds = models.PositiveIntegerField(_("length, in seconds"))
    used_seconds = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(null=True)
    paused_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("round clock")
        verbose_name_plural = _("round clocks")

    def __str__(self) -> str:
        return f"clock of round {self.round_id}"


class ScreenMode(models.TextChoices):
    AUTO = "auto", _("Automatic")
    PAIRINGS_BY_NAME = "names", _("Pairings by name")
    PAIRINGS_BY_TABLE = "tables", _("Pairings by table")
    STANDINGS = "standings", _("Standings")
    TIMER = "timer", _("Clock")
    MESSAGE = "message", _("Message")
    BRACKET = "bracket", _("Bracket")
    QUEUE = "queue", pgettext_lazy("of matches for tables", "Queue")


class ScreenSize(models.TextChoices):
    """How far off a screen is read: how large its names are at least."""

    SMALL = "S", "S"
    MEDIUM = "M", "M"
    LARGE = "L", "L"
    LARGEST = "XL", "XL"


def new_screen_key() -> str:
    """Eleven characters that fit an address: 64 random bits."""
    return secrets.token_urlsafe(8)


class Screen(models.Model):
    """A projector or television in the hall; what it shows is chosen at the desk."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="screens")
    name = models.CharField(_("name"), max_length=60)
    key = models.CharField(max_length=16, unique=True, default=new_screen_key, editable=False)
    mode = models.CharField(_("shows"), max_length=10, choices=ScreenMode.choices, default=ScreenMode.AUTO)
    message = models.CharField(_("message"), max_length=300, blank=True, default="")
    # How it shows that: {"first": 1, "last": 60} where several screens share the tables, "seconds", "size".
    part = models.JSONField(default=dict, blank=True)
    seen_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("screen")
        verbose_name_plural = _("screens")
        ordering = ["name", "id"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "name"], name="screen_name_once_per_event"),
            models.CheckConstraint(condition=models.Q(mode__in=ScreenMode.values), name="screen_mode_known"),
        ]

    def __str__(self) -> str:
        return self.name


class CallState(models.TextChoices):
    OPEN = "open", _("Waiting for a judge")
    TAKEN = "taken", _("A judge is on the way")
    DONE = "done", _("Done")
    CANCELLED = "cancelled", _("Cancelled")


class JudgeCall(models.Model):
    """A table asks for a judge. One call of a table is open at a time."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="judge_calls")
    round_number = models.PositiveSmallIntegerField(_("round"))
    table = models.PositiveIntegerField(_("table"))
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, related_name="judge_calls")
    note = models.CharField(_("note"), max_length=200, blank=True, default="")
    state = models.CharField(_("state"), max_length=10, choices=CallState.choices, default=CallState.OPEN)
    called_at = models.DateTimeField(auto_now_add=True)
    taken_at = models.DateTimeField(null=True)
    taken_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    done_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("call for a judge")
        verbose_name_plural = _("calls for a judge")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "round_number", "table"],
                condition=models.Q(state__in=[CallState.OPEN.value, CallState.TAKEN.value]),
                name="judge_call_one_open_per_table",
            ),
            models.CheckConstraint(condition=models.Q(state__in=CallState.values), name="call_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: table {self.table} {self.state}"


class PenaltyKind(models.TextChoices):
    NOTE = "note", _("Note")
    CAUTION = "caution", _("Caution")
    WARNING = "warning", _("Warning")
    TIME = "time", _("Time penalty")
    GAME_LOSS = "game_loss", _("Loss of a game")
    MATCH_LOSS = "match_loss", _("Loss of the match")
    DISQUALIFICATION = "disqualification", _("Disqualification")


class Penalty(models.Model):
    """What a judge gave a player, and why. It belongs to the player and the round's number, so pairing the round
    again loses none. Rows are only added; one that was given wrongly is taken back with a reason.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="penalties")
    # No constraint: going back to a state before a player came takes the player away, and undoing that brings the same
    # row back. What was given meanwhile waits for it.
    player = models.ForeignKey(
        Player, on_delete=models.DO_NOTHING, db_constraint=False, related_name="penalties"
    )
    round_number = models.PositiveSmallIntegerField(_("round"), null=True)
    table = models.PositiveIntegerField(_("table"), null=True)
    kind = models.CharField(_("penalty"), max_length=20, choices=PenaltyKind.choices)
    infraction = models.CharField(_("what happened"), max_length=300)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    given_by_name = models.CharField(max_length=150, blank=True, default="")
    given_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True)
    revoked_by_name = models.CharField(max_length=150, blank=True, default="")
    revoked_note = models.CharField(_("reason for cancelling"), max_length=300, blank=True, default="")

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        ordering = ["id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind__in=PenaltyKind.values), name="penalty_kind_known"
            ),
            models.CheckConstraint(condition=~models.Q(infraction=""), name="penalty_says_what_happened"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind}"


class PlayerRequestKind(models.TextChoices):
    WITHDRAW = "withdraw", _("Withdraw: not paired from the next round on")
    RETURN = "return", _("Come back")
    SKIP = "skip", _("Sit out the next round")
    # Asked for by a phone that says whose it is, not from the own page. The note has the digits it shows.
    PHONE = "phone", _("Recognise a phone")


class PlayerRequestState(models.TextChoices):
    WAITING = "waiting", _("Waiting for the desk")
    GRANTED = "granted", _("Approved")
    REFUSED = "refused", _("Declined")
    CANCELLED = "cancelled", _("Cancelled")


class PlayerRequest(models.Model):
    """What a player asked the desk for from the own page, or a phone that wants to be recognised as a player's.

    Nothing happens before the desk grants it.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="player_requests")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="requests")
    kind = models.CharField(_("kind"), max_length=10, choices=PlayerRequestKind.choices)
    # The round to sit out; without one it is the next.
    round_number = models.PositiveSmallIntegerField(_("round"), null=True)
    note = models.CharField(_("note"), max_length=200, blank=True, default="")
    state = models.CharField(
        _("state"), max_length=10, choices=PlayerRequestState.choices, default=PlayerRequestState.WAITING
    )
    asked_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    answer = models.CharField(_("answer"), max_length=200, blank=True, default="")

    class Meta:
        verbose_name = _("request of a player")
        verbose_name_plural = _("requests of players")
        ordering = ["id"]
        constraints = [
            models.UniqueConstraint(
                fields=["player"],
                condition=models.Q(state=PlayerRequestState.WAITING.value)
                & ~models.Q(kind=PlayerRequestKind.PHONE.value),
                name="player_request_one_waiting",
            ),
            models.CheckConstraint(
                condition=models.Q(kind__in=PlayerRequestKind.values), name="player_request_kind_known"
            ),
            models.CheckConstraint(
                condition=models.Q(state__in=PlayerRequestState.values), name="player_request_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id}: {self.kind} {self.state}"

    @property
    def label(self) -> str:
        """What is asked for, in words."""
        if self.round_number is None:
            return str(PlayerRequestKind(self.kind).label)
        return gettext("Sit out round %(number)s") % {"number": self.round_number}
