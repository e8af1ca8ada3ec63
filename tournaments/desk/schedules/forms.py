"""The form that asks for a better schedule."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from accounts.models import User
from tournaments.forms.base import DeskForm
from tournaments.models import Job, Tournament
from tournaments.schedules.jobs import plan_schedule
from tournaments.steps.refusals import ServiceError

SECONDS = (30, 120, 600, 3600)


def durations() -> list[tuple[int, str]]:
    """How long a search may take, in words."""
    words = []
    for seconds in SECONDS:
        if seconds < 60:
            said = ngettext("%(count)s second", "%(count)s seconds", seconds) % {"count": seconds}
        else:
            minutes = seconds // 60
            said = ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
        words.append((seconds, said))
    return words


class SearchForm(DeskForm):
    """How long to search. It may be stopped at any moment, and keeps the best found so far."""

    seconds = forms.TypedChoiceField(
        label=_("How long"),
        choices=durations,
        coerce=int,
        initial=SECONDS[0],
        help_text=_("You can stop at any moment; the best schedule found so far stays."),
    )

    def start(self, tournament: Tournament, user: User) -> Job | None:
        """The job that searches, or None after noting on the form why there is none."""
        if not self.is_valid():
            return None
        try:
            return plan_schedule(tournament=tournament, actor=user, seconds=self.cleaned_data["seconds"])
        except ServiceError as error:
            self.refuse(error)
            return None
