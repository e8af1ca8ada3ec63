"""How a page finds its event: whoever finds one also enters its time zone. No other view asks the selector."""

from __future__ import annotations

from tournaments.events.selectors.events import event_by_slug
from tournaments.models import Tournament
from tournaments.moments import enter_zone
from tournaments.rights import Person


def event_of_page(slug: str, user: Person) -> Tournament:
    """The event, if `user` may see it; times are shown in its zone from here on. Errors: Tournament.DoesNotExist."""
    return enter_zone(event_by_slug(slug, user))
