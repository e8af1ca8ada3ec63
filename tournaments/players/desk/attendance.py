"""Who leaves and comes back, who asked for a bye, who must not meet whom."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.kept import restoring, typed
from tournaments.desk.base import DeskRequest, page, page_for, player_or_404, post_for, tried
from tournaments.models import ForbiddenPair, Player, Tournament
from tournaments.names.namesakes import name_of
from tournaments.players.desk.players import leaving, player_page
from tournaments.players.forms import ByeForm, PairForm
from tournaments.players.services import attendance, players as service
from tournaments.players.services.players import next_unpaired_round
from tournaments.rights import Right


@post_for(Right.REQUESTS)
def withdraw(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    who = player_or_404(tournament, number)
    done = _("%(name)s has withdrawn and will not be paired again.")
    if leaving(tournament) == "house":
        done = _("%(name)s has withdrawn; a house player replaces them.")
    tried(
        request,
        lambda: attendance.withdraw(tournament=tournament, actor=request.user, player=who),
        done % {"name": name_of(tournament, who)},
        fine=("already_withdrawn",),
    )
    return redirect("desk:player", tournament.slug, number)


@post_for(Right.REQUESTS)
def return_(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    who = player_or_404(tournament, number)
    told = {"name": name_of(tournament, who), "number": next_unpaired_round(tournament)}
    tried(
        request,
        lambda: attendance.return_player(tournament=tournament, actor=request.user, player=who),
        _("%(name)s returns from round %(number)s.") % told,
        fine=("not_withdrawn",),
    )
    return redirect("desk:player", tournament.slug, number)


@restoring
@page_for(Right.REQUESTS)
def bye(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    who = player_or_404(tournament, number)
    form = ByeForm(tournament, typed(request))
    if form.is_bound and form.is_valid() and form.request(request.user, who):
        messages.success(request, _("The bye of %(name)s is requested.") % {"name": name_of(tournament, who)})
        return redirect("desk:player", tournament.slug, number)
    return player_page(request, tournament, who, bye_form=form)


@post_for(Right.REQUESTS)
def cancel_bye(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    who = player_or_404(tournament, number)
    wanted = request.POST.get("round_number", "")
    tried(
        request,
        lambda: attendance.cancel_bye(
            tournament=tournament,
            actor=request.user,
            player=who,
            round_number=int(wanted[:5]) if wanted.isdecimal() else 0,
        ),
        _("The bye of %(name)s is cancelled.") % {"name": name_of(tournament, who)},
        fine=("no_such_request",),
    )
    return redirect("desk:player", tournament.slug, number)


@restoring
@page_for(Right.MANAGE_PLAYERS)
def pairs(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Pairs that must not meet: the list, and one more."""
    form = PairForm(tournament, typed(request))
    if form.is_bound and form.is_valid() and form.forbid(request.user):
        messages.success(request, _("These two are kept apart."))
        return redirect("desk:pairs", tournament.slug)
    rows = ForbiddenPair.objects.filter(tournament=tournament).select_related("a", "b")
    return page(request, tournament, "players/desk/pairs.html", "players", form=form, pairs=rows)


@post_for(Right.MANAGE_PLAYERS)
def allow_pair(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    numbers = [int(n[:9]) for n in request.POST.getlist("number")[:2] if n.isdecimal()]
    two = list(Player.objects.filter(tournament=tournament, number__in=numbers))
    if len(two) == 2:
        a, b = two
        tried(
            request,
            lambda: service.allow_pair(tournament=tournament, actor=request.user, first=a, second=b),
            _("These two can be paired again."),
            fine=("not_forbidden",),
        )
    return redirect("desk:pairs", tournament.slug)
