"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    nothing_to_redo = Refusal(409, _("There is no step to redo."))
    reason_missing = Refusal(400, _("Give a reason for restoring in “%(field)s”."), field="note")
    same_state = Refusal(409, _("Nothing has changed since this restore point: there is nothing to restore."))
    step_changed = Refusal(409, _("Someone else made a change just now. Check it before you undo."))


refuse = Refusals()
