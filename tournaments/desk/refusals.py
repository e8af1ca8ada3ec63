"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    bad_cut = Refusal(400, _("Enter a whole number of at least %(low)s."), field="cut.value")
    bad_study_line = Refusal(
        400, _("Line %(line)s is not two teams and a result such as 1-0, 0-1 or 1/2-1/2."), field="results"
    )
    cut_is_no_points = Refusal(400, _("Enter points such as 3 or 3.5."), field="cut.value", code="bad_cut")
    no_such_table_now = Refusal(
        400, _("This round has no table %(table)s."), field="table", code="no_such_table"
    )
    no_tables_said = Refusal(400, _("Enter the tables first."), field="ranges", code="bad_tables")
    nothing_to_compare = Refusal(
        400,
        _("Nothing to compare: tick the twelve algorithms of the published study, or choose others."),
        code="missing",
    )
    paired_anew = Refusal(409, _("The round was paired again just now. Load the page again."))
    phases_for_two = Refusal(400, _("Phases are for matches of two."), field="plan")
    result_changed = Refusal(409, _("Someone else changed this result just now. Check it and try again."))
    scores_missing = Refusal(400, _("Enter four scores."), field="scores", code="missing")


refuse = Refusals()
