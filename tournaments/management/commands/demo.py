"""manage.py demo: a Swiss and a riichi event half way through, a small finished one, and a league of three seasons."""

from __future__ import annotations

import os
import random
import secrets
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.events.services import events
from tournaments.management.demo_league import is_there, make_league
from tournaments.models import Match, Player, Round, Tournament
from tournaments.phones.services import reports
from tournaments.players.services import attendance, players
from tournaments.players.services.draw_numbers import draw_all
from tournaments.results.services import results, scores
from tournaments.results.services.tables_of_four import Entry
from tournaments.rounds.services import rounds

USERNAME = "organiser"
ZONE = "Europe/Copenhagen"
OPEN_SLUG, CLUB_SLUG, RIICHI_SLUG = "harbour-open", "club-evening", "lighthouse-riichi"

# (name, rating, club): any script, any length, a missing rating, two who share a family name.
OPEN_PLAYERS: tuple[tuple[str, int | None, str], ...] = (
    ("Søren Østergaard", 2105, "Nørrebro"),
    ("Ingrid Bækgaard Mikkelsen", 2088, "Aarhus"),
    ("佐々木 翔太", 2071, "大阪"),
    ("Maximiliane von Hohenfels-Oberkirchen", 2044, "Hamburg"),
    ("Åse Thorbjørnsdóttir", 2017, "Tórshavn"),
    ("Jens-Christian Præstegaard", 1996, "Odense"),
    ("Mateo Fernández de la Vega", 1988, "Sevilla"),
    ("田中 美咲", 1964, "東京"),
    ("Asbjørn Kjær", 1951, "Nørrebro"),
    ("Zofia Wiśniewska", 1939, "Gdańsk"),
    ("Olúwaṣeun Adébáyọ̀", 1922, "Lagos"),
    ("Karen Margrethe Juul", 1907, "Aarhus"),
    ("Tomáš Dvořáček", 1893, "Brno"),
    ("Nguyễn Thị Minh Châu", 1880, "Odense"),
    ("Frederik Sandø", 1866, "Esbjerg"),
    ("小野寺 健", 1851, "札幌"),
    ("Aurora Lindqvist", 1838, "Malmö"),
    ("Bo Li", 1820, "Malmö"),
    ("Signe Ærøskøbing", 1804, "Nørrebro"),
    ("Виктория Соколова", 1787, "Hamburg"),
    ("Rasmus Yde", 1771, "Esbjerg"),
    ("Giulia Buonaventura", 1755, "Torino"),
    ("Kofi Mensah", 1733, "Accra"),
    ("Mads Holm", 1716, "Odense"),
    ("Lærke Holm", 1702, "Odense"),
    ("渡辺 さくら", 1684, "東京"),
    ("Élodie Saint-Clair", 1660, "Lille"),
    ("Malthe Krogh", 1598, "Aarhus"),
    ("Noor van den Berg", 1544, "Utrecht"),
    ("Emil Dam", None, ""),
    ("Freja Dam", None, ""),
)
LATE = ("Ludvig Ravn-Sørensen", 1912, "Esbjerg")
CLUB_PLAYERS: tuple[tuple[str, int | None, str], ...] = (
    ("Anna Vest", 1650, ""),
    ("Bjarke Toft", 1610, ""),
    ("中村 陽子", 1602, ""),
    ("Dorthe Lund", 1555, ""),
    ("Esben Bro", 1490, ""),
    ("Fatima Haddad", 1480, ""),
    ("Gorm Hede", 1433, ""),
    ("Hanne Skov", None, ""),
)
RIICHI_PLAYERS: tuple[tuple[str, int | None, str], ...] = (
    ("山本 恵子", None, "東京"),
    ("Freja Skovgaard", None, "Copenhagen"),
    ("Łukasz Zieliński", None, "Kraków"),
    ("Anne-Sophie de Villiers", None, "Lyon"),
    ("Bjørn Egeskov", None, "Aarhus"),
    ("高橋 大輔", None, "名古屋"),
    ("Matilde Rosenkrantz-Hjorth", None, "Copenhagen"),
    ("Þorgeir Jónsson", None, "Reykjavík"),
    ("Olena Kovalenko", None, "Kyiv"),
    ("Ida Bo", None, "Odense"),
    ("Jean-Baptiste Moreau", None, "Lyon"),
    ("鈴木 葵", None, "大阪"),
    ("Gustav Ørnfeldt", None, "Malmö"),
    ("Chiara Esposito", None, "Napoli"),
    ("Tuomas Hämäläinen", None, "Tampere"),
    ("Marie-Louise Falk", None, "Aarhus"),
    ("Nikolaj Riis", None, "Odense"),
    ("Eszter Szabó", None, "Budapest"),
    ("Wang Xiaoming", None, "Copenhagen"),
    ("Pernille Gram", None, "Copenhagen"),
    ("Δημήτρης Παππάς", None, "Athens"),
    ("Hugo Lindqvist", None, "Malmö"),
    ("Sanne Dijkstra", None, "Utrecht"),
    ("中島 蓮", None, "札幌"),
)
START = 30_000


class Command(BaseCommand):
    help = "Create the demo: events in progress, a finished one, a league, and the account of their owner."

    def handle(self, *args: object, **options: object) -> None:
        owner, password = self._organiser()
        made = ((OPEN_SLUG, make_open), (CLUB_SLUG, make_club_evening), (RIICHI_SLUG, make_riichi))
        for slug, make in made:
            if not Tournament.objects.filter(slug=slug).exists():
                with transaction.atomic():
                    make(owner)
        if not is_there():
            with transaction.atomic():
                make_league(owner)
        if password:
            login = {"name": USERNAME, "password": password}
            self.stdout.write(_("Sign in as the owner: %(name)s / %(password)s") % login)
            self.stdout.write(_("(kept in %(path)s)") % {"path": login_file()})
        else:
            self.stdout.write(
                _("The demo is there. To sign in as the owner, see %(path)s") % {"path": login_file()}
            )

    def _organiser(self) -> tuple[User, str]:
        """The organiser, and the password if the account was made just now."""
        known = User.objects.filter(username__iexact=USERNAME).first()
        if known:
            return known, ""
        password = "-".join(secrets.token_hex(2) for _part in range(4))
        keep_login(password)
        return User.objects.create_user(USERNAME, password=password, display_name="Olga Organiser"), password


def login_file() -> Path:
    return Path(settings.DATA_DIR) / "demo-login.txt"


def keep_login(password: str) -> None:
    """For its owner's eyes only: the file is made with its rights, never opened to all first."""
    path = login_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(f"{USERNAME}\n{password}\n")


def at_hours(day: int, *hours: int) -> list[dict[str, Any]]:
    """Planned starts of rounds on one day of an event."""
    return [{"day": day, "time": f"{hour}:00"} for hour in hours]


def make_open(owner: User) -> Tournament:
    """Seven rounds planned: three are completed, the fourth is being played with some results in."""
    chance = random.Random("harbour open")
    event = events.create_event(
        owner=owner,
        name="Harbour Open",
        slug=OPEN_SLUG,
        description="The demo event: a Swiss-Monrad of seven rounds in its fourth round.",
        venue="Old Customs House, Copenhagen",
        starts_on=timezone.localdate(),
        round_starts=at_hours(1, 10, 11, 13, 14) + at_hours(2, 10, 11, 13),
        time_zone=ZONE,
        system="monrad",
        options={"elimination": "none"},
        rounds_planned=7,
        draw_seed="harbour-open-demo",
    )
    by_name = add(event, owner, OPEN_PLAYERS)
    attendance.set_checked_in(tournament=event, actor=owner, players=None)
    players.forbid_pair(tournament=event, actor=owner, first=by_name["Emil Dam"], second=by_name["Freja Dam"])
    play(event, owner, chance)
    add(event, owner, (LATE,))
    attendance.request_bye(
        tournament=event, actor=owner, player=by_name["Aurora Lindqvist"], round_number=3, kind="half"
    )
    play(event, owner, chance)
    attendance.withdraw(tournament=event, actor=owner, player=by_name["Tomáš Dvořáček"])
    play(event, owner, chance)
    play(event, owner, chance, open_tables=5)
    return event


def make_club_evening(owner: User) -> Tournament:
    """Eight players, three rounds, finished."""
    chance = random.Random("club evening")
    event = events.create_event(
        owner=owner,
        name="Club evening",
        slug=CLUB_SLUG,
        description="A small finished event.",
        starts_on=timezone.localdate() - timedelta(days=7),
        time_zone=ZONE,
        system="monrad",
        rounds_planned=3,
        draw_seed="club-evening-demo",
    )
    add(event, owner, CLUB_PLAYERS)
    for _number in range(3):
        play(event, owner, chance)
    return events.finish_event(tournament=event, actor=owner)


def make_riichi(owner: User) -> Tournament:
    """Six rounds by a schedule and two of a final: two are completed, the third is being played.

    Somebody left after the first round, somebody else has a penalty, and the players of one table have entered scores
    that nobody has confirmed yet.
    """
    chance = random.Random("lighthouse riichi")
    event = events.create_event(
        owner=owner,
        name="Lighthouse Riichi",
        slug=RIICHI_SLUG,
        description="Riichi mahjong: six rounds planned at once, then half the points and a final of two rounds.",
        venue="The Lighthouse, Aarhus",
        starts_on=timezone.localdate(),
        start_time="09:30",
        round_starts=at_hours(1, 10, 12, 14, 16) + at_hours(2, 10, 12, 14, 16),
        time_zone=ZONE,
        system="mahjong_final",
        options={"rounds_per_day": 4},
        rounds_planned=8,
        draw_seed="lighthouse-riichi-demo",
    )
    by_name = add(event, owner, RIICHI_PLAYERS)
    draw_all(tournament=event, actor=owner)
    first = play_tables(event, owner, chance)
    seat = first.seats.select_related("match").get(player=by_name["Nikolaj Riis"])
    scores.set_penalty(
        tournament=event, actor=owner, match=seat.match, player=seat.player, points=-2000, note="Chombo"
    )
    attendance.withdraw(tournament=event, actor=owner, player=by_name["Sanne Dijkstra"])
    play_tables(event, owner, chance)
    third = play_tables(event, owner, chance, open_tables=3)
    match = Match.objects.filter(round=third, entered_at=None).order_by("table").first()
    if match is not None:
        player = players_at(match)[0]
        raw = likely_scores(chance)
        reports.report_scores(tournament=event, player=player, match=match, raw=raw)
    return event


def players_at(match: Match) -> list[Player]:
    """Who sits at a table, house players left out."""
    return [seat.player for seat in match.seats.filter(player__house=False).select_related("player")]


def play_tables(event: Tournament, owner: User, chance: random.Random, open_tables: int = 0) -> Round:
    """Pair, publish and play a round of tables of four; with `open_tables` that many are still being played."""
    round_ = rounds.pair_next_round(tournament=event, actor=owner)
    rounds.publish(tournament=event, actor=owner, round_=round_)
    tables = sorted(round_.matches.values_list("table", flat=True))
    still_open = set(chance.sample(tables, open_tables))
    entries = {table: Entry(likely_scores(chance)) for table in tables if table not in still_open}
    scores.enter_many_scores(tournament=event, actor=owner, round_=round_, tables=entries)
    if not still_open:
        rounds.complete(tournament=event, actor=owner, round_=round_)
    return round_


def likely_scores(chance: random.Random) -> tuple[int, ...]:
    """Raw points after a game: a dozen hands, now and then a riichi stick that nobody has won."""
    raw = [START] * 4
    for _hand in range(12):
        winner, loser = chance.sample(range(4), 2)
        value = chance.choice((1000, 1300, 2000, 2600, 3900, 5200, 7700, 8000, 12_000))
        raw[winner] += value
        raw[loser] -= value
    raw[chance.randrange(4)] -= 1000 * (chance.random() < 0.2)
    return tuple(raw)


def add(event: Tournament, owner: User, people: tuple[tuple[str, int | None, str], ...]) -> dict[str, Any]:
    return {
        name: players.add_player(tournament=event, actor=owner, name=name, rating=rating, club=club)
        for name, rating, club in people
    }


def play(event: Tournament, owner: User, chance: random.Random, open_tables: int = 0) -> Round:
    """Pair, publish and play a round; with `open_tables` that many are still being played."""
    round_ = rounds.pair_next_round(tournament=event, actor=owner)
    rounds.publish(tournament=event, actor=owner, round_=round_)
    matches = list(Match.objects.filter(round=round_).order_by("table").prefetch_related("seats__player"))
    still_open = set(chance.sample([match.pk for match in matches], open_tables))
    for match in matches:
        if match.pk not in still_open:
            results.enter_result(tournament=event, actor=owner, match=match, result=likely(match, chance))
    if not still_open:
        rounds.complete(tournament=event, actor=owner, round_=round_)
    return round_


def likely(match: Match, chance: random.Random) -> str:
    """A result as the ratings make it likely; now and then somebody does not come."""
    first, second = ((seat.player.rating or 1500) for seat in match.seats.all())
    if chance.random() < 0.02:
        return "+--"
    expected = 1 / (1 + 10 ** ((second - first) / 400))
    drawn = 0.18
    lot = chance.random()
    if lot < drawn:
        return "1/2-1/2"
    return "1-0" if (lot - drawn) / (1 - drawn) < expected else "0-1"
