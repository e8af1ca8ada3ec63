"""How a history begins, and an event that is finished, opened again, or put into a series in the middle of it."""

import pytest

from tests.factories import make_event, play_round
from tests.tournaments.steps import given, take_back
from tournaments.events.services import events
from tournaments.files.services.documents import export_kept
from tournaments.history import restore_points, undo
from tournaments.history.replay import replay
from tournaments.history.restore import restore
from tournaments.models import Tournament
from tournaments.players.services import players
from tournaments.series.services import series

pytestmark = pytest.mark.django_db


def test_a_removal_as_the_first_change_of_all_comes_after_the_state_that_is_kept() -> None:
    event = make_event(field=4)
    players.remove_player(**given(event), player=event.players.get(number=2))
    assert replay(event).same
    take_back(event)
    assert event.players.count() == 4


def test_that_an_event_was_opened_again_is_done_again_like_any_step() -> None:
    event = make_event(field=4, rounds_planned=2)
    play_round(event)
    events.finish_event(**given(event))
    events.reopen_event(**given(event))
    players.edit_player(**given(event), player=event.players.get(number=1), club="Hamburg")
    for _time in range(2):
        take_back(event, 3)
        assert Tournament.objects.get(pk=event.pk).status == "running"
        for _step in range(3):
            undo.redo_last_step(**given(event))
    event.refresh_from_db()
    assert (event.status, event.players.get(number=1).club) == ("running", "Hamburg")


def test_a_secret_is_hidden_however_often_the_end_of_the_event_is_taken_back() -> None:
    event = make_event(field=4, rounds_planned=1, secret_seeds=True)
    play_round(event)
    events.finish_event(**given(event))
    take_back(event)
    undo.redo_last_step(**given(event))
    shown = Tournament.objects.get(pk=event.pk).draw_seed
    take_back(event)
    assert Tournament.objects.get(pk=event.pk).draw_seed != shown


def test_restoring_a_state_of_before_the_event_was_a_season_leaves_it_in_its_series() -> None:
    event = make_event(field=4)
    kept = restore_points.keep_by_hand(**given(event), note="Before it was a season")
    league = series.create_series(owner=event.owner, name="League")
    series.put_event(series=league, tournament=event, season=3, actor=event.owner)
    play_round(event)
    assert export_kept(event, kept)["rounds"] == []
    restore(**given(event), snapshot=kept, note="Played on the wrong day")
    event.refresh_from_db()
    assert (event.series, event.season, event.rounds.count()) == (league, 3, 0)
