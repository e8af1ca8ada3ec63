from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from tournaments.models.event import Tournament
from tournaments.models.player import Player


class RoundState(models.TextChoices):
    DRAFT = "draft", _("Draft")
    PUBLISHED = "published", _("Published")
    IN_PROGRESS = "in_progress", _("In progress")
    COMPLETED = "completed", _("Completed")


class Result(models.TextChoices):
    """Results of a match of two, as in the event document; forfeits as in FIDE reports."""

    FIRST_WINS = "1-0", "1-0"
    SECOND_WINS = "0-1", "0-1"
    DRAW = "1/2-1/2", "½-½"
    BOTH_LOSE = "0-0", "0-0"
    FIRST_BY_FORFEIT = "+--", _("1-0 by forfeit")
    SECOND_BY_FORFEIT = "--+", _("0-1 by forfeit")
    BOTH_FORFEIT = "---", _("double forfeit")


class Outcome(models.TextChoices):
    WIN = "win", pgettext_lazy("outcome", "win")
    DRAW = "draw", pgettext_lazy("outcome", "draw")
    LOSS = "loss", pgettext_lazy("outcome", "loss")
    FORFEIT_WIN = "forfeit_win", pgettext_lazy("outcome", "win by forfeit")
    FORFEIT_LOSS = "forfeit_loss", pgettext_lazy("outcome", "loss by forfeit")


class ByeKind(models.TextChoices):
    FULL = "full", pgettext_lazy("given by the pairing", "Bye")
    HALF = "half", _("Half-point bye")
    ZERO = "zero", _("Zero-point bye")
    ABSENT = "absent", _("Absent")


class Round(models.Model):
    """One round with everything its pairing was made from, so that a dispute is replayed, not argued."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=12, choices=RoundState.choices, default=RoundState.DRAFT)
    seed = models.CharField(max_length=120)
    system = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    rule_version = models.CharField(max_length=20, blank=True, default="")
    notes = models.JSONField(default=list)
    relaxed = models.JSONField(default=list)
    # What stood in for results that did not count: {"round": 3, "results": [{"table": 1, "result": "1-0"}, ...]}.
    assumed = models.JSONField(null=True)
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True)
    # When its clock started from its whole length, the last time it did: a pause changes nothing.
    started_at = models.DateTimeField(null=True)
    completed_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering = ["number"]
        constraints = [
            # The guard against two organisers pressing Pair at once, on every database.
            models.UniqueConstraint(fields=["tournament", "number"], name="round_number_once_per_event"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="round_number_positive"),
            models.CheckConstraint(condition=models.Q(state__in=RoundState.values), name="round_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class RoundInput(models.Model):
    """The event document a round was paired from. A table of its own because it is large and seldom read."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="input")
    document = models.JSONField()

    class Meta:
        verbose_name = _("round input")
        verbose_name_plural = _("round inputs")

    def __str__(self) -> str:
        return f"input of round {self.round_id}"


class Match(models.Model):
    """One table of one round, for two seats or four."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(_("table"))
    # Two seats: one of Result. Four seats: stays empty, the raw scores are on the seats.
    result = models.CharField(_("result"), max_length=7, choices=Result.choices, null=True, blank=True)
    games = models.JSONField(_("games"), null=True, blank=True)
    why = models.JSONField(default=list)
    # Its players have begun: a repair of the round leaves it alone.
    playing_since = models.DateTimeField(_("playing since"), null=True)
    extra_seconds = models.PositiveIntegerField(_("extra time, in seconds"), default=0)
    extra_why = models.CharField(_("why extra time"), max_length=200, blank=True, default="")
    # By appointment: when it is to be played, and that it is not played with its round. The reason is for the staff and
    # the players of the match.
    agreed_for = models.DateTimeField(_("date and time"), null=True)
    postponed = models.BooleanField(_("postponed"), default=False)
    postponed_why = models.CharField(_("why it is postponed"), max_length=200, blank=True, default="")
    # A second person has keyed the same result; another result empties both.
    verified_at = models.DateTimeField(null=True)
    verified_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    entered_at = models.DateTimeField(null=True)
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        ordering = ["table"]
        constraints = [
            models.UniqueConstraint(fields=["round", "table"], name="match_table_once_per_round"),
            models.CheckConstraint(condition=models.Q(table__gte=1), name="match_table_positive"),
            models.CheckConstraint(
                condition=models.Q(result__isnull=True) | models.Q(result__in=Result.values),
                name="match_result_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: table {self.table}"


class Seat(models.Model):
    """A player at a table. `position` 0 moves first or has White (two seats), or is East (four seats)."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    # Repeats match.round so that the database itself can refuse a player seated twice.
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="seats")
    position = models.PositiveSmallIntegerField(_("seat"))
    raw = models.IntegerField(_("raw score"), null=True, blank=True)
    penalty = models.IntegerField(_("penalty, in hundredths"), default=0)
    points = models.IntegerField(_("points, in hundredths"), null=True, blank=True)
    # 1 to 4 at a played table of four; those who share a place have the same (1, 1, 3, 4).
    place = models.PositiveSmallIntegerField(_("place"), null=True, blank=True)
    outcome = models.CharField(_("outcome"), max_length=12, choices=Outcome.choices, blank=True, default="")

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["round", "player"], name="seat_player_once_per_round"),
            models.UniqueConstraint(fields=["match", "position"], name="seat_position_once_per_match"),
            models.CheckConstraint(condition=models.Q(position__lte=3), name="seat_position_0_to_3"),
            models.CheckConstraint(
                condition=models.Q(outcome="") | models.Q(outcome__in=Outcome.values),
                name="seat_outcome_known",
            ),
            models.CheckConstraint(
                condition=models.Q(place__isnull=True) | models.Q(place__gte=1, place__lte=4),
                name="seat_place_1_to_4",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.match_id}.{self.position}"


class Bye(models.Model):
    """A player who is not paired in a round, why, and what it is worth."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    player = models.ForeignKey(Player, on_delete=models.RESTRICT, related_name="byes")
    kind = models.CharField(_("kind"), max_length=10, choices=ByeKind.choices)
    points = models.IntegerField(_("points, in hundredths"), default=0)
    why = models.JSONField(default=list)

    class Meta:
        verbose_name = _("bye")
        verbose_name_plural = _("byes")
        ordering = ["player__number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "player"], name="bye_player_once_per_round"),
            models.CheckConstraint(condition=models.Q(kind__in=ByeKind.values), name="bye_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}: {self.kind} for {self.player_id}"
