"""manage.py demo: what it promises, and that a second run changes nothing."""

import io
import stat
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client, override_settings

from accounts.models import User
from pairing.engine.recheck import recheck
from pairing.formats import document
from tournaments import snapshots
from tournaments.events.selectors.unplayed import missing_tables
from tournaments.management.demo import league as demo_league, people
from tournaments.management.demo.events import EVENTS
from tournaments.models import Bye, Identity, LogEntry, Match, RoundState, Series, Status, Tournament
from tournaments.phones.selectors.reports import open_reports
from tournaments.standings.selectors.standings import standings


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("demo")


@pytest.fixture(scope="module")
def made(shared_database: Any, folder: Path) -> str:
    """The demo, made once for the whole file; what it has printed."""
    out = io.StringIO()
    with shared_database.unblock(), override_settings(DATA_DIR=folder):
        call_command("demo", stdout=out)
    return out.getvalue()


@pytest.fixture
def printed(made: str, settings: Any, folder: Path) -> str:
    settings.DATA_DIR = folder
    return made


@pytest.fixture
def league(made: str) -> list[Tournament]:
    """Its seasons, the first one first."""
    series = Series.objects.get(slug=demo_league.SERIES_SLUG)
    return list(Tournament.objects.filter(series=series).select_related("series").order_by("season"))


def test_the_open_of_60_players_is_half_way_through_by_the_dutch_system(printed: str) -> None:
    event = Tournament.objects.get(slug="harbour-open")
    assert (event.system, event.rounds_planned, event.status) == ("dutch", 7, Status.RUNNING)
    assert _states(event) == [RoundState.COMPLETED] * 3 + [RoundState.IN_PROGRESS]
    assert len(missing_tables(event.rounds.get(number=4))) == 9
    assert event.players.count() == 60
    assert event.players.get(name=people.LATE[0]).joined_round == 2
    assert event.players.filter(left_after_round=2).count() == 1
    assert {"full", "half"} <= set(Bye.objects.filter(round__tournament=event).values_list("kind", flat=True))


def test_the_riichi_event_is_in_its_third_round(printed: str) -> None:
    event = Tournament.objects.get(slug="lighthouse-riichi")
    assert (event.rounds_planned, len(event.schedule)) == (8, 6)
    assert _states(event) == [RoundState.COMPLETED] * 2 + [RoundState.IN_PROGRESS]
    assert (event.players.filter(house=False).count(), event.players.filter(house=True).count()) == (24, 1)
    drawn = event.players.filter(house=False).values_list("draw_number", flat=True)
    assert sorted(drawn) == list(range(1, 25))
    assert missing_tables(event.rounds.get(number=3)) != []
    (report,) = open_reports(event)
    assert (report.round_number, report.is_disputed) == (3, False)
    assert sum(line.penalty for line in standings(event).lines) == -2000 - 3000  # a chombo and a missed game


def test_the_shogi_programs_play_a_round_while_the_next_one_hangs_out(printed: str) -> None:
    event = Tournament.objects.get(slug="computer-shogi")
    assert (event.system, event.options["mode"]) == ("wcsc", "MS")
    assert _states(event) == [*[RoundState.COMPLETED] * 2, RoundState.IN_PROGRESS, RoundState.PUBLISHED]
    assert len(missing_tables(event.rounds.get(number=3))) == 4


def test_at_the_magic_evening_two_players_disagree(printed: str) -> None:
    event = Tournament.objects.get(slug="friday-magic")
    assert _states(event) == [RoundState.COMPLETED, RoundState.IN_PROGRESS]
    assert not Match.objects.filter(round__tournament=event, round__number=1, games=None).exists()
    reports = open_reports(event)
    assert len(reports) == 2 and all(report.is_disputed for report in reports)


def test_the_club_waits_for_its_players_to_check_in(printed: str) -> None:
    event = Tournament.objects.get(slug="thursday-club")
    assert (event.system, _states(event)) == ("keizer", [RoundState.COMPLETED] * 3)
    assert event.require_check_in and event.players.filter(checked_in=True).count() == 9


def test_each_event_says_what_there_is_to_do_next(printed: str, client: Client) -> None:
    client.force_login(User.objects.get())
    for slug in (*EVENTS, demo_league.slug_of(3)):
        assert "To try: " in client.get(f"/e/{slug}/").content.decode()
        assert "To try: " in client.get(f"/desk/{slug}/").content.decode()


def _states(event: Tournament) -> list[str]:
    return [round_.state for round_ in event.rounds.order_by("number")]


def test_the_league_is_in_the_quarterfinals_of_its_third_season_with_somebody_under_two_names(
    league: list[Tournament],
) -> None:
    first, second, third = league
    assert [event.season for event in league] == [1, 2, 3]
    assert [event.status for event in league] == [Status.FINISHED, Status.FINISHED, Status.RUNNING]
    assert [event.rounds.count() for event in (first, second)] == [9, 9]
    states = [round_.state for round_ in third.rounds.order_by("number")]
    assert states == [RoundState.COMPLETED] * 6 + [RoundState.IN_PROGRESS]
    assert missing_tables(third.rounds.get(number=7)) == [3, 4]
    assert [event.players.count() for event in league] == [20, 18, 19]
    assert all(len(event.phases) == 2 for event in league)
    person = Identity.objects.get(name=demo_league.MARRIED)
    taken = person.players.order_by("tournament__season").values_list("tournament__season", "name")
    assert [name for _season, name in taken] == [demo_league.MAIDEN, *[demo_league.MARRIED] * 2]
    assert Identity.objects.count() == 24


def test_the_pages_of_the_league_answer_and_every_round_can_be_paired_again(
    league: list[Tournament], client: Client
) -> None:
    for address in ("/s/lantern-league/", "/e/lantern-3/bracket/", "/e/lantern-3/standings/"):
        answer = client.get(address)
        assert answer.status_code == 200
        assert "Ewa Błaszczyk" in answer.content.decode()
    for event in league:
        checks = recheck(document.load(document.dump(snapshots.load(event))))
        assert checks and all(check.same for check in checks)


def test_a_second_run_makes_no_league_of_events_that_are_left_of_one(printed: str) -> None:
    assert Series.objects.get().events.count() == demo_league.SEASONS
    Series.objects.all().delete()
    call_command("demo", stdout=io.StringIO())
    assert not Series.objects.exists()
    assert Tournament.objects.filter(slug=demo_league.slug_of(1)).exists()


def test_the_login_is_printed_once_and_a_second_run_changes_nothing(printed: str, folder: Path) -> None:
    kept = folder / "demo-login.txt"
    username, password = kept.read_text().split()
    assert password in printed
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert User.objects.get(username=username).check_password(password)
    before = (LogEntry.objects.count(), User.objects.get().password)
    out = io.StringIO()
    call_command("demo", stdout=out)
    assert (LogEntry.objects.count(), User.objects.get().password) == before
    assert password not in out.getvalue()
