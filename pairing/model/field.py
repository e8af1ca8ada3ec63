"""The field: a snapshot, indexed once for the round to be paired (or for the standings after a round)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations
from typing import Any

from pairing.model import clubs
from pairing.model.scoring.mahjong import MahjongScoring, score_table
from pairing.model.types import (
    FOUR,
    RESULTS,
    Bye,
    ByeKind,
    Entrant,
    Match,
    Outcome,
    Round,
    RoundStatus,
    Snapshot,
    TableKind,
)
from pairing.model.work import UNLIMITED, Work

STEPS_OF_MATES = 3
"""Of each player in the set of each club mate: sets are copied into `apart` and again into `barred`. Without this count
3,000 players of one club took 1.5 GB.
"""

LAST_SORTED_IN = 4
"""Until this round has been paired a late entry gets the start number of its strength (FIDE C.04.2, 2.3)."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What one round was for one player. `opponent` is None for a bye or an absence.

    `seat` is the index in `Match.seats`; `outcome` is None while the match is open (`points` is then 0).
    At a table of four there is no single opponent: `others` are the three, in the order of the seats. `place` (1 to 4,
    shared places the same) is None while the match is open; `raw` are raw points, `penalty` (hundredths) is part of
    `points`. `missed`: a round after the player had left; `points` is what the scoring takes for it.
    """

    round: int
    points: int
    opponent: int | None = None
    seat: int | None = None
    outcome: Outcome | None = None
    bye: ByeKind | None = None
    others: tuple[int, ...] = ()
    table: int | None = None
    place: int | None = None
    raw: int | None = None
    penalty: int = 0
    missed: bool = False

    @property
    def played(self) -> bool:
        """A real match with a result over the board: neither bye nor forfeit nor still open."""
        return self.place is not None or (self.outcome is not None and not self.outcome.is_forfeit)


class Field:
    """Everything a system or a tie-break asks about an event, computed when first asked.

    `number` is the round to be paired; only rounds before it count, and none of before the event began anew. `turn` is
    its number among those that count. For standings after round r, use r + 1. `work` counts the steps of the searches.
    """

    def __init__(self, snapshot: Snapshot, number: int | None = None, work: Work = UNLIMITED) -> None:
        self.snapshot = snapshot
        self.work = work
        self.number = len(snapshot.rounds) + 1 if number is None else number
        begin = snapshot.begins_after
        self.turn = self.number - begin
        self.rounds: tuple[Round, ...] = tuple(r for r in snapshot.rounds if begin < r.number < self.number)
        self.worked_out: dict[Any, Any] = {}  # what a system works out once and asks for again

    @cached_property
    def entrants(self) -> dict[int, Entrant]:
        """Entrant by id, in registration order."""
        return {e.id: e for e in self.snapshot.entrants}

    @property
    def seats(self) -> TableKind:
        """How many sit at a table."""
        return self.snapshot.seats

    @cached_property
    def place_in_list(self) -> dict[int, int]:
        """0 for the first registered, and so on: the list order of rules that use one."""
        return {id: place for place, id in enumerate(self.entrants)}

    @cached_property
    def requested_byes(self) -> dict[int, ByeKind]:
        """Byes asked for in this round by players who take part in it; a house player needs none."""
        asked = (r for r in self.snapshot.bye_requests if r.round == self.number)
        return {
            r.player: r.kind
            for r in asked
            if (e := self.entrants[r.player]).takes_part_in(self.number) and not e.house
        }

    @cached_property
    def present(self) -> tuple[int, ...]:
        """Ids taking part in this round and not asking for a bye, in registration order; no house players.

        Elimination is a rule of a system, so it is not applied here.
        """
        asked = self.requested_byes
        return tuple(
            id
            for id, e in self.entrants.items()
            if e.takes_part_in(self.number) and id not in asked and not e.house
        )

    @cached_property
    def points(self) -> dict[int, int]:
        """Points (hundredths) of every entrant before this round: the sum of the points of the sheets, and
        bonuses and penalties.
        """
        if self.seats == FOUR:
            return {id: sum(sheet.points for sheet in rows) for id, rows in self.sheets.items()}
        total = dict.fromkeys(self.entrants, 0)
        scoring = self.snapshot.scoring
        values = {r: tuple(scoring.for_outcome(o) for o in pair) for r, pair in RESULTS.items()}
        for match in self._matches():
            if match.result is not None:
                first, second = match.seats
                a, b = values[match.result]
                total[first] += a
                total[second] += b
        for bye in self._byes():
            total[bye.player] += scoring.for_bye(bye.kind)
        for given in self.snapshot.adjustments:
            if given.counts_after(self.number - 1):
                total[given.player] += given.points
        return total

    @cached_property
    def losses(self) -> dict[int, int]:
        """Lost matches of every entrant, forfeits and double losses included; byes and absences are none."""
        lost = dict.fromkeys(self.entrants, 0)
        loses = {r: tuple(o.is_loss for o in pair) for r, pair in RESULTS.items()}
        for match in self._matches():
            if match.result is not None:
                for player, is_loss in zip(match.seats, loses[match.result], strict=True):
                    lost[player] += is_loss
        return lost

    @cached_property
    def met(self) -> dict[int, set[int]]:
        """Everybody a player has been paired with, whatever became of the match (forfeits count)."""
        met: dict[int, set[int]] = {id: set() for id in self.entrants}
        for match in self._matches():
            seats = match.seats
            if len(seats) == 2:
                first, second = seats
                met[first].add(second)
                met[second].add(first)
            else:
                for player in seats:
                    met[player].update(s for s in seats if s != player)
        return met

    @cached_property
    def played(self) -> dict[int, set[int]]:
        """Everybody a player has really played at a table of two: forfeits and open matches do not count."""
        played: dict[int, set[int]] = {id: set() for id in self.entrants}
        forfeited = {result for result, pair in RESULTS.items() if pair[0].is_forfeit}
        for match in self._matches():
            if match.result is not None and match.result not in forfeited:
                first, second = match.seats
                played[first].add(second)
                played[second].add(first)
        return played

    @cached_property
    def meetings(self) -> dict[int, Mapping[int, int]]:
        """How often a player has been paired with whom, by player; 0 for everybody else."""
        meetings: dict[int, Counter[int]] = {id: Counter() for id in self.entrants}
        for match in self._matches():
            for one, other in permutations(match.seats, 2):
                meetings[one][other] += 1
        return dict(meetings)

    @cached_property
    def club_of(self) -> dict[int, frozenset[int]]:
        """The whole club of everybody who may not meet club mates in this round; one set for all of its players."""
        if self.number > self.snapshot.clubs_apart_rounds:
            return {}
        members = (frozenset(e.id for e in club) for club in clubs.clubs(self.snapshot.entrants))
        return {id: club for club in members for id in club}

    @cached_property
    def named(self) -> dict[int, set[int]]:
        """Whom a player may not meet by a pair named one by one, of everybody in such a pair."""
        named: dict[int, set[int]] = {}
        for a, b in self.snapshot.forbidden_pairs:
            named.setdefault(a, set()).add(b)
            named.setdefault(b, set()).add(a)
        return named

    def is_apart(self, a: int, b: int) -> bool:
        """Whether two players may not meet in this round, whoever they have met: a pair named, or club mates."""
        return b in self.named.get(a, ()) or b in self.club_of.get(a, ())

    def are_only_mates(self, a: int, b: int) -> bool:
        """Whether it is for their club alone that two players may not meet in this round."""
        return b in self.club_of.get(a, ()) and b not in self.named.get(a, ())

    @cached_property
    def apart(self) -> dict[int, set[int]]:
        """Whom a player may not meet in this round, whoever they have met: of everybody who is in such a pair.

        Every club is as many players as it has for each of them, which is work: to ask about two, use `is_apart`.
        """
        self.work.take(STEPS_OF_MATES * sum(map(len, self.club_of.values())))
        apart = {id: set(club) - {id} for id, club in self.club_of.items()}
        for id, others in self.named.items():
            apart.setdefault(id, set()).update(others)
        return apart

    @cached_property
    def barred(self) -> dict[int, set[int]]:
        """Everybody a player may not be paired with: met before, or kept apart. Never includes itself. The sets may be
        those of `met` and `apart`, so nobody changes them.
        """
        apart = self.apart
        return {
            id: (met | apart[id] if met else apart[id]) if id in apart else met
            for id, met in self.met.items()
        }

    @cached_property
    def had_bye(self) -> frozenset[int]:
        """Players who had a pairing bye (kind `full`); requested byes and absences do not count."""
        return frozenset(bye.player for bye in self._byes() if bye.kind is ByeKind.FULL)

    @cached_property
    def seat_history(self) -> dict[int, tuple[int, ...]]:
        """Seat indexes of the matches a player was paired in, round by round."""
        seats: dict[int, list[int]] = {id: [] for id in self.entrants}
        for match in self._matches():
            for index, player in enumerate(match.seats):
                seats[player].append(index)
        return {id: tuple(history) for id, history in seats.items()}

    @cached_property
    def sheets(self) -> dict[int, tuple[Sheet, ...]]:
        """The rounds of every player, one Sheet for each round the player has a match or a bye in.

        At tables of four byes are worth nothing, and whoever has left has a sheet for every completed round missed
        where the scoring takes points for it.
        """
        sheets: dict[int, list[Sheet]] = {id: [] for id in self.entrants}
        if self.seats == FOUR:
            for round_ in self.rounds:
                self._add_tables_of_four(round_, sheets)
            return {id: tuple(rows) for id, rows in sheets.items()}
        scoring = self.snapshot.scoring
        worth = {r: tuple((o, scoring.for_outcome(o)) for o in pair) for r, pair in RESULTS.items()}
        for round_ in self.rounds:
            for match in round_.matches:
                first, second = match.seats
                a, b = worth[match.result] if match.result else ((None, 0), (None, 0))
                sheets[first].append(Sheet(round_.number, a[1], second, 0, a[0], table=match.table))
                sheets[second].append(Sheet(round_.number, b[1], first, 1, b[0], table=match.table))
            for bye in round_.byes:
                sheets[bye.player].append(Sheet(round_.number, scoring.for_bye(bye.kind), bye=bye.kind))
        return {id: tuple(rows) for id, rows in sheets.items()}

    def _add_tables_of_four(self, round_: Round, sheets: Mapping[int, list[Sheet]]) -> None:
        scoring = self.snapshot.mahjong
        there: set[int] = set()
        for match in round_.matches:
            for sheet in _sheets_of_table(round_.number, match, scoring):
                player = match.seats[sheet.seat or 0]
                sheets[player].append(sheet)
                there.add(player)
        for bye in round_.byes:
            sheets[bye.player].append(Sheet(round_.number, 0, bye=bye.kind))
            there.add(bye.player)
        if scoring.missed_game and not is_open(round_):
            for player in self._gone_before(round_.number):
                if player not in there:
                    sheets[player].append(Sheet(round_.number, scoring.missed_game, missed=True))

    def _gone_before(self, number: int) -> Iterable[int]:
        return (
            id
            for id, e in self.entrants.items()
            if e.left_after_round is not None and e.left_after_round < number and not e.house
        )

    def last_meeting(self, first: int, second: int) -> int:
        """The latest round in which the two were paired with each other. Errors: ValueError where there is none."""
        return max(r.number for r in self.rounds for m in r.matches if {first, second} == set(m.seats))

    @cached_property
    def rating_place(self) -> dict[int, int]:
        """0 for the strongest: by `ranking` where given, then rating (higher first), then list order.

        A given ranking overrides the rating order (event-format.md); players without either come last.
        """

        def key(e: Entrant) -> tuple[bool, int, bool, int]:
            return (e.ranking is None, e.ranking or 0, e.rating is None, -(e.rating or 0))

        ranked = sorted(self.entrants.values(), key=key)
        return {e.id: place for place, e in enumerate(ranked)}

    @cached_property
    def start_place(self) -> dict[int, int]:
        """0 for start number 1: as `rating_place`, but who comes after round 4 has been paired, and has no ranking that
        says otherwise, is appended after the last number in the order of arrival (FIDE C.04.2, 2.2 to 2.4). From then
        on nothing moves a number that was fixed.
        """
        begin = self.snapshot.begins_after
        is_fixed = not begin and self.number > LAST_SORTED_IN

        def key(e: Entrant) -> tuple[bool, int, int, int]:
            fixed = e.starting_rank if is_fixed else None
            appended = e.ranking is None and e.joined_round > begin + LAST_SORTED_IN
            return fixed is None, fixed or 0, e.joined_round if appended else 0, self.rating_place[e.id]

        return {e.id: place for place, e in enumerate(sorted(self.entrants.values(), key=key))}

    def _matches(self) -> Iterable[Match]:
        return (match for round_ in self.rounds for match in round_.matches)

    def _byes(self) -> Iterable[Bye]:
        return (bye for round_ in self.rounds for bye in round_.byes)


def _sheets_of_table(number: int, match: Match, scoring: MahjongScoring) -> Iterable[Sheet]:
    """The four sheets of a table, in the order of the seats."""
    scored = None if match.scores is None else score_table(scoring, match.scores, match.penalties)
    for seat, player in enumerate(match.seats):
        yield Sheet(
            number,
            scored.points[seat] if scored else 0,
            seat=seat,
            others=tuple(other for other in match.seats if other != player),
            table=match.table,
            place=scored.places[seat] if scored else None,
            raw=match.scores[seat] if match.scores else None,
            penalty=match.penalties[seat] if match.penalties else 0,
        )


def is_open(round_: Round) -> bool:
    """Whether the round still misses results."""
    return round_.status is not RoundStatus.COMPLETED
