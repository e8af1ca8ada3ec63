"""Who has not checked in when a round is paired: settled with the button that pairs it, one by one or all at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.forms.base import DeskForm
from tournaments.models import Player, RequestKind, Tournament
from tournaments.players.services import attendance
from tournaments.players.services.quotas import MAX_PLAYERS
from tournaments.snapshots import seats_at_table

ABSENT, HERE, LEFT = "absent", "here", "left"
PREFIX = "absence-"
# Beyond this many only all at once; one by one there is the check-in page.
MOST = 60


class AbsencesForm(DeskForm):
    """One choice for everybody of `numbers`, and one for each of them that may differ from it."""

    everybody = forms.ChoiceField(label=_("All of them"), required=False)

    def __init__(self, tournament: Tournament, numbers: Sequence[int], *args: Any) -> None:
        super().__init__(*args)
        self.tournament = tournament
        self.people = list(
            Player.objects.filter(
                tournament=tournament, number__in=numbers, checked_in=False, left_after_round=None
            ).order_by("number")
        )
        choices = self._choices()
        self.fields["everybody"].choices = choices  # type: ignore[attr-defined]
        for player in self.listed:
            self.fields[f"{PREFIX}{player.number}"] = forms.ChoiceField(
                label=player.name, choices=[("", _("as all of them")), *choices], required=False
            )

    @property
    def listed(self) -> list[Player]:
        """Those who have a choice of their own."""
        return self.people if len(self.people) <= MOST else []

    @classmethod
    def sent(cls, tournament: Tournament, data: Any) -> AbsencesForm:
        """The form with what was sent: those the page asked about."""
        numbers = data.get("absent", "").split(",")[:MAX_PLAYERS]
        return cls(tournament, [int(number[:9]) for number in numbers if number.isdecimal()], data)

    def _choices(self) -> list[tuple[str, Any]]:
        byes = RequestKind.choices if seats_at_table(self.tournament).rules.byes_count else ()
        return [
            (ABSENT, _("absent in this round")),
            (HERE, _("here: pair")),
            *byes,
            (LEFT, _("has withdrawn")),
        ]

    def rows(self) -> list[tuple[Player, Any]]:
        return [(player, self[f"{PREFIX}{player.number}"]) for player in self.listed]

    def settle(self, user: User, number: int) -> bool:
        """Do what was chosen before round `number` is paired. False: something was refused, and said by the form."""
        if not self.is_valid():
            return False
        chosen: dict[str, list[Player]] = defaultdict(list)
        for player in self.people:
            own = self.cleaned_data.get(f"{PREFIX}{player.number}")
            chosen[own or self.cleaned_data["everybody"] or ABSENT].append(player)
        given = {"tournament": self.tournament, "actor": user}
        return self.try_to(lambda: _settled(chosen, number, given))


def _settled(chosen: dict[str, list[Player]], number: int, given: dict[str, Any]) -> None:
    if chosen[HERE]:
        attendance.set_checked_in(**given, players=chosen[HERE])
    for player in chosen[LEFT]:
        attendance.withdraw(**given, player=player)
    for kind in RequestKind.values:
        for player in chosen[kind]:
            attendance.request_bye(**given, player=player, round_number=number, kind=kind)
