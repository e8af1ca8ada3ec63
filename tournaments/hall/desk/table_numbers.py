"""Which tables there are in the hall."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext, gettext_lazy as _

from accounts.kept import restoring, typed
from accounts.models import User
from tournaments.desk.base import DeskRequest, page, page_for
from tournaments.desk.refusals import refuse
from tournaments.forms.seen import SeenForm
from tournaments.models import Tournament
from tournaments.players.selectors.table_numbers import needs
from tournaments.players.services import table_numbers
from tournaments.rights import Right


class HallForm(SeenForm):
    """Ranges of numbers as people write them, and those among them that are not there."""

    ranges = forms.CharField(
        label=_("Tables"),
        max_length=1000,
        required=False,
        help_text=_("Such as 1-40, 101-140. The strongest table gets the first number. If empty: 1, 2, 3 …"),
        widget=forms.TextInput(attrs={"inputmode": "text", "autocomplete": "off"}),
    )
    skip = forms.CharField(
        label=_("Without"),
        max_length=1000,
        required=False,
        help_text=_("Numbers in these ranges that do not exist, such as 13, 27-28."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    @staticmethod
    def stored(event: Tournament) -> dict[str, str]:
        """What stands in the boxes at first."""
        ranges = event.tables.get("ranges", [])
        return {
            "ranges": ", ".join(f"{a}-{b}" if a != b else str(a) for a, b in ranges),
            "skip": ", ".join(map(str, event.tables.get("skip", []))),
        }

    def save(self, event: Tournament, user: User) -> bool:
        """Whether it was stored."""
        if not self.is_valid():
            return False
        return self.try_to(lambda: self._store(event, user))

    def _store(self, event: Tournament, user: User) -> object:
        """Errors: ServiceError."""
        ranges = table_numbers.ranges_of(self.cleaned_data["ranges"])
        skip = table_numbers.numbers_of(self.cleaned_data["skip"])
        if skip and not ranges:
            raise refuse.no_tables_said()
        return table_numbers.set_tables(tournament=event, actor=user, ranges=ranges, skip=skip)


@restoring
@page_for(Right.SETTINGS)
def tables(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Which numbers there are, and whether they suffice."""
    form = HallForm(typed(request), initial=HallForm.stored(tournament))
    if request.method == "POST" and form.save(tournament, request.user):
        messages.success(
            request, gettext("The tables of the hall are saved. Later rounds use their numbers.")
        )
        return redirect("desk:hall_tables", tournament.slug)
    return page(request, tournament, "hall/desk/hall_tables.html", "hall", form=form, needs=needs(tournament))
