"""Who works on an event."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.forms.base import DeskForm
from tournaments.models import Role, Tournament
from tournaments.services import events

NOBODY = ""


class StaffForm(DeskForm):
    """Give somebody a role, or take it away."""

    field_names = {"user": "username"}

    username = forms.CharField(
        label=_("User name"), max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    role = forms.ChoiceField(
        label=_("Role"),
        required=False,
        initial=Role.SCOREKEEPER,
        choices=[
            (Role.SCOREKEEPER, _("Scorekeeper: sees drafts and enters results")),
            (Role.ORGANISER, _("Organiser: may do everything but delete the event")),
            (NOBODY, _("No longer on the staff")),
        ],
    )

    def clean_username(self) -> User:
        user = User.objects.filter(username__iexact=self.cleaned_data["username"], is_active=True).first()
        if user is None:
            raise forms.ValidationError(_("There is no user with this name. They have to sign up first."))
        return user

    def save(self, tournament: Tournament, actor: User) -> bool:
        given = {"tournament": tournament, "actor": actor}
        role = self.cleaned_data["role"] or None
        self.run(events.set_staff, **given, user=self.cleaned_data["username"], role=role)
        return not self.errors
