"""The league of the demo: three seasons of a series, two over, the third in the quarterfinals of its bracket."""

import random
from collections.abc import Iterable
from datetime import timedelta

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from tournaments.events.services import events, phases
from tournaments.management.demo.playing import play
from tournaments.models import Identity, Player, Series, Tournament
from tournaments.players.services import attendance, bulk
from tournaments.series.services import identities, series

SERIES_SLUG = "lantern-league"
SEASONS = 3
SWISS_ROUNDS, IN_BRACKET, BRACKET_ROUNDS = 5, 10, 4
WEEKS_BETWEEN_SEASONS = 13

# (name, strength): who is how good is known to nobody but the demo; the ratings find out.
LEAGUE_PLAYERS: tuple[tuple[str, int], ...] = (
    ("Ragnhild Ødegård", 2050),
    ("森 千尋", 2020),
    ("Casper Bruun", 1990),
    ("Ewa Błaszczyk", 1960),
    ("Ólafur Þórðarson", 1930),
    ("Inès Lefèvre-Martin", 1900),
    ("Peter Lund", 1870),
    ("Thi Lan Phạm", 1840),
    ("Ida Krogh", 1810),
    ("Mikkel Søndergaard", 1780),
    ("Giannis Papadopoulos", 1750),
    ("Astrid Bille", 1720),
    ("岡田 直樹", 1690),
    ("Tove Rahbek", 1660),
    ("Abena Owusu", 1630),
    ("Rune Kjeldsen", 1600),
    ("Levente Kovács", 1570),
    ("Saga Ek", 1540),
    ("Bertil Åkesson", 1510),
    ("Vera Gade", 1480),
)
NEW_IN_SEASON_2 = (("Юрий Левченко", 1950), ("Clara Hviid", 1700))
NEW_IN_SEASON_3 = (("João Araújo", 1880), ("Ane Mørk", 1650))
# Known as "Ida Krogh" in season 1: the same person under another name.
MAIDEN, MARRIED = "Ida Krogh", "Ida Krogh Winther"
STRENGTH = dict((*LEAGUE_PLAYERS, *NEW_IN_SEASON_2, *NEW_IN_SEASON_3))


def is_there() -> bool:
    """Whether the league, or an event left of it (a series can be deleted without its events), has its address."""
    slugs = [slug_of(number) for number in range(1, SEASONS + 1)]
    return (
        Series.objects.filter(slug=SERIES_SLUG).exists() or Tournament.objects.filter(slug__in=slugs).exists()
    )


def slug_of(season: int) -> str:
    return f"lantern-{season}"


def make_league(owner: User) -> Series:
    """A series whose ranking, seasons, persons and bracket all have something to show."""
    chance = random.Random("lantern league")
    league = series.create_series(
        owner=owner,
        name="Lantern League",
        slug=SERIES_SLUG,
        description="A league of three seasons: groups by losses, then a bracket of the best ten.",
    )
    names = [name for name, _strength in LEAGUE_PLAYERS]
    make_season(league, owner, chance, 1, names)
    names = [MARRIED if name == MAIDEN else name for name in names[:16]] + _names(NEW_IN_SEASON_2)
    make_season(league, owner, chance, 2, names)
    names = [*names[:9], *names[10:], *_names(NEW_IN_SEASON_3)]
    make_season(league, owner, chance, 3, names)
    return league


def make_season(
    league: Series, owner: User, chance: random.Random, number: int, names: Iterable[str]
) -> Tournament:
    """One season; the last one stops in the quarterfinals, with two of them being played."""
    is_last = number == SEASONS
    event = events.create_event(
        owner=owner,
        name=f"Lantern League {number}",
        slug=slug_of(number),
        description=gettext(
            "A player with three losses is eliminated; after five rounds the best ten play a bracket.\n"
            "To try: enter the two quarterfinals that are missing, then pair the semifinals."
        )
        if is_last
        else "",
        venue="The Reading Room, Aarhus",
        starts_on=timezone.localdate() - timedelta(weeks=WEEKS_BETWEEN_SEASONS * (SEASONS - number)),
        system="tiered",
        rounds_planned=SWISS_ROUNDS,
    )
    bracket = {
        "cut": {"rank": IN_BRACKET},
        "system": {"name": "bracket", "options": {"third_place": True}},
    }
    swiss = {"system": {"name": "tiered", "options": {"elimination": 3}}, "rounds": SWISS_ROUNDS}
    phases.set_phases(tournament=event, actor=owner, phases=[swiss, bracket])
    added = bulk.add_players(tournament=event, actor=owner, players=[{"name": name} for name in names])
    series.put_event(series=league, tournament=event, season=number, actor=owner)
    if number == 2:
        merge(league, owner, MARRIED, MAIDEN)
    play(event, owner, chance, likely=by_strength)
    if number == 1:  # so that there is a bye in every round to come
        attendance.withdraw(tournament=event, actor=owner, player=added[-1])
    for _round in range(SWISS_ROUNDS - 1 + (1 if is_last else BRACKET_ROUNDS)):
        play(event, owner, chance, likely=by_strength)
    if is_last:
        play(event, owner, chance, open_tables=2, likely=by_strength)
        return event
    return events.finish_event(tournament=event, actor=owner)


def merge(league: Series, owner: User, keep: str, other: str) -> None:
    persons = {person.name: person for person in Identity.objects.filter(series=league)}
    identities.merge(series=league, keep=persons[keep], other=persons[other], actor=owner)


def by_strength(first: Player, second: Player, chance: random.Random) -> str:
    """A result as strength makes it likely; a league knows no draws."""
    one, other = (STRENGTH[MAIDEN if player.name == MARRIED else player.name] for player in (first, second))
    expected = 1 / (1 + 10 ** ((other - one) / 400))
    return "1-0" if chance.random() < expected else "0-1"


def _names(people: Iterable[tuple[str, int]]) -> list[str]:
    return [name for name, _strength in people]
