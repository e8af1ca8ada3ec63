"""How likely the rest is: what is left is played many times by chance.

The model: between two players with a rating, the share of points Elo expects; else both are equally strong. Draws are
as frequent as they have been in the event so far. Rounds that are not paired are drawn as in a random Swiss, players
as near in points as possible and nobody twice where it can be avoided, whatever the system is (it says who has met
and whom a forfeit bars from the bye); rounds that are planned already are as planned. The standings are made by the
rules of the event. The same seed gives the same odds.

Endings are played until every range that will be told is narrow enough (`prospects.NARROW`), or cannot become so: an
upset that comes once in a hundred endings would take more of them than can be played, and is not told at all.
"""

from collections.abc import Callable, Iterable, Sequence
from random import Random

from pairing.engine import find_system, outlook
from pairing.model.errors import PairingError
from pairing.model.options import parse
from pairing.model.types import RESULTS, Bye, ByeKind, Match, Outcome, Round
from pairing.outlook.contest import Contest
from pairing.outlook.exact import Tried
from pairing.outlook.prospects import is_narrow, odds

# Endings to be played at most, times players.
EFFORT = 160_000
MOST = 2000
STEP = 100  # endings between two looks at the ranges
# In larger events it would take too long; proofs do not.
MOST_PLAYERS = 400
WON, LOST, DRAWN = "1-0", "0-1", "1/2-1/2"
Beats = Callable[[int, int], str]
# Whether the odds of a player and a target are told, after an own outcome or (None) whatever it is.
IsTold = Callable[[int, int, Outcome | None], bool]


def most_endings(contest: Contest) -> int:
    """How many endings are played at most; a matter of the size alone, so that it is the same on any machine."""
    size = len(contest.seen.entrants)
    return min(MOST, EFFORT // max(size, 1)) if size <= MOST_PLAYERS else 0


def share_of_draws(contest: Contest) -> float:
    """How many of the matches played over the board so far were drawn."""
    played = [m.result for r in contest.snapshot.rounds for m in r.matches if m.result in (WON, LOST, DRAWN)]
    return played.count(DRAWN) / len(played) if played else 0.0


def is_rated(contest: Contest) -> bool:
    """Whether ratings make a difference."""
    return sum(contest.entrants[p].rating is not None for p in contest.people) > 1


def played(contest: Contest, seed: str, is_told: IsTold) -> Tried:
    """Many endings, each counted once."""
    chance = Random(seed)
    beats = _beats(contest, chance)
    planned = _planned(contest)
    start = _Start(contest)
    found = Tried(len(contest.targets))
    most = most_endings(contest)
    while found.total < most and not _is_settled(found, most, is_told):
        for _ in range(min(STEP, most - found.total)):
            rounds = [_decided(round_, beats) for round_ in contest.seen.rounds]
            ending = _Ending(start, rounds, chance)
            for number in range(len(rounds) + 1, contest.last + 1):
                ending.add(_decided(ending.paired(number, planned.get(number)), beats))
            found.count(_outcomes(contest, rounds), contest.reached(ending.rounds))
    return found


def _is_settled(tried: Tried, most: int, is_told: IsTold) -> bool:
    """Whether more endings would make nothing narrow enough that is not so yet."""
    if not tried.total:
        return False
    growth = most / tried.total

    def is_done(runs: int, hits: int) -> bool:
        return is_narrow(odds(runs, hits)) or not is_narrow(odds(round(runs * growth), round(hits * growth)))

    targets = range(tried.targets)
    return all(
        is_done(runs, tried.hits_with[player, at, outcome])
        for (player, outcome), runs in tried.of_outcome.items()
        for at in targets
        if is_told(player, at, outcome)
    ) and all(
        is_done(tried.total, hits) for (player, at), hits in tried.hits.items() if is_told(player, at, None)
    )


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

    def beats(first: int, second: int) -> str:
        a, b = ratings[first], ratings[second]
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


class _Start:
    """What all endings have in common: the event as far as it has results, and who is there in the rounds to come."""

    def __init__(self, contest: Contest) -> None:
        self.contest, self.field = contest, contest.field
        worth = contest.seen.scoring.for_outcome
        self.worth = {r: (worth(a), worth(b), a.is_loss, b.is_loss) for r, (a, b) in RESULTS.items()}
        self.asked = {(r.player, r.round): r.kind for r in contest.seen.bye_requests}
        self.open = [{m.table for m in r.matches if m.is_open} for r in contest.seen.rounds]
        system = find_system(contest.seen.system)
        self.met = system.met(self.field)
        self.had_bye = system.had_bye(self.field, parse(system.options, contest.seen.options))

    def playing(self, number: int, losses: dict[int, int]) -> list[int]:
        """Who can be paired in a round to come."""
        return [p for p in self.field.points if self.contest.plays(p, number, losses[p])]


class _Ending:
    """One way the event can go on: who has how many points, who has met whom, who has had a bye."""

    def __init__(self, start: _Start, rounds: list[Round], chance: Random) -> None:
        field = start.field
        self.start, self.rounds, self.chance = start, list(rounds), chance
        self.points, self.losses = dict(field.points), dict(field.losses)
        self.met = {player: set(others) for player, others in start.met.items()}
        self.had_bye = set(start.had_bye)
        for round_, tables in zip(rounds, start.open, strict=True):
            if tables:
                self._count(match for match in round_.matches if match.table in tables)

    def add(self, round_: Round) -> None:
        self.rounds.append(round_)
        self._count(round_.matches)
        scoring = self.start.contest.seen.scoring
        for bye in round_.byes:
            self.points[bye.player] += scoring.for_bye(bye.kind)
            if bye.kind is ByeKind.FULL:
                self.had_bye.add(bye.player)

    def _count(self, matches: Iterable[Match]) -> None:
        points, losses, met, worth = self.points, self.losses, self.met, self.start.worth
        for match in matches:
            (one, other), (a, b, lost, other_lost) = match.seats, worth[match.result or LOST]
            points[one] += a
            points[other] += b
            losses[one] += lost
            losses[other] += other_lost
            met[one].add(other)
            met[other].add(one)

    def paired(self, number: int, planned: Sequence[tuple[int, ...]] | None) -> Round:
        plays, asked = self.start.playing(number, self.losses), self.start.asked
        byes = [Bye(p, asked[p, number]) for p in plays if (p, number) in asked]
        left = [p for p in plays if (p, number) not in asked]
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
