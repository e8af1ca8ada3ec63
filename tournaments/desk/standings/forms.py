"""A prize that is added or changed."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from tournaments.events.services.prizes import (
    CLUB_LENGTH,
    MONEY_LENGTH,
    MOST_PLACES,
    NAME_LENGTH,
    NOTE_LENGTH,
    set_prizes,
)
from tournaments.forms.base import DeskForm, whole
from tournaments.models import Tournament
from tournaments.steps.fields import RATING_RANGE


class PrizeForm(DeskForm):
    name = forms.CharField(label=_("Prize"), max_length=NAME_LENGTH)
    money = forms.CharField(
        label=_("Money (optional)"),
        max_length=MONEY_LENGTH,
        required=False,
        help_text=_("Such as 800 kr., or a book."),
    )
    places = whole(_("Winners"), low=1, high=MOST_PLACES, required=True)
    rating_from = whole(_("Rating from (optional)"), low=RATING_RANGE[0], high=RATING_RANGE[1])
    rating_below = whole(_("Rating below (optional)"), low=RATING_RANGE[0], high=RATING_RANGE[1])
    club = forms.CharField(label=_("Club (optional)"), max_length=CLUB_LENGTH, required=False)
    note = forms.CharField(
        label=_("Word in the player's note (optional)"),
        max_length=NOTE_LENGTH,
        required=False,
        help_text=_("For categories of your own, such as “junior”."),
    )
    exclusive = forms.BooleanField(
        label=_("Exclusive"),
        required=False,
        help_text=_("Goes to players who have won no exclusive prize higher up the list."),
    )

    def add(self, tournament: Tournament, actor: User) -> Tournament | None:
        wanted = [*tournament.prizes, self.cleaned_data]
        return self.run(set_prizes, tournament=tournament, actor=actor, prizes=wanted)

    def change(self, tournament: Tournament, actor: User, place: int, seen: int | None) -> Tournament | None:
        """The prize at this place of the list, counted from 1."""
        wanted = [*tournament.prizes[: place - 1], self.cleaned_data, *tournament.prizes[place:]]
        given: dict[str, Any] = {"tournament": tournament, "actor": actor, "prizes": wanted}
        return self.run(set_prizes, **given, seen_version=seen)
