"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    bad_minutes = Refusal(
        400, _("“%(field)s”: a round has 1 to %(high)s minutes."), field="minutes", code="bad_number"
    )
    bad_moment = Refusal(
        400,
        _("“%(value)s” is not a date and time. Give one such as 2026-12-03 19:00, or leave it empty."),
        field="agreed_for",
    )
    empty_list = Refusal(400, _("Choose at least one table."), field="tables")
    event_kept_changing = Refusal(
        409,
        _("The event kept changing while the round was being paired. Wait a moment and press Pair again."),
        code="event_changed",
    )
    four_at_a_table = Refusal(
        400,
        _("The tables of this event have four seats: enter four scores."),
        field="result",
        code="wrong_seats",
    )
    has_results = Refusal(
        409,
        _(
            "Results of round %(number)s are already in (tables: %(list)s). Clear them before you take its pairings "
            "back, or repair the round."
        ),
    )
    later_round = Refusal(
        409, _("Round %(later)s is already paired. Correct the results of round %(number)s instead.")
    )
    minutes_missing = Refusal(400, _("Enter the minutes in “%(field)s”."), field="minutes", code="bad_number")
    missing_results = Refusal(
        409, _("Round %(number)s is not complete. Enter the results of tables %(list)s first.")
    )
    no_length = Refusal(400, _("Enter the minutes of the round."), field="minutes")
    not_of_event = Refusal(400, _("This table is not in this event."), field="match")
    not_latest = Refusal(
        409,
        _(
            "Round %(later)s is already paired. Only the pairings of the latest round can be taken back: "
            "discard or take back round %(later)s first."
        ),
        code="later_round",
    )
    open_beside = Refusal(
        409, _("Round %(number)s came with round %(first)s. Take back round %(first)s, and all of them go.")
    )
    reason_missing = Refusal(400, _("Give a reason for the extra time."), field="why")
    round_exists = Refusal(409, _("Round %(number)s is already paired. Look at it before you go on."))
    too_far_ahead = Refusal(
        409,
        _(
            "Round %(number)s cannot be played yet: round %(first)s is not finished, and the setting “Rounds that may "
            "be played ahead” allows %(ahead)s."
        ),
    )
    two_at_a_table = Refusal(
        400,
        _("The tables of this event have two seats: enter a result such as 1-0."),
        field="scores",
        code="wrong_seats",
    )


refuse = Refusals()
