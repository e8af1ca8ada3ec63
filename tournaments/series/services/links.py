"""Who is who: players of an event are linked to the persons of its series by their names."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping

from tournaments.models import Identity, Player, Series, Tournament
from tournaments.steps.fields import same_name_key


class Persons:
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


def link_as_told(tournament: Tournament, persons: Mapping[int, int | None]) -> None:
    """Players of a season stand for these persons of its series, by the primary keys of both."""
    players = list(Player.objects.filter(tournament=tournament, pk__in=persons))
    for player in players:
        player.identity_id = persons[player.pk]
    Player.objects.bulk_update(players, ["identity"], batch_size=200)


def link_by_name(series: Series) -> bool:
    """Link every player of the series who has no person yet; True if one of them was known before.

    Each becomes the one person of the same name who is not in the event yet, else a new person.
    """
    rows = Player.objects.filter(tournament__series=series, identity=None, house=False)
    players = list(rows.order_by("tournament__season", "number").only("name", "tournament_id"))
    if not players:
        return False
    persons, known = Persons(series), False
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
