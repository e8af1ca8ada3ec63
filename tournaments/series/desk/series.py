"""Series at the desk: the list, a new one, its seasons, settings, log and undo."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.kept import restoring, typed
from tournaments import audience
from tournaments.desk.base import DeskRequest, page, page_for, tried
from tournaments.models import Series, SeriesLogEntry, Tournament
from tournaments.moments import enter_zone
from tournaments.rights import Right, can_manage, can_manage_series, can_view_series
from tournaments.series.forms import EventSeriesForm, NextSeasonForm, SeasonForm, SeriesForm
from tournaments.series.selectors.desk import everybody, hints, log_of, seasons, series_owned
from tournaments.series.services import series as service
from tournaments.series.services.undo import last_undoable, undo
from tournaments.web.signed_in import View, for_user, sign_in

LINES = 50


def _for_series_owner(*methods: str) -> Callable[[View], View]:
    """Signed in, the series is there, and it is theirs: a private one of somebody else does not exist."""

    def wrap(view: View) -> View:
        @wraps(view)
        def inner(request: HttpRequest, slug: str, *args: object, **kwargs: object) -> HttpResponse:
            if not request.user.is_authenticated:
                return sign_in(request, reverse("desk:series", args=[slug]))
            series = Series.objects.filter(slug=slug).first()
            if not can_view_series(request.user, series):
                raise Http404
            if not can_manage_series(request.user, series):
                raise PermissionDenied
            audience.let_staff_in()
            return view(request, series, *args, **kwargs)

        return never_cache(require_http_methods(methods)(inner))

    return wrap


for_series_owner = _for_series_owner("GET", "HEAD", "POST")
series_post = _for_series_owner("POST")


def series_page(
    request: HttpRequest, series: Series, template: str, section: str, **context: object
) -> HttpResponse:
    """A page of one series with its tabs; `section` is the one it belongs to."""
    context |= {"series": series, "section": section}
    return render(request, template, context)


@for_user("GET", "HEAD")
def index(request: DeskRequest) -> HttpResponse:
    return render(request, "series/desk/list.html", {"series_list": series_owned(request.user)})


@restoring
@for_user("GET", "HEAD", "POST")
def create(request: DeskRequest) -> HttpResponse:
    form = SeriesForm(typed(request))
    made = form.create(request.user) if form.is_bound and form.is_valid() else None
    if made is None:
        return render(request, "series/desk/create.html", {"form": form})
    messages.success(request, _("%(name)s is created. Add its events.") % {"name": made.name})
    return redirect("desk:series", made.slug)


@restoring
@for_series_owner
def overview(request: DeskRequest, series: Series) -> HttpResponse:
    """The seasons, and the form that puts another event in."""
    form = SeasonForm(series, request.user, typed(request))
    event = form.put() if form.is_bound and form.is_valid() else None
    if event is not None:
        told = {"event": event.name, "season": event.season}
        messages.success(request, _("%(event)s is season %(season)s.") % told)
        return redirect("desk:series", series.slug)
    rows = [(row, can_manage(request.user, row)) for row in seasons(series)]
    context: dict[str, object] = {"form": form, "seasons": rows, "hints": hints(everybody(series))}
    context["may_begin_next"] = bool(rows) and rows[0][1]
    return series_page(request, series, "series/desk/series.html", "overview", **context)


@series_post
def take_out(request: DeskRequest, series: Series) -> HttpResponse:
    """The event leaves the series; undo brings it back."""
    typed = request.POST.get("event", "")
    event = Tournament.objects.filter(series=series, pk=int(typed) if typed.isdecimal() else 0).first()
    if event is not None:
        done = _("%(event)s is removed from the series. You can undo this in the log.") % {
            "event": event.name
        }
        _take_out(request, series, event, done)
    return redirect("desk:series", series.slug)


@restoring
@for_series_owner
def begin_next(request: DeskRequest, series: Series) -> HttpResponse:
    """A new event with the settings and the players of the last season, which takes the right to manage that one."""
    last = seasons(series).first()
    if last is None:
        raise Http404
    if not can_manage(request.user, last):
        raise PermissionDenied
    form = NextSeasonForm(series, last, typed(request))
    event = form.begin(request.user) if form.is_bound and form.is_valid() else None
    if event is None:
        return series_page(request, series, "series/desk/next.html", "overview", form=form, last=last)
    told = {"event": event.name, "season": event.season}
    messages.success(request, _("%(event)s is season %(season)s.") % told)
    return redirect("desk:event", event.slug)


def _take_out(request: DeskRequest, series: Series, event: Tournament, done: str) -> None:
    tried(request, lambda: service.take_event_out(series=series, tournament=event, actor=request.user), done)


@restoring
@for_series_owner
def settings(request: DeskRequest, series: Series) -> HttpResponse:
    form = SeriesForm.of(series, typed(request))
    if form.is_bound and form.is_valid() and form.change(series, request.user):
        messages.success(request, _("The settings are saved."))
        return redirect("desk:series_settings", series.slug)
    return series_page(request, series, "series/desk/settings.html", "settings", form=form)


@series_post
def delete(request: DeskRequest, series: Series) -> HttpResponse:
    """Only after typing the address."""
    typed = request.POST.get("confirm_slug", "")
    if tried(
        request,
        lambda: service.delete_series(series=series, actor=request.user, confirm_slug=typed),
        _("%(name)s is deleted. Its events stay.") % {"name": series.name},
    ):
        return redirect("desk:series_list")
    return redirect("desk:series_settings", series.slug)


@for_series_owner
def log(request: DeskRequest, series: Series) -> HttpResponse:
    newest = series.events.order_by("-season").first()
    if newest is not None:
        enter_zone(newest)  # a series has no zone of its own
    lines = Paginator(log_of(series), LINES).get_page(request.GET.get("page"))
    context: dict[str, object] = {"lines": lines, "step": last_undoable(series)}
    return series_page(request, series, "series/desk/log.html", "log", **context)


@series_post
def undo_step(request: DeskRequest, series: Series) -> HttpResponse:
    """Takes back the step that was shown on the button, if it still is the latest one."""
    typed = request.POST.get("step", "")
    entry = SeriesLogEntry.objects.filter(series=series, pk=int(typed) if typed.isdecimal() else 0).first()
    if entry is not None:
        tried(
            request,
            lambda: undo(series=series, entry=entry, actor=request.user),
            _("Undone: %(step)s.") % {"step": f"{entry.get_action_display()}: {entry.subject}"},
        )
    return redirect("desk:series_log", series.slug)


@restoring
@page_for(Right.SETTINGS)
def of_event(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """From the event: which series it belongs to, and as which season."""
    may_take_out = tournament.series_id is None or can_manage_series(request.user, tournament.series)
    if request.method == "POST" and not may_take_out:
        raise PermissionDenied
    if "out" in request.POST and tournament.series is not None:
        _take_out(request, tournament.series, tournament, _("The event is removed from the series."))
        return redirect("desk:event_series", tournament.slug)
    form = EventSeriesForm(tournament, request.user, typed(request))
    if form.is_bound and form.is_valid() and form.put():
        told = {"season": tournament.season, "series": str(tournament.series)}
        messages.success(request, _("The event is season %(season)s of %(series)s.") % told)
        return redirect("desk:event_series", tournament.slug)
    context: dict[str, object] = {"form": form, "may_change": may_take_out, "has_series": form.has_series}
    return page(request, tournament, "series/desk/event.html", "settings", **context)
