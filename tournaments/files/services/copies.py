"""A new event like one there is: its settings, phases, tables of the hall and screens, and its players if wanted."""

from __future__ import annotations

import datetime
from collections.abc import Mapping

from django.db import transaction

from accounts.models import User
from tournaments.events.services import events, phases
from tournaments.events.services.prizes import set_prizes
from tournaments.events.services.settings import copied_from, said_by_phases
from tournaments.models import ForbiddenPair, Player, Screen, Tournament
from tournaments.players.selectors.players import roster
from tournaments.players.services.bulk import add_players
from tournaments.players.services.players import forbid_pair
from tournaments.players.services.table_numbers import set_tables
from tournaments.steps.fields import PLAYER_FIELDS

_OF_SCREEN = ("name", "mode", "message", "part")


def copy_event(
    *,
    tournament: Tournament,
    owner: User,
    name: str,
    starts_on: datetime.date | str | None = None,
    with_players: bool = False,
) -> Tournament:
    """A new event of `owner` with the same settings and no rounds; nobody in it is checked in.

    Errors: those of the name and the date; `needs_date` where times are planned and there is no date for them;
    `too_many_events`, `too_many_players`. Nothing is made then.
    """
    with transaction.atomic():
        event = _with_settings(tournament, owner=owner, name=name, starts_on=starts_on)
        if tournament.tables:
            set_tables(tournament=event, actor=owner, **tournament.tables)
        Screen.objects.bulk_create(
            Screen(tournament=event, **{field: getattr(row, field) for field in _OF_SCREEN})
            for row in Screen.objects.filter(tournament=tournament).order_by("pk")
        )
        if tournament.prizes:
            set_prizes(tournament=event, actor=owner, prizes=tournament.prizes)
        if with_players:
            _add_players(tournament, event, owner)
    return event


def _with_settings(tournament: Tournament, *, owner: User, **given: object) -> Tournament:
    settings = {**copied_from(tournament), **given}
    if not tournament.phases:
        return events.create_event(owner=owner, **settings)
    for told in said_by_phases():
        del settings[told]
    return phases.create_event(owner=owner, phases=_seeding(tournament, {}), **settings)


def _seeding(tournament: Tournament, now: Mapping[int, int]) -> list[dict[str, object]]:
    """The phases with the players seeded that have a number now, by their old one."""
    seeded = [[now[id] for id in phase.get("seeded", ()) if id in now] for phase in tournament.phases]
    return [{**phase, "seeded": numbers} for phase, numbers in zip(tournament.phases, seeded, strict=True)]


def _add_players(tournament: Tournament, event: Tournament, owner: User) -> None:
    """In their order, numbered from 1; pairs that were kept apart still are."""
    old = list(roster(tournament))
    if not old:
        return
    rows = [{field: getattr(player, field) for field in PLAYER_FIELDS} for player in old]
    new = add_players(tournament=event, actor=owner, players=rows, allow_duplicate=True)
    now: dict[int, Player] = {before.pk: player for before, player in zip(old, new, strict=True)}
    for a, b in ForbiddenPair.objects.filter(tournament=tournament).values_list("a", "b"):
        if a in now and b in now:
            forbid_pair(tournament=event, actor=owner, first=now[a], second=now[b])
    numbers = {before.number: player.number for before, player in zip(old, new, strict=True)}
    if any(phase.get("seeded") for phase in tournament.phases):
        phases.set_phases(tournament=event, actor=owner, phases=_seeding(tournament, numbers))
