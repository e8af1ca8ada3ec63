"""What whoever runs the site allows: so many events of one owner, so many players in one event."""

from django.conf import settings

from accounts.models import User
from tournaments.events.refusals import refuse
from tournaments.models import Tournament


def refuse_too_many_events(owner: User) -> None:
    """Inside the transaction that gives `owner` one more. Those in the bin count: nobody goes round it by deleting.

    Errors: `too_many_events`.
    """
    limit = settings.MAX_EVENTS_PER_OWNER
    if not limit:
        return
    User.objects.select_for_update().get(pk=owner.pk)  # two made at once wait for each other
    if Tournament.stored.filter(owner=owner).count() >= limit:
        raise refuse.too_many_events(name=str(owner), limit=limit)
