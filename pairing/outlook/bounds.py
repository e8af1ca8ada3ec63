"""Proofs by points: true whatever the results to come are, double losses, forfeits and byes included.

Through among the first n: at most n - 1 others can still reach the fewest points one can end with; tie-breaks count
against. Out: n others have more for certain than the most one can end with; tie-breaks count in favour. How many others
can reach a number of points at once is bounded twice, and the lower bound counts: at the tables known to be open, only
such results go together as the two can have with each other; and all that is missing to the points has to come from
what the rounds left give out in all.
"""

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from pairing.model.types import RESULTS, ByeKind, CutBy, Match, Outcome
from pairing.outlook.contest import Contest, Target
from pairing.outlook.prospects import UNKNOWN, Proof, Prospect, State


class Own(NamedTuple):
    """An own result at the open table, with what both get; all 0 for somebody who has none."""

    outcome: Outcome | None = None
    gain: int = 0
    opponent: int | None = None
    opponent_gain: int = 0


class Bounds:
    """What the points prove of everybody in a contest."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest
        scoring = contest.seen.scoring
        self.points, self.losses = contest.field.points, contest.field.losses
        self.results = sorted({tuple(map(scoring.for_outcome, pair)) for pair in RESULTS.values()})
        byes = [scoring.for_bye(kind) for kind in ByeKind]
        gains = [gain for pair in self.results for gain in pair]
        self.top, self.bottom = max(gains + byes), min(gains + byes)
        rounds = {
            p: sum(contest.plays(p, r, self.losses[p]) for r in contest.rounds_after) for p in self.points
        }
        self.most_after = {p: count * self.top for p, count in rounds.items()}
        self.fewest_after = {p: count * self.bottom for p, count in rounds.items()}
        self.rounds = rounds
        self.at_table = max(sum(pair) for pair in self.results)
        self.to_come = sum(self._in_round(number) for number in contest.rounds_after)
        self.could = cache(self._could)
        self.needs = cache(self._needs)
        surely = [(self.points[p] + self._worst(p) + self.fewest_after[p], p) for p in contest.people]
        self.sure = {p: points for points, p in surely}
        self.sorted = sorted(self.sure.values())

    def _in_round(self, number: int) -> int:
        """The most points a round gives out: a bye that was paired, and of matches and other byes as many as fit in."""
        playing = sum(self.contest.plays(p, number, self.losses[p]) for p in self.points)
        scoring = self.contest.seen.scoring
        asked = max(scoring.for_bye(kind) for kind in ByeKind if kind is not ByeKind.FULL)
        each = max((self.at_table + 1) // 2, asked, 0)
        return max(self.top, each) + (playing - 1) * each if playing else 0

    def _worst(self, player: int) -> int:
        return min(self.results)[0] if player in self.contest.seats else 0

    def options(self, player: int, results: Iterable[str] = RESULTS) -> list[Own]:
        """The own results that are possible, of these."""
        if player not in self.contest.seats:
            return [Own()]
        match, seat = self.contest.seats[player]
        worth = self.contest.seen.scoring.for_outcome
        return [
            Own(pair[seat], worth(pair[seat]), match.seats[1 - seat], worth(pair[1 - seat]))
            for pair in map(RESULTS.__getitem__, results)
        ]

    def fewest(self, player: int) -> int:
        """The fewest points at the end."""
        own = min(option.gain for option in self.options(player))
        return self.points[player] + own + self.fewest_after[player]

    def most(self, player: int) -> int:
        """The most points at the end."""
        own = max(option.gain for option in self.options(player))
        return self.points[player] + own + self.most_after[player]

    def prospect(self, player: int, target: Target, options: Sequence[Own]) -> Prospect:
        """What is proven when the own result is one of these."""
        found = [self._one(player, target, option) for option in options]
        for state in (State.CLINCHED, State.OUT_OF_REACH):
            if all(prospect.state is state for prospect in found):
                # The result that is the worst for somebody who is through, the best for somebody who is out.
                sign = 1 if state is State.CLINCHED else -1
                return min(found, key=lambda prospect: sign * (prospect.points or 0))
        return UNKNOWN

    def _one(self, player: int, target: Target, own: Own) -> Prospect:
        if target.by is CutBy.LOSSES:
            return self._by_losses(player, target.value, own)
        now = self.points[player] + own.gain
        fewest, most = now + self.fewest_after[player], now + self.most_after[player]
        if target.by is CutBy.POINTS:
            if fewest >= target.value:
                return Prospect(State.CLINCHED, Proof.POINTS, fewest)
            return Prospect(State.OUT_OF_REACH, Proof.POINTS, most) if most < target.value else UNKNOWN
        others = self._can_reach(fewest, player, own)
        if others < target.value:
            return Prospect(State.CLINCHED, Proof.POINTS, fewest, others)
        others = self._surely_above(most, player, own)
        return Prospect(State.OUT_OF_REACH, Proof.POINTS, most, others) if others >= target.value else UNKNOWN

    def _by_losses(self, player: int, value: int, own: Own) -> Prospect:
        losses = self.losses[player] + (own.outcome is not None and own.outcome.is_loss)
        if losses > value:
            return Prospect(State.OUT_OF_REACH, Proof.LOSSES)
        return Prospect(State.CLINCHED, Proof.LOSSES) if losses + self.rounds[player] <= value else UNKNOWN

    def _surely_above(self, points: int, player: int, own: Own) -> int:
        """How many others will have more for certain."""
        count = len(self.sorted) - bisect_right(self.sorted, points)
        count -= self.sure.get(player, points) > points
        other = own.opponent
        if other in self.sure:
            count -= self.sure[other] > points
            count += self.points[other] + own.opponent_gain + self.fewest_after[other] > points
        return count

    def _can_reach(self, points: int, player: int, own: Own) -> int:
        """How many others can at most reach these points, together."""
        at_tables = self.could(points)
        other = own.opponent
        if other is None:
            at_tables -= self._alone(player, points)
        else:
            at_tables -= self._table(self.contest.seats[player][0], points)
            at_tables += self._alone(other, points, own.opponent_gain)
        return min(at_tables, self._together(points, player, own)) if self.to_come else at_tables

    def _alone(self, player: int, points: int, gain: int = 0) -> bool:
        people = self.contest.people
        return player in people and self.points[player] + gain + self.most_after[player] >= points

    def _table(self, match: Match, points: int) -> int:
        one, other = match.seats
        return max(self._alone(one, points, a) + self._alone(other, points, b) for a, b in self.results)

    def _could(self, points: int) -> int:
        seated = self.contest.seats
        return sum(self._table(match, points) for match in self.contest.tables) + sum(
            self._alone(p, points) for p in self.points if p not in seated
        )

    def _needs(self, points: int) -> list[tuple[int, int]]:
        """What everybody who can reach these points still needs for it, the least first."""
        seated = self.contest.seats
        found = []
        for p in self.contest.people:
            gain = max(pair[0] for pair in self.results) if p in seated else 0
            if self._alone(p, points, gain):
                found.append((max(points - self.points[p], 0), p))
        return sorted(found)

    def _together(self, points: int, player: int, own: Own) -> int:
        tables = len(self.contest.tables) - (own.opponent is not None)
        left = tables * max(self.at_table, 0) + self.to_come
        count, other = 0, own.opponent
        if other is not None and self._alone(other, points, own.opponent_gain):
            # The opponent's part is taken out first: that is one more at most, whoever else could have it.
            count = 1
        for need, p in self.needs(points):
            if p in (player, other):
                continue
            left -= need
            if left < 0:
                break
            count += 1
        return count
