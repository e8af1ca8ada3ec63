"""The desk's page of the registration: one table sorted by what needs somebody, and a panel for the entry in view."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _, ngettext

from tournaments.desk.base import DeskRequest, number_in, page, page_for, post_for, tried
from tournaments.models import Entry, EntryState, Money, Tournament
from tournaments.registration.selectors.overview import (
    DeskEntries,
    Panel,
    desk_entries,
    entry_numbered,
    panel,
)
from tournaments.registration.selectors.places import has_registration
from tournaments.registration.services import desk, entries
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
    ticked = [number_in(text) for text in request.POST.getlist("entries")]
    in_view = number_in(request.POST.get("entry", ""))
    rows = list(Entry.objects.filter(tournament=tournament, number__in=ticked or [in_view]).order_by("line"))
    deed = _deed(request, tournament, request.POST.get("do", ""), rows, in_view)
    if deed is not None and rows:
        tried(request, deed, _done(request.POST.get("do", ""), len(rows)))
    kept = {name: request.POST[name] for name in ("state", "money") if request.POST.get(name)}
    if in_view:
        kept["entry"] = str(in_view)
    address = reverse("desk:registration", args=[tournament.slug])
    return redirect(f"{address}?{urlencode(kept)}" if kept else address)


def _deed(
    request: DeskRequest, tournament: Tournament, do: str, rows: list[Entry], in_view: int
) -> Callable[[], object] | None:
    """What a button does; None for one that is not known."""
    by: dict[str, Any] = {"tournament": tournament, "actor": request.user}
    data = request.POST
    if do in (Money.OWED, Money.PAID, Money.FREE, Money.PAID_BACK):
        return lambda: desk.mark_money(**by, entries=rows, money=do)
    about = {**by, "entry": rows[0] if rows else None}
    deeds: dict[str, Callable[[], object]] = {
        "enter": lambda: desk.enter(**by, entries=rows),
        "seen": lambda: desk.note_seen(**about),
        "ask": lambda: desk.ask_to_correct(
            **about, fields=data.getlist("fields"), message=data.get("message", "")
        ),
        "refuse": lambda: desk.refuse_entry(**about, message=data.get("message", "")),
        "withdraw": lambda: entries.withdraw(**about),
        "reorder": lambda: desk.reorder(
            **about, place=number_in(data.get("place", "")), reason=data.get("reason", "")
        ),
        "merge": lambda: desk.merge(
            **by, keep=rows[0], other=entry_numbered(tournament, number_in(data.get("twin", "")))
        ),
        "link": lambda: entries.renew_key(**about),
    }
    return deeds.get(do)


def _done(do: str, count: int) -> str:
    if do == "enter":
        return ngettext("%(count)s entry is entered.", "%(count)s entries are entered.", count) % {
            "count": count
        }
    return {"ask": _("The player sees what to correct."), "merge": _("The two entries are one now.")}.get(
        do, ""
    )
