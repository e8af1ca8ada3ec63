"""The persons of a series at the desk: looked up, merged, split, renamed; a player of an event linked to one."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.kept import restoring, typed
from tournaments.desk.base import DeskRequest, player_or_404, post_for, tried
from tournaments.models import Identity, Series, Tournament
from tournaments.rights import Right, can_manage_series
from tournaments.series.desk.series import for_series_owner, series_page
from tournaments.series.forms import NameForm, SplitForm
from tournaments.series.selectors.desk import (
    common_events,
    everybody,
    hints,
    matching_people,
    persons,
    someone,
)
from tournaments.series.services import identities

TWO = 2


@for_series_owner
def players(request: DeskRequest, series: Series) -> HttpResponse:
    """Everybody, or those a search finds; two of them can be ticked and merged."""
    query = request.GET.get("q", "")
    people = everybody(series)
    context: dict[str, object] = {
        "query": query,
        "people": matching_people(people, query),
        "hints": hints(people),
    }
    context["total"] = len(people)
    return series_page(request, series, "series/desk/players.html", "players", **context)


@restoring
@for_series_owner
def person(request: DeskRequest, series: Series, number: int) -> HttpResponse:
    """The seasons of one person; another name, or some seasons for somebody else."""
    identity = _identity_or_404(series, number)
    data = typed(request)
    rename, split = _person_forms(identity, data)
    if rename.is_bound and rename.is_valid() and rename.rename(series, identity, request.user):
        messages.success(request, _("The player is called %(name)s.") % {"name": rename.cleaned_data["name"]})
        return redirect("desk:series_player", series.slug, number)
    new = split.split(series, request.user) if split.is_bound and split.is_valid() else None
    if new is not None:
        told = {"name": new.name, "from": identity.name}
        messages.success(request, _("%(name)s and %(from)s are now two players.") % told)
        return redirect("desk:series_player", series.slug, new.pk)
    context: dict[str, object] = {"person": someone(identity), "rename": rename, "split": split}
    ticked = data.getlist("split-players") if data else []
    return series_page(request, series, "series/desk/player.html", "players", **context, ticked=ticked)


def _person_forms(identity: Identity, data: QueryDict | None) -> tuple[NameForm, SplitForm]:
    """The two forms of the page; what was sent belongs to one of them."""
    is_split = data is not None and "split-name" in data
    rename = NameForm(None if is_split else data, initial={"name": identity.name})
    return rename, SplitForm(identity, data if is_split else None)


@for_series_owner
def merge(request: DeskRequest, series: Series) -> HttpResponse:
    """Both histories side by side first; merged only when confirmed. `person` names the two."""
    given = request.POST if request.method == "POST" else request.GET
    two = {int(pk) for pk in given.getlist("person") if pk.isdecimal()}
    rows = list(persons(series).filter(pk__in=two).order_by("pk"))
    if len(rows) != TWO:
        messages.error(request, _("Tick two players to merge them."))
        return redirect("desk:series_players", series.slug)
    chosen = next((row for row in rows if str(row.pk) == request.POST.get("keep")), None)
    if chosen is not None and _merged(request, series, chosen, *(row for row in rows if row.pk != chosen.pk)):
        return redirect("desk:series_player", series.slug, chosen.pk)
    people = [someone(row) for row in rows]
    people.sort(key=lambda p: -len(p.seasons))
    context: dict[str, object] = {"people": people, "common": common_events(*people)}
    return series_page(request, series, "series/desk/merge.html", "players", **context)


def _merged(request: DeskRequest, series: Series, chosen: Identity, other: Identity) -> bool:
    told = {"name": chosen.name, "other": other.name}
    return tried(
        request,
        lambda: identities.merge(series=series, keep=chosen, other=other, actor=request.user),
        _("%(other)s and %(name)s are one player now. You can undo this in the log.") % told,
    )


@post_for(Right.MANAGE_PLAYERS)
def link(request: DeskRequest, tournament: Tournament, number: int) -> HttpResponse:
    """A player of the event is this person of the series; an empty choice: somebody new."""
    series = tournament.series
    if series is None or not can_manage_series(request.user, series):
        raise PermissionDenied
    who = player_or_404(tournament, number)
    typed = request.POST.get("identity", "")
    identity = _identity_or_404(series, int(typed)) if typed.isdecimal() else None
    tried(
        request,
        lambda: identities.link(player=who, identity=identity, actor=request.user),
        _("%(name)s is linked.") % {"name": who.name},
    )
    return redirect("desk:player", tournament.slug, number)


def _identity_or_404(series: Series, number: int) -> Identity:
    identity = persons(series).filter(pk=number).first()
    if identity is None:
        raise Http404
    return identity
