"""Two people at one series at the same moment: one after the other, and nobody is lost."""

from __future__ import annotations

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection

from tests.tournaments.test_series import make_season, make_series
from tournaments.models import Identity, Player, Series
from tournaments.services import identities, players
from tournaments.services.errors import ServiceError

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*actions: Callable[[], Any]) -> list[str]:
    """Run all at the same moment, each on a connection of its own; the codes of the refusals."""
    barrier, refusals, failures = Barrier(len(actions)), [], []

    def run(action: Callable[[], Any]) -> None:
        try:
            barrier.wait(30)
            action()
        except ServiceError as error:
            refusals.append(error.code)
        except Exception as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [Thread(target=run, args=[action]) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    return refusals


def merge(league: Series, keep: Identity, other: Identity) -> Callable[[], Any]:
    mine = Series.objects.get(pk=league.pk)
    return lambda: identities.merge(series=mine, keep=keep, other=other, actor=None)


def test_two_merges_of_the_same_two_the_other_way_round() -> None:
    league = make_series()
    make_season(league, 1, "Anna")
    make_season(league, 2, "Anne")
    anna, anne = Identity.objects.order_by("name")
    refusals = at_once(merge(league, anna, anne), merge(league, anne, anna))
    assert refusals == ["not_of_series"]
    person = Identity.objects.get()
    assert person.players.count() == 2
    assert league.log_entries.filter(action="merged").count() == 1


def test_two_merges_into_one_person() -> None:
    league = make_series()
    for season, name in enumerate(["Anna", "Anne", "Ana"], 1):
        make_season(league, season, name)
    people = {person.name: person for person in Identity.objects.all()}
    actions = [merge(league, people["Anna"], people[name]) for name in ("Anne", "Ana")]
    assert at_once(*actions) == []
    assert Identity.objects.get().players.count() == 3


def test_two_events_get_the_same_newcomer() -> None:
    league = make_series()
    first, second = make_season(league, 1), make_season(league, 2)
    add = [
        lambda event=event: players.add_player(tournament=event, actor=None, name="Dora")
        for event in (first, second)
    ]
    assert at_once(*add) == []
    assert Identity.objects.get().players.count() == 2
    assert Player.objects.filter(tournament=second).get().series_mu == 25.0
