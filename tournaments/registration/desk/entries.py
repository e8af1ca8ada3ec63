"""The desk's page of the registration: one table sorted by what needs somebody, and a panel for the entry in view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from tournaments.desk.base import DeskRequest, number_in, page, page_for, post_for, tried
from tournaments.models import EntryState, Money, Tournament
from tournaments.registration.selectors.overview import (
    DeskEntries,
    Panel,
    desk_entries,
    panel,
)
from tournaments.registration.selectors.places import has_registration
from tournaments.registration.services import deeds, entries
from tournaments.registration.services.imports import import_entries
from tournaments.rights import Right


@dataclass(frozen=True, slots=True)
class RegistrationPage:
    """The entries (None: nobody can sign up yet), the one in view, and what is chosen."""

    entries: DeskEntries | None
    panel: Panel | None = None
    state: str = ""
    money: str = ""


@page_for(Right.REGISTRATION)
def registration(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Entries by what they need; `entry` is in view, `state` and `money` choose."""
    if not has_registration(tournament):
        return _page(request, tournament, RegistrationPage(None))
    entries.move_on(tournament)
    state = _known(request.GET.get("state", ""), EntryState.values)
    money = _known(request.GET.get("money", ""), Money.values)
    shown = desk_entries(tournament, state, money)
    number = number_in(request.GET.get("entry", "")) or (shown.rows[0].entry.number if shown.rows else 0)
    return _page(request, tournament, RegistrationPage(shown, panel(tournament, number), state, money))


def _known(text: str, kinds: list[str]) -> str:
    return text if text in kinds else ""


def _page(request: DeskRequest, tournament: Tournament, shown: RegistrationPage) -> HttpResponse:
    return page(request, tournament, "registration/desk/registration.html", "players", shown)


@post_for(Right.REGISTRATION)
def act(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """One press: for all that are ticked, or for the entry in view."""
    data, in_view = request.POST, number_in(request.POST.get("entry", ""))
    numbers = [number_in(text) for text in data.getlist("entries")] or [in_view]
    numbers += [number_in(data["twin"])] if data.get("do") == "merge" and "twin" in data else []
    given = {**data.dict(), "fields": data.getlist("fields"), "place": number_in(data.get("place", ""))}
    by: dict[str, Any] = {"tournament": tournament, "actor": request.user, "do": data.get("do", "")}
    tried(
        request,
        lambda: deeds.act(**by, numbers=numbers, given=given),
        _done(data.get("do", ""), len(numbers)),
    )
    kept = {name: data[name] for name in ("state", "money", "entry") if data.get(name)}
    address = reverse("desk:registration", args=[tournament.slug])
    return redirect(f"{address}?{urlencode(kept)}" if kept else address)


@post_for(Right.REGISTRATION)
def take_list(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """The answers to a form of another site, as a file or pasted."""
    file = request.FILES.get("file")
    content = file.read() if file else request.POST.get("list", "")
    name = file.name or "" if file else ""
    by: dict[str, Any] = {
        "tournament": tournament,
        "actor": request.user,
        "content": content,
        "filename": name,
    }
    tried(request, lambda: import_entries(**by), _("The list is taken."))
    return redirect("desk:registration", tournament.slug)


def _done(do: str, count: int) -> str:
    if do == "enter":
        return ngettext("%(count)s entry is entered.", "%(count)s entries are entered.", count) % {
            "count": count
        }
    return {"ask": _("The player sees what to correct."), "merge": _("The two entries are one now.")}.get(
        do, ""
    )
