"""The persons of a series: merged, split, renamed, linked; and every step taken back exactly."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.factories import (
    add_player,
    enter_all,
    make_event,
    make_table_event,
    make_user,
    play_round,
    publish,
    refused,
)
from tests.tournaments.series.test_series import LOSER, WINNER, make_series, rating, season_with, winner_is
from tests.tournaments.steps import all_refused
from tournaments.events.services import bin as bins, events
from tournaments.models import Identity, Match, Player, Series, Tournament
from tournaments.players.services import imports, players
from tournaments.rounds.services import rounds
from tournaments.series.services import identities, series
from tournaments.series.services.undo import last_undoable
from tournaments.snapshots import load


def who_is_who(league: Series) -> dict[Any, Any]:
    """Everything an undo has to bring back: who stands for whom under which key, ratings, meetings, seasons."""
    rows = Player.objects.order_by("pk")
    return {
        "players": list(rows.values_list("pk", "identity", "identity__name", "series_mu", "series_sigma")),
        "persons": set(Identity.objects.filter(series=league).values_list("pk", "name")),
        "events": list(
            Tournament.objects.order_by("pk").values_list("pk", "series", "season", "series_meetings")
        ),
        "settings": Series.objects.filter(pk=league.pk).values("name", "slug", "order", "visibility").get(),
    }


def identity(name: str) -> Identity:
    return Identity.objects.get(name=name)


def anna_wins(match: Match) -> str:
    return "1-0" if match.seats.get(position=0).player.name == "Anna" else "0-1"


@pytest.fixture
def league() -> Series:
    """Anna beats Ben in season 1; Anne (who is Anna) and Ben are in season 2, Anna in season 3."""
    league = make_series()
    play_round(season_with(league, 1, "Anna", "Ben"), anna_wins)
    season_with(league, 2, "Anne", "Ben")
    season_with(league, 3, "Anna", "Carl")
    return league


@pytest.fixture
def done(django_capture_on_commit_callbacks: Any) -> Callable[..., Any]:
    """Does something together with what follows once it is committed."""

    def do(action: Callable[..., Any], **given: Any) -> Any:
        with django_capture_on_commit_callbacks(execute=True):
            return action(**given)

    return do


def undo_last(league: Series) -> None:
    step = last_undoable(league)
    assert step is not None
    identities.undo(series=league, entry=step, actor=league.owner)


def test_merged_persons_have_one_rating_through_all_seasons(league: Series) -> None:
    second = Tournament.objects.get(season=2)
    assert rating(second, "Anne") == (None, None)
    before = who_is_who(league)
    identities.merge(series=league, keep=identity("Anna"), other=identity("Anne"), actor=league.owner)
    assert rating(second, "Anne")[0] == pytest.approx(WINNER, abs=1e-4)
    second.refresh_from_db()
    assert second.series_meetings == [{"season": 1, "players": [1, 2]}]
    assert not Identity.objects.filter(name="Anne").exists() and identity("Anna").players.count() == 3
    undo_last(league)
    assert who_is_who(league) == before


def test_a_player_is_linked_and_unlinked_and_two_of_one_event_are_two(league: Series) -> None:
    before = who_is_who(league)
    all_refused(
        same_event=lambda: identities.merge(
            series=league, keep=identity("Anna"), other=identity("Ben"), actor=None
        ),
        same_person=lambda: identities.merge(
            series=league, keep=identity("Anna"), other=identity("Anna"), actor=None
        ),
    )
    assert who_is_who(league) == before
    anne = Player.objects.get(name="Anne")
    identities.link(player=anne, identity=identity("Anna"), actor=league.owner)
    assert rating(anne.tournament, "Anne")[0] == pytest.approx(WINNER, abs=1e-4)
    undo_last(league)
    assert who_is_who(league) == before
    with refused("same_event"):
        identities.link(player=anne, identity=identity("Ben"), actor=None)
    Player.objects.filter(pk=anne.pk).update(house=True, identity=None)
    with refused("house_player"):
        identities.link(player=anne, identity=identity("Anna"), actor=None)


def test_a_split_person_leaves_the_ratings_to_the_other_but_needs_some_seasons(league: Series) -> None:
    anna, ben = identity("Anna"), identity("Ben")
    given: dict[str, Any] = {"series": league, "identity": anna, "name": "X", "actor": None}
    for code, chosen in (
        ("missing", []),
        ("nothing_left", anna.players.all()),
        ("not_of_person", ben.players.all()),
    ):
        with refused(code):
            identities.split(players=chosen, **given)
    assert not Identity.objects.filter(name="X").exists()
    before = who_is_who(league)
    third = Tournament.objects.get(season=3)
    assert rating(third, "Anna")[0] == pytest.approx(WINNER, abs=1e-4)
    row = Player.objects.get(tournament=third, name="Anna")
    new = identities.split(
        series=league, identity=identity("Anna"), players=[row], name="Anna of Aarhus", actor=None
    )
    assert rating(third, "Anna") == (None, None) and list(new.players.all()) == [row]
    undo_last(league)
    assert who_is_who(league) == before


def test_a_rename_leaves_the_events_as_they_are_and_who_was_merged_is_known_by_both_names(
    league: Series,
) -> None:
    before = who_is_who(league)
    identities.rename(series=league, identity=identity("Anna"), name="Anna  Berg", actor=None)
    assert identity("Anna Berg").players.first().name == "Anna"
    undo_last(league)
    assert who_is_who(league) == before
    identities.merge(series=league, keep=identity("Anna"), other=identity("Anne"), actor=None)
    assert season_with(league, 4, "Anne").players.get().identity == identity("Anna")


def test_steps_are_taken_back_in_their_order(league: Series) -> None:
    states = [who_is_who(league)]
    identities.merge(series=league, keep=identity("Anna"), other=identity("Anne"), actor=None)
    states.append(who_is_who(league))
    identities.rename(series=league, identity=identity("Anna"), name="Anna Berg", actor=None)
    states.append(who_is_who(league))
    third = Tournament.objects.get(season=3)
    series.take_event_out(series=league, tournament=third, actor=league.owner)
    assert rating(third, "Anna") == (None, None) and not Identity.objects.filter(name="Carl").exists()
    series.update_series(series=league, actor=None, name="Autumn league", order="mu")
    early = league.log_entries.order_by("pk")[1]
    with refused("step_changed"):
        identities.undo(series=league, entry=early, actor=None)
    undo_last(league)
    for state in reversed(states):
        undo_last(league)
        assert who_is_who(league) == state


def test_an_event_put_in_by_mistake_comes_out_again(league: Series) -> None:
    event = make_event(owner=league.owner, season=9)
    add_player(event, "Ben")
    before = who_is_who(league)
    series.put_event(series=league, tournament=event, season=4, actor=league.owner)
    assert rating(event, "Ben")[0] == pytest.approx(LOSER, abs=1e-4)
    undo_last(league)
    assert who_is_who(league) == before
    event.refresh_from_db()
    assert (event.series, event.season) == (None, 9)


def test_a_person_who_is_gone_does_not_stop_the_undo(league: Series) -> None:
    identities.link(player=Player.objects.get(name="Carl"), identity=identity("Ben"), actor=None)
    bins.delete_event(
        tournament=(gone := Tournament.objects.get(season=2)), actor=None, confirm_slug=gone.slug
    )
    undo_last(league)
    assert Player.objects.get(name="Carl").identity.name == "Carl"


def test_seasons_are_moved_and_ratings_with_them(league: Series) -> None:
    before = who_is_who(league)
    first = Tournament.objects.get(season=1)
    series.put_event(series=league, tournament=first, season=5, actor=None)
    assert rating(Tournament.objects.get(season=2), "Ben") == (None, None)
    assert rating(first, "Ben")[0] == 25.0, "now after season 2, in which nothing has been rated"
    with refused("season_taken"):
        series.put_event(series=league, tournament=first, season=3, actor=None)
    undo_last(league)
    assert who_is_who(league) == before


def test_what_an_event_must_be_to_be_a_season(league: Series) -> None:
    for_another = season_with(make_series(name="Another"), 1)
    all_refused(
        in_another_series=lambda: series.put_event(
            series=league, tournament=for_another, season=9, actor=None
        ),
        needs_two_seats=lambda: series.put_event(
            series=league, tournament=make_table_event(), season=9, actor=None
        ),
        missing=lambda: series.put_event(series=league, tournament=make_event(), season=None, actor=None),
    )
    third = Tournament.objects.get(season=3)
    all_refused(
        season_of_series=lambda: events.update_event(tournament=third, actor=None, season=8),
        needs_two_seats=lambda: events.update_event(tournament=third, actor=None, system="mahjong_schedule"),
    )


def test_players_who_come_later_are_linked_too(
    league: Series, django_capture_on_commit_callbacks: Any
) -> None:
    third = Tournament.objects.get(season=3)
    with django_capture_on_commit_callbacks(execute=True):
        ben = add_player(third, "ben")
        imports.apply_import(tournament=third, actor=None, content="Anne\nDora")
    assert rating(third, "ben")[0] == pytest.approx(LOSER, abs=1e-4)
    ben.refresh_from_db()
    assert ben.identity == identity("Ben")
    assert identity("Anne").players.count() == 2 and identity("Dora").players.count() == 1


def test_a_name_mended_finds_its_person_or_stays_the_person_of_several_seasons(
    league: Series, done: Callable[..., Any]
) -> None:
    third = Tournament.objects.get(season=3)
    wrong = done(players.add_player, tournament=third, actor=None, name="Bne")
    done(players.edit_player, tournament=third, actor=None, player=wrong, name="Ben")
    assert rating(third, "Ben")[0] == pytest.approx(LOSER, abs=1e-4)
    assert not Identity.objects.filter(name="Bne").exists()
    row = Player.objects.get(tournament__season=3, name="Anna")
    done(players.edit_player, tournament=row.tournament, actor=None, player=row, name="Anna Berg")
    row.refresh_from_db()
    assert row.identity == identity("Anna")


def test_an_event_deleted_or_a_player_removed_leaves_nobody_behind(
    league: Series, done: Callable[..., Any]
) -> None:
    third = Tournament.objects.get(season=3)
    done(players.remove_player, tournament=third, actor=None, player=third.players.get(name="Carl"))
    assert not Identity.objects.filter(name="Carl").exists()
    first, third = Tournament.objects.get(season=1), Tournament.objects.get(season=3)
    done(bins.delete_event, tournament=first, actor=None, confirm_slug=first.slug)
    assert rating(third, "Anna") == (None, None)


def test_a_refresh_without_a_change_or_a_result_of_the_newest_season_asks_nothing(
    league: Series, django_capture_on_commit_callbacks: Any
) -> None:
    versions = list(Tournament.objects.order_by("pk").values_list("version", flat=True))
    assert series.refresh(league) == set()
    assert list(Tournament.objects.order_by("pk").values_list("version", flat=True)) == versions
    round_ = publish(Tournament.objects.get(season=3))
    with django_capture_on_commit_callbacks() as waiting:
        enter_all(round_, winner_is("Anna"))
    assert waiting == []


def test_an_open_round_of_an_earlier_season_counts_nothing_yet(
    django_capture_on_commit_callbacks: Any,
    done: Callable[..., Any],
) -> None:
    league = make_series()
    first = season_with(league, 1, "Anna", "Ben")
    second = season_with(league, 2, "Anna", "Ben")
    with django_capture_on_commit_callbacks(execute=True):
        round_ = publish(first)
        enter_all(round_, winner_is("Anna"))
    series.refresh(league)
    assert rating(second, "Anna")[0] == 25.0
    done(rounds.complete, tournament=first, actor=None, round_=round_)
    assert rating(second, "Anna")[0] == pytest.approx(WINNER, abs=1e-4)
    done(rounds.reopen_round, tournament=first, actor=None, round_=round_)
    assert rating(second, "Anna")[0] == 25.0


def test_a_rating_typed_for_a_newcomer_is_where_the_rating_begins() -> None:
    league = make_series()
    first = make_event(owner=make_user())
    add_player(first, "Anna", mu=30.0, sigma=2.0)
    add_player(first, "Ben")
    series.put_event(series=league, tournament=first, season=1, actor=None)
    assert rating(season_with(league, 2, "Anna"), "Anna") == (30.0, 2.0)


def test_a_rating_typed_later_counts_for_who_has_never_been_rated() -> None:
    """Anna and Ben are in the first season without a match; only then is something known of Anna."""
    league = make_series()
    season_with(league, 1, "Anna", "Ben")
    second = make_event(owner=league.owner)
    add_player(second, "Anna", mu=30.0, sigma=2.0)
    add_player(second, "Ben")
    series.put_event(series=league, tournament=second, season=2, actor=None)
    third = season_with(league, 3, "Anna")
    assert rating(second, "Anna") == (None, None)
    [anna, _ben] = load(second).entrants
    assert (anna.mu, anna.sigma) == (30.0, 2.0)
    assert rating(third, "Anna") == (30.0, 2.0)


def test_a_series_that_is_deleted_leaves_its_events(league: Series) -> None:
    count = Player.objects.count()
    with refused("not_confirmed"):
        series.delete_series(series=league, actor=None, confirm_slug="x")
    series.delete_series(series=league, actor=None, confirm_slug=league.slug)
    assert Player.objects.filter(identity=None, series_mu=None).count() == count
    assert list(Tournament.objects.order_by("season").values_list("series", "season")) == [
        (None, 1), (None, 2), (None, 3),
    ]  # fmt: skip


def test_settings_that_cannot_be_are_refused() -> None:
    league = make_series()
    for code, given in (
        ("missing", {"name": " "}),
        ("bad_visibility", {"visibility": "secret"}),
        ("bad_order", {"order": "alphabet"}),
        ("bad_slug", {"slug": "new"}),
        ("unknown_field", {"colour": "red"}),
    ):
        with refused(code):
            series.update_series(series=league, actor=None, **given)
    with refused("slug_taken"):
        make_series(slug=league.slug)
    assert make_series().slug != league.slug
