"""Which extra word tells players of one name apart: the club, else the rating, else the number.

Pages write the word behind the name (`{% apart number %}`); sentences, lists to choose from and names in scripts hold
`full_names`. What programs read keeps the name as it was registered: it says number, club and rating beside it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import get_language, gettext

from pairing.model.types import Entrant
from tournaments.models import Match, Player, Seat, Tournament
from tournaments.steps.names import folded
from tournaments.steps.version_cache import at_hand


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a player that may tell one from another."""

    number: int
    name: str
    club: str = ""
    rating: int | None = None


@dataclass(frozen=True, slots=True)
class Apart:
    """What tells a player from the others of the same name: `value`, or the number where that is all there is."""

    number: int
    value: str = ""

    def __str__(self) -> str:
        return self.value or gettext("no. %(number)s") % {"number": self.number}


def extra_words(people: Iterable[Known]) -> dict[int, Apart]:
    """The extra word of each player who shares a name, by number; names that differ in accents only are shared too."""
    groups: dict[str, list[Known]] = {}
    for person in people:
        groups.setdefault(folded(person.name), []).append(person)
    return {
        person.number: _apart(person, group)
        for group in groups.values()
        if len(group) > 1
        for person in group
    }


def _apart(person: Known, group: list[Known]) -> Apart:
    """The first of club and rating that no other of the name has, else the number."""
    others = [other for other in group if other is not person]
    if person.club and all(folded(other.club) != folded(person.club) for other in others):
        return Apart(person.number, person.club)
    if person.rating is not None and all(other.rating != person.rating for other in others):
        return Apart(person.number, str(person.rating))
    return Apart(person.number)


def read(tournament: Tournament) -> list[Known]:
    """Everybody but house players, whom nobody calls by name, in one query."""
    rows = Player.objects.filter(tournament=tournament, house=False).order_by("number")
    return [Known(*row) for row in rows.values_list("number", "name", "club", "rating")]


def of_event(tournament: Tournament) -> Mapping[int, Apart]:
    """The extra words of an event, kept by its version: a page asks for every name, a hall of phones for every page."""
    return at_hand(tournament, "apart", lambda: extra_words(read(tournament)), by="people_version")


def full_name(name: str, apart: Apart | None) -> str:
    """`Lars Toft (Odense)`; the bare name where it is enough."""
    return f"{name} ({apart})" if apart else name


def name_of(tournament: Tournament, player: Player) -> str:
    """The same for one player of an event, inside a sentence."""
    return full_name(player.name, of_event(tournament).get(player.number))


def full_names(people: Iterable[Known]) -> dict[int, str]:
    """Everybody's name by number, with the extra word where the name is shared."""
    people = list(people)
    words = extra_words(people)
    return {person.number: full_name(person.name, words.get(person.number)) for person in people}


def names_in(tournament: Tournament) -> Mapping[int, str]:
    """Full names, those of house players too, for the sentences that speak of them; kept by the event's version."""

    def read() -> dict[int, str]:
        rows = Player.objects.filter(tournament=tournament)
        facts = rows.values_list("number", "name", "club", "rating", "house")
        return _named(
            (Known(number, name, club, rating), house) for number, name, club, rating, house in facts
        )

    # What sets namesakes apart may be a word.
    return at_hand(tournament, f"names-{get_language()}", read, by="people_version")


def names_of_entrants(entrants: Iterable[Entrant]) -> dict[int, str]:
    """The same from a snapshot, without a query."""
    return _named((Known(e.id, e.name, e.club or "", e.rating), e.house) for e in entrants)


def _named(people: Iterable[tuple[Known, bool]]) -> dict[int, str]:
    everybody = list(people)
    found = full_names(person for person, house in everybody if not house)
    return {person.number: found.get(person.number, person.name) for person, _house in everybody}


def names_at(tournament: Tournament, match: Match) -> str:
    """Who sits at a table, in the order of the seats, in one line."""
    apart = of_event(tournament)
    seats = Seat.objects.filter(match=match).order_by("position")
    rows = seats.values_list("player__number", "player__name")
    return " – ".join(full_name(name, apart.get(number)) for number, name in rows)
