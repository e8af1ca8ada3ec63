"""What a series shows: ratings replayed through all seasons, the ranking, one person, and who may see what."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import make_user
from tests.league import SEASONS, by_skill, conservative, make_league, make_season, put_in, skills, someone
from tournaments.models import Identity, Match, Role, Series, Staff, Tournament
from tournaments.series.selectors import series as access
from tournaments.series.selectors.person import person, places_of
from tournaments.series.selectors.ranking import Ranking, ranking

NOBODY = AnonymousUser()


def seen(series: Series, user: object = NOBODY) -> access.View:
    return access.view_of(access.series_by_slug(series.slug, user), user)  # type: ignore[arg-type]


def table(series: Series, user: object = NOBODY) -> Ranking:
    return ranking(seen(series, user))


@pytest.fixture
def series() -> Series:
    return make_league()


def test_the_ranking_is_that_of_all_matches_replayed_with_records_and_what_changed() -> None:
    found = table(make_league())
    expected = skills(SEASONS)
    assert [row.name for row in found.rows] == by_skill(expected, expected)
    assert [row.rank for row in found.rows] == [1, 2, 3, 4, 5]
    for row in found.rows:
        assert (row.mu, row.sigma) == pytest.approx(expected[row.name])
        assert row.value == row.conservative == pytest.approx(conservative(expected[row.name]))
    rows = {row.name: row for row in found.rows}
    assert found.latest == 2
    assert {n: (r.won, r.lost, r.seasons, r.last_season) for n, r in rows.items()} == {
        "Ann": (3, 1, 2, 2), "Bo": (3, 1, 2, 2), "Cy": (2, 2, 2, 2), "Dee": (0, 2, 1, 1), "Eve": (0, 2, 1, 2),
    }  # fmt: skip
    before, after = skills({1: SEASONS[1]}), skills(SEASONS)
    for name in ("Ann", "Bo", "Cy"):
        gained = conservative(after[name]) - conservative(before[name])
        assert rows[name].change == pytest.approx(gained)
    assert rows["Eve"].change == pytest.approx(conservative(after["Eve"]))  # from 25 - 3 x 25/3 = 0
    assert rows["Dee"].change is None


def test_a_ranking_may_go_by_mu_and_a_name_is_found_without_accents() -> None:
    found = table(make_league(order="mu"))
    expected = skills(SEASONS)
    assert [row.name for row in found.rows] == sorted(expected, key=lambda name: -expected[name][0])
    found = table(make_league({1: [[("Søren Ågård", "Bo")]]}, slug="names"))
    assert [row.name for row in found.found("agard")] == ["Søren Ågård"]
    assert len(found.found(" ")) == 2 and found.found("xyz") == ()


def test_who_has_no_rated_match_stands_last_and_equal_ratings_share_a_rank(series: Series) -> None:
    put_in(series, make_season(series.owner, 3, [[("Ann", "Bo")]], more=["Aaron"]), 3)
    last = table(series).rows[-1]
    assert (last.name, last.rank, last.won, last.lost) == ("Aaron", None, 0, 0)
    assert (last.mu, last.sigma) == (25.0, 25 / 3)
    found = table(make_league({1: [[("Ann", "Bo"), ("Cy", "Dee")]]}, slug="equal"))
    assert [(row.rank, row.name) for row in found.rows] == [(1, "Ann"), (1, "Cy"), (3, "Bo"), (3, "Dee")]


def test_draws_and_forfeits_move_no_rating() -> None:
    series = make_league({1: [[("Ann", "Bo")]]})
    for version, result in enumerate(("1/2-1/2", "+--", "---", "0-0"), 100):
        Match.objects.update(result=result)
        Tournament.objects.update(version=version, public_version=version)
        assert all(row.rank is None for row in table(series).rows), result


def test_listed_ratings_count_before_the_first_season() -> None:
    series = make_league({1: [[("Ann", "Bo")]]})
    series.events.get().players.filter(name="Bo").update(mu=30.0, sigma=2.0)
    rows = {row.name: row for row in table(series).rows}
    expected = skills({1: [[("Ann", "Bo")]]}, {"Bo": (30.0, 2.0)})
    assert {n: (r.mu, r.sigma) for n, r in rows.items()} == {
        n: pytest.approx(skill) for n, skill in expected.items()
    }


def test_a_person_has_a_rating_after_every_rated_match_seasons_and_opponents(series: Series) -> None:
    found = person(seen(series), someone(series, "Ann").pk)
    assert [(p.season, p.round) for p in found.points] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    shorter = {1: SEASONS[1], 2: SEASONS[2][:1]}
    for point, so_far in zip(
        found.points, ({1: SEASONS[1][:1]}, {1: SEASONS[1]}, shorter, SEASONS), strict=True
    ):
        assert (point.rating.mu, point.rating.sigma) == pytest.approx(skills(so_far)["Ann"])
    assert (found.start.mu, found.start.sigma) == (25.0, 25 / 3)
    assert found.ranked == 5 and found.rated_matches == 4
    ann = person(seen(series), someone(series, "Ann").pk)
    # Points in season 1: Ann 2, Bo and Cy 1, Dee 0; in season 2: Bo 2, Ann and Cy 1, Eve 0 (chain: see the event).
    assert [(s.event.season, s.won, s.lost, s.byes) for s in ann.seasons] == [(2, 1, 1, 0), (1, 2, 0, 0)]
    assert ann.seasons[1].place == 1
    assert ann.seasons[0].place in (2, 3) and ann.seasons[0].places.players == 4
    assert [(p.name, p.won) for s in ann.seasons for p in s.rounds] == [
        ("Bo", False), ("Cy", True), ("Bo", True), ("Cy", True),
    ]  # fmt: skip
    assert [(o.name, o.won, o.lost) for o in ann.opponents] == [("Bo", 1, 1), ("Cy", 2, 0)]
    events = list(series.events.order_by("season"))
    places = places_of(events)
    assert [[name for _, name in places[event.pk].winners] for event in events] == [["Ann"], ["Bo"]]


def test_two_names_of_one_person_are_one_line() -> None:
    series = make_league({1: [[("Ann", "Bo")]], 2: [[("Annie", "Bo")]]})
    ann, annie = someone(series, "Ann"), someone(series, "Annie")
    series.events.get(season=2).players.filter(identity=annie).update(identity=ann)
    annie.delete()
    rows = {row.name: row for row in table(series).rows}
    assert set(rows) == {"Ann", "Bo"} and (rows["Ann"].won, rows["Ann"].seasons) == (2, 2)
    expected = skills({1: [[("Ann", "Bo")], [("Ann", "Bo")]]})
    assert rows["Ann"].mu == pytest.approx(expected["Ann"][0])
    assert [s.taken.name for s in person(seen(series), ann.pk).seasons] == ["Annie", "Ann"]


def test_a_private_season_counts_but_is_not_shown(series: Series) -> None:
    Tournament.objects.filter(series=series, season=2).update(visibility="private")
    view = seen(series)
    assert [event.season for event in view.events] == [1] and view.hidden == 1
    rows = {row.name: row for row in ranking(view).rows}
    assert "Eve" not in rows  # she was in season 2 only
    expected = skills(SEASONS)
    assert rows["Ann"].mu == pytest.approx(expected["Ann"][0])
    assert (rows["Ann"].won, rows["Ann"].lost, rows["Ann"].seasons) == (2, 0, 1)
    ann = person(view, someone(series, "Ann").pk)
    assert [(p.season, p.round) for p in ann.points] == [(1, 1), (1, 2), (2, None)]
    assert ann.points[-1].rating.mu == pytest.approx(expected["Ann"][0])
    assert [s.event.season for s in ann.seasons] == [1]
    assert [(o.name, len(o.rounds)) for o in ann.opponents] == [("Bo", 1), ("Cy", 1)]
    with pytest.raises(Identity.DoesNotExist):
        person(view, someone(series, "Eve").pk)
    assert len(table(series, series.owner).rows) == 5


def test_an_unlisted_season_is_shown_where_the_series_is_not_public(series: Series) -> None:
    Tournament.objects.filter(series=series, season=2).update(visibility="unlisted")
    assert [event.season for event in seen(series).events] == [1]
    Series.objects.update(visibility="unlisted")
    assert [event.season for event in seen(series).events] == [2, 1]


def test_a_private_series_is_for_its_owner_and_the_staff_of_its_events() -> None:
    series = make_league(visibility="private")
    helper, stranger = make_user(), make_user()
    Staff.objects.create(tournament=series.events.first(), user=helper, role=Role.SCOREKEEPER)
    for insider in (series.owner, helper):
        assert access.series_by_slug("league", insider) == series
        assert list(access.series_visible(insider)) == [series]
    for user in (NOBODY, None, stranger):
        with pytest.raises(Series.DoesNotExist):
            access.series_by_slug("league", user)
        assert list(access.series_visible(user)) == []
    assert list(access.series_listed()) == []
    assert list(access.series_of(series.owner)) == [series]


def test_a_correction_is_seen_at_once() -> None:
    series = make_league({1: [[("Ann", "Bo")]]})
    assert table(series).rows[0].name == "Ann"
    Match.objects.update(result="0-1")
    Tournament.objects.filter(series=series).update(version=100, public_version=100)
    assert table(series).rows[0].name == "Bo"


def test_as_many_questions_for_many_seasons_as_for_one() -> None:
    one = make_league({1: SEASONS[1]})
    many = make_league({n: SEASONS[1 + n % 2] for n in range(1, 7)}, owner=one.owner, slug="many")
    counts = []
    for series in (one, many):
        with CaptureQueriesContext(connection) as cold:
            table(series)
        with CaptureQueriesContext(connection) as warm:
            table(series)
        counts.append((len(cold), len(warm)))
    assert counts[0] == counts[1]
    assert counts[0][0] <= 9 and counts[0][1] <= 3
