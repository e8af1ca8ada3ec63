"""Who is who: players of an event are linked to the persons of its series by their names."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import partial

from django.db import transaction
from django.db.models import F

from tournaments.models import Action, Identity, LogEntry, Player, Series, Tournament
from tournaments.services.series_refresh import is_earlier_season, refresh
from tournaments.steps.fields import same_name_key

# Steps that can bring somebody new, or change what later seasons take over from this one. A result of a round that is
# still being played does neither, so entering it costs nothing.
_COUNTS_LATER = frozenset({Action.ROUND_COMPLETED, Action.ROUND_REOPENED, Action.RESULT_CORRECTED})
_OPENS_AGAIN = frozenset({Action.EVENT_REOPENED, Action.EVENT_FINISHED})
_PLAYERS = frozenset(
    {Action.PLAYER_ADDED, Action.PLAYER_CHANGED, Action.PLAYER_REMOVED, Action.PLAYERS_IMPORTED}
)


def step_taken(tournament: Tournament, action: str, undoes: LogEntry | None) -> None:
    """A listener of steps (`steps.listeners`): let the series of the event follow, where it has one.

    After the commit, not in the transaction of the step: that one holds the event, and whoever changes a series holds
    the series first and then its events, so they could wait for each other. What is lost when the machine stops in
    between is made up for with the next step.
    """
    if tournament.series_id is None or tournament.season is None:
        return
    what = undoes.action if undoes is not None and action == Action.STEP_UNDONE else action
    if what in _PLAYERS or what in _COUNTS_LATER or what in _OPENS_AGAIN:
        # Whoever is off the list is off the meetings, too; a rating that is typed may count instead of an earlier one.
        # What earlier seasons came to say while the event was finished counts from now on.
        at_once = what in (Action.PLAYER_REMOVED, Action.PLAYER_CHANGED, *_OPENS_AGAIN)
        catch_up = partial(_catch_up, tournament.series_id, tournament.season, what in _PLAYERS, at_once)
        transaction.on_commit(catch_up, robust=True)


def renamed(player: Player) -> None:
    """A player of an event has another name now: somebody who is in this event only is looked for again."""
    if player.identity_id is not None:
        transaction.on_commit(partial(_look_again, player.pk), robust=True)


def _catch_up(series_id: int, season: int, players: bool, at_once: bool = False) -> None:
    with transaction.atomic():
        series = Series.objects.select_for_update().filter(pk=series_id).first()
        if series is None:
            return
        known = link_by_name(series) if players else False
        if players:
            drop_empty(series)
            Series.objects.filter(pk=series_id).update(version=F("version") + 1)
        if at_once or known or is_earlier_season(series_id, season):
            refresh(series, season)


def _look_again(player_pk: int) -> None:
    with transaction.atomic():
        player = Player.objects.select_related("tournament__series", "identity").filter(pk=player_pk).first()
        if player is None or player.identity is None or player.tournament.series is None:
            return
        series, person = (
            Series.objects.select_for_update().get(pk=player.tournament.series.pk),
            player.identity,
        )
        alone = not person.players.exclude(pk=player_pk).exists()
        if not alone or same_name_key(person.name) == same_name_key(player.name):
            return
        found = _Persons(series, besides=person.pk).of_name(player.name, player.tournament_id)
        if found is None:
            Identity.objects.filter(pk=person.pk).update(name=player.name)
        else:
            Player.objects.filter(pk=player_pk).update(identity=found)
            drop_empty(series, [person.pk])
        Series.objects.filter(pk=series.pk).update(version=F("version") + 1)
        refresh(series, player.tournament.season)


class _Persons:
    """The persons of a series by name, and the events they are in."""

    def __init__(self, series: Series, besides: int = 0) -> None:
        self.by_name: dict[str, set[int]] = defaultdict(set)
        self.by_former_name: dict[str, set[int]] = defaultdict(set)
        self.events: dict[int, set[int]] = defaultdict(set)
        for pk, name in Identity.objects.filter(series=series).exclude(pk=besides).values_list("pk", "name"):
            self.by_name[same_name_key(name)].add(pk)
        rows = Player.objects.filter(identity__series=series).exclude(identity=besides)
        for pk, name, event in rows.values_list("identity_id", "name", "tournament_id"):
            self.by_former_name[same_name_key(name)].add(pk)
            self.events[pk].add(event)

    def of_name(self, name: str, event: int) -> int | None:
        """The one person of this name who is not in the event yet.

        The name the person has now comes first, then the names in earlier seasons: somebody whose two spellings were
        merged is known by both.
        """
        key = same_name_key(name)
        found = self.by_name.get(key) or self.by_former_name.get(key) or set()
        if len(found) != 1:
            return None
        (person,) = found
        return None if event in self.events[person] else person


def link_by_name(series: Series) -> bool:
    """Link every player of the series who has no person yet; True if one of them was known before.

    Each becomes the one person of the same name who is not in the event yet, else a new person.
    """
    rows = Player.objects.filter(tournament__series=series, identity=None, house=False)
    players = list(rows.order_by("tournament__season", "number").only("name", "tournament_id"))
    if not players:
        return False
    persons, known = _Persons(series), False
    for batch in _by_event(players):
        new: list[Player] = []
        for player in batch:
            player.identity_id = persons.of_name(player.name, player.tournament_id)
            if player.identity_id is None:
                new.append(player)
            else:
                known = True
                persons.events[player.identity_id].add(player.tournament_id)
        made = Identity.objects.bulk_create([Identity(series=series, name=player.name) for player in new])
        for player, identity in zip(new, made, strict=True):
            player.identity_id = identity.pk
            persons.by_name[same_name_key(identity.name)].add(identity.pk)
            persons.events[identity.pk].add(player.tournament_id)
        Player.objects.bulk_update(batch, ["identity"], batch_size=200)
    return known


def _by_event(players: Iterable[Player]) -> Iterable[list[Player]]:
    events: dict[int, list[Player]] = defaultdict(list)
    for player in players:
        events[player.tournament_id].append(player)
    return events.values()


def drop_empty(series: Series, among: Collection[int] | None = None) -> None:
    """Persons whom no player stands for any more are gone; undoing the step brings them back with their numbers."""
    rows = Identity.objects.filter(series=series, players__isnull=True)
    if among is not None:
        rows = rows.filter(pk__in=among)
    rows.delete()
