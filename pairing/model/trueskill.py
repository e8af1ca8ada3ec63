"""Ratings of players as probability models: TrueSkill for matches of two.

TrueSkill (R. Herbrich, T. Minka, T. Graepel, "TrueSkill: A Bayesian Skill Rating System", NIPS 2006) for one winner and
one loser has a closed form, which is used here; values of the league are those of rules/tiered-league.md, "Terms". A
rating is the one thing in the core that is not exact: it is a pair of floats, used to order players and shown rounded.
Probabilities leave this module as whole numbers of parts.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import erfc, exp, hypot, pi, sqrt
from statistics import NormalDist

from pairing.model.types import RESULTS, Entrant, Match, Outcome, Round

# A probability is the same number on every machine once it is counted in whole parts of this size.
PARTS = 10**12


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of a player's skill: a normal distribution with mean `mu` and standard deviation `sigma`."""

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def conservative(self) -> float:
        """mu - 3 sigma: a skill the player has almost surely."""
        return self.mu - 3 * self.sigma


NEW_PLAYER = Rating()


@dataclass(frozen=True, slots=True)
class TrueSkill:
    """The parameters of the model.

    `beta`: standard deviation of a performance around the skill. `tau`: what a skill may drift between two matches.
    `draw_probability` (0 to below 1): how often players of equal skill draw.
    """

    beta: float = 25.0 / 6
    tau: float = 25.0 / 300
    draw_probability: float = 0.0

    def after_win(self, winner: Rating, loser: Rating) -> tuple[Rating, Rating]:
        """The ratings of winner and loser after their match (NIPS 2006, equations for v and w without a draw)."""
        first, second = self._drifted(winner), self._drifted(loser)
        scale = sqrt(2 * self.beta**2 + first**2 + second**2)
        t = (winner.mu - loser.mu - self._margin()) / scale
        v, above = _mean_shift(t)
        w = v * above
        return (
            _moved(winner.mu, first, v / scale, w / scale**2),
            _moved(loser.mu, second, -v / scale, w / scale**2),
        )

    def win_probability(self, player: Rating, other: Rating = NEW_PLAYER) -> float:
        """How probable it is that the player performs better than the other (default: an average player).

        Phi((mu - mu_other) / sqrt(2 beta^2 + sigma^2 + sigma_other^2)), rules/tiered-league.md, "Strength of schedule".
        """
        spread = sqrt(2 * self.beta**2 + player.sigma**2 + other.sigma**2)
        return _below((player.mu - other.mu) / spread)

    def _drifted(self, rating: Rating) -> float:
        return hypot(rating.sigma, self.tau)

    def _margin(self) -> float:
        """How much better one has to perform to win; 0 without draws."""
        if not self.draw_probability:
            return 0.0
        return NormalDist().inv_cdf((self.draw_probability + 1) / 2) * sqrt(2) * self.beta


def _below(t: float) -> float:
    """Phi(t): the share of a standard normal distribution below t, with all its digits for negative t too."""
    return erfc(-t / sqrt(2)) / 2


def _mean_shift(t: float) -> tuple[float, float]:
    """v(t), the mean of a standard normal distribution cut off below -t; and v(t) + t."""
    if t > -30:
        v = exp(-t * t / 2) / sqrt(2 * pi) / _below(t)
        return v, v + t
    # So far out the share has few digits or none, and the first terms of the asymptotic series have all of them.
    x = -t
    above = 1 / x - 2 / x**3 + 10 / x**5 - 74 / x**7
    return x + above, above


def _moved(mu: float, sigma: float, shift: float, shrink: float) -> Rating:
    return Rating(mu + sigma**2 * shift, sigma * sqrt(max(1 - sigma**2 * shrink, 1e-12)))


LEAGUE = TrueSkill()


def listed_rating(entrant: Entrant) -> Rating:
    """The rating the list of players gives; who has none starts as a new player."""
    mu = NEW_PLAYER.mu if entrant.mu is None else entrant.mu
    return Rating(mu, NEW_PLAYER.sigma if entrant.sigma is None else entrant.sigma)


def winner_and_loser(match: Match) -> tuple[int, int] | None:
    """Who won and who lost over the board; None for an open, drawn or forfeited match and for two losers."""
    if match.result is None:
        return None
    (one, other), (first, second) = RESULTS[match.result], match.seats
    if {one, other} != {Outcome.WIN, Outcome.LOSS}:
        return None
    return (first, second) if one is Outcome.WIN else (second, first)


def after(
    ratings: Mapping[int, Rating], rounds: Iterable[Round], model: TrueSkill = LEAGUE
) -> dict[int, Rating]:
    """`ratings` after further rounds, matches of two; who is not known yet starts as a new player.

    Matches of one round do not see each other: nobody plays twice in it. Forfeits, draws and byes move nothing.
    """
    now = dict(ratings)
    for round_ in rounds:
        for match in round_.matches:
            if (pair := winner_and_loser(match)) is not None:
                winner, loser = pair
                rated = model.after_win(now.get(winner, NEW_PLAYER), now.get(loser, NEW_PLAYER))
                now[winner], now[loser] = rated
    return now


def schedule_strength(ratings: Mapping[int, Rating], model: TrueSkill = LEAGUE) -> dict[int, int]:
    """p(opponent) of the strength of schedule, in parts of PARTS: how probably each player beats an average one."""
    return {id: round(model.win_probability(rating) * PARTS) for id, rating in ratings.items()}
