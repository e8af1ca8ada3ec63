"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Catalogue, Refusal, common

refuse = Catalogue(
    common,
    bad_mode=Refusal(400, _("%(field)s: allowed are %(allowed)s."), field="mode"),
    call_closed=Refusal(409, _("This call is not open any more: %(label)s."), field="call"),
    call_taken=Refusal(409, _("Table %(table)s: %(name)s is on the way already."), field="call"),
    last_before_first_table=Refusal(
        400, _("%(field)s: not before the first table, %(first)s."), field="last_table", code="bad_number"
    ),
    message_missing=Refusal(400, _("Type the message that is to be shown."), field="message"),
    not_of_event=Refusal(400, _("There is no such call."), field="call"),
    screen_gone=Refusal(404, _("This screen does not exist any more."), field="screen"),
    screen_name_taken=Refusal(409, _("There is a screen named %(name)s already."), field="name"),
    too_many_screens=Refusal(409, _("An event has %(most)s screens at most.")),
    unknown_field=Refusal(400, _("%(field)s is not a setting of a screen; allowed are %(allowed)s.")),
)
