"""The list of players: registering one after the other, looking one up, changing one."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.kept import restoring, typed
from pairing.engine import find_system
from tournaments.desk.base import DeskRequest, page, page_for, player_or_404, post_for, require, tried
from tournaments.desk.foreseen import changed, is_sent
from tournaments.desk.next_steps import attendance
from tournaments.models import ForbiddenPair, Player, Tournament
from tournaments.names.namesakes import name_of
from tournaments.players.forms import ByeForm, PlayerForm, player_initial, shown_guess
from tournaments.players.selectors.players import house_players, player_history, roster
from tournaments.players.services import players as service
from tournaments.players.services.players import next_unpaired_round
from tournaments.rights import Right, can_manage_series
from tournaments.series.selectors.desk import everybody, other_seasons


@restoring
@page_for(Right.REQUESTS)
def players(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Everybody, and the form for the next one; after adding, the cursor is back in the name."""
    if request.method == "POST":
        require(request, tournament, Right.MANAGE_PLAYERS)
    form = PlayerForm(typed(request))
    added = form.add(tournament, request.user) if form.is_bound and form.is_valid() else None
    if added:
        told = {"name": added.name, "number": added.number}
        messages.success(request, _("%(name)s is number %(number)s.") % told)
        return redirect(reverse("desk:players", args=[tournament.slug]) + f"?added={added.number}")
    everyone = roster(tournament)
    context: dict[str, Any] = {"form": form, "players": everyone, "present": attendance(tournament)}
    context |= {"added": request.GET.get("added", ""), "next_round": next_unpaired_round(tournament)}
    context |= {"house": house_players(tournament, drafts=True)}
    context |= {"other_seasons": other_seasons(tournament, everyone)}
    return page(request, tournament, "players/desk/players.html", "players", **context)


@restoring
@page_for(Right.REQUESTS)
def player(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    if request.method == "POST":
        require(request, tournament, Right.MANAGE_PLAYERS)
    who = player_or_404(tournament, number)
    form = PlayerForm(typed(request), initial=player_initial(who))
    done: HttpResponse | bool = False
    if is_sent(request) and form.is_valid():
        done = _changed(request, tournament, who, form)
    if isinstance(done, HttpResponse):
        return done
    if done:
        messages.success(request, _("%(name)s is saved.") % {"name": form.cleaned_data["name"]})
        return redirect("desk:players", tournament.slug)
    return player_page(request, tournament, who, form=form)


def _changed(
    request: DeskRequest, tournament: Tournament, who: Player, form: PlayerForm
) -> HttpResponse | bool:
    return changed(
        request,
        tournament,
        form,
        lambda: form.edit(tournament, who),
        lambda **why: form.change(tournament, request.user, who, **why),
        section="players",
        title=who.name,
    )


def player_page(
    request: DeskRequest,
    tournament: Tournament,
    who: Player,
    *,
    form: PlayerForm | None = None,
    bye_form: ByeForm | None = None,
) -> HttpResponse:
    context: dict[str, Any] = {
        "player": who,
        "form": shown_guess(form or PlayerForm(initial=player_initial(who)), who),
        "bye_form": bye_form or ByeForm(tournament),
        "bye_requests": who.bye_requests.order_by("round_number"),
        "forbidden": ForbiddenPair.objects.filter(tournament=tournament).select_related("a", "b"),
        "history": player_history(tournament, who, drafts=True),
        "next_round": next_unpaired_round(tournament),
        "missed_game": tournament.scoring.get("missed_game", 0),
        "leaving": leaving(tournament),
    }
    series = tournament.series
    if series is not None and not who.house:
        context["other_seasons"] = other_seasons(tournament, [who]).get(who.pk, [])
        if can_manage_series(request.user, series):
            context["people"] = everybody(series)
    return page(request, tournament, "players/desk/player.html", "players", **context)


def leaving(tournament: Tournament) -> str:
    """What happens at tables of four when somebody leaves: `house` (a house player takes the seat), `replan`, or
    `swiss`, where everybody is seated anew in each round.
    """
    by_schedule = tournament.options.get("qualifying", "schedule") == "schedule"
    if not find_system(tournament.system).plans_ahead or not by_schedule:
        return "swiss"
    return str(tournament.options.get("leavers", "house"))


@post_for(Right.MANAGE_PLAYERS)
def remove(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    who = Player.objects.filter(tournament=tournament, number=number).first()
    if who is not None and not tried(
        request,
        lambda: service.remove_player(tournament=tournament, actor=request.user, player=who),
        _("%(name)s is removed from the list.") % {"name": name_of(tournament, who)},
    ):
        return redirect("desk:player", tournament.slug, number)
    return redirect("desk:players", tournament.slug)
