"""Ratings and meetings that run through the seasons of a league, against a plain computation and published values."""

from dataclasses import replace
from typing import Any

import pytest

from pairing.engine.seasons import Season, history, latest_meetings, with_ratings_replayed
from pairing.formats.document import dump, load
from pairing.model.trueskill import Rating
from pairing.model.types import Bye, ByeKind, Match, Round, RoundStatus
from tests.pairing.brute_tiered import after_match

NEW = (25.0, 25 / 3)


def season(number: int, *rounds: Round, listed: dict[int, Rating] | None = None) -> Season:
    """Entrants 101, 102, ... are the persons 1, 2, ..."""
    return Season(number, rounds, {100 + p: p for p in range(1, 99)}, listed or {})


def of_round(number: int, *matches: tuple[int, int, str | None], byes: tuple[Bye, ...] = ()) -> Round:
    tables = tuple(Match(t, (100 + a, 100 + b), r) for t, (a, b, r) in enumerate(matches, 1))
    return Round(number, matches=tables, byes=byes)


def values(rating: Rating) -> Any:
    return pytest.approx((rating.mu, rating.sigma), abs=1e-9)


def test_a_season_begins_where_the_one_before_ended_in_whatever_order_they_come() -> None:
    first, second = season(7, of_round(1, (1, 2, "1-0"))), season(9, of_round(1, (3, 1, "1-0")))
    one, two = after_match(NEW, NEW)
    three, one = after_match(NEW, one)
    for seasons in ([first, second], [second, first]):
        found = history(iter(seasons))
        assert {p: values(found.now[p]) for p in (1, 2, 3)} == {1: one, 2: two, 3: three}
        assert [(s.season, s.person, s.opponent, s.won) for s in found.steps] == [
            (7, 1, 2, True),
            (7, 2, 1, False),
            (9, 3, 1, True),
            (9, 1, 3, False),
        ]
        assert found.steps[3].before == found.steps[0].after


@pytest.mark.parametrize("result", ["+--", "--+", "---", "0-0", "1/2-1/2", None])
def test_forfeits_draws_and_open_matches_move_nothing(result: str | None) -> None:
    found = history([season(1, of_round(1, (1, 2, result)))])
    assert found.steps == ()
    assert found.now[1] == found.now[2] == Rating()


def test_byes_and_rounds_that_are_not_over_move_nothing() -> None:
    resting = of_round(1, byes=(Bye(101), Bye(102, ByeKind.HALF)))
    running = replace(of_round(2, (1, 2, "1-0")), status=RoundStatus.IN_PROGRESS)
    assert history([season(1, resting, running)]).steps == ()


def test_who_is_no_person_of_the_league_moves_nobody_and_is_met_by_nobody() -> None:
    stranger = Season(1, (Round(1, matches=(Match(1, (101, 999), "1-0"),)),), {101: 1}, {})
    assert history([stranger]).steps == ()
    assert dict(history([stranger]).now) == {1: Rating()}
    assert latest_meetings([stranger]) == {}


def test_a_listed_rating_counts_only_for_who_has_none_yet() -> None:
    first = Season(1, (of_round(1, (1, 3, "0-1")),), {101: 1, 103: 3}, {101: Rating(30.0, 2.0)})
    second = season(2, of_round(1, (1, 2, "1-0")), listed={101: Rating(5.0, 1.0), 102: Rating(18.0, 3.0)})
    three, one = after_match(NEW, (30.0, 2.0))
    one, two = after_match(one, (18.0, 3.0))
    found = history([second, first])
    assert {p: values(found.now[p]) for p in (1, 2, 3)} == {1: one, 2: two, 3: three}


def test_who_was_listed_and_never_played_gets_the_rating_of_a_later_list() -> None:
    """1 was on the list of the first season, 2 had only a bye and a forfeit there, 3 a rating of its own."""
    absent = of_round(1, (2, 4, "+--"), byes=(Bye(103, ByeKind.FULL),))
    first = season(1, absent, listed={103: Rating(31.0, 4.0)})
    second = season(2, listed={101: Rating(30.0, 2.0), 102: Rating(18.0, 3.0)})
    third = season(3, of_round(1, (1, 2, "1-0")), listed={103: Rating(32.0, 4.0)})
    one, two = after_match((30.0, 2.0), (18.0, 3.0))
    found = history([first, second, third])
    assert {p: values(found.now[p]) for p in (1, 2, 3, 4)} == {1: one, 2: two, 3: (32.0, 4.0), 4: NEW}


def test_the_last_meeting_counts_whatever_came_of_it() -> None:
    seasons = [
        season(4, of_round(1, (1, 2, "---"), (3, 4, None))),
        season(2, of_round(1, (2, 1, "1-0"), (1, 3, "1-0"))),
    ]
    both = {frozenset((1, 2)): 4, frozenset((3, 4)): 4, frozenset((1, 3)): 2}
    assert latest_meetings(seasons) == latest_meetings(reversed(seasons)) == both


def test_whatever_has_the_option_replays() -> None:
    event = load(
        {
            "format": "pairwright-event/1",
            "phases": [
                {"system": {"name": "tiered", "options": {"elimination": 3}}, "rounds": 2},
                {"system": {"name": "monrad", "options": {}}, "rounds": 1},
                {"cut": {"losses": 1}, "system": {"name": "bracket", "options": {"ratings": "given"}}},
            ],
            "tiebreaks": ["losses", "strength_of_schedule"],
            "players": [{"id": i} for i in range(1, 9)],
        }
    )
    replayed = with_ratings_replayed(event)
    assert [dict(p.options) for p in replayed.phases] == [
        {"elimination": 3, "ratings": "replayed"},
        {},
        {"ratings": "replayed"},
    ]
    assert [dict(spec.params) for spec in replayed.tiebreaks] == [{}, {"ratings": "replayed"}]
    assert with_ratings_replayed(replayed) == replayed
    assert load(dump(replayed)).phases == replayed.phases
    plain_event = load({"format": "pairwright-event/1", "players": [{"id": 1}, {"id": 2}]})
    assert with_ratings_replayed(plain_event) == plain_event
