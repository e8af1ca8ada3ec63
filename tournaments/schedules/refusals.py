"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    bad_seconds = Refusal(400, _("“%(field)s” must be %(low)s to %(high)s seconds."), field="seconds")
    decided = Refusal(409, _("Someone has already chosen."))
    not_planned_ahead = Refusal(409, _("This event has no schedule."))
    not_ready = Refusal(409, _("This schedule is not finished."))
    nothing_planned = Refusal(409, _("No schedule is stored."))
    nothing_to_plan = Refusal(409, _("No round is left to plan."))
    plan_in_use = Refusal(
        409, _("A round is paired from this schedule. Plan the rest again instead of discarding it.")
    )
    plan_outdated = Refusal(
        409,
        _("Players or rounds have changed since this schedule was made. Plan it again."),
    )
    too_few_players = Refusal(
        400, _("The event needs at least four players before its rounds can be planned.")
    )


refuse = Refusals()
