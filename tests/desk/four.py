"""An event of tables of four for tests of the desk, and what a person types there."""

from typing import Any

from tests.factories import make_event
from tournaments.models import Match, Round, Seat, Tournament
from tournaments.results.services import scores
from tournaments.results.services.tables_of_four import Entry
from tournaments.rounds.services import rounds

# The worked example of the rules (EMA): +27.3, +6.2, -7.0, -26.5.
RAW = (42300, 31200, 28000, 18500)
POINTS = [2730, 620, -700, -2650]
TEXT = "42300,31200,28000,18500;0,0,0,0;0"
TYPED = {"raw_0": "423", "raw_1": "31.2", "raw_2": "28,000", "raw_3": "18500", "sticks": "0"}


def riichi(field: int = 8, **settings: Any) -> Tournament:
    """An event of Swiss for four with the scoring of the rules' worked example."""
    return make_event(field=field, **{"system": "mahjong_swiss", "name": "Riichi Open", **settings})


def play(event: Tournament, round_: Round, raw: tuple[int, ...] = RAW) -> None:
    """The same scores at every table, and the round completed."""
    tables = {match.table: Entry(raw) for match in round_.matches.all()}
    scores.enter_many_scores(tournament=event, actor=event.owner, round_=round_, tables=tables)
    rounds.complete(tournament=event, actor=event.owner, round_=round_)


def seats(event: Tournament, table: int = 1, number: int = 1) -> list[Seat]:
    where = {"round__tournament": event, "round__number": number, "match__table": table}
    return list(Seat.objects.filter(**where).order_by("position").select_related("player"))


def raw_at(event: Tournament, table: int = 1, number: int = 1) -> list[int | None]:
    return [seat.raw for seat in seats(event, table, number)]


def points_at(event: Tournament, table: int = 1, number: int = 1) -> list[int | None]:
    return [seat.points for seat in seats(event, table, number)]


def match_at(event: Tournament, table: int = 1, number: int = 1) -> Match:
    return Match.objects.get(round__tournament=event, round__number=number, table=table)
