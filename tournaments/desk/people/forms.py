"""Who works on an event: named by user name, invited by link, made its owner."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.events.services import events
from tournaments.forms.base import DeskForm, whole
from tournaments.models import Invitation, Role, Tournament
from tournaments.people.services import invitations, staff

NOBODY = ""
# What each role is for, in a few words; all of it stands on the page of rights.
ROLES: dict[Role, Any] = {
    Role.SCOREKEEPER: _("Scorekeeper: enters and verifies results, checks players in"),
    Role.ARBITER: _("Arbiter: results, corrections, penalties, calls, clock, repairs"),
    Role.DIRECTOR: _("Director: everything except deleting the event"),
    Role.DISPLAY: _("Display: shows the screens of the hall, even for a private event"),
}


class UserField(forms.CharField):
    """Somebody with an account, by user name."""

    def __init__(self) -> None:
        super().__init__(
            label=_("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
        )

    def clean(self, value: Any) -> User:
        user = User.objects.filter(username__iexact=super().clean(value), is_active=True).first()
        if user is None:
            raise forms.ValidationError(_("No user has this name. They have to sign up first."))
        return user


class StaffForm(DeskForm):
    """Give somebody a role, or take it away."""

    field_names = {"user": "username"}

    username = UserField()
    role = forms.ChoiceField(
        label=_("Role"),
        required=False,
        initial=Role.SCOREKEEPER,
        choices=[*ROLES.items(), (NOBODY, _("No longer on the staff"))],
    )

    def save(self, tournament: Tournament, actor: User) -> bool:
        given = {"tournament": tournament, "actor": actor}
        role = self.cleaned_data["role"] or None
        self.run(events.set_staff, **given, user=self.cleaned_data["username"], role=role)
        return not self.errors


class InvitationForm(DeskForm):
    """Make a link that gives a role."""

    prefix = "invite"

    role = forms.ChoiceField(label=_("Role"), initial=Role.SCOREKEEPER, choices=list(ROLES.items()))
    label = forms.CharField(
        label=_("For whom"),
        max_length=invitations.LABEL_LENGTH,
        required=False,
        help_text=_("A note for this list, such as a name."),
    )
    uses = whole(_("How many people can use it"), low=1, high=invitations.MOST_USES, required=True)
    days = whole(_("Valid for how many days"), low=1, high=invitations.MOST_DAYS, required=True)

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.fields["uses"].initial = 1
        self.fields["days"].initial = invitations.USUAL_DAYS

    def save(self, tournament: Tournament, actor: User) -> Invitation | None:
        return self.run(invitations.create, tournament=tournament, actor=actor, **self.cleaned_data)


class HandOverForm(DeskForm):
    """Make somebody else the owner."""

    prefix = "owner"
    field_names = {"user": "username"}

    username = UserField()
    confirm_slug = forms.CharField(
        label=_("Address of the event"),
        max_length=60,
        help_text=_("To confirm, type it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def save(self, tournament: Tournament, actor: User) -> bool:
        given = {"tournament": tournament, "actor": actor, "user": self.cleaned_data["username"]}
        self.run(staff.hand_over, **given, confirm_slug=self.cleaned_data["confirm_slug"])
        return not self.errors
