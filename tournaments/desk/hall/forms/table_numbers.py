"""Which tables there are in the hall."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.desk.refusals import refuse
from tournaments.forms.seen import SeenForm
from tournaments.models import Tournament
from tournaments.players.services import table_numbers


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

    def _store(self, event: Tournament, user: User) -> Any:
        """Errors: ServiceError."""
        ranges = table_numbers.ranges_of(self.cleaned_data["ranges"])
        skip = table_numbers.numbers_of(self.cleaned_data["skip"])
        if skip and not ranges:
            raise refuse.no_tables_said()
        return table_numbers.set_tables(tournament=event, actor=user, ranges=ranges, skip=skip)
