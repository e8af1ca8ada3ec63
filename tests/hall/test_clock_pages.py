"""The clock on the desk and on phones: who presses, what stands there, without scripts too."""

from __future__ import annotations

import time
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.pages import Desk, text
from tests.factories import make_event, make_user, publish, table
from tests.public.pages import text_of
from tournaments.models import Player, Role, RoundClock, Tournament
from tournaments.services import clocks, events
from tournaments.views.public import unchanged

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    tournament = make_event(field=6, slug="spring", round_minutes=50)
    publish(tournament)
    unchanged.forget()
    return tournament


def stored(event: Tournament) -> RoundClock:
    return RoundClock.objects.get(round__tournament=event)


def test_the_desk_starts_pauses_lengthens_and_stops_the_clock(event: Tournament) -> None:
    desk = Desk(event.owner, event)
    assert "50:00 not started" in text(desk.get("round", 1))
    desk.press("change_clock", 1, data={"do": "start"})
    assert stored(event).started_at is not None
    desk.press("change_clock", 1, data={"add": "5"})
    assert stored(event).length_seconds == 3300
    assert "paused" in desk.press("change_clock", 1, data={"do": "pause"})
    assert "55:00 not started" in desk.press("change_clock", 1, data={"do": "stop"})
    desk.press("change_clock", 1, data={"do": "length", "minutes": "40"})
    assert "40:00 not started" in text(desk.get("round", 1))


def test_each_page_comes_back_to_itself(event: Tournament) -> None:
    desk = Desk(event.owner, event)
    for back, address in (
        ("overview", "/desk/spring/"),
        ("round", "/desk/spring/rounds/1/"),
        ("clock", "/desk/spring/rounds/1/clock/"),
        ("outstanding", "/desk/spring/rounds/1/outstanding/"),
        ("https://x", None),
    ):
        answer = desk.post("change_clock", 1, data={"do": "start", "back": back})
        assert answer["Location"] == (address or "/desk/spring/rounds/1/")


@pytest.mark.parametrize("minutes", ["", "0", "soon", "9999"])
def test_bad_minutes_are_named_and_change_nothing(event: Tournament, minutes: str) -> None:
    said = Desk(event.owner, event).press("change_clock", 1, data={"do": "length", "minutes": minutes})
    assert "minutes:" in said
    assert not RoundClock.objects.exists()


def test_a_script_gets_the_clock_alone_with_the_refusal_in_it(event: Tournament) -> None:
    desk = Desk(event.owner, event)
    answer = desk.post("change_clock", 1, data={"add": "9999"}, hx_request="true")
    assert answer.status_code == 200
    assert "minutes:" in text(answer)


@pytest.mark.parametrize("back", ["overview", "round", "clock"])
def test_a_script_gets_back_the_clock_as_its_page_shows_it(event: Tournament, back: str) -> None:
    """In one line on the overview, without the minutes more and less; the length on its own page alone."""
    desk = Desk(event.owner, event)
    answer = desk.post("change_clock", 1, data={"do": "start", "back": back}, hx_request="true")
    page = answer.content.decode()
    assert 'data-testid="clock-pause"' in page
    assert ('data-testid="clock-more-5"' in page) is (back != "overview")
    assert ('data-testid="clock-length"' in page) is (back == "clock")
    assert ('data-testid="clock-page"' in page) is (back != "clock")
    assert f'name="back" value="{back}"' in page


def test_extra_time_of_a_table_is_given_at_the_desk_and_read_by_its_players(event: Tournament) -> None:
    clocks.start(tournament=event, actor=None, round_=event.rounds.get())
    desk = Desk(event.owner, event)
    desk.press("extra_time", 1, 2, data={"minutes": "7", "why": "a judge came late"})
    assert "7 more minutes : a judge came late" in text(desk.get("table", 1, 2))
    assert "2 +7 min" in text(desk.get("round", 1))
    seated = Player.objects.filter(seats__match=table(event.rounds.get(), 2))
    client = Client()
    for player in event.players.all():
        page = text_of(client, f"/e/spring/me/{player.key}/")
        assert ("7 more minutes : a judge came late" in page) is (player in seated)
    ends = stored(event).started_at + timedelta(minutes=57)  # type: ignore[operator]
    page = text_of(client, f"/e/spring/me/{seated[0].key}/")
    assert timezone.localtime(ends).strftime("%H:%M") in page


def test_what_the_extra_time_is_for_stays_with_staff_and_table(event: Tournament) -> None:
    clocks.extend_table(
        tournament=event, actor=None, match=table(event.rounds.get(), 2), minutes=7, why="a judge came late"
    )
    client = Client()
    for page in ("", "pairings/", "rounds/1/", "players/1/", "players/2/card/", "screen/?show=tables"):
        assert "came late" not in client.get(f"/e/spring/{page}").content.decode()
    assert "+7 min" in text_of(client, "/e/spring/rounds/1/")


def test_extra_time_without_a_reason_is_refused(event: Tournament) -> None:
    assert "Say why" in Desk(event.owner, event).press("extra_time", 1, 2, data={"minutes": "7", "why": " "})
    assert table(event.rounds.get(), 2).extra_seconds == 0


def test_a_scorekeeper_reads_the_clock_and_has_no_buttons(event: Tournament) -> None:
    helper = make_user()
    events.set_staff(tournament=event, actor=event.owner, user=helper, role=Role.SCOREKEEPER)
    desk = Desk(helper, event)
    page = desk.get("round", 1)
    assert "50:00 not started" in text(page)
    assert "change_clock" not in page.content.decode()
    assert 'data-testid="clock-start"' not in page.content.decode()
    assert desk.post("change_clock", 1, data={"do": "start"}).status_code == 403


def test_every_page_of_the_event_shows_the_clock_and_changes_with_it(event: Tournament) -> None:
    client = Client()
    tag = client.get("/e/spring/")["ETag"]
    assert "Round 1: 50:00 not started" in text_of(client, "/e/spring/")
    clocks.start(tournament=event, actor=None, round_=event.rounds.get())
    unchanged.forget()
    assert client.get("/e/spring/", headers={"if-none-match": tag}).status_code == 200
    end = timezone.localtime(stored(event).started_at + timedelta(minutes=50))  # type: ignore[operator]
    for page in ("", "pairings/", "standings/", "players/", "find/", "players/1/"):
        assert f"{end:%H:%M} end" in text_of(client, f"/e/spring/{page}")


def test_an_event_without_a_length_shows_no_clock() -> None:
    event = make_event(field=4, slug="plain")
    publish(event)
    assert 'data-testid="clock"' not in Client().get("/e/plain/").content.decode()
    assert "how long is the round?" in text(Desk(event.owner, event).get("round", 1))


def test_the_server_says_what_time_it_is_without_asking_the_database(
    django_assert_num_queries: object, client: Client
) -> None:
    before = time.time_ns() // 1_000_000
    with django_assert_num_queries(0):  # type: ignore[operator]
        answer = client.get("/now/")
    assert before <= answer.json()["now"] <= time.time_ns() // 1_000_000
    assert "no-store" in answer["Cache-Control"]
