"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    bad_mode = Refusal(400, _("“%(field)s” must be one of: %(allowed)s."), field="mode")
    bad_size = Refusal(400, _("“%(field)s” must be one of: %(allowed)s."), field="size")
    call_closed = Refusal(409, _("This call is already settled: %(label)s."), field="call")
    call_taken = Refusal(409, _("Table %(table)s: %(name)s is already on the way."), field="call")
    last_before_first_table = Refusal(
        400,
        _("“%(field)s” must not be before the first table, %(first)s."),
        field="last_table",
        code="bad_number",
    )
    last_before_first_letter = Refusal(
        400,
        _("“%(field)s” must not be before the first letter, %(first)s."),
        field="last_letter",
        code="bad_text",
    )
    message_missing = Refusal(400, _("Enter the message to show."), field="message")
    not_of_event = Refusal(400, _("This call does not exist."), field="call")
    screen_gone = Refusal(404, _("This screen no longer exists."), field="screen")
    screen_name_taken = Refusal(
        409, _("A screen named %(name)s already exists. Choose another name."), field="name"
    )
    too_many_screens = Refusal(409, _("An event has %(most)s screens at most."))
    unknown_field = Refusal(400, _("“%(field)s” is not a setting of a screen. Choose from: %(allowed)s."))


refuse = Refusals()
