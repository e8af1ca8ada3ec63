"""The screens of the hall at the desk: which there are, what each shows now, whether it is there."""

from __future__ import annotations

from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.kept import restoring, typed
from tournaments.desk.base import DeskRequest, page, page_for, post_for, tried
from tournaments.desk.hall.forms.screens import ScreenForm
from tournaments.events.selectors.addresses import for_phones
from tournaments.hall.selectors.screens import boards_now, is_there, screens_of
from tournaments.hall.services import screens as service
from tournaments.models import Screen, ScreenMode, Tournament
from tournaments.rights import Right


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
    done = _("The screen %(name)s is removed: its address no longer shows anything.") % {"name": row.name}
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
    now = timezone.now()
    listed = list(screens_of(tournament))
    words = {**dict(ScreenMode.choices), "winners": _("Winners")}
    shown = {
        mode: [words[board] for board in boards_now(tournament, mode)]
        for mode in {row.mode for row in listed}
    }
    rows = [
        {
            "screen": row,
            "shows": shown[row.mode],
            "size": service.facts_of(row)["size"],
            "is_there": is_there(row, now),
            "form": (changed or {}).get(row.pk)
            or ScreenForm(initial=service.facts_of(row), prefix=f"s{row.pk}"),
        }
        for row in listed
    ]
    address = request.build_absolute_uri(reverse("public:event", args=[tournament.slug]))
    context = {
        "rows": rows,
        "new": new or ScreenForm(),
        "modes": ScreenMode.choices,
        "event_url": for_phones(address),
    }
    return page(request, tournament, "hall/screens", "hall", **context)


def _found(tournament: Tournament, pk: int) -> Screen:
    row = screens_of(tournament).filter(pk=pk).first()
    if row is None:
        raise Http404
    return row
