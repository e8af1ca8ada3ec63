"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    already_entered = Refusal(
        409,
        _("Table %(table)s already has a result. The desk can correct it."),
        field="scores",
    )
    already_in = Refusal(
        409,
        _("Table %(table)s already has a result. Correct it in the round."),
        field="scores",
        code="already_entered",
    )
    bad_key = Refusal(400, _("This answer cannot be read. Load the page again."), field="key")
    bad_outcome = Refusal(400, _("“%(field)s” must be one of: %(allowed)s."), field="outcome")
    claim_closed = Refusal(409, _("This report is already settled: %(label)s."), field="claim")
    claim_waiting = Refusal(
        409,
        _("%(name)s has reported other scores. Confirm or dispute them first."),
        field="scores",
    )
    in_progress = Refusal(409, _("This answer is being read. Send it again in a moment."))
    key_reused = Refusal(409, _("Another answer was sent with this key."), field="key")
    not_at_table = Refusal(400, _("Only the players at this table can report its result."), field="player")
    not_of_event = Refusal(400, _("These scores are not of this event."), field="claim")
    not_own_claim = Refusal(409, _("Only the player who entered it can cancel it."), field="claim")
    own_result = Refusal(409, _("The other player has to confirm it."), field="claim", code="own_claim")
    own_scores = Refusal(
        409, _("Another player of the table has to confirm them."), field="claim", code="own_claim"
    )
    reports_off = Refusal(409, _("At this event results are entered at the desk."))
    too_many = Refusal(429, _("Too many attempts. Wait a few minutes, or go to the desk."))


refuse = Refusals()
