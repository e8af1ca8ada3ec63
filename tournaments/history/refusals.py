"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Catalogue, Refusal, common

refuse = Catalogue(
    common,
    nothing_to_redo=Refusal(409, _("There is no undone step that could be done again.")),
    reason_missing=Refusal(400, _("%(field)s: say why the older state is restored."), field="note"),
    same_state=Refusal(409, _("The event is as it was then: there is nothing to restore.")),
    step_changed=Refusal(409, _("Somebody else did something in the meantime. Look again before you undo.")),
)
