"""Table: the counted part of an event, indexed once, in the form tie-breaks read.

Players are indexes 0, 1, ... in list order here: lists are several times faster than dictionaries, and the
standings of 1,000 players are recomputed while a hall waits.
"""

from functools import cached_property, partial
from typing import Any, NamedTuple

from pairing.model.errors import PairingError, message
from pairing.model.field import Field
from pairing.model.reasons import gettext_noop
from pairing.model.types import (
    FOUR,
    RESULTS,
    Adjustment,
    ByeKind,
    Ladder,
    Match,
    Outcome,
    Round,
    RoundStatus,
    Snapshot,
)
from pairing.model.work import UNLIMITED, Work

WRONG_SEATS = message(
    "wrong_seats", gettext_noop("Round {number} has {given} at a table; this system seats {seats}.")
)
NO_SUCH_ROUND = message(
    "no_such_round", gettext_noop("After round {number} is not possible: choose 0 to {last}.")
)
WON, DREW, LOST = 2, 1, 0
_COUNTED = {Outcome.WIN: WON, Outcome.DRAW: DREW, Outcome.LOSS: LOST}
# What was played over the board, for both.
_PLAYED = {
    result: (_COUNTED[first], _COUNTED[second])
    for result, (first, second) in RESULTS.items()
    if not (first.is_forfeit or second.is_forfeit)
}


class Row(NamedTuple):
    """One round of one player. `opponent` is an index, None for a bye; `outcome` is None for a bye.

    A player without a match or a bye in a counted round has a row with `bye` = absent: not being there is a
    fact too. At a table of four there is neither opponent nor outcome: `place` (1 to 4) and `raw` points tell how it
    went.
    """

    round: int
    points: int
    opponent: int | None
    outcome: Outcome | None
    bye: ByeKind | None
    seat: int | None
    games: tuple[int, int, int] | None
    place: int | None = None
    raw: int | None = None

    @property
    def played(self) -> bool:
        """Over the board: neither bye nor forfeit."""
        return self.outcome in _COUNTED


def last_completed(snapshot: Snapshot) -> int:
    """The number of the last completed round, 0 before the first."""
    return max((r.number for r in snapshot.rounds if r.status is RoundStatus.COMPLETED), default=0)


def counted_rounds(snapshot: Snapshot, after_round: int | None) -> tuple[Round, ...]:
    """The rounds standings are made of.

    With `after_round`: rounds 1 to that one. Without: the completed rounds, and the open one as soon as it
    has a result; then its results so far and its byes count. None of before the event began anew. Errors: PairingError
    for a round that does not exist.
    """
    rounds, begin = snapshot.rounds, snapshot.begins_after
    if after_round is not None:
        if not 0 <= after_round <= len(rounds):
            raise PairingError(NO_SUCH_ROUND, number=after_round, last=len(rounds))
        return rounds[begin:after_round]
    return tuple(
        r
        for r in rounds[begin:]
        if r.status is RoundStatus.COMPLETED or any(not m.is_open for m in r.matches)
    )


class Table:
    """The event as tie-breaks see it: `seats` (2 or 4) at a table, and no house players.

    `points[i]` is in hundredths. Nobody of a later `group[i]` can come before one of an earlier, and nobody with
    `last[i]` before another of the group. `opponents[i]` are the players met over the board, in the order of the
    rounds, `scored[i]` beside it what came of it: 2 won, 1 drawn, 0 lost; both are for matches of two. Byes and
    forfeits are in `rows` only. `given[i]` are the bonuses and penalties that count; `points[i]` has them.
    """

    def __init__(self, snapshot: Snapshot, after_round: int | None = None, work: Work = UNLIMITED) -> None:
        self.snapshot, self.work = snapshot, work
        self.rounds = counted_rounds(snapshot, after_round)
        self.seats = snapshot.seats
        self.entrants = tuple(e for e in snapshot.entrants if not e.house)
        self.ids = tuple(e.id for e in self.entrants)
        self.size = len(self.ids)
        self.group = [0] * self.size
        self.last = [False] * self.size
        self.cache: dict[Any, Any] = {}  # what tie-breaks work out once and share
        self.index = {id: i for i, id in enumerate(self.ids)}
        self.points = [0] * self.size
        self.opponents: list[list[int]] = [[] for _ in self.ids]
        self.scored: list[list[int]] = [[] for _ in self.ids]
        scoring = snapshot.scoring
        self._worth = {r: tuple(scoring.for_outcome(o) for o in pair) for r, pair in RESULTS.items()}
        self._bye_worth = {kind: scoring.for_bye(kind) for kind in ByeKind}
        if self.seats == FOUR:
            self.points = [self.field.points[id] for id in self.ids]
        else:
            for round_ in self.rounds:
                self._count(round_)
        self.given = self._count_adjustments()
        self.ladder: Ladder | None = None

    @cached_property
    def field(self) -> Field:
        """The field after the counted rounds."""
        last = self.rounds[-1].number if self.rounds else self.snapshot.begins_after
        return Field(self.snapshot, last + 1, self.work)

    def replace_points(self, ladder: Ladder) -> None:
        """Points that are not the sum of the rounds, and who cannot pass whom."""
        self.ladder = ladder
        self.points = [ladder.points[id] for id in self.ids]
        self.group = [ladder.group[id] for id in self.ids]
        self.last = [id in ladder.last for id in self.ids]

    def groups(self) -> list[list[int]]:
        """Where a chain starts: all players, or one list for each group; those who are its last, one of their own."""
        keys = list(zip(self.group, self.last, strict=True))
        return [[i for i, of in enumerate(keys) if of == key] for key in sorted(set(keys))]

    def _count(self, round_: Round) -> None:
        index, points, opponents, scored = self.index, self.points, self.opponents, self.scored
        for match in round_.matches:
            if len(match.seats) != 2:
                given = len(match.seats)
                raise PairingError(WRONG_SEATS, number=round_.number, given=given, seats=self.seats)
            result = match.result
            if result is None:
                continue
            first, second = match.seats
            i, j = index[first], index[second]
            worth = self._worth[result]
            points[i] += worth[0]
            points[j] += worth[1]
            played = _PLAYED.get(result)
            if played is not None:
                opponents[i].append(j)
                opponents[j].append(i)
                scored[i].append(played[0])
                scored[j].append(played[1])
        for bye in round_.byes:
            points[index[bye.player]] += self._bye_worth[bye.kind]

    def _count_adjustments(self) -> list[list[Adjustment]]:
        """Add what counts after the last counted round to the points; returns it by player."""
        last = self.rounds[-1].number if self.rounds else 0
        given: list[list[Adjustment]] = [[] for _ in self.ids]
        for adjustment in self.snapshot.adjustments:
            if adjustment.counts_after(last):
                i = self.index[adjustment.player]
                given[i].append(adjustment)
                self.points[i] += adjustment.points
        return given

    def given_before(self, i: int, number: int) -> int:
        """The bonuses and penalties of a player that were part of the score before this round."""
        return sum(a.points for a in self.given[i] if a.counts_after(number - 1))

    @cached_property
    def met_points(self) -> list[list[int]]:
        """The points of the opponents met over the board, in the order of the rounds."""
        points = self.points
        return [[points[j] for j in opponents] for opponents in self.opponents]

    @cached_property
    def rows(self) -> list[list[Row]]:
        """Every counted round of every player, in order; open matches of a counted round are left out."""
        if self.seats == FOUR:
            return [self._rows_of_four(id) for id in self.ids]
        rows: list[list[Row]] = [[] for _ in self.ids]
        everybody = set(range(self.size))
        for round_ in self.rounds:
            number = round_.number
            seen = self._rows_of_matches(round_, rows)
            seen += [self.index[player] for player in round_.free]
            for bye in round_.byes:
                i = self.index[bye.player]
                seen.append(i)
                rows[i].append(
                    _row((number, self._bye_worth[bye.kind], None, None, bye.kind, *_NOTHING_ELSE))
                )
            for i in everybody.difference(seen):
                rows[i].append(_row((number, 0, None, None, ByeKind.ABSENT, *_NOTHING_ELSE)))
        return rows

    @cached_property
    def is_plain(self) -> list[bool]:
        """By player: whether every counted round was played over the board (an open match is no round yet)."""
        return [len(rows) == len(met) for rows, met in zip(self.rows, self.opponents, strict=True)]

    @cached_property
    def scheduled(self) -> list[list[int]]:
        """The opponents of every player in the order of the rounds, forfeits included."""
        return [
            met if plain else [row.opponent for row in rows if row.opponent is not None]
            for rows, met, plain in zip(self.rows, self.opponents, self.is_plain, strict=True)
        ]

    def _rows_of_four(self, id: int) -> list[Row]:
        sheets = {sheet.round: sheet for sheet in self.field.sheets[id]}
        rows = []
        for round_ in self.rounds:
            sheet = sheets.get(round_.number)
            if sheet is None or sheet.missed:
                points = sheet.points if sheet else 0
                rows.append(Row(round_.number, points, None, None, ByeKind.ABSENT, None, None))
            elif sheet.bye is not None or sheet.place is not None:
                rows.append(
                    Row(
                        round_.number,
                        sheet.points,
                        None,
                        None,
                        sheet.bye,
                        sheet.seat,
                        None,
                        sheet.place,
                        sheet.raw,
                    )
                )
        return rows

    def _rows_of_matches(self, round_: Round, rows: list[list[Row]]) -> list[int]:
        """Adds the rows of the matches with a result; returns the players of all matches."""
        number, index, worth = round_.number, self.index, self._worth
        seen: list[int] = []
        for match in round_.matches:
            first, second = match.seats
            i, j = index[first], index[second]
            seen += (i, j)
            result = match.result
            if result is None:
                continue
            mine, theirs = RESULTS[result]
            points, others = worth[result]
            games = turned = None
            if match.games is not None:
                games = games_of(match)
                turned = (games[1], games[0], games[2])
            rows[i].append(_row((number, points, j, mine, None, 0, games, None, None)))
            rows[j].append(_row((number, others, i, theirs, None, 1, turned, None, None)))
        return seen


# Rows without the check of their length, and the fields of one without a match.
_row = partial(tuple.__new__, Row)
_NOTHING_ELSE = (None, None, None, None)


def games_of(match: Match) -> tuple[int, int, int]:
    """Games (won, lost, drawn) of seat 0 in a match that has them recorded."""
    won, lost, *drawn = match.games or ()
    return won, lost, drawn[0] if drawn else 0
