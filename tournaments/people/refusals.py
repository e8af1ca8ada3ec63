"""What is refused here, each once: status, sentence and, where it is always the same, the field."""

from django.utils.translation import gettext_lazy as _

from tournaments.steps.refusals import Common, Refusal


class Refusals(Common):
    already_revoked = Refusal(409, _("This invitation has been revoked already."))
    already_staff = Refusal(409, _("You are already on the staff of %(event)s: %(role)s."))
    invitation_expired = Refusal(409, _("This invitation has expired. Ask for a new one."))
    invitation_revoked = Refusal(409, _("This invitation has been revoked."))
    invitation_used_up = Refusal(409, _("This invitation has been used up. Ask for a new one."))
    is_owner = Refusal(409, _("The event is already yours."), field="user")
    not_confirmed = Refusal(
        400, _("Type the address of the event, %(slug)s, to hand it over."), field="confirm_slug"
    )
    not_of_event = Refusal(400, _("This invitation is not for this event."))
    not_owner = Refusal(409, _("Only the owner hands the event over."))


refuse = Refusals()
