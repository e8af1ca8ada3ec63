"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    bad_brief = Refusal(400, _("“%(field)s” can only be false here."))
    needs_two_seats = Refusal(400, _("Only events with two at a table can be simulated."))
    not_in_range = Refusal(
        400, _("“%(field)s” must be a whole number from %(low)s to %(high)s."), code="bad_number"
    )
    not_own_simulation = Refusal(409, _("Only the person who started a simulation can stop or delete it."))
    simulation_too_large = Refusal(
        400,
        _("This would take too long here. Choose at most %(most)s runs."),
        field="runs",
    )
    study_too_large = Refusal(
        400,
        _("This would take too long here. Try fewer players, rounds or algorithms, or the command line."),
        field="players",
    )
    too_many_chains = Refusal(400, _("These are %(count)s tie-break orders. Choose at most %(most)s."))
    too_many_configurations = Refusal(
        400,
        _(
            "These are %(count)s setups (systems times numbers of rounds and players). Choose at most %(most)s."
        ),
        field="configurations",
    )
    too_many_simulations = Refusal(
        409, _("%(count)s of your simulations are still running. Wait for one of them, or cancel it.")
    )
    too_many_studies = Refusal(409, _("%(count)s of your studies are still running. Wait for one of them."))
    unknown_field = Refusal(400, _("“%(field)s” is not a field here. Choose from: %(allowed)s."))


refuse = Refusals()
