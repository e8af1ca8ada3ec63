"""The next season: a new event like the last one, with the same persons of the series."""

import datetime

from django.db import transaction

from accounts.models import User
from tournaments.files.services.copies import copy_event
from tournaments.models import Series, Tournament
from tournaments.players.selectors.players import roster
from tournaments.series.refusals import refuse
from tournaments.series.selectors.desk import next_season, seasons
from tournaments.series.services.series import put_event


def begin_next_season(
    *, series: Series, actor: User, name: str, starts_on: datetime.date | str | None = None
) -> Tournament:
    """A new event of `actor`, who manages the last season: its settings and its players, who stand for the same
    persons; nobody is checked in.

    Errors: `no_season`, those of `copy_event`, `season_taken` (somebody else was faster). Nothing is made then.
    """
    last = seasons(series).first()
    if last is None:
        raise refuse.no_season()
    with transaction.atomic():
        event = copy_event(tournament=last, owner=actor, name=name, starts_on=starts_on, with_players=True)
        new = roster(event).values_list("pk", flat=True)
        old = roster(last).values_list("identity_id", flat=True)
        return put_event(
            series=series,
            tournament=event,
            season=next_season(series),
            actor=actor,
            persons=dict(zip(new, old, strict=True)),
        )
