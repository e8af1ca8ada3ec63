"""What a correction of a table of four changes: at the table, in the standings, at the cut."""

from dataclasses import dataclass

from pairing.model.scoring.mahjong import score_table
from tournaments.corrections.selectors.edits import ScoresEdit
from tournaments.corrections.selectors.impact import Consequences, consequences
from tournaments.forms.scores import Scores
from tournaments.models import Match, Tournament
from tournaments.names.namesakes import full_name, of_event
from tournaments.results.services.scores import foresee
from tournaments.results.services.tables_of_four import Entry
from tournaments.rounds.selectors.rounds import SeatRow, TableRow
from tournaments.snapshots import mahjong_of
from tournaments.standings.selectors.standings import Impact


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A seat as it is and as it would be; points and penalty in hundredths."""

    seat: SeatRow
    raw: int
    penalty: int
    points: int
    place: int


@dataclass(frozen=True, slots=True)
class ScoreImpact:
    """`cut` is how many come into the final phase (0: there is none); `into` and `out` would cross that line."""

    impact: Impact
    found: Consequences
    seats: tuple[SeatChange, ...]
    cut: int
    into: tuple[str, ...]
    out: tuple[str, ...]


def score_impact(tournament: Tournament, match: Match, row: TableRow, wanted: Scores) -> ScoreImpact:
    """What `wanted` instead of the scores of `row` would change; nothing is written."""
    impact = foresee(tournament, match, Entry(wanted.raw, wanted.penalties, wanted.sticks))
    edit = ScoresEdit(match.round.number, match.table, wanted.raw, wanted.penalties, wanted.sticks)
    told = score_table(mahjong_of(tournament), wanted.raw, wanted.penalties)
    seats = zip(row.seats, wanted.raw, wanted.penalties, told.points, told.places, strict=True)
    cut = int(tournament.options.get("cut", 0))
    apart = of_event(tournament)
    into = (
        full_name(c.name, apart.get(c.number)) for c in impact.changes if c.rank_after <= cut < c.rank_before
    )
    out = (
        full_name(c.name, apart.get(c.number)) for c in impact.changes if c.rank_before <= cut < c.rank_after
    )
    changes = tuple(SeatChange(*seat) for seat in seats)
    return ScoreImpact(impact, consequences(tournament, edit), changes, cut, tuple(into), tuple(out))
