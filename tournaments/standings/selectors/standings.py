"""Standings, kept in the cache by event version, and what a correction would change in them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pairing.engine.places import TOP, Decided, decided
from pairing.engine.standings import counting, rank, standings_round
from pairing.model.field import Field, Sheet
from pairing.model.reasons import Reason, show_points
from pairing.model.types import FOUR, Hundredths, RoundStatus, Snapshot, Standing
from pairing.tiebreaks import remarks
from tournaments import snapshots
from tournaments.models import Match, Player, Round, Tournament
from tournaments.reading import consistent_read
from tournaments.snapshots import up_to
from tournaments.steps.version_cache import at_hand


@dataclass(frozen=True, slots=True)
class TiebreakCell:
    """One tie-break of one player: `value` is exact (hundredths for unit `points`), `shown` is plain text."""

    label: str
    value: int | Fraction | None
    unit: str

    @property
    def shown(self) -> str:
        if self.value is None:
            return ""
        if self.unit == "points" and isinstance(self.value, int):
            return show_points(self.value)
        if isinstance(self.value, Fraction) and self.value.denominator != 1:
            return f"{float(self.value):.4f}"
        return str(self.value)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the standings. `points` are hundredths; equal players share a rank; `decided_by` is what separates it
    from the line above.

    At tables of four: `placements` says how often the player was first, second, third and fourth, `penalty`
    (hundredths) what the penalties and missed games in `points` come to, and nobody of a later `group` can come before
    one of an earlier, nor anybody with `last` before another of the group.
    """

    rank: int
    number: int
    name: str
    club: str
    title: str
    federation: str
    rating: int | None
    points: Hundredths
    tiebreaks: tuple[TiebreakCell, ...]
    withdrawn: bool = False
    group: int = 0
    placements: tuple[int, ...] = ()
    penalty: Hundredths = 0
    decided_by: Decided = TOP
    last: bool = False


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """`columns` are the tie-break labels in order, `notes` what has to be said of them; `is_complete` is False while
    round `after_round` is played.
    """

    after_round: int
    is_complete: bool
    columns: tuple[str, ...]
    lines: tuple[Line, ...]
    notes: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class RankChange:
    number: int
    name: str
    rank_before: int
    rank_after: int
    points_before: Hundredths
    points_after: Hundredths


@dataclass(frozen=True, slots=True)
class Impact:
    """What another result at a table changes: places in the standings, and rounds that were paired on the old one.

    At tables of four there are scores and penalties (hundredths) in the order of the seats instead of results.
    """

    round_number: int
    table: int
    result_before: str | None
    result_after: str | None
    changes: tuple[RankChange, ...]
    later_rounds: tuple[int, ...]
    scores_before: tuple[int, ...] | None = None
    scores_after: tuple[int, ...] | None = None
    penalties_before: tuple[Hundredths, ...] = ()
    penalties_after: tuple[Hundredths, ...] = ()


@dataclass(frozen=True, slots=True)
class CrossLine:
    """A player's line of the cross table: `sheets[i]` is round i + 1, or None when there was nothing."""

    line: Line
    sheets: tuple[Sheet | None, ...]


def standings(tournament: Tournament, after_round: int | None = None) -> StandingsTable:
    """Standings after a round, by default after the last completed one (0: nothing played yet).

    A round being played may be named: its open tables count nothing yet. Drafts never count.
    Errors: Round.DoesNotExist when `after_round` is not a published round.
    """
    name = f"standings-{'last' if after_round is None else after_round}"
    return at_hand(tournament, name, lambda: compute(tournament, snapshots.load(tournament), after_round))


def compute(tournament: Tournament, snapshot: Snapshot, after_round: int | None) -> StandingsTable:
    """Standings of a snapshot, not cached."""
    completed = [r.number for r in snapshot.rounds if r.status is RoundStatus.COMPLETED]
    after = standings_round(snapshot, after_round)
    if not 0 <= after <= len(snapshot.rounds):
        raise Round.DoesNotExist(f"round {after} is not published")
    counted = up_to(counting(snapshot), after)
    lines = _lines(counted, rank(counted))
    columns = tuple(cell.label for cell in lines[0].tiebreaks) if lines else ()
    is_complete = set(range(1, after + 1)) <= set(completed)
    return StandingsTable(after, is_complete, columns, lines, remarks(snapshot, after))


def _lines(snapshot: Snapshot, ranked: tuple[Standing, ...]) -> tuple[Line, ...]:
    entrants = {e.id: e for e in snapshot.entrants}
    field = Field(snapshot)
    sheets = field.sheets if field.seats == FOUR else {}
    lines = []
    for standing, by in zip(ranked, decided(ranked), strict=True):
        entrant = entrants[standing.player]
        lines.append(
            Line(
                rank=standing.rank,
                number=entrant.id,
                name=entrant.name,
                club=entrant.club or "",
                title=entrant.title or "",
                federation=entrant.federation or "",
                rating=entrant.rating,
                points=standing.points,
                tiebreaks=tuple(TiebreakCell(t.spec.label, t.value, t.unit) for t in standing.tiebreaks),
                withdrawn=entrant.left_after_round is not None,
                group=standing.group,
                placements=placements(sheets[entrant.id]) if sheets else (),
                penalty=sum(penalty_of(sheet) for sheet in sheets.get(entrant.id, ())),
                decided_by=by,
                last=standing.last,
            )
        )
    return tuple(lines)


def placements(sheets: Iterable[Sheet]) -> tuple[int, ...]:
    """How often somebody was first, second, third and fourth at tables of four."""
    places = [sheet.place for sheet in sheets]
    return tuple(places.count(place) for place in range(1, FOUR + 1))


def penalty_of(sheet: Sheet) -> int:
    """What a round cost (hundredths) besides the game itself: penalties, or the whole of a missed game."""
    return sheet.points if sheet.missed else sheet.penalty


@consistent_read()
def cross_table(tournament: Tournament, after_round: int | None = None) -> tuple[CrossLine, ...]:
    """Every player's rounds in the order of the standings."""
    table = standings(tournament, after_round)
    snapshot = snapshots.load(tournament)
    sheets = Field(snapshot, table.after_round + 1).sheets
    rounds = range(1, table.after_round + 1)

    def spread(number: int) -> tuple[Sheet | None, ...]:
        by_round: Mapping[int, Sheet] = {sheet.round: sheet for sheet in sheets[number]}
        return tuple(by_round.get(r) for r in rounds)

    return tuple(CrossLine(line, spread(line.number)) for line in table.lines)


@consistent_read()
def cross_table_shown(tournament: Tournament) -> dict[str, Any]:
    """What a page or a paper shows of the cross table; `place_of` is the line of each player."""
    table, lines = standings(tournament), cross_table(tournament)
    return {
        "table": table,
        "lines": lines,
        "rounds_shown": range(1, table.after_round + 1),
        "place_of": {line.line.number: place for place, line in enumerate(lines, start=1)},
    }


@consistent_read()
def impact_of(
    tournament: Tournament, match: Match, result: str | None, games: list[int] | None = None
) -> Impact:
    """What changes if the result of `match` becomes `result`; nothing is written."""
    stored = Match.objects.select_related("round").get(pk=match.pk)
    number = stored.round.number
    snapshot = snapshots.load(tournament)
    other = snapshots.with_result(snapshot, number, stored.table, result, tuple(games) if games else None)
    changes = _rank_changes(tournament, snapshot, other)
    return Impact(number, stored.table, stored.result, result, changes, paired_on(tournament, number))


@consistent_read()
def impact_of_scores(
    tournament: Tournament, match: Match, raw: tuple[int, ...] | None, penalties: tuple[int, ...]
) -> Impact:
    """What changes if a table of four has these raw points and penalties (hundredths); nothing is written."""
    stored = Match.objects.select_related("round").get(pk=match.pk)
    number = stored.round.number
    snapshot = snapshots.load(tournament)
    after = penalties if any(penalties) else None
    other = snapshots.with_scores(snapshot, number, stored.table, raw, after)
    old = next(m for r in snapshot.rounds if r.number == number for m in r.matches if m.table == stored.table)
    return Impact(
        number,
        stored.table,
        None,
        None,
        _rank_changes(tournament, snapshot, other),
        paired_on(tournament, number),
        scores_before=old.scores,
        scores_after=raw,
        penalties_before=old.penalties or (0,) * len(old.seats),
        penalties_after=penalties,
    )


def _rank_changes(tournament: Tournament, now: Snapshot, other: Snapshot) -> tuple[RankChange, ...]:
    before = {s.player: s for s in rank(now)}
    names = dict(Player.objects.filter(tournament=tournament).values_list("number", "name"))
    return tuple(
        RankChange(
            s.player, names[s.player], before[s.player].rank, s.rank, before[s.player].points, s.points
        )
        for s in rank(other)
        if s.player in before and (before[s.player].rank, before[s.player].points) != (s.rank, s.points)
    )


def paired_on(tournament: Tournament, number: int) -> tuple[int, ...]:
    """Later rounds whose pairing knew the results of round `number`: not the one that assumed them, and none that was
    planned before anything was played.
    """
    first = max(number, len(tournament.schedule))
    later = Round.objects.filter(tournament=tournament, number__gt=first).order_by("number")
    return tuple(
        n
        for n, assumed in later.values_list("number", "assumed")
        if not assumed or assumed["round"] != number
    )
