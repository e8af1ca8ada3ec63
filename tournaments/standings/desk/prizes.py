"""The prizes of an event: added, changed, ordered, and who wins them."""

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy as _

from accounts.kept import restoring, typed
from accounts.models import User
from tournaments.desk.base import (
    DeskRequest,
    for_staff,
    page,
    page_for,
    post_for,
    require,
    tried,
    version_seen,
)
from tournaments.events.services.prizes import (
    CLUB_LENGTH,
    MONEY_LENGTH,
    MOST_PLACES,
    NAME_LENGTH,
    NOTE_LENGTH,
    set_prizes,
    show_prizes,
)
from tournaments.forms.base import DeskForm, whole
from tournaments.models import Tournament
from tournaments.rights import Right
from tournaments.standings.selectors.prizes import prizes as prizes_of
from tournaments.steps.person import RATING_RANGE


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
        given: dict[str, object] = {"tournament": tournament, "actor": actor, "prizes": wanted}
        return self.run(set_prizes, **given, seen_version=seen)


@restoring
@for_staff
def prizes(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Who wins what; whoever may change settings adds prizes."""
    if request.method == "POST":
        require(request, tournament, Right.SETTINGS)
    form = PrizeForm(typed(request), initial={"places": 1, "exclusive": True})
    if form.is_bound and form.is_valid() and form.add(tournament, request.user) is not None:
        messages.success(request, gettext("The prize is added."))
        return redirect("desk:prizes", tournament.slug)
    return _page(request, tournament, form)


@restoring
@page_for(Right.SETTINGS)
def change(request: DeskRequest, tournament: Tournament, place: int) -> HttpResponse:
    """The prize at this place of the list, to be changed on the page of all of them."""
    if not 1 <= place <= len(tournament.prizes):
        raise Http404("no such prize")
    form = PrizeForm(typed(request), initial=tournament.prizes[place - 1])
    is_done = form.is_bound and form.is_valid()
    if is_done and form.change(tournament, request.user, place, version_seen(request)) is not None:
        messages.success(request, gettext("The prize is changed."))
        return redirect("desk:prizes", tournament.slug)
    return _page(request, tournament, form, place=place)


def _page(request: DeskRequest, tournament: Tournament, form: PrizeForm, **more: object) -> HttpResponse:
    found = prizes_of(tournament)
    return page(
        request, tournament, "standings/desk/prizes.html", "standings", form=form, prizes=found, **more
    )


@post_for(Right.SETTINGS)
def show(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Say on the public pages who wins, or no longer."""
    shown = bool(request.POST.get("shown"))
    tried(request, lambda: show_prizes(tournament=tournament, actor=request.user, visible=shown))
    return redirect("desk:prizes", tournament.slug)


@post_for(Right.SETTINGS)
def remove(request: DeskRequest, tournament: Tournament, place: int) -> HttpResponse:
    """The prize that stood at this place of the list when the page was shown."""
    left = [prize for at, prize in enumerate(tournament.prizes, start=1) if at != place]
    return _stored(request, tournament, left, gettext("The prize is removed."))


@post_for(Right.SETTINGS)
def move(request: DeskRequest, tournament: Tournament, place: int) -> HttpResponse:
    """The prize at this place of the list comes to the place `to`: the order is the rule by which they are given."""
    moved, text = list(tournament.prizes), request.POST.get("to", "")
    to = int(text[:3]) if text.isascii() and text.isdecimal() else 0
    if not (1 <= to <= len(moved) and 1 <= place <= len(moved)):
        raise Http404("no such place")
    moved.insert(to - 1, moved.pop(place - 1))
    return _stored(request, tournament, moved, at=f"#prize-{to}")


def _stored(
    request: DeskRequest, tournament: Tournament, prizes: list[object], done: str = "", at: str = ""
) -> HttpResponse:
    given: dict[str, Any] = {"tournament": tournament, "actor": request.user, "prizes": prizes}
    seen = version_seen(request)
    tried(request, lambda: set_prizes(**given, seen_version=seen), done)
    return redirect(reverse("desk:prizes", args=[tournament.slug]) + at)
