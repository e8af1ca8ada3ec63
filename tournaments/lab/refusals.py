"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Catalogue, Refusal, common

refuse = Catalogue(
    common,
    bad_brief=Refusal(400, _("%(field)s: only false is allowed here.")),
    needs_two_seats=Refusal(400, _("Only events with two at a table can be played by chance.")),
    not_in_range=Refusal(400, _("%(field)s: a whole number from %(low)s to %(high)s."), code="bad_number"),
    not_own_simulation=Refusal(409, _("Only who started a simulation may stop or delete it.")),
    simulation_too_large=Refusal(
        400,
        _("This would take too long here: at most %(most)s runs of what is asked for are allowed."),
        field="runs",
    ),
    study_too_large=Refusal(
        400,
        _("This would take too long here. Try fewer players, rounds or algorithms, or the command line."),
        field="players",
    ),
    too_many_chains=Refusal(400, _("These are %(count)s chains of tie-breaks; %(most)s are allowed.")),
    too_many_configurations=Refusal(
        400,
        _("These are %(count)s configurations (systems times numbers of rounds); %(most)s are allowed."),
        field="configurations",
    ),
    too_many_simulations=Refusal(
        409, _("%(count)s of your simulations are still at work. Wait for one of them, or cancel it.")
    ),
    too_many_studies=Refusal(409, _("%(count)s of your studies are still at work. Wait for one of them.")),
    unknown_field=Refusal(400, _("%(field)s: no such field; allowed are %(allowed)s.")),
)
