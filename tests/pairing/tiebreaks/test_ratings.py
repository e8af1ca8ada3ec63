"""TrueSkill against published values and against the defining integrals; who is rated by which results."""

from math import sqrt

import pytest

from pairing.model.trueskill import LEAGUE, PARTS, Rating, TrueSkill, after, listed_rating, schedule_strength
from pairing.model.types import Bye, Entrant, Match, Round


def close(rating: Rating, mu: float, sigma: float, digits: float) -> bool:
    return (rating.mu, rating.sigma) == (pytest.approx(mu, abs=digits), pytest.approx(sigma, abs=digits))


def test_the_published_values_of_two_new_players() -> None:
    """trueskill.org, rate_1vs1(Rating(), Rating()): mu=29.396, sigma=7.171 and mu=20.604, sigma=7.171 (draws: 10 %)."""
    winner, loser = TrueSkill(draw_probability=0.10).after_win(Rating(), Rating())
    assert close(winner, 29.396, 7.171, 0.0005)
    assert close(loser, 20.604, 7.171, 0.0005)


def test_the_published_values_of_two_chess_players() -> None:
    """J. Moser, "Computing Your Skill", tests of the program beside it: "inspired by a real bug"; its own drift is
    added a little later, so that the fourth digit differs.
    """
    chess = TrueSkill(beta=200, tau=1200 / 300, draw_probability=0.03)
    winner, loser = chess.after_win(Rating(1301.0007, 42.9232), Rating(1188.7560, 42.5570))
    assert close(winner, 1304.7820836, 42.8435139, 0.001)
    assert close(loser, 1185.0383099, 42.4856046, 0.001)


def test_the_most_surprising_result_is_rated_too() -> None:
    """Where the probability of the result has no digits left; the values of both formulas meet at t = -30."""
    for gap in (178.6, 178.9, 500.0, 1e4):
        first, second = LEAGUE.after_win(Rating(0, 1), Rating(gap, 1))
        assert first.mu > 0 and second.mu < gap and 0.98 < first.sigma < 1
    near, far = (LEAGUE.after_win(Rating(0, 1), Rating(gap, 1))[0] for gap in (181.1, 181.2))
    assert far.mu - near.mu == pytest.approx(0.1 * near.mu / 181.15, rel=1e-2)
    assert far.sigma == pytest.approx(near.sigma, abs=1e-6)


def test_an_average_player_beats_an_average_one_half_of_the_time() -> None:
    """p = Phi((mu - 25) / sqrt(2 beta^2 + sigma^2 + (25/3)^2)); Phi(1) = 0.841344746069 (published tables)."""
    spread = sqrt(2 * (25 / 6) ** 2 + 3.0**2 + (25 / 3) ** 2)
    p = schedule_strength({1: Rating(), 2: Rating(25 + spread, 3.0), 3: Rating(25 - spread, 3.0)})
    assert p == {1: PARTS // 2, 2: pytest.approx(0.841344746069 * PARTS, abs=1), 3: PARTS - p[2]}


def test_only_matches_won_over_the_board_move_ratings() -> None:
    results = ["1-0", "1/2-1/2", "0-0", "+--", "--+", "---", None]
    matches = tuple(Match(t, (2 * t, 2 * t + 1), r) for t, r in enumerate(results, 1))
    rated = after({}, [Round(1, matches=matches, byes=(Bye(99),))])
    assert sorted(rated) == [2, 3]
    assert rated[2].mu > 25 > rated[3].mu


def test_seats_decide_nothing_and_rounds_count_in_their_order() -> None:
    first = Round(1, matches=(Match(1, (1, 2), "0-1"),))
    second = Round(2, matches=(Match(1, (1, 3), "1-0"),))
    start = {1: Rating(30, 3)}
    two = LEAGUE.after_win(Rating(), Rating(30, 3))
    one = LEAGUE.after_win(two[1], Rating())
    assert after(start, [first, second]) == {1: one[0], 2: two[0], 3: one[1]}
    assert start == {1: Rating(30, 3)}


def test_who_has_no_rating_in_the_list_is_a_new_player() -> None:
    assert listed_rating(Entrant(1)) == Rating(25.0, 25 / 3)
    assert listed_rating(Entrant(1, mu=28.5)) == Rating(28.5, 25 / 3)
    assert listed_rating(Entrant(1, mu=28.5, sigma=2.0)).conservative == 22.5
