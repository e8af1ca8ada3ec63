"""Who has not checked in when a round is paired: settled with the button that pairs it, one by one or all at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.forms.base import DeskForm
from tournaments.models import Player, RequestKind, Tournament
from tournaments.players.services.absences import HERE, LEFT, settle_absences
from tournaments.players.services.quotas import MAX_PLAYERS
from tournaments.snapshots import seats_at_table

ABSENT = "absent"
PREFIX = "absence-"
# Beyond this many only all at once; one by one there is the check-in page.
MOST_LISTED = 60


class AbsencesForm(DeskForm):
    """One choice for everybody of `numbers`, and, where they are few, one for each of them that may differ from it."""

    everybody = forms.ChoiceField(label=_("All of them"), required=False)

    def __init__(self, tournament: Tournament, numbers: Sequence[int], *args: Any) -> None:
        super().__init__(*args)
        self.tournament = tournament
        waiting = Player.objects.filter(
            tournament=tournament, number__in=numbers, checked_in=False, left_after_round=None
        ).order_by("number")
        self.numbers = list(waiting.values_list("number", flat=True))
        # Only what is shown is built.
        self.listed = list(waiting) if len(self.numbers) <= MOST_LISTED else []
        choices = self._choices()
        self.fields["everybody"].choices = choices  # type: ignore[attr-defined]
        for player in self.listed:
            self.fields[f"{PREFIX}{player.number}"] = forms.ChoiceField(
                label=player.name, choices=[("", _("as all of them")), *choices], required=False
            )

    @classmethod
    def sent(cls, tournament: Tournament, data: Any) -> AbsencesForm:
        """The form with what was sent: those the page asked about."""
        numbers = data.get("absent", "").split(",")[:MAX_PLAYERS]
        return cls(tournament, [int(number[:9]) for number in numbers if number.isdecimal()], data)

    def _choices(self) -> list[tuple[str, object]]:
        byes = RequestKind.choices if seats_at_table(self.tournament).rules.byes_count else ()
        return [
            (ABSENT, _("absent in this round")),
            (HERE, _("check in and pair")),
            *byes,
            (LEFT, _("has withdrawn")),
        ]

    def rows(self) -> list[tuple[Player, object]]:
        return [(player, self[f"{PREFIX}{player.number}"]) for player in self.listed]

    def settle(self, user: User, number: int) -> bool:
        """Do what was chosen before round `number` is paired. False: something was refused, and said by the form."""
        if not self.is_valid():
            return False
        usual = self.cleaned_data["everybody"] or ABSENT
        chosen = {n: self.cleaned_data.get(f"{PREFIX}{n}") or usual for n in self.numbers}
        settled = {n: what for n, what in chosen.items() if what != ABSENT}
        given: dict[str, Any] = {"tournament": self.tournament, "actor": user, "round_number": number}
        return not settled or self.try_to(lambda: settle_absences(**given, chosen=settled))
