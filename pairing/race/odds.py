"""How likely the rest is: what is left is played many times by chance.

The model: between two players with a rating, the share of points Elo expects; else both are equally strong. Draws are
as frequent as they have been in the event so far. Rounds that are not paired are drawn as in a random Swiss, players
as near in points as possible and nobody twice where it can be avoided, whatever the system is; rounds that are planned
already are as planned. The standings are made by the rules of the event. The same seed gives the same odds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from pairing.engine import outlook
from pairing.errors import PairingError
from pairing.field import Field
from pairing.race.contest import Contest
from pairing.race.exact import Tried
from pairing.types import RESULTS, Bye, ByeKind, Match, Outcome, Round

# Endings to be played, times players.
EFFORT = 24_000
FEWEST, MOST = 60, 1000
# In larger events it would take too long; proofs do not.
MOST_PLAYERS = 400
WON, LOST, DRAWN = "1-0", "0-1", "1/2-1/2"
Beats = Callable[[int, int], str]


def runs_for(contest: Contest) -> int:
    """How many endings are played; a matter of the size alone, so that it is the same on any machine."""
    size = len(contest.seen.entrants)
    return max(FEWEST, min(MOST, EFFORT // max(size, 1))) if size <= MOST_PLAYERS else 0


def share_of_draws(contest: Contest) -> float:
    """How many of the matches played over the board so far were drawn."""
    played = [m.result for r in contest.snapshot.rounds for m in r.matches if m.result in (WON, LOST, DRAWN)]
    return played.count(DRAWN) / len(played) if played else 0.0


def is_rated(contest: Contest) -> bool:
    """Whether ratings make a difference."""
    return sum(contest.entrants[p].rating is not None for p in contest.people) > 1


def played(contest: Contest, seed: str) -> Tried:
    """Many endings, each counted once."""
    chance = Random(seed)
    beats = _beats(contest, chance)
    planned = _planned(contest)
    found = Tried(len(contest.targets))
    for _ in range(runs_for(contest)):
        rounds = [_decided(round_, beats) for round_ in contest.seen.rounds]
        ending = _Ending(contest, rounds, chance)
        for number in range(len(rounds) + 1, contest.last + 1):
            ending.add(_decided(ending.paired(number, planned.get(number)), beats))
        found.count(_outcomes(contest, rounds), contest.reached(ending.rounds))
    return found


def _outcomes(contest: Contest, rounds: Sequence[Round]) -> dict[int, Outcome]:
    """The own outcomes at the tables that are open now."""
    if not contest.tables:
        return {}
    results = {m.table: RESULTS[m.result] for m in rounds[contest.base - 1].matches if m.result}
    return {p: results[match.table][seat] for p, (match, seat) in contest.seats.items()}


def _beats(contest: Contest, chance: Random) -> Beats:
    """The result of a match by chance."""
    ratings = {p: e.rating for p, e in contest.entrants.items()}
    draws, number = share_of_draws(contest), chance.random

    def beats(one: int, other: int) -> str:
        a, b = ratings[one], ratings[other]
        expected = 0.5 if a is None or b is None else 1 / (1 + 10 ** (max(-2000, min(2000, b - a)) / 400))
        drawn = min(draws, 2 * expected, 2 - 2 * expected)
        lot = number()
        if lot < drawn:
            return DRAWN
        return WON if lot < drawn + expected - drawn / 2 else LOST

    return beats


def _decided(round_: Round, beats: Beats) -> Round:
    """A round with a result at every table."""
    if not any(match.is_open for match in round_.matches):
        return round_
    # Written out: `replace` would take longer than all the rest.
    matches = tuple(Match(m.table, m.seats, beats(*m.seats)) if m.is_open else m for m in round_.matches)
    return Round(round_.number, round_.status, matches, round_.byes, round_.seed)


def _planned(contest: Contest) -> dict[int, list[tuple[int, ...]]]:
    """The pairs of rounds that are known ahead."""
    try:
        plans = outlook(contest.seen)
    except PairingError:
        return {}
    return {plan.number: [match.seats for match in plan.matches] for plan in plans}


class _Ending:
    """One way the event can go on: who has how many points, who has met whom, who has had a bye."""

    def __init__(self, contest: Contest, rounds: list[Round], chance: Random) -> None:
        field = Field(replace(contest.seen, rounds=tuple(rounds)))
        self.contest, self.rounds, self.chance = contest, list(rounds), chance
        self.points, self.losses = dict(field.points), dict(field.losses)
        self.met = {player: set(others) for player, others in field.met.items()}
        self.had_bye = set(field.had_bye)
        worth = contest.seen.scoring.for_outcome
        self.worth = {r: (worth(a), worth(b), a.is_loss, b.is_loss) for r, (a, b) in RESULTS.items()}
        self.asked = {(r.player, r.round): r.kind for r in contest.seen.bye_requests}

    def add(self, round_: Round) -> None:
        self.rounds.append(round_)
        scoring = self.contest.seen.scoring
        for match in round_.matches:
            (one, other), (a, b, lost, other_lost) = match.seats, self.worth[match.result or LOST]
            self.points[one] += a
            self.points[other] += b
            self.losses[one] += lost
            self.losses[other] += other_lost
            self.met[one].add(other)
            self.met[other].add(one)
        for bye in round_.byes:
            self.points[bye.player] += scoring.for_bye(bye.kind)
            if bye.kind is ByeKind.FULL:
                self.had_bye.add(bye.player)

    def paired(self, number: int, planned: Sequence[tuple[int, ...]] | None) -> Round:
        plays = [p for p in self.points if self.contest.plays(p, number, self.losses[p])]
        byes = [Bye(p, self.asked[p, number]) for p in plays if (p, number) in self.asked]
        left = [p for p in plays if (p, number) not in self.asked]
        pairs = [seats for seats in planned or () if set(seats) <= set(left)]
        if planned is not None:
            seated = {p for seats in pairs for p in seats}
            byes += [Bye(p) for p in left if p not in seated]
        else:
            pairs, bye = self._swiss(left)
            byes += bye
        matches = tuple(Match(table, seats) for table, seats in enumerate(pairs, 1))
        return Round(number, matches=matches, byes=tuple(byes))

    def _swiss(self, left: list[int]) -> tuple[list[tuple[int, ...]], list[Bye]]:
        lots = {p: self.chance.random() for p in left}
        order = sorted(left, key=lambda p: (-self.points[p], lots[p]))
        byes = []
        if len(order) % 2:
            bye = next((p for p in reversed(order) if p not in self.had_bye), order[-1])
            order.remove(bye)
            byes = [Bye(bye)]
        pairs: list[tuple[int, ...]] = []
        while order:
            one = order.pop(0)
            met = self.met[one]
            at = next((k for k, p in enumerate(order) if p not in met), 0)
            pairs.append((one, order.pop(at)))
        return pairs, byes
