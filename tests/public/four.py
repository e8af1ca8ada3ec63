"""Events of four at a table that have every page, and the players of one table."""

from typing import Any

from tests.factories import FOUR_SCORES, make_table_event, play_tables, publish, table
from tests.public.pages import event_of
from tournaments.models import Match, Player, Seat, Tournament
from tournaments.results.services import scores

PAGES_OF_FOUR = (
    "", "find/", "find/?q=player", "players/", "players/3/", "players/3/card/", "pairings/", "pairings/?by=name",
    "rounds/1/", "rounds/2/?by=name", "rounds/2/tables/1/", "standings/", "standings/?after=1", "standings/3/",
    "cross/", "screen/", "screen/?show=names", "screen/?show=tables", "screen/?show=standings",
)  # fmt: skip
SCHEDULE = ("schedule/", "schedule/names/", "schedule/names/?q=player", "schedule/pictures/", "schedule/3/")
SYSTEMS = ("mahjong_schedule", "mahjong_swiss", "mahjong_final")


def riichi(field: int = 8, **facts: Any) -> Tournament:
    """Two rounds played, with a penalty in the second; the third published with scores at its first table."""
    event = make_table_event(field=field, name="Riichi Open", slug="riichi", **facts)
    play_tables(event)
    match = table(play_tables(event))
    someone = match.seats.get(position=0).player
    fields: dict[str, Any] = {"tournament": event, "actor": event.owner}
    scores.set_penalty(**fields, match=match, player=someone, points=-2000, note="chombo")
    scores.enter_scores(**fields, match=table(publish(event)), raw=FOUR_SCORES)
    return event


def hand_made() -> Tournament:
    """The worked examples of the rules (EMA), and a penalty of 20 for Bo in the second round.

    Round 1: Ann +27.3, Bo +6.2, Cy -7.0, Dee -26.5. Round 2, seated the other way round, with Dee and Cy sharing the
    first place: Dee +15, Cy +15, Bo -5 - 20, Ann -25. Totals: Cy +8.0, Ann +2.3, Dee -11.5, Bo -18.8.
    """
    first = {"table": 1, "seats": [1, 2, 3, 4], "scores": [42300, 31200, 28000, 18500]}
    second = {
        "table": 1,
        "seats": [4, 3, 2, 1],
        "scores": [35000, 35000, 30000, 20000],
        "penalties": [0, 0, -20, 0],
    }
    chain = ["firsts", "seconds", "thirds", "best_game", "raw_points"]
    return event_of("mahjong_swiss", chain, [[first], [second]])


def championship(rounds: int = 8, field: int = 16) -> Tournament:
    """Six qualifying rounds, the Top 8, the final table; so many rounds of it played, the lower number winning."""
    event = make_table_event(field=field, system="mahjong_final", rounds_planned=8, slug="final")
    for _ in range(rounds):
        play_tables(event, by_number)
    return event


def by_number(match: Match) -> list[int]:
    """Raw points by the order of the numbers at the table, so that no two players go alike."""
    numbers = list(match.seats.order_by("position").values_list("player__number", flat=True))
    ranked = sorted(numbers)
    raw = [42_300, 31_200, 28_000, 18_500]
    return [raw[ranked.index(number)] for number in numbers]


def seated(event: Tournament, number: int, table_number: int = 1) -> list[Player]:
    """The four at a table in the order of the seats."""
    where = {"round__tournament": event, "round__number": number, "match__table": table_number}
    return [
        seat.player for seat in Seat.objects.filter(**where).order_by("position").select_related("player")
    ]
