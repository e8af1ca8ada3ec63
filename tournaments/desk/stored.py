"""What is stored for each table of a round, as the text that the pages for results send, compare and show."""

from collections.abc import Iterable
from hashlib import sha256

from django.db.models import QuerySet

from pairing.model.types import FOUR, TWO
from tournaments.forms.scores import Scores
from tournaments.models import Match, Round, Seat, Tournament
from tournaments.results.selectors.texts import text_of
from tournaments.snapshots import mahjong_of, seats_at_table


def pairing_key(tables: Iterable[tuple[int, int]]) -> str:
    """Names a pairing, from the table and the match of each: another one after a repair or a change by hand, too."""
    return sha256(repr(sorted(tables)).encode()).hexdigest()[:16]


def stored_results(tournament: Tournament, round_: Round) -> dict[int, str]:
    """The result of each table in order, "" where there is none."""
    return _STORED[seats_at_table(tournament)](tournament, Match.objects.filter(round=round_))


def stored_result(tournament: Tournament, match: Match) -> str:
    """The result of one table as it is now, "" where there is none. No other table is read."""
    stored = _STORED[seats_at_table(tournament)](tournament, Match.objects.filter(pk=match.pk))
    return stored.get(match.table, "")


def _results(_tournament: Tournament, matches: QuerySet[Match]) -> dict[int, str]:
    rows = matches.order_by("table").values_list("table", "result", "games")
    return {table: text_of(result, games) for table, result, games in rows}


def _scores(tournament: Tournament, matches: QuerySet[Match]) -> dict[int, str]:
    scoring = mahjong_of(tournament)
    seats: dict[int, list[tuple[int | None, int]]] = {}
    stored = Seat.objects.filter(match__in=matches).order_by("match__table", "position")
    for table, raw, penalty in stored.values_list("match__table", "raw", "penalty"):
        seats.setdefault(table, []).append((raw, penalty))
    played = {table: Scores.of(scoring, *zip(*four, strict=True)) for table, four in seats.items()}
    return {table: scores.text if scores else "" for table, scores in played.items()}


_STORED = {TWO: _results, FOUR: _scores}
