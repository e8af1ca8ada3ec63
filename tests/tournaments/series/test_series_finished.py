"""What is finished stays as it was published, whatever its series comes to say."""

from __future__ import annotations

from typing import Any

from tests.factories import add_player, import_event, make_event, play_round, refused
from tests.tournaments.series.test_series import make_series, rating, season_with
from tests.tournaments.series.test_series_persons import winner_is
from tests.tournaments.steps import lower_wins
from tournaments.models import Tournament
from tournaments.selectors.standings import standings
from tournaments.services import events, series
from tournaments.services.documents import export_event


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
    assert (_ranks(event), event.series, event.season) == (before, None, None)
    events.reopen_event(tournament=event, actor=None)
    series.put_event(series=league, tournament=event, season=1, actor=league.owner)
    events.finish_event(tournament=event, actor=None)
    assert _ranks(event) != before
    copy = import_event(document_data=export_event(event), owner=event.owner)
    assert (copy.series, copy.status, _ranks(copy)) == (None, "finished", _ranks(event))
