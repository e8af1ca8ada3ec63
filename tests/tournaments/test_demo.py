"""manage.py demo: what it promises, and that a second run changes nothing."""

from __future__ import annotations

import io
import stat
from pathlib import Path

import pytest
from django.core.management import call_command

from accounts.models import User
from tournaments.management.commands import demo
from tournaments.models import Bye, LogEntry, Match, RoundState, Status, Tournament
from tournaments.selectors.claims import open_claims
from tournaments.selectors.rounds import missing_tables
from tournaments.selectors.standings import standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def printed(settings: object, tmp_path: Path) -> str:
    settings.DATA_DIR = tmp_path  # type: ignore[attr-defined]
    out = io.StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def test_the_open_is_half_way_through(printed: str) -> None:
    event = Tournament.objects.get(slug=demo.OPEN_SLUG)
    states = [round_.state for round_ in event.rounds.order_by("number")]
    assert (event.rounds_planned, event.status) == (7, Status.RUNNING)
    assert states == [RoundState.COMPLETED] * 3 + [RoundState.IN_PROGRESS]
    last = Match.objects.filter(round__tournament=event, round__number=4)
    assert last.filter(result=None).count() == 5 and last.exclude(result=None).exists()
    assert event.players.count() == len(demo.OPEN_PLAYERS) + 1
    assert event.players.get(name=demo.LATE[0]).joined_round == 2
    assert event.players.filter(left_after_round=2).count() == 1
    assert {"full", "half", "absent"} <= set(
        Bye.objects.filter(round__tournament=event).values_list("kind", flat=True)
    )
    assert event.options["elimination"] == "none"


def test_the_riichi_event_is_in_its_third_round(printed: str) -> None:
    event = Tournament.objects.get(slug=demo.RIICHI_SLUG)
    states = [round_.state for round_ in event.rounds.order_by("number")]
    assert (event.rounds_planned, len(event.schedule)) == (8, 6)
    assert states == [RoundState.COMPLETED] * 2 + [RoundState.IN_PROGRESS]
    assert (event.players.filter(house=False).count(), event.players.filter(house=True).count()) == (24, 1)
    drawn = event.players.filter(house=False).values_list("draw_number", flat=True)
    assert sorted(drawn) == list(range(1, 25))
    assert missing_tables(event.rounds.get(number=3)) != []
    (claim,) = open_claims(event)
    assert (claim.round_number, claim.is_disputed) == (3, False)
    assert sum(line.penalty for line in standings(event).lines) == -2000 - 3000  # a chombo and a missed game


def test_the_club_evening_is_finished(printed: str) -> None:
    event = Tournament.objects.get(slug=demo.CLUB_SLUG)
    assert (event.status, event.players.count(), event.rounds.count()) == (Status.FINISHED, 8, 3)


def test_the_login_is_printed_once_works_and_is_kept_for_its_owner_only(printed: str, tmp_path: Path) -> None:
    kept = tmp_path / "demo-login.txt"
    username, password = kept.read_text().split()
    assert password in printed
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    user = User.objects.get(username=username)
    assert user.check_password(password)


def test_a_second_run_changes_nothing_and_prints_no_password(printed: str, tmp_path: Path) -> None:
    _username, password = (tmp_path / "demo-login.txt").read_text().split()
    before = (LogEntry.objects.count(), User.objects.get().password)
    out = io.StringIO()
    call_command("demo", stdout=out)
    assert (LogEntry.objects.count(), User.objects.get().password) == before
    assert password not in out.getvalue()
