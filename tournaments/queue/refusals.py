"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    no_queue = Refusal(409, _("This event has no table queue. Open the queue first."))
    no_tables = Refusal(400, _("Give 1 to %(most)s tables, such as 1-6."), field="tables")
    not_by_hand = Refusal(
        400, _("Say one thing about the queue; choose from %(allowed)s."), field="moment", code="bad_moment"
    )
    nothing_to_call = Refusal(409, _("There is no match to call: no table is free, or no match is ready."))
    queue_open = Refusal(409, _("The queue of this event is open already."))
    queue_needs_two = Refusal(409, _("The table queue is for matches of two."))


refuse = Refusals()
