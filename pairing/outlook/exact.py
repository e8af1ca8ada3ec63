"""The last round with few tables open: every way they can end is tried, tie-breaks and all."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

from pairing.model.types import RESULTS, Match, Outcome, Round
from pairing.outlook.contest import OVER_THE_BOARD, Contest
from pairing.outlook.prospects import UNKNOWN, Proof, Prospect, State
from pairing.tiebreaks.presets import BY_GAMES

# Standings to be made, times players: about half a second.
LIMIT = 35_000


class Tried:
    """How often everybody has reached every target, in all and for each own outcome."""

    def __init__(self, targets: int) -> None:
        self.targets, self.total = targets, 0
        self.of_outcome: Counter[tuple[int, Outcome]] = Counter()
        self.hits: Counter[tuple[int, int]] = Counter()
        self.hits_with: Counter[tuple[int, int, Outcome]] = Counter()

    def count(self, own: dict[int, Outcome], reached: Sequence[frozenset[int]]) -> None:
        """One ending more."""
        self.total += 1
        self.of_outcome.update(own.items())
        for at, players in enumerate(reached):
            for player in players:
                self.hits[player, at] += 1
                if player in own:
                    self.hits_with[player, at, own[player]] += 1


def tried(contest: Contest) -> Tried | None:
    """All endings; None where there are too many, or rounds behind the open tables."""
    ways = len(RESULTS) ** len(contest.tables)
    # The games of a match count as well, so that its results are not all there is to try.
    by_games = any(spec.code in BY_GAMES for spec in contest.seen.tiebreaks)
    if len(contest.rounds_after) or ways * len(contest.people) > LIMIT or (by_games and contest.tables):
        return None
    found = Tried(len(contest.targets))
    for results in product(RESULTS, repeat=len(contest.tables)):
        given = dict(zip(contest.tables, results, strict=True))
        own = {
            player: outcome
            for match, result in given.items()
            if result in OVER_THE_BOARD
            for player, outcome in zip(match.seats, RESULTS[result], strict=True)
        }
        found.count(own, contest.reached(with_results(contest.seen.rounds, given)))
    return found


def with_results(rounds: Sequence[Round], results: dict[Match, str]) -> list[Round]:
    """The rounds with results at these tables."""
    return [
        replace(r, matches=tuple(replace(m, result=results[m]) if m in results else m for m in r.matches))
        for r in rounds
    ]


def prospect(tried: Tried, player: int, at: int, outcome: Outcome | None = None) -> Prospect:
    """What all endings have in common, or all with this own outcome."""
    if outcome is None:
        total, hits = tried.total, tried.hits[player, at]
    else:
        total, hits = tried.of_outcome[player, outcome], tried.hits_with[player, at, outcome]
    if total and hits in (0, total):
        return Prospect(State.CLINCHED if hits else State.OUT_OF_REACH, Proof.OUTCOMES, outcomes=total)
    return UNKNOWN
