"""Screens of the hall at the desk: made, named, told what to show and of which tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, gettext_lazy as _

from accounts.kept import restoring, typed
from tournaments.desk.base import DeskRequest, page, page_for, post_for, tried
from tournaments.events.selectors.addresses import for_phones
from tournaments.forms.base import whole
from tournaments.forms.seen import SeenForm
from tournaments.hall.selectors.screens import boards_now, is_there, screens_of
from tournaments.hall.services import screens as service
from tournaments.hall.services.screens import (
    HIGHEST_SECONDS,
    HIGHEST_TABLE,
    LETTERS_LENGTH,
    LOWEST_SECONDS,
    MESSAGE_LENGTH,
    NAME_LENGTH,
)
from tournaments.models import Screen, ScreenMode, ScreenSize, Tournament
from tournaments.rights import Right


class ScreenForm(SeenForm):
    """What a screen shows; two screens of one event may share the tables, or the letters."""

    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("Where it is, such as “Left of the door”. It is shown on the screen."),
    )
    mode = forms.ChoiceField(label=_("Shows"), choices=ScreenMode.choices)
    message = forms.CharField(
        label=_("Message"),
        max_length=MESSAGE_LENGTH,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Shown as large as it fits while the screen shows the message."),
    )
    first_table = whole(_("From table"), low=1, high=HIGHEST_TABLE)
    last_table = whole(
        _("To table"),
        low=1,
        high=HIGHEST_TABLE,
        help_text=_("Where several screens share the tables. If empty: all."),
    )
    first_letter = forms.CharField(label=_("From letter"), max_length=LETTERS_LENGTH, required=False)
    last_letter = forms.CharField(
        label=_("To letter"),
        max_length=LETTERS_LENGTH,
        required=False,
        help_text=_("Where several screens share the list by name. If empty: all."),
    )
    details = forms.NullBooleanField(
        label=_("Opponents and tie-breaks"),
        widget=forms.Select(
            choices=[
                ("", _("Not where that saves pages (S and XL)")),
                ("True", _("Always")),
                ("False", _("Never")),
            ]
        ),
        required=False,
    )
    seconds = whole(
        _("Seconds a page"),
        low=LOWEST_SECONDS,
        high=HIGHEST_SECONDS,
        help_text=_("How long a page stays before the next one. If empty: 10."),
    )

    size = forms.ChoiceField(
        label=_("Size"),
        choices=ScreenSize.choices,
        initial=ScreenSize.MEDIUM,
        required=False,
        help_text=_("How large the names are. A larger size has more pages."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Several forms stand on one page: each has ids of its own.
        self.auto_id = f"id_{self.prefix}_%s" if self.prefix else "id_%s"


@restoring
@page_for(Right.SCREENS)
def screens(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """All screens; a new one."""
    form = ScreenForm(typed(request))
    if request.method == "POST" and form.is_valid():
        made = form.run(service.create_screen, tournament=tournament, actor=request.user, **form.cleaned_data)
        if made is not None:
            return redirect("desk:screens", tournament.slug)
    return _page(request, tournament, new=form)


@restoring
@page_for(Right.SCREENS)
def screen(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """The settings of one screen."""
    row = _found(tournament, pk)
    form = ScreenForm(typed(request), initial=service.facts_of(row), prefix=f"s{pk}")
    if (
        form.is_bound
        and form.is_valid()
        and form.run(
            service.update_screen, tournament=tournament, actor=request.user, screen=row, **form.cleaned_data
        )
        is not None
    ):
        return redirect("desk:screens", tournament.slug)
    return _page(request, tournament, changed={pk: form})


@post_for(Right.SCREENS)
def show_on_screen(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One press: the screen shows something else. A message that is not written yet is asked for."""
    row, mode = _found(tournament, pk), request.POST.get("mode", "")
    done = tried(
        request,
        lambda: service.update_screen(tournament=tournament, actor=request.user, screen=row, mode=mode),
    )
    url = reverse("desk:screens", args=[tournament.slug])
    return redirect(url if done else f"{url}#settings-{pk}")


@post_for(Right.SCREENS)
def delete_screen(request: DeskRequest, tournament: Tournament, pk: int) -> HttpResponse:
    row = _found(tournament, pk)
    done = gettext("The screen %(name)s is removed: its address no longer shows anything.") % {
        "name": row.name
    }
    tried(
        request,
        lambda: service.delete_screen(tournament=tournament, actor=request.user, screen=row),
        done,
    )
    return redirect("desk:screens", tournament.slug)


def _page(
    request: DeskRequest,
    tournament: Tournament,
    new: ScreenForm | None = None,
    changed: dict[int, ScreenForm] | None = None,
) -> HttpResponse:
    address = request.build_absolute_uri(reverse("public:event", args=[tournament.slug]))
    shown = ScreensPage(_rows(tournament, changed or {}), new or ScreenForm(), for_phones(address))
    return page(request, tournament, "hall/desk/screens.html", "hall", shown)


@dataclass(frozen=True, slots=True)
class ScreenRow:
    """A screen, what it shows now (`shows`), whether it is there, and the form of its settings."""

    screen: Screen
    shows: list[str]
    size: str
    is_there: bool
    form: ScreenForm


@dataclass(frozen=True, slots=True)
class ScreensPage:
    rows: list[ScreenRow]
    new: ScreenForm
    event_url: str
    modes: Sequence[tuple[str, object]] = tuple(ScreenMode.choices)


def _rows(tournament: Tournament, changed: Mapping[int, ScreenForm]) -> list[ScreenRow]:
    now, listed = timezone.now(), list(screens_of(tournament))
    words = {mode: str(label) for mode, label in ScreenMode.choices} | {"winners": gettext("Winners")}
    shown = {
        mode: [words[board] for board in boards_now(tournament, mode)]
        for mode in {row.mode for row in listed}
    }
    return [_row(row, shown[row.mode], now, changed.get(row.pk)) for row in listed]


def _row(row: Screen, shows: list[str], now: datetime, changed: ScreenForm | None) -> ScreenRow:
    facts = service.facts_of(row)
    form = changed or ScreenForm(initial=facts, prefix=f"s{row.pk}")
    return ScreenRow(row, shows, facts["size"], is_there(row, now), form)


def _found(tournament: Tournament, pk: int) -> Screen:
    row = screens_of(tournament).filter(pk=pk).first()
    if row is None:
        raise Http404
    return row
