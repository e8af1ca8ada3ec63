"""The bin at the desk: an event is deleted into it, restored from it, or deleted for good before its time."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.confirm import password_again
from tournaments.desk.base import DeskRequest, page, page_for, tried
from tournaments.events.selectors.bin import KEPT, bin_of, in_bin
from tournaments.events.services import bin as service
from tournaments.models import Tournament
from tournaments.rights import Right
from tournaments.web.signed_in import for_user


@page_for(Right.DELETE)
@password_again
def delete(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Only after typing the address; the page says what goes with it and until when it can be restored."""
    typed = request.POST.get("confirm_slug", "")
    if request.method == "POST" and tried(
        request,
        partial(service.delete_event, tournament=tournament, actor=request.user, confirm_slug=typed),
        _("%(name)s is in the bin.") % {"name": tournament.name},
    ):
        return redirect("desk:bin")
    return page(request, tournament, "events/desk/delete.html", "settings", days=KEPT.days)


@for_user("GET", "HEAD", otherwise="desk:bin")
def bin_page(request: DeskRequest) -> HttpResponse:
    """What the user may restore, each with the day on which it is gone for good."""
    context = {"rows": bin_of(request.user), "days": KEPT.days}
    return render(request, "events/desk/bin.html", context)


@for_user("POST", otherwise="desk:bin")
def restore(request: DeskRequest, slug: str) -> HttpResponse:
    event = _mine(request, slug)
    series = event.left_series
    if not tried(request, partial(service.restore_event, tournament=event, actor=request.user)):
        return redirect("desk:bin")
    if series is not None and event.series is None:
        text = _(
            "%(name)s is restored, but season %(season)s of %(series)s is another event now. Add it as another season."
        )
        told = {"name": event.name, "season": event.season, "series": series.name}
        messages.warning(request, text % told)
    else:
        messages.success(request, _("%(name)s is restored.") % {"name": event.name})
    return redirect("desk:event", event.slug)


@for_user("POST", otherwise="desk:bin")
@password_again
def purge(request: DeskRequest, slug: str) -> HttpResponse:
    """For good, before the 30 days are over; the address is typed once more."""
    event = _mine(request, slug)
    typed = request.POST.get("confirm_slug", "")
    done = _("%(name)s is deleted for good.") % {"name": event.name}
    tried(request, partial(service.delete_for_good, tournament=event, confirm_slug=typed), done)
    return redirect("desk:bin")


def _mine(request: DeskRequest, slug: str) -> Tournament:
    try:
        return in_bin(slug, request.user)
    except Tournament.DoesNotExist as error:
        raise Http404 from error
