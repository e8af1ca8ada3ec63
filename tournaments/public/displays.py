"""Browsers that were let in as displays: without an account, for the hall screens of one event."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from tournaments.models import Invitation, Tournament
from tournaments.moments import enter_zone
from tournaments.people.selectors import is_display
from tournaments.public.pages import find_event

# Which invitation let this browser in, by event; the session is the browser's own.
SESSION_KEY = "displays"


def let_in(request: HttpRequest, invitation: Invitation) -> None:
    """From now on this browser shows the screens of the event, until the invitation is revoked."""
    known = dict(request.session.get(SESSION_KEY, {}))
    request.session[SESSION_KEY] = {**known, str(invitation.tournament_id): invitation.pk}


def is_display_here(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether this browser was let in and the invitation still stands."""
    invitation = request.session.get(SESSION_KEY, {}).get(str(tournament.pk))
    return isinstance(invitation, int) and is_display(tournament, invitation)


def find_event_of_screen(request: HttpRequest, slug: str) -> Tournament:
    """The event of a hall screen, if this visitor or this browser may see it; else as if it were not there."""
    try:
        return find_event(request, slug)
    except Http404:
        event = Tournament.objects.select_related("owner").filter(slug=slug).first()
        if event is None or not is_display_here(request, event):
            raise
        return enter_zone(event)
