"""The form that asks for a better schedule."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from accounts.models import User
from tournaments import jobs
from tournaments.forms.base import DeskForm
from tournaments.models import Job, Tournament
from tournaments.services.errors import ServiceError

CHOICES = (
    (30, ngettext_lazy("%(count)s second", "%(count)s seconds", 30) % {"count": 30}),
    (120, ngettext_lazy("%(count)s minute", "%(count)s minutes", 2) % {"count": 2}),
    (600, ngettext_lazy("%(count)s minute", "%(count)s minutes", 10) % {"count": 10}),
    (3600, _("an hour")),
)


class SearchForm(DeskForm):
    """How long to search. It may be stopped at any moment, and keeps the best found so far."""

    seconds = forms.TypedChoiceField(
        label=_("How long"),
        choices=CHOICES,
        coerce=int,
        initial=CHOICES[0][0],
        help_text=_("You may stop it at any moment; the best plan found so far stays."),
    )

    def start(self, tournament: Tournament, user: User) -> Job | None:
        """The job that searches, or None after noting on the form why there is none."""
        if not self.is_valid():
            return None
        try:
            return jobs.plan_schedule(tournament=tournament, actor=user, seconds=self.cleaned_data["seconds"])
        except ServiceError as error:
            self.refuse(error)
            return None
