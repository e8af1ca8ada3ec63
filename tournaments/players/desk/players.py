"""The list of players: registering one after the other, looking one up, changing one."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.kept import restoring, typed
from pairing.engine import find_system
from tournaments.desk.base import DeskRequest, page, page_for, player_or_404, post_for, require, tried
from tournaments.desk.foreseen import changed, is_sent
from tournaments.desk.next_steps import Attendance, attendance
from tournaments.models import ByeRequest, ForbiddenPair, Player, Tournament
from tournaments.names.namesakes import name_of
from tournaments.players.forms import ByeForm, PlayerForm, player_initial, shown_guess
from tournaments.players.selectors.players import PlayedRound, house_players, player_history, roster
from tournaments.players.services import players as service
from tournaments.players.services.players import next_unpaired_round
from tournaments.rights import Right, can_manage_series
from tournaments.series.selectors.desk import Someone, everybody, other_seasons


@restoring
@page_for(Right.REQUESTS)
def players(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Everybody, and the form for the next one; after adding, the cursor is back in the name."""
    if request.method == "POST":
        require(request, tournament, Right.MANAGE_PLAYERS)
    form = PlayerForm(tournament, typed(request))
    added = form.add(tournament, request.user) if form.is_bound and form.is_valid() else None
    if added:
        told = {"name": added.name, "number": added.number}
        messages.success(request, _("%(name)s is number %(number)s.") % told)
        return redirect(reverse("desk:players", args=[tournament.slug]) + f"?added={added.number}")
    shown = _players_page(tournament, form, request.GET.get("added", ""))
    return page(request, tournament, "players/desk/players.html", "players", shown)


@dataclass(frozen=True, slots=True)
class PlayersPage:
    form: PlayerForm
    players: QuerySet[Player]
    ranks: bool
    present: Attendance
    added: str
    next_round: int
    house: QuerySet[Player]
    other_seasons: dict[int, list[int]]


def _players_page(tournament: Tournament, form: PlayerForm, added: str) -> PlayersPage:
    everyone = roster(tournament)
    return PlayersPage(
        form=form,
        players=everyone,
        ranks=everyone.filter(starting_rank__isnull=False).exists(),
        present=attendance(tournament),
        added=added,
        next_round=next_unpaired_round(tournament),
        house=house_players(tournament, drafts=True),
        other_seasons=other_seasons(tournament, everyone),
    )


@restoring
@page_for(Right.REQUESTS)
def player(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    if request.method == "POST":
        require(request, tournament, Right.MANAGE_PLAYERS)
    who = player_or_404(tournament, number)
    form = PlayerForm(tournament, typed(request), initial=player_initial(who))
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
    form = shown_guess(form or PlayerForm(tournament, initial=player_initial(who)), who)
    shown = _player_page(tournament, who, form, bye_form or ByeForm(tournament))
    person = _person(request, tournament, who)
    return page(request, tournament, "players/desk/player.html", "players", shown, person)


@dataclass(frozen=True, slots=True)
class PlayerPage:
    player: Player
    form: PlayerForm
    bye_form: ByeForm
    bye_requests: QuerySet[ByeRequest]
    forbidden: QuerySet[ForbiddenPair]
    history: list[PlayedRound]
    next_round: int
    missed_game: int
    leaving: str


def _player_page(tournament: Tournament, who: Player, form: PlayerForm, bye_form: ByeForm) -> PlayerPage:
    return PlayerPage(
        player=who,
        form=form,
        bye_form=bye_form,
        bye_requests=who.bye_requests.order_by("round_number"),
        forbidden=ForbiddenPair.objects.filter(tournament=tournament).select_related("a", "b"),
        history=player_history(tournament, who, drafts=True),
        next_round=next_unpaired_round(tournament),
        missed_game=tournament.scoring.get("missed_game", 0),
        leaving=leaving(tournament),
    )


@dataclass(frozen=True, slots=True)
class PersonOfPlayer:
    """The other seasons of a player, and the people of the series to whoever may link them."""

    other_seasons: list[int]
    people: list[Someone]


def _person(request: DeskRequest, tournament: Tournament, who: Player) -> PersonOfPlayer:
    series = tournament.series
    if series is None or who.house:
        return PersonOfPlayer([], [])
    people = everybody(series) if can_manage_series(request.user, series) else []
    return PersonOfPlayer(other_seasons(tournament, [who]).get(who.pk, []), people)


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
