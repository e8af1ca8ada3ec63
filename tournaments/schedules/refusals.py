"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Catalogue, Refusal, common

refuse = Catalogue(
    common,
    bad_seconds=Refusal(400, _("%(field)s: %(low)s to %(high)s seconds are allowed."), field="seconds"),
    decided=Refusal(409, _("Somebody has chosen already.")),
    not_planned_ahead=Refusal(409, _("This event is not planned ahead.")),
    not_ready=Refusal(409, _("This plan is not finished.")),
    nothing_planned=Refusal(409, _("No plan is stored.")),
    nothing_to_plan=Refusal(409, _("No round is left to be planned.")),
    plan_in_use=Refusal(
        409, _("A round is paired from this plan. Plan the rest again instead of throwing it away.")
    ),
    plan_outdated=Refusal(
        409,
        _(
            "Players or rounds have changed since this plan was made, so it does not fit any more. "
            "Plan again."
        ),
    ),
    too_few_players=Refusal(
        400, _("The event needs at least four players before its rounds can be planned.")
    ),
)
