"""What is answered where there is no event of an address: like any page that is not there, unless it was deleted."""

from django.http import Http404
from django.utils.translation import gettext_lazy as _

from tournaments.events.selectors.bin import is_deleted
from tournaments.events.selectors.events import is_hidden
from tournaments.models import Tournament


class EventDeleted(Http404):
    """Says why there is nothing. `told` is read by `config.errors`."""

    told = _("This event has been deleted.")


class EventHidden(Http404):
    """Says so to whoever could see it before."""

    told = _("The people who run this site have hidden this event.")


class WrongKey(Http404):
    """An address with a secret in it that opens nothing. Guesses are counted: `counted` is read by `config.errors`."""

    counted = "wrong_keys"
    # Name and path of a cookie that had the key; also read there.
    cookie: tuple[str, str] | None = None

    def __init__(self, event: Tournament | None = None) -> None:
        """`event`: the one the code was of, which the page leads to; the visitor may see it."""
        super().__init__("no such page")
        self.event = event
        self.told = _("This code is no longer valid.") if event else None


def missing(slug: str) -> Http404:
    """What to raise for this address."""
    if is_hidden(slug):
        return EventHidden()
    return EventDeleted() if is_deleted(slug) else Http404("no such event")
