"""Events as seasons of a series: who is who, what is taken over, what stays; two people at one series at once."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.conftest import at_once
from tests.factories import add_player, import_event, make_event, make_user, play_round, refused
from tests.replayed import step
from tests.tournaments.steps import lower_wins
from tournaments.events.services import events
from tournaments.files.services.documents import export_event
from tournaments.models import Action, Identity, Match, Player, Series, SeriesAction, Tournament
from tournaments.players.services import players
from tournaments.results.services import results
from tournaments.series.services import identities, series
from tournaments.snapshots import load
from tournaments.standings.selectors.standings import standings
from tournaments.steps.refusals import ServiceError

# Two new players meet (mu 25, sigma 25/3, beta 25/6, tau 25/300, no draws), by hand from the paper's equations:
# sigma^2 + tau^2 = 69.4514, c^2 = 2 beta^2 + 2 * 69.4514 = 173.625, t = 0, v = 2 phi(0) = 0.797885, w = v^2 = 0.636620;
# mu moves by 69.4514 v / c = 4.20547, and sigma is sqrt(69.4514 (1 - 69.4514 w / c^2)) = 7.19481.
WINNER, LOSER, SIGMA = 29.20547, 20.79453, 7.19481


@step
def make_series(**settings: Any) -> Series:
    return series.create_series(**{"owner": make_user(), "name": "Spring league", **settings})


@step
def season_with(league: Series, number: int, *names: str, **settings: Any) -> Tournament:
    """An event of two-seat matches with these players, put into the series."""
    event = make_event(owner=league.owner, name=f"Season {number}", **settings)
    for name in names:
        add_player(event, name, allow_duplicate=True)
    return series.put_event(series=league, tournament=event, season=number, actor=league.owner)


def rating(event: Tournament, name: str) -> tuple[float | None, float | None]:
    player = Player.objects.get(tournament=event, name=name)
    return player.series_mu, player.series_sigma


def winner_is(name: str) -> Any:
    def result(match: Match) -> str:
        return "1-0" if match.seats.get(position=0).player.name == name else "0-1"

    return result


@pytest.fixture
def league() -> Series:
    return make_series()


def test_an_event_put_in_makes_persons_of_its_players(league: Series) -> None:
    event = season_with(league, 1, "Aiko Sato", "Jens Hansen")
    assert set(Identity.objects.values_list("name", "series")) == {
        ("Aiko Sato", league.pk),
        ("Jens Hansen", league.pk),
    }
    assert (event.series, event.season, event.log_entries.first().action) == (
        league,
        1,
        Action.SERIES_CHANGED,
    )
    assert league.log_entries.first().action == SeriesAction.EVENT_ADDED


def test_players_of_the_same_name_are_one_person(league: Series) -> None:
    season_with(league, 1, "Aiko Sato", "Soren  STRASSE", "Jose\u0301")
    season_with(league, 2, "aiko  sato", "Soren Straße", "Jos\u00e9", "Aiko Satō")
    seasons = {p.name: p.players.count() for p in Identity.objects.all()}
    assert seasons == {"Aiko Sato": 2, "Soren STRASSE": 2, "Jos\u00e9": 2, "Aiko Satō": 1}


def test_two_of_one_name_are_not_guessed_at(league: Series) -> None:
    season_with(league, 1, "Jens Hansen", "Jens Hansen")
    season_with(league, 2, "Jens Hansen")
    assert Identity.objects.count() == 3


def test_the_second_of_a_name_in_one_event_is_somebody_else(league: Series) -> None:
    season_with(league, 1, "Jens Hansen")
    second = season_with(league, 2, "Jens Hansen", "Jens Hansen")
    assert Identity.objects.count() == 2
    first, other = second.players.order_by("number")
    assert first.identity.players.count() == 2 and other.identity.players.count() == 1


def test_a_later_season_begins_with_the_ratings_of_the_earlier(league: Series) -> None:
    first = season_with(league, 1, "Winner", "Loser")
    second = season_with(league, 2, "Loser", "Winner", "Newcomer")
    assert rating(second, "Winner") == (25.0, pytest.approx(25 / 3)), (
        "in an earlier season, but not rated yet"
    )
    assert rating(second, "Newcomer") == (None, None) == rating(first, "Winner")
    play_round(first, winner_is("Winner"))
    series.refresh(league)
    assert rating(second, "Winner") == (pytest.approx(WINNER, abs=1e-4), pytest.approx(SIGMA, abs=1e-4))
    assert rating(second, "Loser") == (pytest.approx(LOSER, abs=1e-4), pytest.approx(SIGMA, abs=1e-4))
    second.refresh_from_db()
    assert second.series_meetings == [{"season": 1, "players": [1, 2]}]
    snapshot = load(second)
    assert snapshot.entrants[1].mu == pytest.approx(WINNER, abs=1e-4)
    assert [(m.season, m.players) for m in snapshot.earlier_meetings] == [(1, (1, 2))]


def test_a_corrected_result_of_season_one_changes_what_season_three_begins_with(
    league: Series, django_capture_on_commit_callbacks: Any
) -> None:
    first = season_with(league, 1, "Winner", "Loser")
    play_round(first, winner_is("Winner"))
    season_with(league, 2, "Somebody")
    third = season_with(league, 3, "Winner", "Loser")
    version = Tournament.objects.get(pk=third.pk).version
    table = first.rounds.get().matches.get()
    other = "0-1" if table.result == "1-0" else "1-0"
    with django_capture_on_commit_callbacks(execute=True):
        results.correct_result(tournament=first, actor=league.owner, match=table, result=other)
    assert rating(third, "Winner")[0] == pytest.approx(LOSER, abs=1e-4)
    assert rating(third, "Loser")[0] == pytest.approx(WINNER, abs=1e-4)
    assert Tournament.objects.get(pk=third.pk).version == version + 1


# --- two people at the same moment


def refusals(*actions: Callable[[], Any]) -> list[str]:
    """Run all at the same moment; the codes of the refusals."""

    def run(index: int) -> str:
        try:
            actions[index]()
        except ServiceError as error:
            return error.code
        return ""

    return [code for code in at_once(len(actions), run) if code]


def merge(league: Series, keep: Identity, other: Identity) -> Callable[[], Any]:
    mine = Series.objects.get(pk=league.pk)
    return lambda: identities.merge(series=mine, keep=keep, other=other, actor=None)


@pytest.mark.django_db(transaction=True)
def test_two_merges_of_the_same_two_the_other_way_round() -> None:
    league = make_series()
    season_with(league, 1, "Anna")
    season_with(league, 2, "Anne")
    anna, anne = Identity.objects.order_by("name")
    assert refusals(merge(league, anna, anne), merge(league, anne, anna)) == ["not_of_series"]
    assert Identity.objects.get().players.count() == 2
    assert league.log_entries.filter(action="merged").count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_merges_into_one_person() -> None:
    league = make_series()
    for season, name in enumerate(["Anna", "Anne", "Ana"], 1):
        season_with(league, season, name)
    people = {person.name: person for person in Identity.objects.all()}
    actions = [merge(league, people["Anna"], people[name]) for name in ("Anne", "Ana")]
    assert refusals(*actions) == []
    assert Identity.objects.get().players.count() == 3


@pytest.mark.django_db(transaction=True)
def test_two_events_get_the_same_newcomer() -> None:
    league = make_series()
    first, second = season_with(league, 1), season_with(league, 2)
    add = [
        lambda event=event: players.add_player(tournament=event, actor=None, name="Dora")
        for event in (first, second)
    ]
    assert refusals(*add) == []
    assert Identity.objects.get().players.count() == 2
    assert Player.objects.filter(tournament=second).get().series_mu == 25.0


# --- what is finished stays as it was published ---


def _ranks(event: Tournament) -> list[tuple[str, int]]:
    event.refresh_from_db()
    return [(line.name, line.rank) for line in standings(event).lines]


def test_a_finished_event_keeps_its_ranks_in_a_series_and_out_of_it_until_it_is_reopened(
    django_capture_on_commit_callbacks: Any,
) -> None:
    """Ben beat Anna in season 1; then both lose in a league that goes by the ratings and meetings from before."""
    league = make_series()
    first = season_with(league, 1, "Anna", "Ben")
    play_round(first, winner_is("Ben"))
    event = make_event(owner=league.owner, system="tiered", tiebreaks=None, rounds_planned=3)
    for name in ("Anna", "Ben"):
        add_player(event, name)
    play_round(event, lambda match: "0-0")
    events.finish_event(tournament=event, actor=None)
    before = _ranks(event)
    series.put_event(series=league, tournament=event, season=2, actor=league.owner)
    assert _ranks(event) == before
    assert (rating(event, "Ben"), event.series_meetings) == ((None, None), [])
    with django_capture_on_commit_callbacks(execute=True):
        events.reopen_event(tournament=event, actor=None)
    event.refresh_from_db()
    assert rating(event, "Ben")[0] > rating(event, "Anna")[0]
    assert event.series_meetings == [{"season": 1, "players": [1, 2]}]
    events.finish_event(tournament=event, actor=None)
    kept = _ranks(event), rating(event, "Ben")
    series.take_event_out(series=league, tournament=event, actor=None)
    assert (_ranks(event), rating(event, "Ben")) == kept


def test_a_finished_event_whose_places_a_series_would_change_stays_out_until_it_is_reopened() -> None:
    """Nobody has a rating, so all schedules are as hard, and equal points share a rank. A series counts what the own
    results say of the opponents.
    """
    league = make_series()
    chain = ["strength_of_schedule"]
    event = make_event(owner=league.owner, system="tiered", tiebreaks=chain, rounds_planned=2, field=6)
    for _ in range(2):
        play_round(event, lower_wins)
    events.finish_event(tournament=event, actor=None)
    before = _ranks(event)
    with refused("final_ranks_change", field="season", event=event.name):
        series.put_event(series=league, tournament=event, season=1, actor=league.owner)
    assert (event.series, event.season, _ranks(event)) == (None, None, before)
    events.reopen_event(tournament=event, actor=None)
    series.put_event(series=league, tournament=event, season=1, actor=league.owner)
    events.finish_event(tournament=event, actor=None)
    assert _ranks(event) != before
    copy = import_event(document_data=export_event(event), owner=event.owner)
    assert (copy.series, copy.status, _ranks(copy)) == (None, "finished", _ranks(event))
