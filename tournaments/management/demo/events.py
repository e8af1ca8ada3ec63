"""The events of the demo: each is half way through, and its description says what there is to do next."""

import random
from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from pairing.engine.lengths import needed
from pairing.tiebreaks import PRESETS
from tournaments.events.services import events
from tournaments.management.demo.people import (
    DARTS_PLAYERS,
    GO_PLAYERS,
    KEIZER_PLAYERS,
    LATE,
    MAGIC_PLAYERS,
    OPEN_PLAYERS,
    RIICHI_PLAYERS,
    SHOGI_PROGRAMS,
)
from tournaments.management.demo.playing import (
    add,
    by_coin,
    enter,
    first_open,
    likely_scores,
    play,
    players_at,
)
from tournaments.models import Match, Player, Tournament
from tournaments.phones.services import reports
from tournaments.players.services import attendance, players
from tournaments.players.services.draw_numbers import draw_all
from tournaments.queue.selectors.now import read
from tournaments.queue.services import queue
from tournaments.results.services import results, scores
from tournaments.rounds.services import rounds

ZONE = "Europe/Copenhagen"


def at_hours(day: int, *hours: int) -> list[dict[str, Any]]:
    """Planned starts of rounds on one day of an event."""
    return [{"day": day, "time": f"{hour}:00"} for hour in hours]


def make_chess(owner: User) -> Tournament:
    """Seven rounds of the FIDE Dutch system with 60 players; in the fourth nine results are missing."""
    chance = random.Random("harbour open")
    event = events.create_event(
        owner=owner,
        name="Harbour Open",
        slug="harbour-open",
        description=gettext(
            "Chess: the Dutch system of FIDE, 60 players, seven rounds.\n"
            "To try: enter the missing results of round 4, complete it, pair round 5 and ask why."
        ),
        venue="Old Customs House, Copenhagen",
        starts_on=timezone.localdate(),
        round_starts=at_hours(1, 10, 11, 13, 14) + at_hours(2, 10, 11, 13),
        time_zone=ZONE,
        rounds_planned=7,
        draw_seed="harbour-open-demo",
        system="dutch",
        tiebreaks=list(PRESETS["fide_swiss"].chain),
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
    play(event, owner, chance, open_tables=9)
    return event


def make_riichi(owner: User) -> Tournament:
    """Six rounds by a schedule and two of a final: two are completed, the third is being played.

    Somebody left after the first round, somebody else has a penalty, and the players of one table have entered scores
    that nobody has confirmed yet.
    """
    chance = random.Random("lighthouse riichi")
    event = events.create_event(
        owner=owner,
        name="Lighthouse Riichi",
        slug="lighthouse-riichi",
        description=gettext(
            "Riichi mahjong: six rounds planned at once, then half the points and a final of two rounds.\n"
            "To try: confirm the scores that a player has reported, enter those of the other two tables."
        ),
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
    first = play(event, owner, chance)
    seat = first.seats.select_related("match").get(player=by_name["Nikolaj Riis"])
    scores.set_penalty(
        tournament=event, actor=owner, match=seat.match, player=seat.player, points=-2000, note="Chombo"
    )
    attendance.withdraw(tournament=event, actor=owner, player=by_name["Sanne Dijkstra"])
    play(event, owner, chance)
    table = first_open(play(event, owner, chance, open_tables=3))
    reports.report_scores(
        tournament=event, player=players_at(table)[0], match=table, raw=likely_scores(chance)
    )
    return event


def make_shogi(owner: User) -> Tournament:
    """Seven rounds of the shogi championship, paired a round ahead: the third is played while the fourth hangs out."""
    chance = random.Random("autumn computer shogi")
    event = events.create_event(
        owner=owner,
        name="Autumn Computer Shogi",
        slug="computer-shogi",
        description=gettext(
            "Shogi programs, paired a round ahead as in the World Computer Shogi Championship.\n"
            "To try: enter the results of round 3; round 4 is paired already, on assumed results that its page names."
        ),
        venue="Kamogawa Hall, Kyoto",
        starts_on=timezone.localdate(),
        time_zone="Asia/Tokyo",
        rounds_planned=7,
        draw_seed="computer-shogi-demo",
        system="wcsc",
        options={"mode": "MS"},
    )
    add(event, owner, SHOGI_PROGRAMS)
    first = rounds.pair_next_round(tournament=event, actor=owner)
    rounds.publish(tournament=event, actor=owner, round_=first)
    at_work = first
    for open_tables in (0, 0, 4):
        ahead = rounds.pair_next_round(tournament=event, actor=owner)
        rounds.publish(tournament=event, actor=owner, round_=ahead)
        enter(event, owner, at_work, chance, open_tables, by_coin)
        if not open_tables:
            rounds.complete(tournament=event, actor=owner, round_=at_work)
        at_work = ahead
    return event


def make_magic(owner: User) -> Tournament:
    """Five rounds of Magic with game scores: in the second, two players who met have reported different things."""
    chance = random.Random("friday magic")
    event = events.create_event(
        owner=owner,
        name="Friday Night Magic",
        slug="friday-magic",
        description=gettext(
            "A Magic evening: results with games, tie-breaks OMW%, GW%, OGW%.\n"
            "To try: settle the table whose players disagree, type 2 0 or 2 1 for the others, pair round 3."
        ),
        venue="Dragon's Den, Odense",
        starts_on=timezone.localdate(),
        time_zone=ZONE,
        rounds_planned=5,
        draw_seed="friday-magic-demo",
        system="random_swiss",
        scoring={"win": 300, "draw": 100, "loss": 0, "bye": 300},
        tiebreaks=list(PRESETS["magic"].chain),
    )
    add(event, owner, MAGIC_PLAYERS)
    play(event, owner, chance, likely=by_coin, with_games=True)
    table = first_open(play(event, owner, chance, 4, by_coin, with_games=True))
    for player, games_won in zip(players_at(table), ((2, 1), (2, 0)), strict=True):
        reports.report_result(
            tournament=event, player=player, match=table, outcome="win", games=[*games_won, 0]
        )
    return event


def make_go(owner: User) -> Tournament:
    """Five rounds of McMahon with handicaps below the bar: in the third three results are missing."""
    chance = random.Random("harbour go")
    event = events.create_event(
        owner=owner,
        name="Harbour Go Weekend",
        slug="harbour-go",
        description=gettext(
            "Go by McMahon: starting scores by strength, handicaps below the bar.\n"
            "To try: enter the missing results of round 3, then open the standings after it."
        ),
        venue="Old Customs House, Copenhagen",
        starts_on=timezone.localdate(),
        time_zone=ZONE,
        rounds_planned=5,
        draw_seed="harbour-go-demo",
        system="mcmahon",
        options={"bar": "2d", "handicap": 1},
        tiebreaks=list(PRESETS["go"].chain),
    )
    add(event, owner, GO_PLAYERS)
    for open_tables in (0, 0, 3):
        play(event, owner, chance, open_tables)
    return event


def make_darts(owner: User) -> Tournament:
    """A double elimination of 14 on four boards: matches are called as boards become free."""
    chance = random.Random("saturday darts")
    event = events.create_event(
        owner=owner,
        name="Saturday Darts",
        slug="saturday-darts",
        description=gettext(
            "Darts, pool, padel: out after two losses, to the last match.\n"
            "To try: open Queue, say who has won at a board, and look at the bracket and who is called next."
        ),
        venue="The Anchor, Aarhus",
        starts_on=timezone.localdate(),
        time_zone=ZONE,
        draw_seed="saturday-darts-demo",
        system="double_elimination",
        options={"advance": "match"},
        rounds_planned=needed("double_elimination", {}, len(DARTS_PLAYERS)),
    )
    add(event, owner, DARTS_PLAYERS)
    first = rounds.pair_next_round(tournament=event, actor=owner)
    rounds.publish(tournament=event, actor=owner, round_=first)
    queue.open_queue(tournament=event, actor=owner, tables=range(1, 5), call=True, minutes=15)
    event.refresh_from_db()
    for _result in range(7):
        queue.decide(event)
        end_at_a_board(event, owner, chance)
    queue.decide(event)
    return event


def end_at_a_board(event: Tournament, owner: User, chance: random.Random) -> None:
    """One of the matches that are called gets its result."""
    number, table = chance.choice(sorted(match.id for match in read(event).at_table.values()))
    match = Match.objects.get(round__tournament=event, round__number=number, table=table)
    first, second = (seat.player for seat in match.seats.order_by("position").select_related("player"))
    result = by_coin(first, second, chance)
    results.enter_result(tournament=event, actor=owner, match=match, result=result)


def make_keizer(owner: User) -> Tournament:
    """A season of club evenings by Keizer: three are over, tonight the players are still arriving."""
    chance = random.Random("thursday club")
    event = events.create_event(
        owner=owner,
        name="Thursday Club",
        slug="thursday-club",
        description=gettext(
            "Club evenings by Keizer: who comes plays, a win is worth the opponent's place.\n"
            "To try: tick who is here tonight under Check-in, then pair round 4."
        ),
        venue="The Reading Room, Aarhus",
        starts_on=timezone.localdate() - timedelta(weeks=3),
        time_zone=ZONE,
        rounds_planned=12,
        require_check_in=True,
        draw_seed="thursday-club-demo",
        system="keizer",
    )
    by_name = add(event, owner, KEIZER_PLAYERS)
    absent = (("Dorthe Lund", "Morten Ulv"), ("Fatima Haddad",), ("Anna Vest", "Lone Bisgaard", "Iver Balle"))
    for names in absent:
        _arrive(event, owner, [player for name, player in by_name.items() if name not in names])
        play(event, owner, chance)
    _arrive(event, owner, list(by_name.values())[:9])
    return event


def _arrive(event: Tournament, owner: User, here: list[Player]) -> None:
    """Nobody is here but these."""
    attendance.set_checked_in(tournament=event, actor=owner, players=None, present=False)
    attendance.set_checked_in(tournament=event, actor=owner, players=here)


EVENTS: Mapping[str, Callable[[User], Tournament]] = {
    "harbour-open": make_chess,
    "lighthouse-riichi": make_riichi,
    "computer-shogi": make_shogi,
    "friday-magic": make_magic,
    "harbour-go": make_go,
    "saturday-darts": make_darts,
    "thursday-club": make_keizer,
}
