"""How a round of the demo is played: paired, published, and ended as the players' strengths make it likely."""

import random
from collections.abc import Callable, Iterable

from accounts.models import User
from pairing.model.types import FOUR
from pairing.systems import seats_of
from tournaments.management.demo.people import Person
from tournaments.models import Match, Player, Round, Tournament
from tournaments.players.services import bulk
from tournaments.results.services import results, scores
from tournaments.results.services.tables_of_four import Entry
from tournaments.rounds.services import rounds

START = 30_000
DRAWN, NOT_COME = 0.18, 0.01
Likely = Callable[[Player, Player, random.Random], str]


def add(event: Tournament, owner: User, people: Iterable[Person]) -> dict[str, Player]:
    """The players by name."""
    rows = [{"name": name, "rating": rating, "club": club} for name, rating, club in people]
    return {player.name: player for player in bulk.add_players(tournament=event, actor=owner, players=rows)}


def by_rating(first: Player, second: Player, chance: random.Random) -> str:
    """A result as the ratings make it likely; now and then somebody does not come."""
    if chance.random() < NOT_COME:
        return "+--"
    expected = 1 / (1 + 10 ** (((second.rating or 1500) - (first.rating or 1500)) / 400))
    lot = chance.random()
    if lot < DRAWN:
        return "1/2-1/2"
    return "1-0" if (lot - DRAWN) / (1 - DRAWN) < expected else "0-1"


def by_coin(first: Player, second: Player, chance: random.Random) -> str:
    return chance.choice(("1-0", "0-1"))


def play(
    event: Tournament,
    owner: User,
    chance: random.Random,
    open_tables: int = 0,
    likely: Likely = by_rating,
    with_games: bool = False,
) -> Round:
    """Pair, publish and play a round; with `open_tables` that many tables are still being played."""
    round_ = rounds.pair_next_round(tournament=event, actor=owner)
    rounds.publish(tournament=event, actor=owner, round_=round_)
    enter(event, owner, round_, chance, open_tables, likely, with_games)
    if not open_tables:
        rounds.complete(tournament=event, actor=owner, round_=round_)
    return round_


def enter(
    event: Tournament,
    owner: User,
    round_: Round,
    chance: random.Random,
    open_tables: int = 0,
    likely: Likely = by_rating,
    with_games: bool = False,
) -> None:
    """The results or scores that are missing in a round that is published."""
    if seats_of(event.system) == FOUR:
        enter_scores(event, owner, round_, chance, open_tables)
        return
    missing = round_.matches.filter(result=None)
    matches = list(missing.order_by("table").prefetch_related("seats__player"))
    still_open = set(chance.sample([match.table for match in matches], open_tables))
    words, games = {}, {}
    for match in matches:
        if match.table in still_open:
            continue
        first, second = (seat.player for seat in match.seats.all())
        words[match.table] = word = likely(first, second, chance)
        if with_games:
            lost = chance.randrange(2)
            games[match.table] = [2, lost] if word == "1-0" else [lost, 2]
    results.enter_results(tournament=event, actor=owner, round_=round_, results=words, games=games)


def enter_scores(
    event: Tournament, owner: User, round_: Round, chance: random.Random, open_tables: int
) -> None:
    """The same at tables of four."""
    tables = sorted(round_.matches.filter(entered_at=None).values_list("table", flat=True))
    still_open = set(chance.sample(tables, open_tables))
    entries = {table: Entry(likely_scores(chance)) for table in tables if table not in still_open}
    scores.enter_many_scores(tournament=event, actor=owner, round_=round_, tables=entries)


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


def first_open(round_: Round) -> Match:
    """The first table that has no result yet."""
    return Match.objects.filter(round=round_, entered_at=None).order_by("table")[0]


def players_at(match: Match) -> list[Player]:
    """Who sits at a table, house players left out."""
    return [seat.player for seat in match.seats.filter(player__house=False).select_related("player")]
