"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    another_player = Refusal(409, _("This phone now answers for %(name)s. This came from another player."))
    at_another_table = Refusal(
        409, _("You are at another table now. Your report was for the earlier one."), code="other_table"
    )
    bad_scores = Refusal(400, "%(wrong)s")  # what the form says
    nobody_at_table = Refusal(409, _("No one is playing at this table."), code="other_table")
    others_at_table = Refusal(
        409, _("Other players are at this table now. This is the current state."), code="other_table"
    )
    round_completed = Refusal(409, _("Round %(number)s is completed. Only the desk can change its results."))
    unknown_answer = Refusal(409, _("These scores no longer exist. This is the current state."))
    who = Refusal(400, _("Choose who you are first."))


refuse = Refusals()
