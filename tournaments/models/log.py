from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Tournament


class Action(models.TextChoices):
    EVENT_CREATED = "event_created", _("Event created")
    EVENT_IMPORTED = "event_imported", _("Event imported")
    EVENT_CHANGED = "event_changed", _("Event changed")
    EVENT_FINISHED = "event_finished", _("Event finished")
    EVENT_REOPENED = "event_reopened", _("Event reopened")
    EVENT_DELETED = "event_deleted", _("Event deleted")
    EVENT_RESTORED = "event_restored", _("Event restored")
    EVENT_HIDDEN = "event_hidden", _("Event hidden by the site")
    EVENT_SHOWN = "event_shown", _("Event shown again by the site")
    STAFF_CHANGED = "staff_changed", _("Staff changed")
    PLAYER_ADDED = "player_added", _("Player added")
    PLAYER_CHANGED = "player_changed", _("Player changed")
    PLAYER_REMOVED = "player_removed", _("Player removed")
    PLAYERS_IMPORTED = "players_imported", _("Players imported")
    PLAYER_FORGOTTEN = "player_forgotten", _("Player forgotten")
    PLAYER_WITHDRAWN = "player_withdrawn", _("Player withdrawn")
    PLAYER_RETURNED = "player_returned", _("Player returned")
    CHECKED_IN = "checked_in", _("Checked in")
    CHECKED_OUT = "checked_out", _("Check-in undone")
    BYE_REQUESTED = "bye_requested", _("Bye requested")
    BYE_CANCELLED = "bye_cancelled", _("Bye request cancelled")
    PAIR_FORBIDDEN = "pair_forbidden", _("Players kept apart")
    PAIR_ALLOWED = "pair_allowed", _("Players no longer kept apart")
    ROUND_PAIRED = "round_paired", _("Round paired")
    PAIRING_FAILED = "pairing_failed", _("Pairing failed")
    ROUND_DISCARDED = "round_discarded", _("Draft discarded")
    ROUND_PUBLISHED = "round_published", _("Round published")
    ROUND_TAKEN_BACK = "round_taken_back", _("Pairings taken back")
    ROUND_STARTED = "round_started", _("Round started")
    ROUND_COMPLETED = "round_completed", _("Round completed")
    ROUND_REOPENED = "round_reopened", _("Round reopened")
    RESULT_ENTERED = "result_entered", _("Result entered")
    RESULT_CLEARED = "result_cleared", _("Result cleared")
    RESULT_CORRECTED = "result_corrected", _("Result corrected")
    RESULTS_ENTERED = "results_entered", _("Results entered")
    PENALTY_SET = "penalty_set", _("Penalty changed")
    SCORES_REPORTED = "scores_claimed", _("Scores entered at the table")
    REPORT_DISPUTED = "claim_disputed", _("Scores disputed at the table")
    REPORT_WITHDRAWN = "claim_withdrawn", _("Scores cancelled at the table")
    REPORT_REJECTED = "claim_rejected", _("Scores of a table declined")
    NUMBER_SET = "number_set", _("Drawn number changed")
    NUMBERS_DRAWN = "numbers_drawn", _("Numbers drawn by lot")
    SCHEDULE_PLANNED = "schedule_planned", _("Schedule planned")
    SCHEDULE_CLEARED = "schedule_cleared", _("Schedule discarded")
    PHASES_CHANGED = "phases_changed", _("Phases changed")
    SERIES_CHANGED = "series_changed", _("Series of the event changed")
    STEP_UNDONE = "step_undone", _("Step undone")
    STATE_RESTORED = "state_restored", _("Restored")
    SNAPSHOT_KEPT = "snapshot_kept", _("Restore point created")
    ROUND_REPAIRED = "round_repaired", _("Round repaired")
    PLAYERS_SWAPPED = "players_swapped", _("Players swapped")
    PAIRED_BY_HAND = "paired_by_hand", _("Paired by hand")
    TABLE_MOVED = "table_moved", _("Match moved to another table")
    GROUP_REPAIRED = "group_repaired", _("Score group paired again")
    TABLES_PLAYING = "tables_playing", _("Tables marked as playing")
    RESULT_VERIFIED = "result_verified", _("Second entry of a result")
    RESULT_REPORTED = "result_reported", _("Result reported by a player")
    REQUEST_MADE = "request_made", _("Request of a player")
    REQUEST_DECIDED = "request_decided", _("Request of a player answered")
    JUDGE_CALLED = "judge_called", _("Judge called")
    JUDGE_CALL_CLOSED = "judge_call_closed", _("Call for a judge closed")
    PENALTY_GIVEN = "penalty_given", _("Penalty given")
    PENALTY_REVOKED = "penalty_revoked", _("Penalty cancelled")
    MATCH_CALLED = "match_called", _("Match called")
    QUEUE_CHANGED = "queue_changed", _("Queue changed")
    CLOCK_CHANGED = "clock_changed", _("Clock changed")
    TIME_EXTENDED = "time_extended", _("Extra time for a table")
    MATCH_ARRANGED = "match_arranged", _("Date of a match")
    TABLES_CHANGED = "tables_changed", _("Tables of the hall changed")
    SCREEN_CHANGED = "screen_changed", _("Screen changed")
    MESSAGE_CHANGED = "message_changed", _("Message to players")
    PRIZES_CHANGED = "prizes_changed", _("Prizes changed")
    INVITATION_CHANGED = "invitation_changed", _("Invitation changed")
    CODES_RENEWED = "codes_renewed", _("Codes renewed")
    FILE_TAKEN = "file_taken", _("Report taken")
    TAKEN_OVER = "taken_over", _("Event taken over")
    PACK_MADE = "pack_made", _("Hand-over pack made")
    PACK_OPENED = "pack_opened", _("Hand-over pack opened")
    REGISTRATION_CHANGED = "registration_changed", _("Registration changed")
    SIGNED_UP = "signed_up", _("Signed up")
    ENTRY_CHANGED = "entry_changed", _("Entry changed")
    ENTRY_WITHDRAWN = "entry_withdrawn", _("Entry withdrawn")
    ENTRIES_ENTERED = "entries_entered", _("Entered")
    CORRECTION_ASKED = "correction_asked", _("Corrections asked for")
    ENTRY_REFUSED = "entry_refused", _("Entry refused")
    LINE_REORDERED = "line_reordered", _("Waiting list reordered")
    LINE_MOVED = "line_moved", _("Waiting list moved up")
    FEE_CHANGED = "fee_changed", _("Fee changed")
    ENTRIES_MERGED = "entries_merged", _("Entries merged")


class LogEntry(models.Model):
    """Who did what and when, with the state before and after. Rows are only ever added."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log_entries")
    at = models.DateTimeField(_("time"), auto_now_add=True)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    # Kept beside the key, so that the line still reads when the account is gone.
    user_name = models.CharField(_("who"), max_length=150, blank=True, default="")
    action = models.CharField(_("what"), max_length=30, choices=Action.choices)
    round_number = models.PositiveSmallIntegerField(_("round"), null=True)
    subject = models.CharField(_("about"), max_length=400, blank=True, default="")
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)
    note = models.CharField(_("note"), max_length=500, blank=True, default="")
    # What the step changed in the state of the event, both ways; None: nothing of it.
    delta = models.JSONField(null=True)
    # One to one: a step can be undone once, whoever presses the button.
    undoes = models.OneToOneField("self", on_delete=models.RESTRICT, null=True, related_name="undone_by")

    class Meta:
        verbose_name = _("log entry")
        verbose_name_plural = _("log")
        ordering = ["-id"]
        indexes = [models.Index(fields=["tournament", "-id"], name="log_by_event")]
        constraints = [
            models.CheckConstraint(condition=models.Q(action__in=Action.values), name="log_action_known"),
        ]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.action} {self.subject}"
